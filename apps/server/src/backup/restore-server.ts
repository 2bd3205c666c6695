import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Decrypter } from 'age-encryption';
import pg from 'pg';
import { appRoleName, ensureAppRole, withClient } from '../db/index.ts';
import { BackupRefused } from './backup-refused.ts';
import { type Books, compareBooks, readBooks } from './books.ts';
import { feedDump, listObjects, withoutSystem } from './feed-dump.ts';
import type { Manifest } from './manifest.ts';
import { markRestored } from './mark-restored.ts';
import { findClient, type PostgresClient } from './postgres-client.ts';
import { readBeginning } from './read-beginning.ts';
import { withScratch } from './scratch.ts';

export interface ServerRestore {
  file: string;
  decrypter: Decrypter;
  databaseUrl: string;
  appDatabaseUrl: string | undefined;
  /** APP_SECRET. */
  appSecret: string | undefined;
  dataDir: string;
}

type ServerManifest = Extract<Manifest, { kind: 'server' }>;

/** In the transaction of the restore: there is no moment at which the restored database may send. */
const HOLD = `update public.installation set sending_held_since = now(), sending_held_reason = 'restored',
  restored_at = now(), current_until = least(coalesce(seen_at, now()), now()), checked_at = null;`;

/** Restores a dump into an empty database in one transaction, and the files into the data folder. */
export async function restoreServer(options: ServerRestore): Promise<{ manifest: Manifest }> {
  const { databaseUrl, file, decrypter, dataDir } = options;
  const target = await withClient(databaseUrl, 'quayside restore', inspectTarget);
  return withScratch(dataDir, 'restoring', async (scratch) => {
    const files = join(scratch, 'content');
    mkdirSync(files, { mode: 0o700 });
    // The whole file is read once before anything is written to the database.
    const { beginning, manifest, end } = await readBeginning({ file, decrypter, into: files, check: fits(target) });
    const { roles, clientMajor } = manifest as ServerManifest;
    const programs = findClient(clientMajor);
    refuseOtherSecret(files, options);
    await withClient(databaseUrl, 'quayside restore', (client) => createRoles(client, roles));
    await ensureAppRole({ ownerUrl: databaseUrl, appUrl: options.appDatabaseUrl, dataDir });
    await feedDump({ ...options, programs, url: databaseUrl, list: await objects(programs, beginning), more: HOLD });
    await withClient(databaseUrl, 'quayside restore', (client) => verifyBooks(client, end.books));
    await markRestored(databaseUrl, options.appDatabaseUrl, dataDir);
    putFiles(files, options);
    return { manifest };
  });
}

/**
 * Compares every row count and the sums of the ledger with the backup. Row-level security applies to the owner too, so
 * it is lifted in a transaction that is rolled back.
 */
async function verifyBooks(client: pg.Client, books: Books): Promise<void> {
  await client.query('set statement_timeout = 0; begin');
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relforcerowsecurity and c.relkind in ('r', 'p') and n.nspname in ('public', 'pgboss', 'warehouse')`,
  );
  for (const { name } of rows) await client.query(`alter table ${name} no force row level security`);
  const differences = compareBooks(books, await readBooks(client));
  await client.query('rollback');
  if (differences.length > 0)
    throw new Error(`the restored database differs from the backup: ${differences.slice(0, 5).join('; ')}`);
}

const objects = async (programs: PostgresClient, beginning: Buffer): Promise<string> =>
  withoutSystem(await listObjects(programs, beginning));

interface Target {
  major: number;
  login: string;
}

async function inspectTarget(client: pg.Client): Promise<Target> {
  const { rows } = await client.query<{ major: number; login: string; name: string; used: boolean }>(`
    select current_setting('server_version_num')::int / 10000 as major, current_user as login, current_database() as name,
      exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'pgboss', 'warehouse')) as used`);
  const { major = 0, login = '', name = '', used = true } = rows[0] ?? {};
  if (used) {
    throw new BackupRefused(
      `The database "${name}" is not empty: create an empty one that belongs to the login "${login}" and set DATABASE_URL to it. Nothing was changed.`,
    );
  }
  return { major, login };
}

const fits =
  ({ major, login }: Target) =>
  (manifest: Manifest): void => {
    if (manifest.kind !== 'server') {
      throw new BackupRefused(
        'This backup is of the embedded database: unset DATABASE_URL and restore into an empty data folder.',
      );
    }
    if (manifest.pgMajor > major) {
      throw new BackupRefused(
        `This backup is of PostgreSQL ${manifest.pgMajor}, and DATABASE_URL is PostgreSQL ${major}: restore into ${manifest.pgMajor} or newer.`,
      );
    }
    if (manifest.owner !== login) {
      throw new BackupRefused(
        `The tables of this backup belong to the login "${manifest.owner}", and DATABASE_URL uses "${login}": create "${manifest.owner}" on the new server and use it.`,
      );
    }
  };

/** Privileges in the dump name these roles. */
async function createRoles(client: pg.Client, roles: readonly string[]): Promise<void> {
  for (const role of roles.filter((one) => one !== appRoleName)) {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
    if (rowCount) continue;
    try {
      await client.query(`create role ${pg.escapeIdentifier(role)} nologin`);
    } catch (err) {
      if ((err as { code?: string }).code !== '42501') throw err;
      throw new BackupRefused(
        `The backup grants privileges to the role "${role}", which doesn't exist here: as an administrator, run "create role ${pg.escapeIdentifier(role)} nologin".`,
      );
    }
  }
}

const read = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined);

/** With another secret the restored credentials could not be decrypted. */
function refuseOtherSecret(files: string, { appSecret, dataDir }: ServerRestore): void {
  const backedUp = read(join(files, 'app-secret'));
  const here = appSecret ?? read(join(dataDir, 'app-secret'));
  if (backedUp === undefined || here === undefined || here === backedUp) return;
  const where = appSecret ? 'APP_SECRET' : join(dataDir, 'app-secret');
  throw new BackupRefused(
    `The secret in ${where} is not the one of the backup, so the restored credentials could not be read: remove it and restore again. Nothing was changed.`,
  );
}

/** Names of stored files are never used for other content, so those that are here stay. */
function putFiles(files: string, { appSecret, dataDir }: ServerRestore): void {
  // The role's password belongs to this server; ensureAppRole has set it.
  rmSync(join(files, 'app-role-password'), { force: true });
  if (appSecret) rmSync(join(files, 'app-secret'), { force: true });
  cpSync(files, dataDir, { recursive: true, force: false });
}
