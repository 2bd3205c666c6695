import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartRefused } from './start-refused.ts';

/** Marks a data folder whose restore was interrupted while its content was being put in place. */
export const UNFINISHED = 'restore-unfinished';

/** Throws for a folder with half a restore, which would otherwise be completed by empty data. */
export function refuseUnfinished(dataDir: string): void {
  if (existsSync(path.join(dataDir, UNFINISHED))) {
    throw new StartRefused(
      `A restore into the data folder ${dataDir} was interrupted: run "npm run restore" with the same backup again.`,
    );
  }
}

/**
 * Locks the data folder until the returned function is called or the process dies: the kernel holds the lock (SQLite's
 * file locks), so it can't become stale. A second Quayside on the same folder is refused; the pid in `quayside.pid` is
 * only for the message.
 */
export function lockDataDir(dataDir: string): () => void {
  const pidFile = path.join(dataDir, 'quayside.pid');
  const lockFile = path.join(dataDir, 'quayside.lock');
  // Private, or any local account could hold a read lock on it and block us.
  closeSync(openSync(lockFile, 'a', 0o600));
  const file = new DatabaseSync(lockFile);
  try {
    file.exec('pragma journal_mode = memory; begin exclusive');
  } catch {
    file.close();
    throw new StartRefused(
      `Another Quayside${holder(pidFile)} is using the data folder ${dataDir}: stop it first, or set QUAYSIDE_DATA to another folder.`,
    );
  }
  writeFileSync(pidFile, `${process.pid} ${new Date().toISOString()}\n`);
  return () => file.close();
}

function holder(pidFile: string): string {
  try {
    const [pid, since] = readFileSync(pidFile, 'utf8').trim().split(' ');
    return ` (process ${pid}, since ${since})`;
  } catch {
    return '';
  }
}
