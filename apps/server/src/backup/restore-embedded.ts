import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Decrypter } from 'age-encryption';
import {
  type Account,
  type EmbeddedServer,
  findRunning,
  lockDataDir,
  StartRefused,
  UNFINISHED,
} from '../db/embedded/index.ts';
import { backupName, backupTime, listBackups } from './backup-file.ts';
import { BackupRefused } from './backup-refused.ts';
import { FOLDERS } from './data-files.ts';
import type { Manifest } from './manifest.ts';
import { markRestored } from './mark-restored.ts';
import { placeWal } from './place-wal.ts';
import { recover } from './recover.ts';
import { withScratch } from './scratch.ts';
import { unpack } from './unpack.ts';
import { WAL_KEY } from './wal-key.ts';

export interface EmbeddedRestore {
  file: string;
  decrypter: Decrypter;
  dataDir: string;
  /** Moves what the data folder contains aside instead of refusing. */
  replace: boolean;
  /** Replays the kept log to this time; undefined: the moment of the backup. */
  until?: Date;
}

/** The backup wasn't complete yet at the wanted time: an earlier one is needed. */
class BackupTooNew extends Error {}

/** Belong to running processes, can be made again, or are our own. */
const KEPT = /^(quayside\.(lock|pid)|pictures|(restoring|verifying)-\d+|replaced-.+)$/;

const contentsOf = (dataDir: string): string[] =>
  existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !KEPT.test(name)) : [];

export interface RestoredFolder {
  manifest: Manifest;
  /** Folder with what was there before, if anything was. */
  replaced?: string;
}

/** Restores the last backup before a time and replays the kept log to it. */
export async function restoreUntil(
  dir: string,
  options: Omit<EmbeddedRestore, 'file'> & { until: Date },
): Promise<RestoredFolder & { file: string }> {
  const before = listBackups(dir).filter((name) => backupTime(name) <= options.until);
  for (const name of before) {
    const file = join(dir, name);
    try {
      return { file, ...(await restoreEmbedded({ ...options, file })) };
    } catch (err) {
      if (!(err instanceof BackupTooNew)) throw err;
    }
  }
  throw new BackupRefused(`No backup in ${dir} is from before ${options.until.toISOString()}.`);
}

/**
 * Restores into a data folder. The database is unpacked, recovered and marked as restored in a folder beside, and only
 * then put in place by renaming.
 */
export async function restoreEmbedded(options: EmbeddedRestore): Promise<RestoredFolder> {
  const { dataDir, file, decrypter, until } = options;
  if (await findRunning(dataDir))
    throw new BackupRefused(`A database is running on the data folder ${dataDir}: stop Quayside first.`);
  const isUnfinished = existsSync(join(dataDir, UNFINISHED));
  if (contentsOf(dataDir).length > 0 && !options.replace && !isUnfinished) {
    throw new BackupRefused(
      `The data folder ${dataDir} is not empty: set QUAYSIDE_DATA to another folder, or add --replace to move its content aside.`,
    );
  }
  return withScratch(dataDir, 'restoring', async (scratch, account) => {
    const unlock = lockDataDir(dataDir);
    try {
      const content = join(scratch, 'content');
      mkdirSync(content, { mode: account ? 0o711 : 0o700 });
      const { manifest, end } = await unpack({ file, decrypter, into: content, account, check: refuseForeign });
      if (until) {
        if (new Date(end.endedAt) > until) throw new BackupTooNew();
        await placeWal({ file, content, account, until });
        addNewerFiles(dataDir, content);
      }
      const server = await replay(content, account, until);
      try {
        await markRestored(server.ownerUrl, undefined, content);
      } finally {
        await server.stop();
      }
      const replaced = swap(dataDir, content);
      return { manifest, ...(replaced ? { replaced } : {}) };
    } finally {
      unlock();
    }
  });
}

async function replay(content: string, account: Account | undefined, until: Date | undefined): Promise<EmbeddedServer> {
  // The restored database begins a log of its own.
  rmSync(join(content, WAL_KEY), { force: true });
  if (!until) return recover(content, account, { durable: true });
  try {
    return await recover(content, account, { durable: true, until });
  } catch (err) {
    if (!(err instanceof StartRefused)) throw err;
    throw new BackupRefused(`The log could not be replayed to ${until.toISOString()}: ${err.message}`);
  }
}

/** Files stored after the backup: their names are never used for other content. */
function addNewerFiles(dataDir: string, content: string): void {
  for (const folder of FOLDERS)
    if (existsSync(join(dataDir, folder)))
      cpSync(join(dataDir, folder), join(content, folder), { recursive: true, force: false });
}

export function refuseForeign(manifest: Manifest): void {
  if (manifest.kind !== 'embedded') {
    throw new BackupRefused(
      'This backup is of a database of your own: set DATABASE_URL to an empty database and restore again.',
    );
  }
  const here = `${process.platform}-${process.arch}`;
  if (manifest.platform !== here) {
    throw new BackupRefused(
      `This backup was made on ${manifest.platform}, and the database's files can't be used on ${here}: restore it on ${manifest.platform}.`,
    );
  }
}

/** While the marker file exists, Quayside refuses to start, and the restore can be repeated. */
function swap(dataDir: string, content: string): string | undefined {
  const marker = join(dataDir, UNFINISHED);
  const before = contentsOf(dataDir).filter((name) => name !== UNFINISHED);
  writeFileSync(marker, '', { mode: 0o600, flush: true });
  let replaced: string | undefined;
  if (before.length > 0) {
    replaced = join(dataDir, `replaced-${backupName(new Date()).replace(/^quayside-|\.backup$/g, '')}`);
    mkdirSync(replaced, { mode: 0o700 });
    for (const name of before) renameSync(join(dataDir, name), join(replaced, name));
  }
  for (const name of readdirSync(content))
    if (!/^quayside\.(lock|pid)$/.test(name)) renameSync(join(content, name), join(dataDir, name));
  rmSync(marker);
  return replaced;
}
