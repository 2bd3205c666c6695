import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, findRunning, serverAccount, startEmbedded } from '../db/embedded/index.ts';

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
  try {
    return await work(dir, account);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Removes what killed commands left, and stops their databases. */
async function sweepScratch(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    const [, , pid] = NAME.exec(name) ?? [];
    if (!pid || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue;
    const dir = join(dataDir, name);
    // A start takes over a server that outlived its command, which is the safe way to stop it.
    if (await findRunning(dir)) await (await startEmbedded({ dataDir: dir })).stop();
    rmSync(dir, { recursive: true, force: true });
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
