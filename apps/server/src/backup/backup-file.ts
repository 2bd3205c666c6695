import { createWriteStream, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { BackupRefused } from './backup-refused.ts';

const NAME = /^quayside-(\d{8}T\d{6}Z)\.backup$/;
const PART = /^\.(?:quayside-)?[\dA-FTZ-]+\.(.+)\.(\d+)\.part$/;
const STALE_MS = 24 * 60 * 60_000;

/** Name of a backup begun at a time; names sort by time. */
export const backupName = (at: Date): string => `quayside-${at.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`;

/** When a backup begun, by its name. */
export function backupTime(name: string): Date {
  const [, digits = ''] = NAME.exec(name) ?? [];
  return new Date(digits.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

/** Complete backups in a folder, newest first. */
export function listBackups(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();
}

/**
 * Writes a file under a temporary name and renames it when it is complete and on disk, so that a file with its name is
 * always whole. Removes the temporary files of killed backups first.
 */
export async function writeWhole(
  dir: string,
  name: string,
  write: (target: Writable) => Promise<void>,
): Promise<{ file: string; bytes: number }> {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (err) {
    throw new BackupRefused(`The backup folder ${dir} can't be created (${(err as NodeJS.ErrnoException).code}).`);
  }
  await removeParts(dir);
  const file = join(dir, name);
  if (existsSync(file)) throw new BackupRefused(`The backup ${file} exists already: try again in a second.`);
  const part = join(dir, `.${name.replace(/\.\w+$/, '')}.${hostname()}.${process.pid}.part`);
  try {
    const target = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
    await write(target);
    const { size } = statSync(part);
    await rename(part, file);
    await syncFolder(dirname(file));
    return { file, bytes: size };
  } catch (err) {
    await rm(part, { force: true }).catch(() => undefined);
    const { code } = err as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new BackupRefused(`The backup folder ${dir} is full: make room, or keep fewer backups.`);
    if (code === 'EACCES' || code === 'EROFS')
      throw new BackupRefused(`The backup folder ${dir} is not writable for the account that runs Quayside (${code}).`);
    throw err;
  }
}

/** A rename is only certain to outlive a power failure once its folder is on disk. */
async function syncFolder(dir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeParts(dir: string): Promise<void> {
  for (const name of readdirSync(dir)) {
    const [, host, pid] = PART.exec(name) ?? [];
    if (!host) continue;
    const age = Date.now() - (statSync(join(dir, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    const isDead = host === hostname() && !isAlive(Number(pid));
    if (isDead || age > STALE_MS) await rm(join(dir, name), { force: true });
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
