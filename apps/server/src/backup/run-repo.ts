import { newId } from '@quayside/kernel';
import { createDb, type Executor, sql } from '../db/index.ts';

export interface BackupRun {
  run_id: string;
  name: string | null;
  folder: string;
  scheduled: boolean;
  started_at: string;
  ended_at: string | null;
  bytes: number | null;
  verified_at: string | null;
  verified_rows: number | null;
  exact: boolean | null;
  error: string | null;
}

/** The latest backups, newest first. */
export const findRuns = (ex: Executor, most: number): Promise<BackupRun[]> =>
  ex.rows<BackupRun>(sql`select run_id, name, folder, scheduled, started_at, ended_at, bytes::float8 as bytes, verified_at,
    verified_rows::float8 as verified_rows, exact, error from backup_run order by started_at desc limit ${most}`);

export interface RunTimes {
  /** Last attempt by the schedule; ISO 8601. */
  attemptAt: string | null;
  /** Last verified backup, begun at. */
  successAt: string | null;
  /** Whether the last ended backup failed. */
  isFailing: boolean;
  isRequested: boolean;
  /** Since when the log of the embedded database is kept; null: it isn't. */
  walSince: string | null;
}

export async function readTimes(ex: Executor): Promise<RunTimes> {
  const row = await ex.first<{
    attempt_at: string | null;
    success_at: string | null;
    failing: boolean | null;
    requested: boolean | null;
    wal_since: string | null;
  }>(sql`
    select (select requested_at is not null from backup_state) as requested, (select wal_since from backup_state) as wal_since,
       (select max(started_at) from backup_run where scheduled) as attempt_at,
      (select max(started_at) from backup_run where verified_at is not null and error is null) as success_at,
      (select error is not null from backup_run where ended_at is not null order by started_at desc limit 1) as failing`);
  return {
    attemptAt: row?.attempt_at ?? null,
    successAt: row?.success_at ?? null,
    isFailing: row?.failing ?? false,
    isRequested: row?.requested ?? false,
    walSince: row?.wal_since ?? null,
  };
}

/** Asks the schedule for a backup. */
export const requestRun = (ex: Executor): Promise<number> => ex.run(sql`update backup_state set requested_at = now()`);

/** The oldest backup of the `keep` latest that the kept log continues from; null: none. */
export async function findWalStart(ex: Executor, keep: number, folder: string): Promise<string | null> {
  const row = await ex.first<{ at: string | null }>(sql`select min(started_at) as at from (
    select started_at from backup_run where verified_at is not null and error is null and folder = ${folder}
      and started_at >= (select wal_since from backup_state) order by started_at desc limit ${keep}) t`);
  return row?.at ?? null;
}

/** Records the progress of a backup, outside the transaction that it reads. */
export interface RunRecord {
  times(): Promise<RunTimes>;
  begin(run: { name: string | null; folder: string; scheduled: boolean }): Promise<void>;
  succeed(done: { bytes: number; rows: number; exact: boolean } | { bytes: number }): Promise<void>;
  fail(error: string): Promise<void>;
  close(): Promise<void>;
}

/** Days for which backups are listed. */
const KEEP_DAYS = 400;

/** The record in the database of `ownerUrl`; undefined: its schema is from before there was one. */
export async function openRecord(ownerUrl: string): Promise<RunRecord | undefined> {
  const db = createDb({ ownerUrl, appUrl: ownerUrl, poolSize: 1 });
  const known = await db.global((tx) =>
    tx.first<{ known: boolean }>(sql`select to_regclass('public.backup_state') is not null as known`),
  );
  if (!known?.known) {
    await db.close();
    return undefined;
  }
  let id: string | undefined;
  return {
    times: () => db.global(readTimes),
    async begin({ name, folder, scheduled }) {
      const runId = newId();
      await db.global(async (tx) => {
        // Only one backup runs at a time: what was running before was killed.
        await tx.run(
          sql`update backup_run set ended_at = now(), error = 'the backup was interrupted' where ended_at is null`,
        );
        await tx.run(sql`update backup_state set requested_at = null where requested_at is not null`);
        await tx.run(sql`delete from backup_run where started_at < now() - make_interval(days => ${KEEP_DAYS}::int)`);
        await tx.run(sql`insert into backup_run (run_id, name, folder, scheduled)
          values (${runId}, ${name}, ${folder}, ${scheduled})`);
      });
      id = runId;
    },
    async succeed(done) {
      const { rows, exact } = 'rows' in done ? done : { rows: null, exact: null };
      await db.global((tx) =>
        tx.run(sql`update backup_run set ended_at = now(), bytes = ${done.bytes}, verified_rows = ${rows}, exact = ${exact},
          verified_at = case when ${rows}::bigint is null then null else now() end where run_id = ${id}`),
      );
    },
    async fail(error) {
      if (id)
        await db.global((tx) =>
          tx.run(sql`update backup_run set ended_at = now(), error = ${error} where run_id = ${id}`),
        );
    },
    close: () => db.close(),
  };
}
