import { chownSync, existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Account } from '../db/embedded/index.ts';
import { BackupRefused } from './backup-refused.ts';
import { listWal, nextSegment } from './wal-files.ts';
import { readWalKey } from './wal-key.ts';
import { openSegment } from './wal-seal.ts';

export interface WalPlacement {
  /** The backup file; the log is in a folder beside it. */
  file: string;
  /** The unpacked backup. */
  content: string;
  account: Account | undefined;
  until: Date;
}

/** Adds the kept log after a backup, as far as a moment needs it. Refuses if any of it is missing or damaged. */
export async function placeWal({ file, content, account, until }: WalPlacement): Promise<void> {
  const key = await readWalKey(content);
  if (!key) {
    throw new BackupRefused(
      `${basename(file)} was made while the write-ahead log wasn't kept, so it restores only the moment it was made: run the restore without --until.`,
    );
  }
  const folder = join(dirname(file), key.folder);
  if (!existsSync(folder))
    throw new BackupRefused(`The write-ahead log of ${basename(file)} was not found: ${folder}.`);
  const kept = new Map(listWal(folder).map((one) => [one.segment, one]));
  const log = join(content, 'postgres', 'cluster', 'pg_wal');
  let segment =
    readdirSync(log)
      .filter((name) => /^[0-9A-F]{24}$/.test(name))
      .sort()
      .at(-1) ?? '';
  let reached: Date | undefined;
  const stop = (reason: string): BackupRefused =>
    new BackupRefused(
      `${reason}, so the database can't be restored to ${until.toISOString()}. The latest possible moment is ${
        reached
          ? `${reached.toISOString()}: use --until ${reached.toISOString()}`
          : `that of the backup: npm run restore -- ${file}`
      }.`,
    );
  const last = [...kept.keys()].at(-1) ?? '';
  while (!reached || reached < until) {
    segment = nextSegment(segment);
    const found = kept.get(segment);
    if (!found)
      throw stop(
        segment > last ? 'The kept write-ahead log ends earlier' : `The log file ${segment} in ${folder} is missing`,
      );
    const target = join(log, segment);
    try {
      await openSegment(join(folder, found.name), key.identity, target);
    } catch (err) {
      await rm(target, { force: true });
      if ((err as NodeJS.ErrnoException).code === 'ENOSPC') throw err;
      throw stop(`The log file ${found.name} in ${folder} is damaged`);
    }
    if (account) chownSync(target, account.uid, account.gid);
    reached = found.until ?? reached;
  }
}
