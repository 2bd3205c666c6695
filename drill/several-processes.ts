import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopSandbox } from '@quayside/sandbox';
import { createTestDatabase } from '@quayside/server/src/testing/db/index.ts';
import type { Child } from '@quayside/testing/child.ts';
import { freePort } from '@quayside/testing/free-port.ts';
import { startBalancer } from './balancer.ts';
import { crash, endSessions, patiently, query } from './database.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import type { Clocks, Installation, Trace } from './installation.ts';
import { startPooler } from './pooler.ts';
import { freeze, ownerOfPort } from './processes.ts';
import { environment, quaysideChild, startSandbox } from './setup.ts';

export interface Shape {
  webs: 1 | 2;
  /** Whether they reach PostgreSQL through pgbouncer. */
  isPooled: boolean;
}

/** How long a web process works on a request before it is killed, in turn. */
const INTO_REQUEST_MS = [0, 20, 80, 300];
/** Citus's sessions on its workers, which the coordinator opened for the product. */
const ON_WORKERS = `select pid from pg_stat_activity where datname = current_database() and application_name like 'citus_internal%'`;

/** Web processes behind a load balancer and two workers, on one DATABASE_URL. */
export async function severalProcesses(
  { webs: count, isPooled }: Shape,
  dataDir: string,
  more: Record<string, string>,
  clocks: Clocks,
): Promise<Installation> {
  const db = await createTestDatabase({ onConnectionError: () => undefined });
  const [adminUrl = '', ...nodes] = db.nodeUrls;
  const { hostname, port: serverPort } = new URL(db.ownerUrl);
  const proxy = await startDatabaseProxy({ host: hostname, port: Number(serverPort || 5432) });
  const behind = { host: '127.0.0.1', port: proxy.port, database: db.name };
  const pooler = isPooled ? await startPooler(join(dataDir, 'pooler'), behind, [db.ownerUrl, db.appUrl]) : undefined;
  const through = (address: string): string => {
    const url = new URL(address);
    url.host = `127.0.0.1:${(pooler ?? proxy).port}`;
    return url.href;
  };
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const balancer = count > 1 ? await startBalancer(ports) : undefined;
  const url = `http://127.0.0.1:${balancer?.port ?? ports[0]}`;
  const make = (name: string, role: string, clockMs: number, port = ports[0] ?? 0) =>
    quaysideChild(
      name,
      ['--role', role],
      environment(port, dataDir, {
        DATABASE_URL: through(db.ownerUrl),
        QUAYSIDE_APP_DATABASE_URL: through(db.appUrl),
        ...(balancer ? { APP_URL: url } : {}),
        DRILL_CLOCK_MS: String(clockMs),
        ...more,
      }),
      dataDir,
    );
  const webs = ports.map((port, at) => make(at === 0 ? 'web' : `web-${at + 1}`, 'web', clocks.web, port));
  const workers = [make('worker-1', 'worker', clocks.first), make('worker-2', 'worker', clocks.second)];
  const all = [...webs, ...workers];
  const sandbox = await startSandbox(dataDir);
  const ownerOf = ({ port, pid }: Trace, children: Child[]): Child | undefined => {
    const pids = children.flatMap((child) => child.pid() ?? []);
    const wanted = pid ?? (port === undefined ? undefined : ownerOfPort(port, pids));
    return wanted === undefined ? undefined : children.find((child) => child.pid() === wanted);
  };
  for (const setting of [
    // The connections of a killed process end while they wait for something, not when they have got it.
    `client_connection_check_interval = '25ms'`,
    // The server of tests answers a commit before it is in the log; a crash would then forget what was answered.
    `synchronous_commit = 'on'`,
  ])
    await query(adminUrl, `alter database "${db.name}" set ${setting}`);
  await Promise.all(webs.map((web) => web.start()));
  await Promise.all(workers.map((worker) => worker.start()));
  let cuts = 0;
  let webKills = 0;
  return {
    url,
    sandboxUrl: sandbox.baseUrl,
    judgeUrl: () => adminUrl,
    rows: (text, values) => patiently(() => query(adminUrl, text, values)),
    async killOwner(of, look) {
      const victim = ownerOf(of, workers);
      if (!victim) return undefined;
      await victim.kill();
      await look?.();
      return { name: victim.name, back: victim.start() };
    },
    async killWeb(withinMs) {
      const isWhole = webs.every((web) => web.pid() !== undefined) && (await isSettled(webs));
      const port = isWhole ? await balancer?.nextRequest(withinMs) : undefined;
      const victim = port === undefined ? undefined : webs[ports.indexOf(port)];
      if (!victim) return undefined;
      await sleep(INTO_REQUEST_MS[webKills % INTO_REQUEST_MS.length]);
      webKills += 1;
      await victim.kill();
      return { name: victim.name, back: victim.start() };
    },
    freeze: (of) => freeze(ownerOf(of, workers)?.pid()),
    slowDatabase: (ms) => proxy.delay(ms),
    async cutDatabase() {
      cuts += 1;
      // Behind a pooler connections break on either of its sides.
      if (pooler && cuts % 2 === 0) await pooler.restart();
      else proxy.cut();
      await endSessions(nodes, ON_WORKERS);
    },
    async restartDatabase() {
      // Others may use a server that is not the drill's own.
      if (process.env.QUAYSIDE_TEST_PG) return false;
      return crash(() => adminUrl);
    },
    isAlive: (pid) => ownerOf({ pid }, all) !== undefined,
    settled: () => Promise.any(workers.map((worker) => worker.whenUp())),
    async whole() {
      for (const child of all) await child.whenUp();
      for (const child of all) if (child.pid() === undefined) throw new Error(`${child.name} ended on its own`);
    },
    failedStarts: () => all.flatMap((child) => child.failedStarts()),
    async stop() {
      await Promise.all(all.map((child) => child.stop()));
      await stopSandbox({ dataDir: join(dataDir, 'sandbox') });
      balancer?.close();
      await pooler?.stop();
      proxy.close();
      await db.drop();
    },
  };
}

/** Whether all of them are up right now. */
const isSettled = (children: readonly Child[]): Promise<boolean> =>
  Promise.race([Promise.all(children.map((child) => child.whenUp())).then(() => true), sleep(0, false)]).catch(
    () => false,
  );
