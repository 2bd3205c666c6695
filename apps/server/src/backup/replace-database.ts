import pg from 'pg';
import { withClient } from '../db/index.ts';
import { backupName } from './backup-file.ts';
import { BackupRefused } from './backup-refused.ts';
import type { Manifest } from './manifest.ts';
import { restoreServer, type ServerRestore } from './restore-server.ts';

interface Current {
  name: string;
  login: string;
  may_create: boolean;
  owns: boolean;
  citus: boolean;
  /** Other connections to the database; autovacuum, which PostgreSQL ends, has no user. */
  others: number;
  /** Of `create database`. */
  options: string;
  grants: { grantee: string | null; privilege: string }[];
  settings: string[];
}

/** At most 63 bytes in PostgreSQL. */
const NAME_BYTES = 63;
const quoted = pg.escapeIdentifier;

function otherDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(name)}`;
  return other.href;
}

/**
 * Restores into a new database beside the one of DATABASE_URL, and exchanges their names in one transaction once the
 * restored one is complete and equal to the backup. The old one is kept under another name.
 */
export async function replaceDatabase(options: ServerRestore): Promise<{ manifest: Manifest; replaced: string }> {
  const { databaseUrl, appDatabaseUrl } = options;
  const current = await withClient(databaseUrl, 'quayside restore', inspect);
  refuse(current);
  const { name } = current;
  const beside = `${name}_restoring`;
  const replaced = `${name}_${backupName(new Date())
    .replace(/^quayside-|\.backup$/g, '')
    .toLowerCase()}`;
  if (Buffer.byteLength(replaced) > NAME_BYTES || Buffer.byteLength(beside) > NAME_BYTES)
    throw new BackupRefused(
      `The name of the database "${name}" is too long to keep it under another name: restore into an empty database.`,
    );
  const maintenance = otherDatabase(databaseUrl, 'postgres');
  await withClient(maintenance, 'quayside restore', (client) => createBeside(client, beside, current));
  try {
    const { manifest } = await restoreServer({
      ...options,
      databaseUrl: otherDatabase(databaseUrl, beside),
      appDatabaseUrl: appDatabaseUrl && otherDatabase(appDatabaseUrl, beside),
    });
    await withClient(maintenance, 'quayside restore', (client) => exchange(client, { name, beside, replaced }));
    return { manifest, replaced };
  } catch (err) {
    await withClient(maintenance, 'quayside restore', (client) =>
      client.query(`drop database if exists ${quoted(beside)}`),
    ).catch(() => undefined);
    throw err;
  }
}

async function inspect(client: pg.Client): Promise<Current> {
  const { rows } = await client.query<Current>(`
    select d.datname as name, current_user as login, r.rolsuper or r.rolcreatedb as may_create,
      r.rolsuper or pg_has_role(d.datdba, 'usage') as owns,
      exists (select from pg_extension where extname = 'citus') as citus,
      (select count(*)::int from pg_stat_activity a where a.datid = d.oid and a.pid <> pg_backend_pid()
        and a.usesysid is not null) as others,
      format('encoding %L lc_collate %L lc_ctype %L locale_provider %s', pg_encoding_to_char(d.encoding), d.datcollate,
          d.datctype, case d.datlocprovider when 'i' then 'icu' when 'b' then 'builtin' else 'libc' end)
        || coalesce(case d.datlocprovider when 'i' then ' icu_locale ' when 'b' then ' builtin_locale ' end
          || quote_literal(coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale')), '') as options,
      coalesce((select jsonb_agg(jsonb_build_object('grantee', case a.grantee when 0 then null else pg_get_userbyid(a.grantee) end,
        'privilege', a.privilege_type)) from aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
        where a.grantee <> d.datdba), '[]') as grants,
      coalesce((select to_jsonb(s.setconfig) from pg_db_role_setting s where s.setdatabase = d.oid and s.setrole = 0), '[]') as settings
    from pg_database d join pg_roles r on r.rolname = current_user where d.datname = current_database()`);
  if (!rows[0]) throw new Error('the database was not found in pg_database');
  return rows[0];
}

function refuse({ name, login, may_create, owns, citus, others }: Current): void {
  if (citus)
    throw new BackupRefused('--replace is not for Citus: restore its nodes as docs/guides/run-on-citus.md describes.');
  if (!may_create || !owns) {
    throw new BackupRefused(
      `The login "${login}" may not ${owns ? 'create databases' : `rename the database "${name}"`}: as an administrator, run "${
        owns ? `alter role ${quoted(login)} createdb` : `alter database ${quoted(name)} owner to ${quoted(login)}`
      }", or restore into an empty database. Nothing was changed.`,
    );
  }
  if (others > 0) {
    throw new BackupRefused(
      `${others} other connection${others === 1 ? '' : 's'} to the database "${name}": stop every Quayside process and pooler first. Nothing was changed.`,
    );
  }
}

async function createBeside(client: pg.Client, beside: string, current: Current): Promise<void> {
  await client.query('set statement_timeout = 0');
  // Of an interrupted restore. One that still runs is connected to it, and PostgreSQL refuses.
  try {
    await client.query(`drop database if exists ${quoted(beside)}`);
  } catch (err) {
    if ((err as { code?: string }).code !== '55006') throw err;
    throw new BackupRefused(`Another restore is using the database "${beside}": wait for its end.`);
  }
  await client.query(`create database ${quoted(beside)} template template0 ${current.options}`);
  await client.query(`revoke all on database ${quoted(beside)} from public`);
  for (const { grantee, privilege } of current.grants)
    await client.query(
      `grant ${privilege} on database ${quoted(beside)} to ${grantee === null ? 'public' : quoted(grantee)}`,
    );
  for (const setting of current.settings) {
    const [, key = '', value = ''] = /^([^=]+)=(.*)$/s.exec(setting) ?? [];
    await client.query(`select set_config($1, $2, false)`, [key, value]);
    await client.query(`alter database ${quoted(beside)} set ${quoted(key)} from current`);
  }
}

/** PostgreSQL waits some seconds for connections to either database to end, then refuses. */
async function exchange(
  client: pg.Client,
  { name, beside, replaced }: { name: string; beside: string; replaced: string },
): Promise<void> {
  try {
    await client.query('begin');
    await client.query(`alter database ${quoted(name)} rename to ${quoted(replaced)}`);
    await client.query(`alter database ${quoted(beside)} rename to ${quoted(name)}`);
    await client.query('commit');
  } catch (err) {
    if ((err as { code?: string }).code !== '55006') throw err;
    throw new BackupRefused(
      `Something connected to the database "${name}" during the restore: stop every Quayside process and pooler, and restore again. The database was not replaced.`,
    );
  }
}
