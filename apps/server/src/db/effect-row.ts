import type { Transitions } from '@quayside/kernel';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Executor } from './executor.ts';
import { type Lease, lastSign } from './last-sign.ts';

/**
 * Where an effect is kept: a row of the feature's own table. It has `state`, `attempts` and `sent_at`, with the prefix
 * before each where one row carries two effects. What two effects of a row share has no prefix, as only one of them is
 * under way at a time: claimed_by, claimed_until, pauses, next_attempt_at, updated_at.
 */
export interface EffectRow {
  table: string;
  /** Whose rows they are. Default: a workplace's. */
  owner?: 'workplace_id' | 'account_id';
  /** The column of the row's id; it is unique with its owner. */
  key: string;
  prefix: string;
  /** The column of the state, where `state` with the prefix is another one. */
  stateColumn?: string;
  /** What the open states are called in this table. sending: a worker holds it, or died holding it. */
  states: { waiting: string; sending: string; unknown: string };
  /** The moves between the states, which the database refuses others than. The row is open wherever `claim` begins. */
  moves: Transitions<string, string> & Transitions<string, 'claim'>;
  /** What else must hold for the row to be taken up. */
  only?: Sql;
  /** When it is an open row's turn, where that is not always so. A job that comes earlier ends: the row has another one. */
  due?: Sql;
  /** Since when it is asked for, as SQL over the row. */
  openedAt: Sql;
}

/** What was known of earlier calls when a row was taken up. */
export interface Claimed {
  before_attempts: number;
  /** How long ago the last call that may have had an effect was sent; null: none was. */
  since_sent_ms: number | null;
  /** It may have been sent before a restore: the other side is asked before a first call too. */
  asks: boolean;
  /** The first call was noted as sent when the row was taken up. */
  noted: boolean;
  pauses: number;
}

/** An attempt after which the row is open still. */
export type Again =
  /** Nothing happened: earlier calls stay as they were known. */
  | {
      kind: 'requested';
      afterMs: number;
      /** Waited for without trouble: it does not count towards giving up. */
      busy?: boolean;
      /** The other side takes nothing just now: the wait is for all that goes there. */
      closed?: boolean;
      before: Pick<Claimed, 'before_attempts' | 'since_sent_ms'>;
      /** The reason for waiting, where people should see it; the feature records it. */
      why?: { key: string; params: object };
    }
  /** `called`: a call ended just now that may have had its effect; the wait for it begins now. */
  | { kind: 'unknown'; afterMs: number; busy?: boolean; closed?: boolean; called?: boolean };

export const isAgain = (end: { kind: string }): end is Again => end.kind === 'requested' || end.kind === 'unknown';

const table = (row: EffectRow): Sql => raw(row.table);
const key = (row: EffectRow): Sql => raw(row.key);
const owner = (row: EffectRow): Sql => raw(row.owner ?? 'workplace_id');
const column = (row: EffectRow, name: 'state' | 'attempts' | 'sent_at'): Sql =>
  raw((name === 'state' && row.stateColumn) || `${row.prefix}${name}`);
/** A state as a literal, so that plans may use the indexes over open rows. */
const literal = (row: EffectRow, state: keyof EffectRow['states']): Sql => raw(`'${row.states[state]}'`);

/** SQL: the row is open, so that a job must exist for it. */
export const isOpen = (row: EffectRow): Sql =>
  sql`(${column(row, 'state')} in (${raw(row.moves.claim.from.map((state) => `'${state}'`).join(', '))})
    ${row.only ? sql`and ${row.only}` : empty})`;

/** SQL: the row is open, and it is its turn. */
const isDue = (row: EffectRow): Sql => sql`(${isOpen(row)} ${row.due ? sql`and ${row.due}` : empty})`;

const unheld = sql`(claimed_until is null or claimed_until < clock_timestamp())`;

/** SQL: the row is open, and nobody held it when the transaction began; in updates, which Citus refuses the time of day. */
export const isWaiting = (row: EffectRow): Sql =>
  sql`${isOpen(row)} and (claimed_until is null or claimed_until < now())`;

/** SQL: the row may be taken up, as nobody holds it. */
export const isFree = (row: EffectRow): Sql => sql`(${isDue(row)} and ${unheld})`;

const seconds = (ms: number): Sql => sql`make_interval(secs => ${ms / 1000})`;
const held = (row: EffectRow, ownerId: string, id: string, token: string): Sql =>
  sql`${owner(row)} = ${ownerId} and ${key(row)} = ${id} and claimed_by = ${token}`;

/** What the claim needs from the domain, as SQL over the row. */
export interface ClaimParts {
  /** The columns to answer; the row is called p. */
  columns: Sql;
  /** Whether the other side is asked before a first call too. */
  asks: Sql;
  /** Whether a first call may be noted as sent in the same step, everything for it being known. */
  notes: Sql;
}

/**
 * Takes rows up, those that nobody else holds, in one statement. A first call that may be noted as sent is noted in the
 * same step; after that the other side is asked before anything is sent again.
 */
export const claimRows = <C extends Claimed>(
  tx: Executor,
  row: EffectRow,
  worker: { ownerId: string; token: string; lease: Lease },
  ids: readonly string[],
  { columns, asks, notes }: ClaimParts,
): Promise<C[]> => {
  const { ownerId, token, lease } = worker;
  const attempts = column(row, 'attempts');
  const sentAt = column(row, 'sent_at');
  return tx.rows<C>(sql`with due as (
      select ${key(row)} as due_id, ${attempts} as before_attempts, (${attempts} = 0 and ${notes}) as noted, ${asks} as asks,
        (extract(epoch from clock_timestamp() - ${lastSign(`${row.prefix}sent_at`, lease)}) * 1000)::bigint as since_sent_ms
      from ${table(row)} where ${owner(row)} = ${ownerId} and ${key(row)} = any(${ids}::uuid[])
        and ${isFree(row)}
      order by ${key(row)} for no key update)
    update ${table(row)} p set ${column(row, 'state')} = ${literal(row, 'sending')}, claimed_by = ${token},
      claimed_until = clock_timestamp() + ${seconds(lease.leaseMs)},
      ${attempts} = case when due.noted then 1 else p.${attempts} end,
      ${sentAt} = case when due.noted then clock_timestamp() else p.${sentAt} end, updated_at = now()
    from due where p.${owner(row)} = ${ownerId} and p.${key(row)} = due.due_id
    returning ${columns}, due.before_attempts, due.since_sent_ms, due.asks, due.noted`);
};

/** Work that is held is not late: its job comes back, and the sweep sends no second one meanwhile. */
export const putOff = (
  tx: Executor,
  row: EffectRow,
  ownerId: string,
  ids: readonly string[],
  afterMs: number,
): Promise<number> =>
  tx.run(sql`update ${table(row)} set next_attempt_at = now() + ${seconds(afterMs)}
    where ${owner(row)} = ${ownerId} and ${key(row)} = any(${ids}::uuid[]) and ${isDue(row)}`);

/** Whether a row is still to be worked on now, by whomever. */
export const isRowOpen = async (ex: Executor, row: EffectRow, ownerId: string, id: string): Promise<boolean> =>
  (await ex.first(sql`select 1 from ${table(row)} where ${owner(row)} = ${ownerId} and ${key(row)} = ${id}
    and ${isDue(row)}`)) !== undefined;

/** A row that a worker holds. */
export interface Held {
  id: string;
  /** Of the worker that holds the row. */
  token: string;
}

/** Extends leases. For rows that are not returned the lease is lost, and nothing may be sent any more. */
export async function renewRows(
  tx: Executor,
  row: EffectRow,
  ownerId: string,
  rows: readonly Held[],
  leaseMs: number,
): Promise<Set<string>> {
  const ours = await tx.rows<{ id: string }>(sql`update ${table(row)} p
    set claimed_until = clock_timestamp() + ${seconds(leaseMs)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, token uuid)
    where p.${owner(row)} = ${ownerId} and p.${key(row)} = n.id and p.claimed_by = n.token and p.claimed_until >= clock_timestamp()
    returning p.${key(row)} as id`);
  return new Set(ours.map((one) => one.id));
}

/** A call that is about to be sent, with what the domain notes of it in the same step. */
export type Noted = Held;

/** What the domain notes with a call, as SQL: `columns` of the record n (", name type"), and what is `set` from it (", ..."). */
export interface NoteParts {
  columns: Sql;
  set: Sql;
}

/** Notes calls that are about to be sent. For rows that are not answered the lease is lost, and nothing may be sent. */
export async function noteRows(
  tx: Executor,
  row: EffectRow,
  ownerId: string,
  rows: readonly Noted[],
  parts?: NoteParts,
): Promise<Set<string>> {
  const attempts = column(row, 'attempts');
  const ours = await tx.rows<{ id: string }>(sql`update ${table(row)} p set ${attempts} = p.${attempts} + 1,
      ${column(row, 'sent_at')} = clock_timestamp()${parts?.set ?? empty}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, token uuid${parts?.columns ?? empty})
    where p.${owner(row)} = ${ownerId} and p.${key(row)} = n.id and p.claimed_by = n.token
      and p.claimed_until >= clock_timestamp()
    returning p.${key(row)} as id`);
  return new Set(ours.map((one) => one.id));
}

/** Gives a row back that is to be tried or asked about again. false: another worker holds it, nothing was recorded. */
export async function giveBack(
  tx: Executor,
  row: EffectRow,
  ownerId: string,
  { id, token }: Noted,
  end: Again,
): Promise<boolean> {
  const state = column(row, 'state');
  const sentAt = column(row, 'sent_at');
  const next = sql`next_attempt_at = clock_timestamp() + ${seconds(end.afterMs)},
    pauses = pauses + ${end.busy ? 0 : 1}::integer, claimed_by = null, claimed_until = null, updated_at = now()`;
  if (end.kind === 'unknown')
    return (
      (await tx.run(sql`update ${table(row)} set ${state} = ${literal(row, 'unknown')}, ${next},
        ${sentAt} = case when ${end.called ?? false} then clock_timestamp() else ${sentAt} end
        where ${held(row, ownerId, id, token)}`)) > 0
    );
  const { before_attempts: attempts, since_sent_ms: since } = end.before;
  return (
    (await tx.run(sql`update ${table(row)} set ${state} = ${literal(row, 'waiting')},
      ${column(row, 'attempts')} = ${attempts},
      ${sentAt} = clock_timestamp() - make_interval(secs => ${since === null ? null : since / 1000}::double precision), ${next}
      where ${held(row, ownerId, id, token)}`)) > 0
  );
}

/** SQL: the row is due for so long, and held by nobody, that its job must be lost. */
const isLost = (row: EffectRow, lateSeconds: number): Sql =>
  sql`${isWaiting(row)}
    and next_attempt_at < now() - make_interval(secs => ${lateSeconds})`;

/**
 * Takes rows whose job seems lost; their next attempt is put off, so that the next sweep leaves them alone for a while.
 * Returns the named columns of each.
 */
export const takeLost = <R extends object>(
  tx: Executor,
  row: EffectRow,
  ownerId: string,
  { columns, lateSeconds, most }: { columns: readonly string[]; lateSeconds: number; most: number },
): Promise<R[]> =>
  tx.rows<R>(sql`update ${table(row)} set next_attempt_at = now()
    where ${owner(row)} = ${ownerId} and ${key(row)} in (select ${key(row)} from ${table(row)}
      where ${owner(row)} = ${ownerId} and ${isLost(row, lateSeconds)}
      order by next_attempt_at limit ${most} for no key update skip locked)
    returning ${raw(columns.join(', '))}`);

/**
 * Makes it the turn of rows that wait, those that nobody holds. `of`: which of them. Returns the named columns of each, of
 * those asked for longest.
 */
export const bringForward = <R extends object>(
  tx: Executor,
  row: EffectRow,
  ownerId: string,
  { columns, of, most }: { columns: readonly string[]; of: Sql; most: number },
): Promise<R[]> =>
  tx.rows<R>(sql`update ${table(row)} set next_attempt_at = now()
    where ${owner(row)} = ${ownerId} and ${key(row)} in (select ${key(row)} from ${table(row)}
      where ${owner(row)} = ${ownerId} and ${of} and ${isWaiting(row)}
      order by ${row.openedAt}, ${key(row)} limit ${most} for no key update skip locked)
    returning ${raw(columns.join(', '))}`);

/** How much of an effect is open in a workplace. */
export interface OpenRows {
  rows: number;
  /** Since when the oldest of them is asked for, ISO 8601; null: there is none. */
  since: string | null;
}

export const countOpen = async (ex: Executor, row: EffectRow, ownerId: string): Promise<OpenRows> =>
  (await ex.first<OpenRows>(sql`select count(*)::int as rows, min(${row.openedAt}) as since
    from ${table(row)} where ${owner(row)} = ${ownerId} and ${isOpen(row)}`)) ?? { rows: 0, since: null };

/**
 * Frees what a process held that is known to be dead. What it called may have had its effect until it died, which was not
 * after its lease.
 */
export async function freeRows(tx: Executor, row: EffectRow, ownerId: string): Promise<void> {
  const sentAt = column(row, 'sent_at');
  const now = await tx.first<{ at: string }>(sql`select clock_timestamp()::text as at`);
  await tx.run(sql`update ${table(row)} set claimed_by = null, claimed_until = null,
      ${sentAt} = case when ${sentAt} is not null then least(${now?.at}::timestamptz, claimed_until) end
    where ${owner(row)} = ${ownerId} and claimed_until is not null and ${isOpen(row)}`);
}
