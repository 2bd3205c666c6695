import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { findRunning } from '../db/embedded/index.ts';
import { withClient } from '../db/index.ts';
import { writeWhole } from './backup-file.ts';
import { BackupRefused } from './backup-refused.ts';
import { endOf, isSegment, listWal, nextSegment, walName } from './wal-files.ts';
import { createWalKey, readWalKey, WAL_KEY, type WalKey } from './wal-key.ts';
import { sealSegment } from './wal-seal.ts';
import { markTime, recordFailure, recordOff, recordStart, recordUntil } from './wal-state.ts';

/** Keeps PostgreSQL from removing segments that aren't kept yet. */
const SLOT = 'quayside_wal';
/** Beyond this, the database's disk is worth more than the unbroken log. */
const LIMIT_BYTES = 8 * 1024 ** 3;

export interface WalRequest {
  /** The data folder returned by resolveDataDir; its database is running. */
  dataDir: string;
  /** Folder of the backups. */
  dir: string;
  /** For tests. */
  limitBytes?: number;
}

/**
 * Closes the current segment of the running embedded database's log and copies every complete one into the backups'
 * folder. Returns the time until which everything committed is kept. Throws, and records the reason, when it can't.
 */
export async function keepWal(request: WalRequest): Promise<Date> {
  const url = await findRunning(request.dataDir);
  if (!url) throw new BackupRefused('The embedded database is not running.');
  return withClient(url, 'backup', async (client) => {
    try {
      await client.query('set statement_timeout = 0');
      const key = await ensureChain(client, request);
      const until = await markTime(client);
      await client.query('select pg_switch_wal()');
      await copySegments(client, request, key, until);
      await recordUntil(client, until);
      return until;
    } catch (err) {
      await recordFailure(client, err instanceof Error ? err.message : String(err)).catch(() => undefined);
      throw err;
    }
  });
}

/** Stops keeping the log: the slot would otherwise fill the database's disk. */
export async function stopKeepingWal(dataDir: string): Promise<void> {
  const url = await findRunning(dataDir);
  if (!url) return;
  await withClient(url, 'backup', async (client) => {
    if (!(await findSlot(client))) return;
    await dropSlot(client);
    await recordOff(client);
    rmSync(join(dataDir, WAL_KEY), { force: true });
  });
}

const findSlot = async (client: pg.ClientBase): Promise<{ behind: number } | undefined> => {
  const { rows } = await client.query<{ behind: number | null }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as behind from pg_replication_slots where slot_name = $1`,
    [SLOT],
  );
  return rows[0] && { behind: rows[0].behind ?? Number.POSITIVE_INFINITY };
};

const dropSlot = (client: pg.ClientBase): Promise<unknown> =>
  client.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1', [SLOT]);

/** The unbroken log so far, or the beginning of a new one, which the next backup makes usable. */
async function ensureChain(client: pg.ClientBase, { dataDir, dir, limitBytes }: WalRequest): Promise<WalKey> {
  const [slot, key] = [await findSlot(client), await readWalKey(dataDir)];
  if (slot && key && slot.behind <= (limitBytes ?? LIMIT_BYTES)) {
    const folder = join(dir, key.folder);
    if (!existsSync(folder)) {
      throw new BackupRefused(
        `The folder ${folder} of the write-ahead log is missing: mount the backup folder or, if it was deleted, delete ${join(dataDir, WAL_KEY)} to begin again.`,
      );
    }
    return key;
  }
  await dropSlot(client);
  const made = await createWalKey(dataDir);
  makeFolder(join(dir, made.folder));
  await client.query('select pg_create_physical_replication_slot($1, true)', [SLOT]);
  await recordStart(client);
  return made;
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (err) {
    throw new BackupRefused(`The folder ${folder} can't be created (${(err as NodeJS.ErrnoException).code}).`);
  }
}

async function copySegments(
  client: pg.ClientBase,
  { dataDir, dir }: WalRequest,
  key: WalKey,
  until: Date,
): Promise<void> {
  const folder = join(dir, key.folder);
  const last = listWal(folder).at(-1)?.segment;
  const { rows } = await client.query<{ segment: string; current: string }>(
    `select name as segment, pg_walfile_name(pg_current_wal_flush_lsn()) as current
      from pg_ls_waldir(), pg_replication_slots
      where slot_name = $1 and name ~ '^[0-9A-F]{24}$' and left(name, 8) = left(pg_walfile_name(restart_lsn), 8)
        and name >= pg_walfile_name(restart_lsn) and name < pg_walfile_name(pg_current_wal_flush_lsn())
      order by 1`,
    [SLOT],
  );
  const segments = rows.map(({ segment }) => segment).filter((segment) => last === undefined || segment > last);
  if (segments.length === 0 || (last !== undefined && segments[0] !== nextSegment(last))) {
    throw new BackupRefused(
      `The write-ahead log in ${folder} continues at ${last ?? 'another place'}, and this database is elsewhere: another copy of this installation writes there. Stop Quayside and run "npm run restored" in the copy.`,
    );
  }
  for (const segment of segments) {
    const bytes = await readFile(join(dataDir, 'postgres', 'cluster', 'pg_wal', segment));
    if (!isSegment(segment, bytes)) throw new Error(`log file ${segment} has other content than its name says`);
    const name = walName(segment, segment === segments.at(-1) ? until : undefined);
    await writeWhole(folder, name, (target) => sealSegment(bytes, key.recipient, target));
  }
  await client.query('select pg_replication_slot_advance($1, $2)', [SLOT, endOf(segments.at(-1) ?? '')]);
}
