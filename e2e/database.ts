import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { databaseName, ownerName } from '../apps/server/src/db/embedded/init-cluster.ts';
import { readPostmaster } from '../apps/server/src/db/embedded/postmaster.ts';
import { QUEUE_SCHEMA } from '../apps/server/src/jobs/boss.ts';
import { E2E } from './playwright.config.ts';

/** Where the database of the Quayside under test is, by what it left in its data folder. */
function databaseUrl(): string {
  const home = join(E2E.dataDir, 'postgres');
  const { owner } = JSON.parse(readFileSync(join(home, 'passwords.json'), 'utf8')) as { owner: string };
  const port = readPostmaster(join(home, 'cluster'))?.port ?? 0;
  return `postgres://${ownerName}:${owner}@127.0.0.1:${port}/${databaseName}`;
}

/**
 * Adds a job with a single try to the queue of the Quayside under test: one that cannot be done is among the failed ones
 * at once, and not after the minutes of all tries.
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
export async function expireConfirmations(): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    await client.query(`update session_token set confirmed_at = now() - interval '11 minutes'`);
  } finally {
    await client.end();
  }
}
