import {
  type Again,
  type Claimed,
  type ClaimParts,
  type EffectRow,
  isAgain,
  type Noted,
  releaseRow,
} from '../../db/effect-row.ts';
import { type Executor, empty, json, raw, sql } from '../../db/index.ts';
import { RETURN_REFUND_OPEN, RETURN_REFUND_TRANSITIONS } from '../../states/order-return.ts';
import { isOneOf } from '../../states/sql.ts';
import type { RefundRow } from './tables.ts';

const columnsOf = (alias: string) =>
  raw(
    `refund_id return_id order_id store_id order_name method amount currency restock note requested_by state reference attempts
      error_key error_params created_at done_at`
      .split(/\s+/)
      .map((name) => `${alias}.${name}`)
      .join(', '),
  );
const COLUMNS = columnsOf('f');

/** Refunds of returns, in order_return_refund. */
export const RETURN_REFUND: EffectRow = {
  table: 'order_return_refund',
  key: 'refund_id',
  prefix: '',
  states: { waiting: 'waiting', sending: 'sending', unknown: 'unknown' },
  moves: RETURN_REFUND_TRANSITIONS,
  openedAt: sql`created_at`,
};

export type RefundClaim = Claimed & RefundRow;

/** Refunds from before a restore may be in the store already. */
export const refundParts = (restoredAt: string | null): ClaimParts => ({
  columns: sql`${columnsOf('p')}, p.pauses`,
  asks: sql`coalesce(created_at < ${restoredAt}::timestamptz, false)`,
  notes: sql`false`,
});

export type NewRefund = Pick<
  RefundRow,
  | 'refund_id'
  | 'return_id'
  | 'order_id'
  | 'store_id'
  | 'order_name'
  | 'method'
  | 'amount'
  | 'currency'
  | 'restock'
  | 'note'
  | 'requested_by'
>;

/** Writes a refund; one that was made elsewhere is done. The caller locks the order. */
export const insertRefund = (tx: Executor, workplaceId: string, row: NewRefund): Promise<number> => {
  const isDone = row.method === 'outside';
  return tx.run(sql`insert into order_return_refund (workplace_id, refund_id, return_id, order_id, store_id, order_name, method, amount,
      currency, restock, note, requested_by, state, done_at)
    values (${workplaceId}, ${row.refund_id}, ${row.return_id}, ${row.order_id}, ${row.store_id}, ${row.order_name}, ${row.method},
      ${row.amount}, ${row.currency}, ${row.restock}, ${row.note}, ${row.requested_by}, ${isDone ? 'done' : 'waiting'},
      ${isDone ? sql`now()` : sql`null`})`);
};

/** Refunds of some returns, oldest first. */
export const refundsOfReturns = (ex: Executor, workplaceId: string, ids: readonly string[]): Promise<RefundRow[]> =>
  ex.rows(sql`select ${COLUMNS} from order_return_refund f
    where f.workplace_id = ${workplaceId} and f.return_id = any(${ids}::uuid[]) order by f.refund_id`);

/** Refunds of some orders' returns, oldest first. */
export const refundsOfOrders = (ex: Executor, workplaceId: string, ids: readonly string[]): Promise<RefundRow[]> =>
  ex.rows(sql`select ${COLUMNS} from order_return_refund f
    where f.workplace_id = ${workplaceId} and f.order_id = any(${ids}::uuid[]) order by f.refund_id`);

/** The orders of some refunds. */
export const findOrderIds = async (ex: Executor, workplaceId: string, ids: readonly string[]): Promise<string[]> =>
  (
    await ex.rows<{ order_id: string }>(sql`select distinct order_id from order_return_refund
      where workplace_id = ${workplaceId} and refund_id = any(${ids}::uuid[])`)
  ).map((row) => row.order_id);

/** Those of some refunds that are the oldest open one of their order, so that each sees what the one before left. */
export const pickOldest = async (ex: Executor, workplaceId: string, ids: readonly string[]): Promise<string[]> =>
  (
    await ex.rows<{ refund_id: string }>(sql`select f.refund_id from order_return_refund f
      where f.workplace_id = ${workplaceId} and f.refund_id = any(${ids}::uuid[]) and ${isOneOf('f.state', RETURN_REFUND_OPEN)}
        and not exists (select 1 from order_return_refund o where o.workplace_id = ${workplaceId} and o.order_id = f.order_id
          and o.refund_id < f.refund_id and ${isOneOf('o.state', RETURN_REFUND_OPEN)})`)
  ).map((row) => row.refund_id);

/**
 * Withdraws a refund that was never sent: `attempts` is counted in the transaction before each call, and a worker that holds
 * the row has moved it to `sending`. Refunds from before a restore may have been sent. 0: it may be in the store.
 */
export const withdrawRefund = (
  tx: Executor,
  workplaceId: string,
  id: string,
  restoredAt: string | null,
): Promise<number> =>
  tx.run(sql`update order_return_refund set state = 'withdrawn', error_key = null, error_params = null, done_at = now(),
      updated_at = now()
    where workplace_id = ${workplaceId} and refund_id = ${id} and state = 'waiting' and attempts = 0
      and not coalesce(created_at < ${restoredAt}::timestamptz, false)`);

export type RefundEnd = { kind: 'done'; reference: string } | { kind: 'failed'; key: string; params: object };

/** Records an outcome and releases the refund. false: another worker holds it and nothing was recorded. */
export async function endRefund(
  tx: Executor,
  workplaceId: string,
  { id, token }: Noted,
  end: RefundEnd | Again,
): Promise<boolean> {
  if (isAgain(end)) {
    if (!(await releaseRow(tx, RETURN_REFUND, workplaceId, { id, token }, end))) return false;
    const why = end.kind === 'requested' ? end.why : undefined;
    await tx.run(sql`update order_return_refund set error_key = ${why?.key ?? null}, error_params = ${json(why?.params ?? null)}
      where workplace_id = ${workplaceId} and refund_id = ${id}`);
    return true;
  }
  const failed = end.kind === 'failed' ? end : undefined;
  const reference = end.kind === 'done' ? end.reference : null;
  return (
    (await tx.run(sql`update order_return_refund set state = ${end.kind}, reference = ${reference}, error_key = ${failed?.key ?? null},
        error_params = ${json(failed?.params ?? null)}, ${end.kind === 'done' ? sql`done_at = now(),` : empty} pauses = 0, claimed_by = null, claimed_until = null, updated_at = now()
      where workplace_id = ${workplaceId} and refund_id = ${id} and claimed_by = ${token}`)) > 0
  );
}
