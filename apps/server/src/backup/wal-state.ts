import type pg from 'pg';
import { type Executor, sql } from '../db/index.ts';

export interface WalState {
  /** Null: the log isn't kept. */
  since: string | null;
  /** Everything committed until then is kept. */
  until: string | null;
  failingSince: string | null;
  /** For operators, in English. */
  error: string | null;
}

export async function readWalState(ex: Executor): Promise<WalState> {
  const row = await ex.first<{
    since: string | null;
    until: string | null;
    failing: string | null;
    error: string | null;
  }>(
    sql`select wal_since as since, wal_until as until, wal_failing_since as failing, wal_error as error from backup_state`,
  );
  return {
    since: row?.since ?? null,
    until: row?.until ?? null,
    failingSince: row?.failing ?? null,
    error: row?.error ?? null,
  };
}

/** A row written by recordWal's commits is what recovery to a time stops at. Returns the time before the commit. */
export async function markTime(client: pg.ClientBase): Promise<Date> {
  const { rows } = await client.query<{ at: string }>(
    `update public.backup_state set wal_since = wal_since returning (extract(epoch from now()) * 1000)::text as at`,
  );
  return new Date(Math.floor(Number(rows[0]?.at)));
}

export const recordStart = (client: pg.ClientBase): Promise<unknown> =>
  client.query('update public.backup_state set wal_since = now(), wal_until = null');

export const recordUntil = (client: pg.ClientBase, until: Date): Promise<unknown> =>
  client.query('update public.backup_state set wal_until = $1, wal_failing_since = null, wal_error = null', [until]);

export const recordFailure = (client: pg.ClientBase, error: string): Promise<unknown> =>
  client.query(
    'update public.backup_state set wal_failing_since = coalesce(wal_failing_since, now()), wal_error = $1',
    [error.slice(0, 2_000)],
  );

export const recordOff = (client: pg.ClientBase): Promise<unknown> =>
  client.query(
    'update public.backup_state set wal_since = null, wal_until = null, wal_failing_since = null, wal_error = null',
  );
