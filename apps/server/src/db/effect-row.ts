import type { Transitions } from '@quayside/kernel';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Executor } from './executor.ts';
import { type Lease, lastSign } from './last-sign.ts';

/**
 * Where an effect is stored: a row of the feature's table with `state`, `attempts` and `sent_at`, each prefixed when
 * one row carries two effects. Columns shared by both have no prefix, because only one runs at a time: claimed_by,
 * claimed_until, pauses, next_attempt_at, updated_at.
 */
export interface EffectRow {
  table: string;
  /** Tenant column. Default: workplace_id. */
  owner?: 'workplace_id' | 'account_id';
  /** Id column, unique together with the owner. */
  key: string;
  prefix: string;
  /** State column, if it is not the prefix plus `state`. */
  stateColumn?: string;
  /** Names of the open states in this table. sending: a worker holds the row, or died holding it. */
  states: { waiting: string; sending: string; unknown: string };
  /** Allowed transitions; the database refuses others. The row is open in every state that `claim` starts from. */
  moves: Transitions<string, string> & Transitions<string, 'claim'>;
  /** Additional condition for claiming the row. */
  only?: Sql;
  /** When an open row is due, if not always. A job that comes earlier ends, because the row has another one. */
  due?: Sql;
  /** When the effect was requested, as SQL over the row. */
  openedAt: Sql;
}

/** Facts about earlier calls at the time of the claim. */
export interface Claimed {
  before_attempts: number;
  /** Milliseconds since the last call that may have had an effect; null: none was sent. */
  since_sent_ms: number | null;
  /** It may have been sent before a restore, so the first call needs a lookup too. */
  asks: boolean;
  /** The claim already recorded the first call as sent. */
  noted: boolean;
  pauses: number;
}

/** An attempt after which the row is still open. */
export type Again =
  /** No effect; the knowledge about earlier calls is unchanged. */
  | {
      kind: 'requested';
      afterMs: number;
      /** An expected wait, which does not count towards giving up. */
      busy?: boolean;
      /** The other side is temporarily closed, so everything for it waits. */
      closed?: boolean;
      before: Pick<Claimed, 'before_attempts' | 'since_sent_ms'>;
      /** The reason for waiting, if people should see it; the feature records it. */
      why?: { key: string; params: object };
    }
  /** `called`: a call that may have had its effect ended just now, so the wait starts now. */
  | { kind: 'unknown'; afterMs: number; busy?: boolean; closed?: boolean; called?: boolean };

export const isAgain = (end: { kind: string }): end is Again => end.kind === 'requested' || end.kind === 'unknown';

const table = (row: EffectRow): Sql => raw(row.table);
const key = (row: EffectRow): Sql => raw(row.key);
const owner = (row: EffectRow): Sql => raw(row.owner ?? 'workplace_id');
const column = (row: EffectRow, name: 'state' | 'attempts' | 'sent_at'): Sql =>
  raw((name === 'state' && row.stateColumn) || `${row.prefix}${name}`);
/** A state as a literal, so that plans can use the partial indexes over open rows. */
const literal = (row: EffectRow, state: keyof EffectRow['states']): Sql => raw(`'${row.states[state]}'`);

/** SQL: the row is open, so a job must exist for it. */
export const isOpen = (row: EffectRow): Sql =>
  sql`(${column(row, 'state')} in (${raw(row.moves.claim.from.map((state) => `'${state}'`).join(', '))})
    ${row.only ? sql`and ${row.only}` : empty})`;

/** SQL: the row is open and due. */
const isDue = (row: EffectRow): Sql => sql`(${isOpen(row)} ${row.due ? sql`and ${row.due}` : empty})`;

const unheld = sql`(claimed_until is null or claimed_until < db_clock())`;

/** SQL: the row is open and unclaimed since the transaction began; for updates, where Citus refuses the time of day. */
export const isWaiting = (row: EffectRow): Sql =>
  sql`${isOpen(row)} and (claimed_until is null or claimed_until < now())`;

/** SQL: the row can be claimed. */
export const isFree = (row: EffectRow): Sql => sql`(${isDue(row)} and ${unheld})`;

const seconds = (ms: number): Sql => sql`make_interval(secs => ${ms / 1000})`;
const held = (row: EffectRow, ownerId: string, id: string, token: string): Sql =>
  sql`${owner(row)} = ${ownerId} and ${key(row)} = ${id} and claimed_by = ${token}`;

/** What the domain adds to a claim, as SQL over the row. */
export interface ClaimParts {
  /** Columns to return; the row's alias is p. */
  columns: Sql;
  /** Whether the first call needs a lookup too. */
  asks: Sql;
  /** Whether the claim may record a first call as sent, all of its input being known. */
  notes: Sql;
}

/**
 * Claims unclaimed rows in one statement. A first call may be recorded as sent in the same step; from then on, a lookup
 * precedes every call.
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
        (extract(epoch from db_clock() - ${lastSign(`${row.prefix}sent_at`, lease)}) * 1000)::bigint as since_sent_ms,
        db_clock() as at
      from ${table(row)} where ${owner(row)} = ${ownerId} and ${key(row)} = any(${ids}::uuid[])
        and ${isFree(row)}
      order by ${key(row)} for no key update)
    update ${table(row)} p set ${column(row, 'state')} = ${literal(row, 'sending')}, claimed_by = ${token},
      claimed_until = db_clock() + ${seconds(lease.leaseMs)},
      ${attempts} = case when due.noted then 1 else p.${attempts} end,
      ${sentAt} = case when due.noted then due.at else p.${sentAt} end, updated_at = now()
    from due where p.${owner(row)} = ${ownerId} and p.${key(row)} = due.due_id
    returning ${columns}, due.before_attempts, due.since_sent_ms, due.asks, due.noted`);
};

/** Claimed work is not late: its job comes back, and the sweep sends no second one meanwhile. */
export const delayRows = (
  tx: Executor,
  row: EffectRow,
  ownerId: string,
  ids: readonly string[],
  afterMs: number,
): Promise<number> =>
  tx.run(sql`update ${table(row)} set next_attempt_at = now() + ${seconds(afterMs)}
    where ${owner(row)} = ${ownerId} and ${key(row)} = any(${ids}::uuid[]) and ${isDue(row)}`);

/** Whether a row still needs work, by any worker. */
export const isRowOpen = async (ex: Executor, row: EffectRow, ownerId: string, id: string): Promise<boolean> =>
  (await ex.first(sql`select 1 from ${table(row)} where ${owner(row)} = ${ownerId} and ${key(row)} = ${id}
    and ${isDue(row)}`)) !== undefined;

/** A row held by a worker. */
export interface HeldRow {
  id: string;
  /** Token of the worker that holds the row. */
  token: string;
}

/** Extends leases. Rows missing in the result have lost theirs, and nothing more may be sent for them. */
export async function renewRows(
  tx: Executor,
  row: EffectRow,
  ownerId: string,
  rows: readonly HeldRow[],
  leaseMs: number,
): Promise<Set<string>> {
  const ours = await tx.rows<{ id: string }>(sql`update ${table(row)} p
    set claimed_until = db_clock() + ${seconds(leaseMs)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, token uuid)
    where p.${owner(row)} = ${ownerId} and p.${key(row)} = n.id and p.claimed_by = n.token and p.claimed_until >= db_clock()
    returning p.${key(row)} as id`);
  return new Set(ours.map((one) => one.id));
}

/** A call about to be sent, with the domain's own notes. */
export type Noted = HeldRow;

/** The domain's notes on a call, as SQL: `columns` of the record n (", name type"), and the `set` list (", ..."). */
export interface NoteParts {
  columns: Sql;
  set: Sql;
}

/**
 * Records calls about to be sent. Rows missing in the result have lost their lease, and nothing may be sent for them.
 */
export async function noteRows(
  tx: Executor,
  row: EffectRow,
  ownerId: string,
  rows: readonly Noted[],
  parts?: NoteParts,
): Promise<Set<string>> {
  const attempts = column(row, 'attempts');
  const ours = await tx.rows<{ id: string }>(sql`update ${table(row)} p set ${attempts} = p.${attempts} + 1,
      ${column(row, 'sent_at')} = db_clock()${parts?.set ?? empty}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, token uuid${parts?.columns ?? empty})
    where p.${owner(row)} = ${ownerId} and p.${key(row)} = n.id and p.claimed_by = n.token
      and p.claimed_until >= db_clock()
    returning p.${key(row)} as id`);
  return new Set(ours.map((one) => one.id));
}

/** Releases a row for another attempt or lookup. false: another worker holds it and nothing was recorded. */
export async function releaseRow(
  tx: Executor,
  row: EffectRow,
  ownerId: string,
  { id, token }: Noted,
  end: Again,
): Promise<boolean> {
  const state = column(row, 'state');
  const sentAt = column(row, 'sent_at');
  const next = sql`next_attempt_at = db_clock() + ${seconds(end.afterMs)},
    pauses = pauses + ${end.busy ? 0 : 1}::integer, claimed_by = null, claimed_until = null, updated_at = now()`;
  if (end.kind === 'unknown')
    return (
      (await tx.run(sql`update ${table(row)} set ${state} = ${literal(row, 'unknown')}, ${next}
        ${end.called ? sql`, ${sentAt} = db_clock()` : empty}
        where ${held(row, ownerId, id, token)}`)) > 0
    );
  const { before_attempts: attempts, since_sent_ms: since } = end.before;
  return (
    (await tx.run(sql`update ${table(row)} set ${state} = ${literal(row, 'waiting')},
      ${column(row, 'attempts')} = ${attempts},
      ${sentAt} = db_clock() - make_interval(secs => ${since === null ? null : since / 1000}::double precision), ${next}
      where ${held(row, ownerId, id, token)}`)) > 0
  );
}

/** Ends a row that needs nothing more. false: another worker holds it and nothing was recorded. */
export const endRow = async (
  tx: Executor,
  row: EffectRow,
  ownerId: string,
  { id, token }: HeldRow,
  state: string,
): Promise<boolean> =>
  (await tx.run(sql`update ${table(row)} set ${column(row, 'state')} = ${state}, claimed_by = null, claimed_until = null,
      updated_at = now()
    where ${held(row, ownerId, id, token)}`)) > 0;

/** Whether a worker still holds a row; it does until the caller's transaction ends. */
export const isRowHeld = async (
  tx: Executor,
  row: EffectRow,
  ownerId: string,
  { id, token }: HeldRow,
): Promise<boolean> =>
  (await tx.first(sql`select 1 from ${table(row)} where ${held(row, ownerId, id, token)} for update`)) !== undefined;

/** SQL: the row has been due and unclaimed for so long that its job must be lost. */
const isLost = (row: EffectRow, lateSeconds: number): Sql =>
  sql`${isWaiting(row)}
    and next_attempt_at < now() - make_interval(secs => ${lateSeconds})`;

/**
 * Takes rows whose job seems lost and delays their next attempt, so that the next sweep skips them. Returns the named
 * columns of each.
 */
export const claimLostRows = <R extends object>(
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

/** Makes waiting, unclaimed rows due now. `of`: filter; returns the named columns of each, oldest request first. */
export const makeRowsDue = <R extends object>(
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

/** Open rows of an effect in a workplace. */
export interface OpenRows {
  rows: number;
  /** Time of the oldest request, ISO 8601; null: none. */
  since: string | null;
  /** Rows that a worker holds, or died holding. */
  sending: number;
  /** Rows whose last call got no trustworthy response. */
  unknown: number;
  /** Time of the oldest such call. */
  unknownSince: string | null;
}

/** The numbers of an effect's open rows, for `OpenRows`. */
const openFigures = (row: EffectRow): Sql => sql`count(*)::int as rows, min(${row.openedAt}) as since,
  (count(*) filter (where ${column(row, 'state')} = ${literal(row, 'sending')}))::int as sending,
  (count(*) filter (where ${column(row, 'state')} = ${literal(row, 'unknown')}))::int as unknown,
  min(coalesce(${column(row, 'sent_at')}, ${row.openedAt}))
    filter (where ${column(row, 'state')} = ${literal(row, 'unknown')}) as "unknownSince"`;

const selectOpen = ({ name, row }: { name: string; row: EffectRow }, ownerId: string): Sql =>
  sql`select ${name}::text as effect, ${openFigures(row)}
    from ${table(row)} where ${owner(row)} = ${ownerId} and ${isOpen(row)} having count(*) > 0`;

/** Counts the open rows of several effects of one owner in one statement; those without any are left out. */
export async function countOpen(
  ex: Executor,
  effects: readonly { name: string; row: EffectRow }[],
  ownerId: string,
): Promise<Record<string, OpenRows>> {
  if (effects.length === 0) return {};
  const each = effects.map((one) => selectOpen(one, ownerId));
  const found = await ex.rows<OpenRows & { effect: string }>(join(each, ' union all '));
  return Object.fromEntries(found.map(({ effect, ...open }) => [effect, open]));
}

/**
 * Releases the rows of a dead process. Its calls may have had their effect until it died, which was before its lease
 * ended.
 */
export async function freeRows(tx: Executor, row: EffectRow, ownerId: string): Promise<void> {
  const sentAt = column(row, 'sent_at');
  const now = await tx.first<{ at: string }>(sql`select clock_timestamp()::text as at`);
  await tx.run(sql`update ${table(row)} set claimed_by = null, claimed_until = null,
      ${sentAt} = case when ${sentAt} is not null then least(${now?.at}::timestamptz, claimed_until) end
    where ${owner(row)} = ${ownerId} and claimed_until is not null and ${isOpen(row)}`);
}
