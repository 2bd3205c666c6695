import { type Executor, type Sql, sql } from '../../db/index.ts';
import { OPEN_FOR_MS, SHUT_FOR_MS, type StoreAnswer, type StoreCheck } from './rules/store-answer.ts';

/** Pause after a store didn't respond, so that bulk orders don't ask it a thousand times. */
const QUIET_SECONDS = 5;
/** Longer than a store may take to respond. */
const ASKING_SECONDS = 60;

/** An order that this worker checks at its store. */
export interface CheckToAsk {
  order_id: string;
  external_order_id: string;
  store_updated_at: string;
  asked_at: string;
}

/** The database's time as a parameter, because Citus writes with no volatile functions. */
const timeOf = async (tx: Executor): Promise<Sql> => {
  const row = await tx.first<{ at: string }>(sql`select clock_timestamp()::text as at`);
  return sql`${row?.at}::timestamptz`;
};

const seconds = (ms: number): Sql => sql`make_interval(secs => ${ms / 1000})`;

/**
 * Claims store checks: `wanted` orders first, then those of the query `due`, if outdated and not claimed by another
 * worker. None during the store's pause.
 */
export async function claimChecks(
  tx: Executor,
  workplaceId: string,
  storeId: string,
  wanted: readonly string[],
  due: Sql,
  most: number,
): Promise<CheckToAsk[]> {
  const now = await timeOf(tx);
  return tx.rows<CheckToAsk>(sql`with picked as materialized (
      select o.order_id, o.external_order_id, o.store_updated_at from sales_order o
        left join store_check c on c.workplace_id = ${workplaceId} and c.order_id = o.order_id
      where o.workplace_id = ${workplaceId} and o.store_id = ${storeId}
        and not o.is_manual and (o.order_id = any(${wanted}::uuid[]) or o.order_id in (${due}))
        and (c.asking_until is null or c.asking_until < clock_timestamp())
        and (c.asked_at is null or c.asked_at < clock_timestamp() - case when c.answer = 'open' then ${seconds(OPEN_FOR_MS)}
          else ${seconds(SHUT_FOR_MS)} end)
        and not exists (select 1 from store_check q where q.workplace_id = ${workplaceId} and q.store_id = ${storeId}
          and q.silent_at > clock_timestamp() - make_interval(secs => ${QUIET_SECONDS}))
      order by (o.order_id = any(${wanted}::uuid[])) desc, o.order_id limit ${most}),
    taken as (
      insert into store_check as c (workplace_id, order_id, store_id, asking_until)
      select ${workplaceId}::uuid, order_id, ${storeId}::uuid, ${now} + make_interval(secs => ${ASKING_SECONDS})
      from picked order by order_id
      on conflict (workplace_id, order_id) do update set asking_until = excluded.asking_until, store_id = excluded.store_id
        where c.asking_until is null or c.asking_until < ${now}
      returning c.order_id)
    select p.order_id, p.external_order_id, p.store_updated_at, ${now} as asked_at
    from picked p join taken t on t.order_id = p.order_id order by p.order_id`);
}

export interface AnsweredCheck {
  order_id: string;
  asked_at: string;
  answer: StoreAnswer;
}

/** Saves a store's responses. */
export async function saveAnswers(tx: Executor, workplaceId: string, rows: readonly AnsweredCheck[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`update store_check c set answer = n.answer, asked_at = n.asked_at, asking_until = null,
      silent_since = null, silent_at = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(order_id uuid, asked_at timestamptz, answer text)
    where c.workplace_id = ${workplaceId} and c.order_id = n.order_id`);
}

/** Records that a store gave no usable response. `whole`: none at all, so it is paused. */
export const noteSilence = async (
  tx: Executor,
  workplaceId: string,
  orderIds: readonly string[],
  whole: boolean,
): Promise<void> => {
  if (orderIds.length === 0) return;
  const now = await timeOf(tx);
  await tx.run(sql`update store_check set asking_until = null, silent_since = coalesce(silent_since, ${now}),
      silent_at = case when ${whole} then ${now} else silent_at end
    where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[])`);
};

/** The store responded, but orders must be reread before the response decides: it isn't silent about them. */
export const noteUnread = async (tx: Executor, workplaceId: string, orderIds: readonly string[]): Promise<void> => {
  if (orderIds.length === 0) return;
  await tx.run(sql`update store_check set asking_until = null, silent_since = null, silent_at = null
    where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[])`);
};

/** Orders skipped because of their store's pause wait like the others. */
export const noteWaiting = async (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  orderIds: readonly string[],
): Promise<void> => {
  await tx.run(sql`insert into store_check as c (workplace_id, order_id, store_id, silent_since)
    select ${workplaceId}::uuid, o.order_id, o.store_id, clock_timestamp() from sales_order o
    where o.workplace_id = ${workplaceId} and o.store_id = ${storeId} and o.order_id = any(${orderIds}::uuid[])
      and exists (select 1 from store_check q where q.workplace_id = ${workplaceId} and q.store_id = ${storeId}
        and q.silent_at > clock_timestamp() - make_interval(secs => ${QUIET_SECONDS}))
    order by o.order_id
    on conflict (workplace_id, order_id) do update set silent_since = excluded.silent_since where c.silent_since is null`);
};

/** Releases claimed orders that the worker didn't check. */
export const releaseChecks = async (tx: Executor, workplaceId: string, orderIds: readonly string[]): Promise<void> => {
  if (orderIds.length === 0) return;
  await tx.run(sql`update store_check set asking_until = null
    where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[])`);
};

interface CheckRow {
  order_id: string;
  answer: StoreAnswer | null;
  age_ms: number | null;
  silent_ms: number | null;
  being_asked: boolean;
  silence_accepted: boolean;
  unpaid_accepted: boolean;
  is_suspect: boolean;
}

const since = (column: Sql): Sql => sql`(extract(epoch from clock_timestamp() - ${column}) * 1000)::bigint`;

/** The last store checks of some orders. A store knows nothing of orders created here, which are open as long as we say so. */
export async function findChecks(
  ex: Executor,
  workplaceId: string,
  orderIds: readonly string[],
): Promise<Map<string, StoreCheck>> {
  const rows =
    await ex.rows<CheckRow>(sql`select o.order_id, case when o.is_manual then 'open' else c.answer end as answer,
      case when o.is_manual then 0 else ${since(sql`c.asked_at`)} end as age_ms,
      ${since(sql`c.silent_since`)} as silent_ms,
      coalesce(c.asking_until > clock_timestamp(), false) as being_asked, coalesce(o.store_check_skipped_until > clock_timestamp(), false) as silence_accepted,
      coalesce(o.unpaid_accepted_until > clock_timestamp(), false) as unpaid_accepted,
      coalesce(r.risk = 'high' or r.is_disputed, false) as is_suspect
    from sales_order o left join store_check c on c.workplace_id = ${workplaceId} and c.order_id = o.order_id
      left join order_risk r on r.workplace_id = ${workplaceId} and r.order_id = o.order_id
    where o.workplace_id = ${workplaceId} and o.order_id = any(${[...new Set(orderIds)]}::uuid[])`);
  return new Map(
    rows.map((row) => [
      row.order_id,
      {
        answer: row.answer,
        ageMs: row.age_ms,
        silentMs: row.silent_ms,
        isBeingAsked: row.being_asked,
        isSilenceAccepted: row.silence_accepted,
        isUnpaidAccepted: row.unpaid_accepted,
        isSuspect: row.is_suspect,
      },
    ]),
  );
}

/**
 * For a day, an order may be bought although its store doesn't respond or reports it as unpaid, whichever was accepted.
 */
export const acceptStoreCheck = (
  tx: Executor,
  workplaceId: string,
  orderId: string,
  accepted: { silence: boolean; unpaid: boolean },
): Promise<number> => {
  const tomorrow = sql`now() + interval '1 day'`;
  return tx.run(sql`update sales_order set
      store_check_skipped_until = ${accepted.silence ? tomorrow : sql`store_check_skipped_until`},
      unpaid_accepted_until = ${accepted.unpaid ? tomorrow : sql`unpaid_accepted_until`}
    where workplace_id = ${workplaceId} and order_id = ${orderId}`);
};
