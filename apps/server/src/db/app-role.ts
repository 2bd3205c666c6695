import { randomBytes, scryptSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { withClient } from './connection.ts';
import { writePrivately } from './embedded/secrets.ts';
import { StartRefused } from './embedded/start-refused.ts';

export const appRoleName = 'quayside_app';

export interface AppRoleOptions {
  /** The owner of the database (DATABASE_URL). */
  ownerUrl: string;
  /** QUAYSIDE_APP_DATABASE_URL, when the administrator made the role himself. */
  appUrl?: string | undefined;
  /** The data folder, for the password when none can be derived from the owner's. */
  dataDir: string;
}

/**
 * Sees to the role that the application works as, and answers its address: a login that owns nothing and cannot step
 * round row level security. Made with a password derived from the owner's, so that every machine on one DATABASE_URL
 * finds the same; where the owner has none, a random one is kept in the data folder. Throws StartRefused with the SQL
 * to run when the owner may not make roles.
 */
export async function ensureAppRole(options: AppRoleOptions): Promise<string> {
  const { ownerUrl } = options;
  if (options.appUrl) {
    await checkRole(options.appUrl);
    return options.appUrl;
  }
  const password = derivedPassword(ownerUrl) ?? keptPassword(options.dataDir);
  const appUrl = withLogin(ownerUrl, appRoleName, password);
  if (!(await logsIn(appUrl))) await makeRole(ownerUrl, appUrl, password);
  await checkRole(appUrl);
  return appUrl;
}

async function makeRole(ownerUrl: string, appUrl: string, password: string): Promise<void> {
  await withClient(ownerUrl, 'quayside setup', async (owner) => {
    // Several machines may start for the first time together; the lock ends with this connection.
    await owner.query('select pg_advisory_lock(7264310003)');
    if (await logsIn(appUrl)) return;
    const { rows } = await owner.query<{ known: boolean; elsewhere: string | null; db: string }>(`
      select exists (select from pg_roles where rolname = '${appRoleName}') known,
             (select d.datname from pg_shdepend s join pg_roles r on r.oid = s.refobjid join pg_database d
                 on d.oid = case when s.classid = 'pg_database'::regclass then s.objid else s.dbid end
               where s.refclassid = 'pg_authid'::regclass and r.rolname = '${appRoleName}'
                 and d.datname <> current_database() limit 1) elsewhere,
             current_database() db`);
    const { known = false, elsewhere = null, db = '' } = rows[0] ?? {};
    if (known && elsewhere !== null) {
      throw new StartRefused(
        `The role ${appRoleName} already serves the database "${elsewhere}" on this server with a different password: set QUAYSIDE_APP_DATABASE_URL to this database with that login.`,
      );
    }
    const connect = `grant connect on database ${pg.escapeIdentifier(db)} to ${appRoleName}`;
    const login = `${known ? 'alter' : 'create'} role ${appRoleName} login nosuperuser nocreatedb nocreaterole nobypassrls password`;
    try {
      await owner.query(`${alterOrCreate(known)} password ${pg.escapeLiteral(password)}; ${connect}`);
    } catch (err) {
      if ((err as { code?: string }).code !== '42501') throw err;
      throw new StartRefused(
        `The login in DATABASE_URL isn't allowed to create the application role: as an administrator, run "${login} '<a password>'; ${connect};" and set QUAYSIDE_APP_DATABASE_URL to that login.`,
      );
    }
  });
}

/** Attributes that only a superuser may name are left at their defaults, which are the ones we want. */
function alterOrCreate(known: boolean): string {
  return known ? `alter role ${appRoleName} login` : `create role ${appRoleName} login`;
}

async function logsIn(url: string): Promise<boolean> {
  try {
    await withClient(url, 'quayside setup', async () => undefined);
    return true;
  } catch (err) {
    const { code, message } = err as Error & { code?: string };
    // pgbouncer's code for any refusal. It keeps logins of its own, so creating the role would not let it in.
    if (code === '08P01' && message.includes('authentication failed')) {
      throw new StartRefused(
        `The pooler in DATABASE_URL doesn't know the login ${appRoleName}: create the role, add it with its password to the pooler, and set QUAYSIDE_APP_DATABASE_URL.`,
      );
    }
    // Wrong password, no such role, or no right to connect: the cases that making the role mends.
    if (code === '28P01' || code === '28000' || code === '42501') return false;
    throw err;
  }
}

/** Refuses a role that would step round row level security. */
async function checkRole(appUrl: string): Promise<void> {
  await withClient(appUrl, 'quayside setup', async (client) => {
    const { rows } = await client.query<{ name: string; strong: boolean; owns: boolean; member: boolean }>(`
      select rolname name, rolsuper or rolbypassrls strong,
             exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                      where n.nspname = 'public' and c.relkind in ('r', 'p') and pg_has_role(current_user, c.relowner, 'member')) owns,
             exists (select from pg_roles where rolname = '${appRoleName}')
               and pg_has_role(current_user, (select oid from pg_roles where rolname = '${appRoleName}'), 'usage') member
        from pg_roles where rolname = current_user`);
    const role = rows[0];
    if (!role || role.strong || role.owns) {
      throw new StartRefused(
        `The application's role "${role?.name}" can bypass row-level security: it must not be a superuser, have BYPASSRLS or own any Quayside table.`,
      );
    }
    if (!role.member) {
      throw new StartRefused(
        `The login "${role.name}" in QUAYSIDE_APP_DATABASE_URL has no privileges: as an administrator, run "create role ${appRoleName}; grant ${appRoleName} to ${pg.escapeIdentifier(role.name)};".`,
      );
    }
  });
}

function derivedPassword(ownerUrl: string): string | undefined {
  const url = new URL(ownerUrl);
  const ownerPassword = url.searchParams.get('password') ?? url.password;
  if (!ownerPassword) return undefined;
  // Slow on purpose: whoever learns the application's password must not find the owner's from it.
  return scryptSync(ownerPassword, `${appRoleName} login`, 24).toString('base64url');
}

function keptPassword(dataDir: string): string {
  const file = path.join(dataDir, 'app-role-password');
  if (!existsSync(file)) writePrivately(file, randomBytes(24).toString('base64url'));
  return readFileSync(file, 'utf8');
}

/** The same database with another login; an address without a host carries its login as parameters. */
function withLogin(ownerUrl: string, user: string, password: string): string {
  const url = new URL(ownerUrl);
  if (url.hostname === '' || url.searchParams.has('user') || url.searchParams.has('password')) {
    url.searchParams.set('user', user);
    url.searchParams.set('password', password);
  }
  url.username = user;
  url.password = password;
  return url.href;
}
