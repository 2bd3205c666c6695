import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Decrypter } from 'age-encryption';
import { findRunning, lockDataDir, UNFINISHED } from '../db/embedded/index.ts';
import { backupName } from './backup-file.ts';
import { BackupRefused } from './backup-refused.ts';
import type { Manifest } from './manifest.ts';
import { markRestored } from './mark-restored.ts';
import { recover } from './recover.ts';
import { withScratch } from './scratch.ts';
import { unpack } from './unpack.ts';

export interface EmbeddedRestore {
  file: string;
  decrypter: Decrypter;
  dataDir: string;
  /** Moves what the data folder contains aside instead of refusing. */
  replace: boolean;
}

/** Belong to running processes, can be made again, or are our own. */
const KEPT = /^(quayside\.(lock|pid)|pictures|(restoring|verifying)-\d+|replaced-.+)$/;

const contentsOf = (dataDir: string): string[] =>
  existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !KEPT.test(name)) : [];

/**
 * Restores into a data folder. The database is unpacked, recovered and marked as restored in a folder beside, and only
 * then put in place by renaming. Returns the folder with what was there before, if anything was.
 */
export async function restoreEmbedded(options: EmbeddedRestore): Promise<{ manifest: Manifest; replaced?: string }> {
  const { dataDir, file, decrypter } = options;
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
      const { manifest } = await unpack({ file, decrypter, into: content, account, check: refuseForeign });
      const server = await recover(content, account, { durable: true });
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
