import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, serverAccount, stopRunning } from '../db/embedded/index.ts';

const NAME = /^(restoring|verifying)-(\d+)$/;

/** A folder for a database in the making, below the data folder: on the same file system, and reachable for the database's account. */
export async function withScratch<T>(
  dataDir: string,
  kind: 'restoring' | 'verifying',
  work: (dir: string, account: Account | undefined) => Promise<T>,
): Promise<T> {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  await sweepScratch(dataDir);
  const dir = join(dataDir, `${kind}-${process.pid}`);
  const account = serverAccount(join(dir, 'postgres', 'cluster'));
  mkdirSync(dir, { mode: account ? 0o711 : 0o700 });
  // A database in the scratch folder would outlive a stopped command.
  const onSignal = (): void => void remove(dir).finally(() => process.exit(1));
  process.once('SIGTERM', onSignal).once('SIGINT', onSignal);
  try {
    return await work(dir, account);
  } finally {
    process.off('SIGTERM', onSignal).off('SIGINT', onSignal);
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Stops the databases in a scratch folder, which may be unpacked (content) or new (server), and removes it. */
async function remove(dir: string): Promise<void> {
  for (const part of ['content', 'server']) await stopRunning(join(dir, part));
  rmSync(dir, { recursive: true, force: true });
}

/** Removes what killed commands left, and stops their databases. */
async function sweepScratch(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    const [, , pid] = NAME.exec(name) ?? [];
    if (!pid || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue;
    await remove(join(dataDir, name));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (err) {
    return (err as NodeJS.ErrnoException).code === 'EPERM';
  }
}
