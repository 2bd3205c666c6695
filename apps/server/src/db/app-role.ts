import { randomBytes, scryptSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { withClient } from './connection.ts';
import { writePrivately } from './embedded/secrets.ts';
import { StartRefused } from './embedded/start-refused.ts';

export const appRoleName = 'quayside_app';

export interface AppRoleOptions {
  /** The owner's URL (DATABASE_URL). */
  ownerUrl: string;
  /** QUAYSIDE_APP_DATABASE_URL, when the administrator created the role. */
  appUrl?: string | undefined;
  /** The data folder, for the password when none can be derived from the owner's. */
  dataDir: string;
}

/**
 * Creates or checks the application role and returns its URL: a login that owns nothing and can't bypass row-level
 * security. Its password is derived from the owner's, so that every machine finds the same one, or kept in the data
 * folder; throws StartRefused with the SQL to run when the owner may not create roles.
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

/** Attributes that only a superuser may set keep their defaults, which are the required values. */
function alterOrCreate(known: boolean): string {
  return known ? `alter role ${appRoleName} login` : `create role ${appRoleName} login`;
}

async function logsIn(url: string): Promise<boolean> {
  try {
    await withClient(url, 'quayside setup', async () => undefined);
    return true;
  } catch (err) {
    const { code, message } = err as Error & { code?: string };
    // pgbouncer's code for any refusal. It has its own logins, so creating the role would not help.
    if (code === '08P01' && message.includes('authentication failed')) {
      throw new StartRefused(
        `The pooler in DATABASE_URL doesn't know the login ${appRoleName}: create the role, add it with its password to the pooler, and set QUAYSIDE_APP_DATABASE_URL.`,
      );
    }
    // Wrong password, unknown role or no right to connect: the cases that creating the role fixes.
    if (code === '28P01' || code === '28000' || code === '42501') return false;
    throw err;
  }
}

/** Refuses a role that can bypass row-level security. */
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
  // Deliberately slow: the application's password must not reveal the owner's.
  return scryptSync(ownerPassword, `${appRoleName} login`, 24).toString('base64url');
}

function keptPassword(dataDir: string): string {
  const file = path.join(dataDir, 'app-role-password');
  if (!existsSync(file)) writePrivately(file, randomBytes(24).toString('base64url'));
  return readFileSync(file, 'utf8');
}

/** The same database with another login; a URL without a host carries its login as parameters. */
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
