import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withClient } from '../db/index.ts';
import type { ArchiveWriter } from './archive.ts';
import { type Books, readBooks } from './books.ts';

/** Where a backup has the database's files. */
export const CLUSTER = 'postgres/cluster';

/** Created again by a server that starts, or belonging to the running one alone. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init', 'backup_label', 'tablespace_map']);
const EMPTY = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

export interface EmbeddedCopy {
  lsn: string | null;
  timeline: number;
  books: Books;
}

/**
 * Copies the files of the running embedded database, with the part of its write-ahead log that makes them one state.
 * The client must be a superuser's and is used for nothing else.
 */
export async function copyCluster(
  client: pg.ClientBase,
  url: string,
  clusterDir: string,
  archive: ArchiveWriter,
): Promise<EmbeddedCopy> {
  await client.query('set statement_timeout = 0; set idle_session_timeout = 0');
  // Without it the server may recycle log files that the copy needs. It ends with the connection.
  await client.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`);
  const { rows: begun } = await client.query<{ wal: string }>(
    `select pg_walfile_name(pg_backup_start('quayside', fast => true)) as wal`,
  );
  const first = begun[0]?.wal ?? '';
  await copyFolder(archive, clusterDir, CLUSTER, EMPTY);
  const { rows: ended } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await archive.text(`${CLUSTER}/backup_label`, ended[0]?.labelfile ?? '');
  const { lsn, books } = await readStill(client, url);
  // A record after the position at which the books were read: recovery stops before it.
  await client.query(`select pg_create_restore_point('quayside backup')`);
  const { rows: last } = await client.query<{ wal: string; timeline: number }>(
    `select pg_walfile_name(pg_switch_wal()) as wal, timeline_id as timeline from pg_control_checkpoint()`,
  );
  const { wal: lastWal = '', timeline = 1 } = last[0] ?? {};
  const { rows: logs } = await client.query<{ name: string }>(
    `select name from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$' and name between $1 and $2 order by 1`,
    [first, lastWal],
  );
  if (logs[0]?.name !== first) throw new Error(`log file ${first} not found for the backup`);
  for (const { name } of logs) await archive.file(`${CLUSTER}/pg_wal/${name}`, join(clusterDir, 'pg_wal', name));
  return { lsn, timeline, books };
}

async function copyFolder(archive: ArchiveWriter, from: string, to: string, empty: ReadonlySet<string>): Promise<void> {
  await archive.folder(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [at, name] = [join(from, entry.name), `${to}/${entry.name}`];
    if (entry.isDirectory() && entry.name !== 'pgsql_tmp') {
      if (!empty.has(entry.name)) await copyFolder(archive, at, name, new Set());
      else {
        await archive.folder(name);
        if (entry.name === 'pg_wal') await archive.folder(`${name}/archive_status`);
      }
    } else if (entry.isFile() && !LEFT_OUT.has(entry.name)) await archive.file(name, at);
  }
}

const TRIES = 400;
const TRY_MS = 25;

/**
 * Reads the books of a moment without open writes, and the position of the log at that moment: recovery to there gives
 * exactly these rows. While there is no such moment for ten seconds, the books are those of some moment.
 */
async function readStill(client: pg.ClientBase, url: string): Promise<{ lsn: string | null; books: Books }> {
  return withClient(url, 'backup', async (reader) => {
    await reader.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    for (let attempt = 1; ; attempt += 1) {
      const before = await position(client);
      // A transaction whose commit is in the log already, and not yet visible, still has its number here. A snapshot doesn't say so.
      const { rows: open } = await client.query('select from pg_stat_activity where backend_xid is not null limit 1');
      await reader.query('begin isolation level repeatable read read only; select 1');
      const isStill = open.length === 0 && (await position(client)) === before;
      if (isStill || attempt === TRIES) {
        const books = await readBooks(reader);
        await reader.query('commit');
        return { lsn: isStill ? before : null, books };
      }
      await reader.query('rollback');
      await sleep(TRY_MS);
    }
  });
}

const position = async (client: pg.ClientBase): Promise<string> =>
  (await client.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn')).rows[0]?.lsn ?? '';
