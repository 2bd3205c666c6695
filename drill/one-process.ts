import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stopSandbox } from '@quayside/sandbox';
import { databaseName, superuserName } from '@quayside/server/src/db/embedded/init-cluster.ts';
import { readPostmaster } from '@quayside/server/src/db/embedded/postmaster.ts';
import { freePort } from '@quayside/testing/free-port.ts';
import { crash, endSessions, query } from './database.ts';
import type { Installation } from './installation.ts';
import { childrenOf, freeze, signal } from './processes.ts';
import { environment, quaysideChild, startSandbox } from './setup.ts';

/** The one process of the default; it is killed together with its embedded PostgreSQL. */
export async function oneProcess(dataDir: string, more: Record<string, string>): Promise<Installation> {
  const port = await freePort();
  const sandbox = await startSandbox(dataDir);
  const all = quaysideChild('quayside', [], environment(port, dataDir, more), dataDir);
  await all.start();
  const home = join(dataDir, 'postgres');
  const { superuser } = JSON.parse(readFileSync(join(home, 'passwords.json'), 'utf8')) as { superuser: string };
  const postmaster = () => readPostmaster(join(home, 'cluster'));
  const judgeUrl = () =>
    `postgres://${superuserName}:${superuser}@127.0.0.1:${postmaster()?.port ?? 0}/${databaseName}`;

  function killDatabase(): void {
    const pid = postmaster()?.pid;
    if (pid === undefined) return;
    for (const one of [pid, ...childrenOf(pid)]) signal(one, 'SIGKILL');
  }

  return {
    url: `http://127.0.0.1:${port}`,
    sandboxUrl: sandbox.baseUrl,
    judgeUrl,
    rows: (text, values) => query(judgeUrl(), text, values),
    async killOwner(_of, look) {
      if (all.pid() === undefined) return undefined;
      await all.kill();
      await look?.();
      killDatabase();
      return { name: all.name, back: all.start() };
    },
    killWeb: async () => undefined,
    freeze: () => freeze(all.pid()),
    slowDatabase: () => undefined,
    cutDatabase: () => endSessions([judgeUrl()]),
    restartDatabase: () => crash(judgeUrl),
    // It is killed together with its database: nothing of it is left there.
    isAlive: () => true,
    settled: () => all.whenUp(),
    async whole() {
      await all.whenUp();
      if (all.pid() === undefined) throw new Error(`${all.name} ended on its own`);
    },
    failedStarts: () => [...all.failedStarts()],
    async stop() {
      await all.stop();
      await stopSandbox({ dataDir: join(dataDir, 'sandbox') });
    },
  };
}
