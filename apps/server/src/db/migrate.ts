import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { VERSION } from '../version.ts';
import { adopt } from './adoption/adopt.ts';
import { takeLock } from './advisory-lock.ts';
import { distribute, isDistributed } from './citus/distribute.ts';
import { splitStatements } from './citus/split-statements.ts';
import { readConcurrently, runConcurrently } from './concurrent-indexes.ts';
import { isOnCitus, withClient } from './connection.ts';
import { type MigrationFile, migrationsDir, readMigrations } from './migration-files.ts';
import { MigrationRefused } from './migration-refused.ts';
import { oldestVersion, refuseNewer } from './oldest-version.ts';
import { TIMEOUTS } from './timeouts.ts';

/** Advisory lock key that serializes migrators on one database. */
const lockKey = 7_264_310_001;

const createHistory = `
  create table if not exists schema_migrations (
    number int primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz(3) not null default now()
  )`;
/** Added after adoption, which expects the earlier table. null: applied before the column was there. */
const addOldest = 'alter table schema_migrations add column if not exists oldest_version text';

/** Triggers on distributed tables are allowed by a setting. One connection per worker sees the changes of the statements before. */
const onWorkers = `set local citus.enable_unsafe_triggers = on; set local citus.multi_shard_modify_mode = 'sequential'`;

type Applied = Pick<MigrationFile, 'number' | 'name' | 'checksum'>;
type Recorded = Applied & { oldest_version: string | null };

export interface MigrateOptions {
  /** The migrations folder; default: ours. */
  dir?: string;
  /** The version that these migrations belong to; default: ours. */
  version?: string;
  /** Lock timeout of one attempt, in milliseconds. */
  lockMs?: number;
  /** How long a migration is retried before the start is refused, in milliseconds. */
  patienceMs?: number;
  /** Called with a migration that is retried because it could not lock its tables. */
  onWait?: (migration: string) => void;
  /** Called with the latest migration of a newer version whose schema this one can run on. */
  onNewer?: (migration: string) => void;
}

/**
 * Applies missing migrations as the owner, each file in its own transaction, one migrator at a time, and returns their
 * names; an older database is adopted first (adoption/adopt.ts). Throws MigrationRefused when a released file was
 * edited, the database is too new (oldest-version.ts) or a table stays locked, and PostgreSQL's error when a file
 * fails, keeping the ones before it. On Citus, tables are then distributed, in a distributed database after each file,
 * because the next one may reference them.
 */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const files = readMigrations(options.dir ?? migrationsDir);
  return withClient(
    ownerUrl,
    'quayside migrate',
    async (client) => {
      // A session lock, released when the connection ends. Another migrator may take long.
      await takeLock(client, lockKey);
      await limitLocks(client, options);
      const version = options.version ?? VERSION;
      const applied = await adopt(client, files, await appliedIn(client));
      await keepOldestVersion(client, options);
      const missing = pendingOf(files, await withOldest(client, applied), version, options);
      const spread = await isDistributed(client);
      for (const file of missing) {
        await patiently(file.name, options, () => apply(client, file, version, options));
        if (spread) await distribute(client);
      }
      await distribute(client);
      return missing.map((file) => file.name);
    },
    'migrate',
  );
}

const limitLocks = (client: pg.Client, options: MigrateOptions) =>
  client.query(`set lock_timeout = ${options.lockMs ?? TIMEOUTS.migrate.lock}`);

const patienceOf = (options: MigrateOptions): number => options.patienceMs ?? 5 * 60_000;

/** Retries while a table is locked by another session. `work` leaves nothing behind when it fails. */
async function patiently(name: string, options: MigrateOptions, work: () => Promise<unknown>): Promise<void> {
  const patienceMs = patienceOf(options);
  // Pause as long as we blocked the queries queued behind our lock attempt.
  const pauseMs = options.lockMs ?? TIMEOUTS.migrate.lock;
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    try {
      await work();
      return;
    } catch (err) {
      const { code } = ((err as Error).cause ?? err) as { code?: string };
      // lock_not_available, deadlock_detected.
      if (code !== '55P03' && code !== '40P01') throw err;
      if (Date.now() + pauseMs > giveUpAt) {
        throw new MigrationRefused(
          `Migration ${name} couldn't lock its tables for ${Math.round(patienceMs / 1000)} seconds: end the long transaction that holds them (see pg_stat_activity), then start again.`,
        );
      }
      options.onWait?.(name);
      await sleep(pauseMs);
    }
  }
}

async function keepOldestVersion(client: pg.Client, options: MigrateOptions): Promise<void> {
  const { rows } = await client.query(
    "select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'oldest_version'",
  );
  if (rows.length === 0) await patiently('schema_migrations', options, () => client.query(addOldest));
}

async function withOldest(client: pg.Client, applied: readonly Applied[]): Promise<Recorded[]> {
  const { rows } = await client.query<{ number: number; oldest_version: string | null }>(
    'select number, oldest_version from schema_migrations',
  );
  const oldest = new Map(rows.map((row) => [row.number, row.oldest_version]));
  return applied.map((one) => ({ ...one, oldest_version: oldest.get(one.number) ?? null }));
}

function pendingOf(
  files: readonly MigrationFile[],
  applied: readonly Recorded[],
  version: string,
  options: MigrateOptions,
): MigrationFile[] {
  const byNumber = new Map(files.map((file) => [file.number, file]));
  const newer = applied.filter(({ number }) => !byNumber.has(number));
  refuseNewer(newer, version);
  const latest = newer.at(-1);
  if (latest) options.onNewer?.(latest.name);
  for (const done of applied) {
    const file = byNumber.get(done.number);
    if (file && file.checksum !== done.checksum) {
      throw new MigrationRefused(
        `Migration ${file.name} was edited after it was applied: restore the file and write a new migration.`,
      );
    }
  }
  const last = applied.reduce((highest, done) => Math.max(highest, done.number), 0);
  const known = new Set(applied.map((done) => done.number));
  const missing = files.filter((file) => !known.has(file.number));
  const late = missing.find((file) => file.number < last);
  if (late) {
    throw new MigrationRefused(
      `Migration ${late.name} comes before one that is already applied: give it the next free number.`,
    );
  }
  return missing;
}

async function appliedIn(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('public.schema_migrations') is not null found",
  );
  if (!rows[0]?.found) {
    await client.query(createHistory);
    await client.query('grant select on schema_migrations to quayside_app');
  }
  return (await client.query<Applied>('select number, name, checksum from schema_migrations order by number')).rows;
}

/** Citus sends the whole text to its workers with each `alter table ... row level security` in it: one at a time there. */
async function runFile(client: pg.Client, text: string): Promise<void> {
  for (const statement of isOnCitus(client) ? splitStatements(text) : [text]) await client.query(statement);
}

async function apply(client: pg.Client, file: MigrationFile, version: string, options: MigrateOptions): Promise<void> {
  const oldest = oldestVersion(file, version);
  const concurrently = readConcurrently(file);
  const record = () =>
    client.query('insert into schema_migrations (number, name, checksum, oldest_version) values ($1, $2, $3, $4)', [
      file.number,
      file.name,
      file.checksum,
      oldest,
    ]);
  try {
    if (concurrently) {
      await runConcurrently(client, concurrently, patienceOf(options)).finally(() => limitLocks(client, options));
      await record();
      return;
    }
    // Row-level security is forced on the owner: without this, an update of tenant rows would silently match none.
    await client.query('begin; set local row_security = off');
    if (isOnCitus(client)) await client.query(onWorkers);
    await runFile(client, file.text);
    await record();
    await client.query('commit');
  } catch (err) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${file.name} failed: ${err instanceof Error ? err.message : err}`, { cause: err });
  }
}
