import { spawn } from 'node:child_process';
import type pg from 'pg';
import { withClient } from '../db/index.ts';
import type { ArchiveWriter } from './archive.ts';
import { BackupRefused } from './backup-refused.ts';
import { type Books, readBooks } from './books.ts';
import { clientEnv, clientProgram, type PostgresClient } from './postgres-client.ts';

/** Where a backup has the dump: pieces in order, because a tar must know each size. */
export const DUMP = 'dump';
const PIECE = 8 * 1024 * 1024;

export interface ServerFacts {
  major: number;
  owner: string;
  roles: string[];
}

/** Facts of the database and its owner. Refuses a login that can't read every row, and Citus, whose nodes have no common moment. */
export async function inspectServer(client: pg.ClientBase): Promise<ServerFacts> {
  const { rows } = await client.query<{
    major: number;
    owner: string;
    reads: boolean;
    sees: boolean;
    login: string;
    citus: boolean;
  }>(`
    select exists (select from pg_extension where extname = 'citus') as citus, current_setting('server_version_num')::int / 10000 as major, current_user as login,
      (select pg_get_userbyid(relowner) from pg_class where oid = to_regclass('public.installation')) as owner,
      (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as sees,
      not exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'S') and n.nspname in ('public', 'pgboss', 'warehouse')
          and not (has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select'))) as reads`);
  const { major, owner, sees, reads, login, citus } = rows[0] ?? {
    major: 0,
    owner: null,
    sees: false,
    reads: false,
    login: '',
    citus: false,
  };
  if (!owner) throw new BackupRefused('The database contains no Quayside: check DATABASE_URL.');
  if (citus) {
    throw new BackupRefused(
      'A dump of Citus would have each node as it was at another moment: archive the WAL of every node and mark moments with citus_create_restore_point, as docs/guides/run-on-citus.md says.',
    );
  }
  if (!sees || !reads) {
    throw new BackupRefused(
      `The login "${login}" can't read every row, because row-level security applies to it too: as an administrator, run "create role quayside_backup login bypassrls password '...' in role pg_read_all_data; grant connect on database ... to quayside_backup;" and set QUAYSIDE_BACKUP_DATABASE_URL to that login.`,
    );
  }
  const { rows: granted } = await client.query<{ role: string }>(`
    select distinct pg_get_userbyid(a.grantee) as role from pg_class c
      join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) a
      where n.nspname in ('public', 'pgboss', 'warehouse') and a.grantee <> 0 order by 1`);
  return { major, owner, roles: granted.map(({ role }) => role).filter((role) => role !== owner) };
}

/** Dumps the database as of one moment, and reads its books at the same moment. */
export async function dumpServer(
  client: pg.ClientBase,
  url: string,
  programs: PostgresClient,
  archive: ArchiveWriter,
): Promise<Books> {
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  await client.query('begin isolation level repeatable read read only');
  await client.query('set local row_security = off');
  const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
  const { env, database } = clientEnv(url);
  const child = spawn(
    clientProgram(programs, 'pg_dump'),
    ['--format=custom', '--compress=0', `--snapshot=${rows[0]?.snapshot}`, '--no-password', `--dbname=${database}`],
    { env, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true },
  );
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  ended.catch(() => undefined);
  try {
    let number = 0;
    const add = (piece: Uint8Array) => {
      number += 1;
      return archive.bytes(`${DUMP}/${String(number).padStart(6, '0')}`, piece);
    };
    for await (const piece of pieces(child.stdout)) await add(piece);
    if ((await ended) !== 0) throw new Error(`pg_dump failed: ${said.trim().slice(-2_000)}`);
    const books = await readBooks(client);
    await client.query('commit');
    return books;
  } finally {
    child.kill();
  }
}

async function* pieces(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    held.push(part);
    size += part.length;
    if (size < PIECE) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held);
}

/** Runs work with a connection for backups of DATABASE_URL. */
export const withBackupLogin = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(url, 'quayside backup', work);
