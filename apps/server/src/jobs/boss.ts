import { PgBoss } from 'pg-boss';
import { QUEUE_CONNECTIONS } from '../db/connection-budget.ts';
import { type Db, grantSchema, poolHooks, sql, withClient } from '../db/index.ts';
import { readMigrations } from '../db/migration-files.ts';
import type { Log } from '../log.ts';

export const QUEUE_SCHEMA = 'pgboss';

/** Installs or upgrades the queue's tables as the owner, and lets the application's role use them. */
export async function installQueueTables(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: QUEUE_SCHEMA,
    max: 2,
    supervise: false,
    schedule: false,
    ...poolHooks('maintenance'),
  });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false, close: true });
  await withClient(ownerUrl, 'quayside setup', async (owner) => {
    // Workers look every second for jobs whose own worker is gone (worker.ts), among a day's jobs that ended.
    await owner.query(
      `create index if not exists job_running on ${QUEUE_SCHEMA}.job (name, heartbeat_on) where state = 'active'`,
    );
    await grantSchema(owner, QUEUE_SCHEMA);
  });
}

/** The queue as the application uses it. `works`: this process runs jobs, and watches over the schedules. */
export async function startBoss(appUrl: string, works: boolean, log: Log): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: appUrl,
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
    // The worker listens itself, for all queues over one connection.
    useListenNotify: false,
    reindex: false,
    ...poolHooks('queue'),
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue error'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'));
  await boss.start();
  return boss;
}

/**
 * What a process needs of its database, each as a check. They use the queue's connections: requests that take up the whole
 * pool make a process busy, not unready. A database that a newer version has migrated is fine, since older processes
 * serve until they are replaced.
 */
export async function databaseChecks(
  boss: PgBoss,
): Promise<Record<'database' | 'migrations' | 'queue', () => Promise<boolean>>> {
  const ask = async (text: string, values: unknown[] = []): Promise<unknown> =>
    (await boss.getDb().executeSql(text, values)).rows[0]?.answer;
  // Read once: an update of the files on disk does not change what this process needs.
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
 * Gives back the jobs that a killed process held, at once. Only for a database that serves this one process (the
 * embedded one): with several workers the heartbeat decides, since another may be alive and working.
 */
export async function reclaimJobs(db: Db): Promise<void> {
  await db.global((tx) =>
    tx.run(sql`update pgboss.job set state = 'retry', start_after = now(), started_on = null where state = 'active'`),
  );
}
