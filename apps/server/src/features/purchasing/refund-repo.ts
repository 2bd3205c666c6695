import { type Executor, sql } from '../../db/index.ts';
import type { BookedRefund } from './rules/refunds.ts';

/** Refunds booked for supplier orders, oldest first. */
export const refundsOf = (
  ex: Executor,
  workplaceId: string,
  ids: readonly string[],
): Promise<(BookedRefund & { supplier_order_id: string; booked_at: string })[]> =>
  ex.rows(sql`select supplier_order_id, refund_ref as ref, amount, credited, source, refunded_at as "refundedAt", booked_at
    from supplier_refund where workplace_id = ${workplaceId} and supplier_order_id = any(${ids}::uuid[])
    order by booked_at, refund_ref`);

/** The caller holds the order. Throws if a refund with the same id is booked already. */
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

/** Lowers a supplier order's cost by what came back of it. */
export const lowerCost = (tx: Executor, workplaceId: string, id: string, amount: number): Promise<number> =>
  tx.run(sql`update supplier_order set total_cost = total_cost - ${amount}::bigint, updated_at = now()
    where workplace_id = ${workplaceId} and supplier_order_id = ${id}`);

/** A refund that a supplier owes. Minor units of the supplier order's currency. */
export interface ExpectedRefund {
  supplier_order_id: string;
  /** Expected back in all, with what was credited already. */
  amount: number;
  /** What is still missing. */
  pending: number;
}

export const expectedRefundsOf = (
  ex: Executor,
  workplaceId: string,
  ids: readonly string[],
): Promise<ExpectedRefund[]> =>
  ex.rows(sql`select supplier_order_id, amount, pending from expected_refund
    where workplace_id = ${workplaceId} and supplier_order_id = any(${ids}::uuid[])`);

/** Notes what a supplier owes, where that is more than was known. The caller holds the order. */
export const expectMore = (
  tx: Executor,
  workplaceId: string,
  row: { supplier_order_id: string; order_id: string },
  expected: { amount: number; credited: number; reason: 'cancelled' | 'refused_items' },
): Promise<number> =>
  tx.run(sql`insert into expected_refund as r (workplace_id, supplier_order_id, order_id, amount, pending, reason)
    values (${workplaceId}, ${row.supplier_order_id}, ${row.order_id}, ${expected.amount},
      ${expected.amount - expected.credited}, ${expected.reason})
    on conflict (workplace_id, supplier_order_id) do update
      set amount = excluded.amount, pending = excluded.pending, reason = excluded.reason,
        expected_at = excluded.expected_at
      where excluded.amount > r.amount`);

/** Lowers what is still missing of an expected refund by what was just credited, also for what it was not expected for. */
export const lowerPending = (tx: Executor, workplaceId: string, id: string, credited: number): Promise<number> =>
  tx.run(sql`update expected_refund set pending = greatest(pending - ${credited}::bigint, 0)
    where workplace_id = ${workplaceId} and supplier_order_id = ${id} and pending > 0`);
