import { type Executor, empty, json, sql, type WorkplaceScope } from '../../db/index.ts';
import type { BookedRefund } from './rules/refunds.ts';
import type { PurchaseRow } from './tables.ts';

/** Refunds booked for supplier orders, oldest first. */
export const findRefunds = (
  ex: Executor,
  workplaceId: string,
  ids: readonly string[],
): Promise<(BookedRefund & { supplier_order_id: string; booked_at: string })[]> =>
  ex.rows(sql`select supplier_order_id, refund_ref as ref, amount, credited, source, refunded_at as "refundedAt", booked_at
    from supplier_refund where workplace_id = ${workplaceId} and supplier_order_id = any(${ids}::uuid[])
    order by booked_at, refund_ref`);

/** The caller locks the order. Throws if a refund with the same id is already booked. */
export async function insertRefunds(
  tx: Executor,
  workplaceId: string,
  row: { supplier_order_id: string; order_id: string },
  refunds: readonly BookedRefund[],
): Promise<void> {
  const at = (pick: (one: BookedRefund) => string | number | null) => refunds.map(pick);
  await tx.run(sql`insert into supplier_refund (workplace_id, supplier_order_id, refund_ref, order_id, amount, credited, source,
      refunded_at)
    select ${workplaceId}, ${row.supplier_order_id}, n.ref, ${row.order_id}, n.amount, n.credited, n.source, n.refunded_at
    from unnest(${at((one) => one.ref)}::text[], ${at((one) => one.amount)}::bigint[], ${at((one) => one.credited)}::bigint[],
      ${at((one) => one.source)}::text[], ${at((one) => one.refundedAt)}::timestamptz[]) as n(ref, amount, credited, source, refunded_at)
    returning 1`);
}

/** Lowers a supplier order's cost by a refund, and keeps what each of its orders got if it is shared. */
export const lowerCost = (
  tx: Executor,
  workplaceId: string,
  id: string,
  amount: number,
  shares: PurchaseRow['shares'],
): Promise<number> =>
  tx.run(sql`update supplier_order set total_cost = total_cost - ${amount}::bigint, updated_at = now(),
      shares = coalesce(${json(shares)}, shares)
    where workplace_id = ${workplaceId} and supplier_order_id = ${id}`);

/** A refund that a supplier owes, in minor units of the supplier order's currency. */
export interface ExpectedRefund {
  supplier_order_id: string;
  /** Total expected amount, including what was credited. */
  amount: number;
  /** Outstanding amount. */
  pending: number;
  reason: 'cancelled' | 'refused_items' | 'request';
  expected_at: string;
  /** Key of the request that closed it; null: open. */
  closed_ref: string | null;
}

export const findExpectedRefunds = (
  ex: Executor,
  workplaceId: string,
  ids: readonly string[],
): Promise<ExpectedRefund[]> =>
  ex.rows(sql`select supplier_order_id, amount, pending, reason, expected_at, closed_ref from expected_refund
    where workplace_id = ${workplaceId} and supplier_order_id = any(${ids}::uuid[])`);

/** Raises the expected refund if more is owed than known. The caller locks the order. */
export const expectMore = (
  tx: Executor,
  workplaceId: string,
  row: { supplier_order_id: string; order_id: string },
  expected: { amount: number; credited: number; reason: 'cancelled' | 'refused_items'; orderNo: string },
): Promise<number> =>
  tx.run(sql`insert into expected_refund as r (workplace_id, supplier_order_id, order_id, amount, pending, reason,
      order_no)
    values (${workplaceId}, ${row.supplier_order_id}, ${row.order_id}, ${expected.amount},
      ${expected.amount - expected.credited}, ${expected.reason}, ${expected.orderNo})
    on conflict (workplace_id, supplier_order_id) do update
      set amount = excluded.amount, pending = excluded.pending, reason = excluded.reason,
        expected_at = excluded.expected_at, closed_at = null, closed_note = null, closed_ref = null
      where excluded.amount > r.amount`);

/**
 * Adds what a supplier agreed to refund for a request. `credited`: for its order so far. The caller locks the order.
 */
export const expectAgreed = (
  tx: Executor,
  workplaceId: string,
  row: { supplier_order_id: string; order_id: string },
  agreed: { amount: number; credited: number; orderNo: string },
): Promise<number> =>
  tx.run(sql`insert into expected_refund as r (workplace_id, supplier_order_id, order_id, amount, pending, reason, order_no)
    values (${workplaceId}, ${row.supplier_order_id}, ${row.order_id}, ${agreed.credited + agreed.amount}, ${agreed.amount},
      'request', ${agreed.orderNo})
    on conflict (workplace_id, supplier_order_id) do update
      set amount = greatest(r.amount, ${agreed.credited}::bigint + r.pending + ${agreed.amount}::bigint),
        pending = r.pending + ${agreed.amount}::bigint,
        expected_at = case when r.pending = 0 then excluded.expected_at else r.expected_at end,
        closed_at = null, closed_note = null, closed_ref = null`);

/** Lowers the outstanding amount by what was credited, whatever it was credited for. */
export const lowerPending = (tx: Executor, workplaceId: string, id: string, credited: number): Promise<number> =>
  tx.run(sql`update expected_refund set pending = greatest(pending - ${credited}::bigint, 0)
    where workplace_id = ${workplaceId} and supplier_order_id = ${id} and pending > 0`);

/** Closes an expected refund with the reason given in request `key`. */
export const closeExpected = (
  tx: Executor,
  workplaceId: string,
  id: string,
  note: string,
  key: string,
): Promise<number> =>
  tx.run(sql`update expected_refund set pending = 0, closed_at = now(), closed_note = ${note}, closed_ref = ${key}
    where workplace_id = ${workplaceId} and supplier_order_id = ${id}`);

export const saveToDirectory = (
  tx: Executor,
  { workplaceId, accountId }: WorkplaceScope,
  id: string,
  open: boolean,
): Promise<number> =>
  tx.run(sql`insert into refund_directory (supplier_order_id, workplace_id, account_id, open)
    values (${id}, ${workplaceId}, ${accountId}, ${open})
    on conflict (supplier_order_id) do update set open = excluded.open`);

/** Location of a pending refund, for operators. */
export interface RefundLocation {
  supplier_order_id: string;
  workplace_id: string;
  account_id: string;
}

/** `of`: filter by workplace. */
const within = (of: string | undefined) => (of === undefined ? empty : sql` and workplace_id = ${of}`);

export const findRefundLocations = (
  tx: Executor,
  page: { of: string | undefined; after: string | undefined; offset: number; most: number },
): Promise<RefundLocation[]> =>
  tx.rows(sql`select supplier_order_id, workplace_id, account_id from refund_directory
    where open${within(page.of)}${page.after ? sql` and supplier_order_id < ${page.after}::uuid` : empty}
    order by supplier_order_id desc limit ${page.most} offset ${page.offset}`);

export const findRefundLocation = (
  tx: Executor,
  id: string,
  of: string | undefined,
): Promise<RefundLocation | undefined> =>
  tx.first(sql`select supplier_order_id, workplace_id, account_id from refund_directory
    where supplier_order_id = ${id}${within(of)}`);

export const countRefundPlaces = async (tx: Executor, of: string | undefined): Promise<number> =>
  (await tx.first<{ n: number }>(sql`select count(*) as n from refund_directory where open${within(of)}`))?.n ?? 0;
