import { createHash } from 'node:crypto';
import { TWO_PHASE_MARKER } from '../../db/citus/two-phase.ts';
import { ON_COORDINATOR } from '../../db/global-tables.ts';
import { ensureAppRole, migrate, withClient } from '../../db/index.ts';
import { readMigrations } from '../../db/migration-files.ts';
import { closeTo, joinNodes, onNodes, workersOf } from './citus.ts';
import { templateSteps } from './template-steps.ts';

/** What a test file needs to make its own database; kept in QUAYSIDE_TEST_DB for the processes that run tests. */
export interface TestTemplate {
  adminUrl: string;
  ownerUrl: string;
  appUrl: string;
  template: string;
  /** A superuser's addresses of Citus's workers; none on an ordinary PostgreSQL. */
  workers: string[];
}

const ownerRole = 'quayside_test_owner';

/**
 * Makes the database that every test file copies: all migrations and steps applied as an ordinary owner, as on a
 * DATABASE_URL. `adminUrl` may create databases and roles.
 */
export async function prepareTemplate(adminUrl: string, dataDir: string): Promise<TestTemplate> {
  const migrations = [
    ...readMigrations().map((file) => file.checksum),
    ...Object.keys(ON_COORDINATOR),
    TWO_PHASE_MARKER,
  ];
  const template = `quayside_template_${createHash('sha256').update(migrations.join()).digest('hex').slice(0, 12)}`;
  // Derived, so that two test runs on one server agree.
  const password = createHash('sha256').update(`${adminUrl} ${ownerRole}`).digest('hex');
  const ownerUrl = at(adminUrl, template, ownerRole, password);
  return withClient(adminUrl, 'quayside test', async (admin) => {
    await admin.query('select pg_advisory_lock(7264310002)');
    const { rows } = await admin.query<{ role: boolean; made: boolean }>(
      `select exists (select from pg_roles where rolname = $1) "role",
              exists (select from pg_database where datname = $2 and datistemplate) made`,
      [ownerRole, template],
    );
    if (!rows[0]?.role) await admin.query(`create role ${ownerRole} login createrole password '${password}'`);
    const workers = await workersOf(adminUrl);
    if (!rows[0]?.made) {
      await onNodes([adminUrl, ...workers], `drop database if exists ${template} with (force)`);
      await onNodes([adminUrl, ...workers], `create database ${template} owner ${ownerRole}`);
      if (workers.length > 0) await joinNodes(at(adminUrl, template), workers);
    }
    const nodes = [adminUrl, ...workers];
    if (rows[0]?.made && workers.length > 0) await onNodes(nodes, `alter database ${template} allow_connections true`);
    const appUrl = await ensureAppRole({ ownerUrl, dataDir });
    if (!rows[0]?.made) {
      await migrate(ownerUrl);
      for (const step of templateSteps) await step({ ownerUrl, appUrl });
      await admin.query(`alter database ${template} is_template true`);
    }
    if (workers.length > 0) await closeTo(nodes, template);
    return { adminUrl, ownerUrl, appUrl, template, workers };
  });
}

/** The same server with another database and login. */
export function at(url: string, database: string, user?: string, password?: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  if (user !== undefined) other.username = user;
  if (password !== undefined) other.password = password;
  return other.href;
}
