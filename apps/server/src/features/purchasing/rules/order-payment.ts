import { byOrder, orderIdsOf, type PurchaseRow } from '../tables.ts';
import { getSpent, type SpendingRequest } from './refund-options.ts';
import { type BookedRefund, creditedSum, paidAmount } from './refunds.ts';

type Booked = readonly Pick<BookedRefund, 'credited'>[];

/** What an order got back of a supplier order: of a shared one its own part. Minor units. */
export const creditedTo = (row: Pick<PurchaseRow, 'shares'>, orderId: string, booked: Booked): number =>
  row.shares ? (row.shares.find((share) => share.order_id === orderId)?.refunded ?? 0) : creditedSum(booked);

/** What an order paid for a supplier order, before refunds: of a shared one its own part. Minor units. */
export function paidFor(row: PurchaseRow, orderId: string, booked: Booked): number {
  const paid = paidAmount(row, booked);
  if (!row.shares) return paid;
  const part = byOrder(row).find((one) => one.order_id === orderId);
  return Math.min(paid, (part?.total_cost ?? 0) + creditedTo(row, orderId, booked));
}

/**
 * What is left of an order's payment for a supplier order. Of a shared one never more than is left of the whole payment,
 * with the requests of all its orders.
 */
export function leftToRefund(
  row: PurchaseRow,
  orderId: string,
  booked: Booked,
  requests: readonly SpendingRequest[],
): number {
  const own = requests.filter((one) => one.supplier_order_id === row.supplier_order_id);
  const spentBy = (id: string): number =>
    getSpent(
      creditedTo(row, id, booked),
      own.filter((one) => one.order_id === id),
    );
  const left = paidFor(row, orderId, booked) - spentBy(orderId);
  if (!row.shares) return Math.max(0, left);
  // Refunds from before parts were recorded count for the whole.
  const shared = creditedSum(booked) - orderIdsOf(row).reduce((sum, id) => sum + creditedTo(row, id, booked), 0);
  const spent = orderIdsOf(row).reduce((sum, id) => sum + spentBy(id), shared);
  return Math.max(0, Math.min(left, paidAmount(row, booked) - spent));
}
