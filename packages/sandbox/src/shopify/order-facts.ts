import type { Call } from './call.ts';
import type { View } from './connection.ts';
import type { FulfillmentDoc, FulfillmentOrderDoc, OrderDoc, OrderLineDoc, RefundDoc } from './model.ts';
import { cents } from './money.ts';

/** How much a reader may know: a mutation sees its own effect, a query perhaps only later. */
export type Visibility = Pick<Call, 'hidden'>;
/** The eyes of the shop itself. */
export const EVERYTHING: Visibility = { hidden: true };

export const moneyBag = (call: Call, amount: string): View => {
  const money = { amount, currencyCode: call.seed.currency };
  return { shopMoney: money, presentmentMoney: money };
};

export const orderName = (order: OrderDoc): string => `#${order.number}`;

export const getSubtotal = (order: OrderDoc): number =>
  order.lines.reduce((sum, line) => sum + cents(line.price) * line.quantity, 0);
export const totalOf = (order: OrderDoc): number => getSubtotal(order) + cents(order.shipping.price);

export const seenFulfillments = (sight: Visibility, order: OrderDoc): FulfillmentDoc[] =>
  order.fulfillments.filter((one) => sight.hidden || one.visibleAt <= Date.now());
export const seenRefunds = (sight: Visibility, order: OrderDoc): RefundDoc[] =>
  order.refunds.filter((one) => sight.hidden || one.visibleAt <= Date.now());

const standingLines = (sight: Visibility, order: OrderDoc) =>
  seenFulfillments(sight, order)
    .filter((one) => one.status === 'SUCCESS')
    .flatMap((one) => one.lines);

/** Pieces of a line that left the house. */
export const getFulfilled = (sight: Visibility, order: OrderDoc, line: OrderLineDoc): number =>
  standingLines(sight, order).reduce((sum, one) => (one.lineId === line.id ? sum + one.quantity : sum), 0);

export const getRefunded = (sight: Visibility, order: OrderDoc, lineId: number): number =>
  seenRefunds(sight, order)
    .flatMap((refund) => refund.lines)
    .reduce((sum, one) => (one.lineId === lineId ? sum + one.quantity : sum), 0);

const backOf = (sight: Visibility, order: OrderDoc, lineId: number) =>
  seenRefunds(sight, order)
    .flatMap((refund) => refund.lines)
    .filter((one) => one.lineId === lineId);

/** Pieces that were taken off a line before they left. */
export const getRemoved = (sight: Visibility, order: OrderDoc, lineId: number): number =>
  backOf(sight, order, lineId).reduce((sum, one) => sum + (one.removed ?? 0), 0);

/** Pieces that had left and were given back without coming back. */
export const getGivenBack = (sight: Visibility, order: OrderDoc, lineId: number): number =>
  backOf(sight, order, lineId)
    .filter((one) => one.restockType === 'NO_RESTOCK')
    .reduce((sum, one) => sum + one.quantity - (one.removed ?? 0), 0);

/** Pieces of a line that are still to leave: what was taken off before it left need not leave. */
export const getUnfulfilled = (sight: Visibility, order: OrderDoc, line: OrderLineDoc): number =>
  line.quantity - getFulfilled(sight, order, line) - getRemoved(sight, order, line.id);

/** The same of a fulfilment order's line: here each order has one fulfilment order, which holds every line whole. */
export function getRemaining(sight: Visibility, order: OrderDoc, line: FulfillmentOrderDoc['lines'][number]): number {
  const sold = order.lines.find((one) => one.id === line.lineId);
  return sold ? getUnfulfilled(sight, order, sold) : 0;
}

export function financialStatus(sight: Visibility, order: OrderDoc): string {
  const back = seenRefunds(sight, order).reduce((sum, refund) => sum + cents(refund.amount), 0);
  if (back === 0) return 'PAID';
  return back >= totalOf(order) ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
}

export function fulfillmentStatus(sight: Visibility, order: OrderDoc): string {
  const left = order.lines.reduce((sum, line) => sum + getUnfulfilled(sight, order, line), 0);
  const done = order.lines.reduce((sum, line) => sum + getFulfilled(sight, order, line), 0);
  if (left === 0 && done > 0) return 'FULFILLED';
  if (done > 0) return 'PARTIALLY_FULFILLED';
  return order.fulfillmentOrders.some((one) => one.holds.length > 0) ? 'ON_HOLD' : 'UNFULFILLED';
}

export function fulfillmentOrderStatus(sight: Visibility, order: OrderDoc, one: FulfillmentOrderDoc): string {
  if (order.cancelledAt) return 'CANCELLED';
  const left = one.lines.reduce((sum, line) => sum + getRemaining(sight, order, line), 0);
  if (left === 0) return 'CLOSED';
  if (one.holds.length > 0) return 'ON_HOLD';
  return left < one.lines.reduce((sum, line) => sum + line.quantity, 0) ? 'IN_PROGRESS' : 'OPEN';
}
