import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { databaseName, superuserName } from '../apps/server/src/db/embedded/init-cluster.ts';
import { readPostmaster } from '../apps/server/src/db/embedded/postmaster.ts';
import { QUEUE_SCHEMA } from '../apps/server/src/jobs/boss.ts';
import { E2E } from './playwright.config.ts';

/**
 * Where the database of the Quayside under test is, by what it left in its data folder, with the login that no row-level security
 * holds back.
 */
function databaseUrl(): string {
  const home = join(E2E.dataDir, 'postgres');
  const { superuser } = JSON.parse(readFileSync(join(home, 'passwords.json'), 'utf8')) as { superuser: string };
  const port = readPostmaster(join(home, 'cluster'))?.port ?? 0;
  return `postgres://${superuserName}:${superuser}@127.0.0.1:${port}/${databaseName}`;
}

/** Runs `work` on that database. */
export async function onDatabase(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Puts enough pieces of everything into the warehouse: flows share one, buy from it in large quantities and empty shelves to see
 * what happens then. A running Quayside (QUAYSIDE_E2E_URL) keeps its stock: its data folder is not known here.
 */
export async function fillShelves(): Promise<void> {
  if (process.env.QUAYSIDE_E2E_URL) return;
  await onDatabase((client) => client.query('update warehouse.variant set stock = 1000 where stock < 1000'));
}

/**
 * Adds a job with a single try to the queue of the Quayside under test: one that cannot be done is among the failed ones
 * at once, and not after the minutes of all tries. Scheduled jobs need no payload.
 */
export async function sendLastTry(kind: string, payload: object): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl(),
    schema: QUEUE_SCHEMA,
    max: 1,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  try {
    await boss.send(kind, payload, { retryLimit: 0 });
  } finally {
    await boss.stop({ graceful: false, close: true });
  }
}

/** Makes the last confirmation of everybody's sessions 11 minutes old, one minute past its end. */
export const expireConfirmations = (): Promise<void> =>
  onDatabase((client) => client.query(`update session_token set confirmed_at = now() - interval '11 minutes'`));
