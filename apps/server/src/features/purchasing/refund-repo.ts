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
