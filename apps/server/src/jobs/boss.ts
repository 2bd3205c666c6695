import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { QUEUE_CONNECTIONS } from '../db/connection-budget.ts';
import {
  type Db,
  grantSchema,
  MigrationRefused,
  type PoolState,
  poolHooks,
  poolState,
  sql,
  withClient,
} from '../db/index.ts';
import { readMigrations } from '../db/migration-files.ts';
import type { Log } from '../log.ts';

export const QUEUE_SCHEMA = 'pgboss';

/** Installs or upgrades the pg-boss tables as the owner and grants the application role access to them. */
export async function installQueueTables(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({
    schema: QUEUE_SCHEMA,
    max: 2,
    supervise: false,
    schedule: false,
    ...poolHooks(ownerUrl, 'maintenance'),
  });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false, close: true });
  await withClient(ownerUrl, 'quayside setup', async (owner) => {
    // Workers scan every second for jobs of dead workers (worker.ts) in a table that also holds a day of finished jobs.
    await owner.query(
      `create index if not exists job_running on ${QUEUE_SCHEMA}.job (name, heartbeat_on) where state = 'active'`,
    );
    await grantSchema(owner, QUEUE_SCHEMA);
  });
}

/** The queue as the application uses it. `works`: this process runs jobs and supervises the schedules. */
export async function startBoss(appUrl: string, works: boolean, log: Log): Promise<PgBoss> {
  const boss = new PgBoss({
    application_name: 'quayside jobs',
    schema: QUEUE_SCHEMA,
    max: works ? QUEUE_CONNECTIONS.worker : QUEUE_CONNECTIONS.web,
    migrate: false,
    createSchema: false,
    supervise: works,
    schedule: works,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    cronMonitorIntervalSeconds: 15,
    cronWorkerIntervalSeconds: 5,
    // The worker has its own listener: one connection for all queues.
    useListenNotify: false,
    reindex: false,
    ...poolHooks(appUrl, 'queue'),
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue error'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'));
  await boss.start().catch((err: unknown) => {
    // installQueueTables has upgraded older tables.
    if (err instanceof Error && err.message === 'pg-boss database requires migrations')
      throw new MigrationRefused(
        "The job queue's tables are newer than this version of Quayside: start the version that upgraded them, or a later one.",
      );
    throw err;
  });
  return boss;
}

/** The pool of pg-boss, which its types don't show. */
export function queuePools(boss: PgBoss): PoolState[] {
  const { pool } = boss.getDb() as { pool?: pg.Pool };
  return pool ? [poolState('queue', pool)] : [];
}

/**
 * Database checks of a process for /readyz. They use the queue's connections, so a full request pool means busy, not
 * unready; a database migrated by a newer version passes, because older processes keep serving during a rolling update.
 */
export async function databaseChecks(
  boss: PgBoss,
): Promise<Record<'database' | 'migrations' | 'queue', () => Promise<boolean>>> {
  const ask = async (text: string, values: unknown[] = []): Promise<unknown> =>
    (await boss.getDb().executeSql(text, values)).rows[0]?.answer;
  // Read once: updated files on disk don't change what this process needs.
  const needed = readMigrations().map((file) => file.number);
  const queueVersion = (await boss.schemaVersion()) ?? Number.POSITIVE_INFINITY;
  return {
    database: async () => (await ask('select true answer')) === true,
    migrations: async () =>
      (await ask('select count(*)::int answer from schema_migrations where number = any($1)', [needed])) ===
      needed.length,
    queue: async () => ((await boss.schemaVersion()) ?? 0) >= queueVersion,
  };
}

/**
 * Returns the jobs of a killed process to the queue immediately. Only for the embedded database, which serves one
 * process: with several workers the heartbeat decides, because another worker may still be alive.
 */
export async function reclaimJobs(db: Db): Promise<void> {
  await db.global((tx) =>
    tx.run(sql`update pgboss.job set state = 'retry', start_after = now(), started_on = null where state = 'active'`),
  );
}
