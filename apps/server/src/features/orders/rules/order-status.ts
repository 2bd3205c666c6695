import type { LineState, ORDER_PAYMENT_STATUSES, ORDER_REFUND_STATUSES, PLACEMENT_STATUSES } from '@quayside/contracts';
import { PAY_OPEN } from '../../../states/supplier-order.ts';
import { AT_SUPPLIER } from './line-states.ts';

export type PlacementStatus = (typeof PLACEMENT_STATUSES)[number];
export type PaymentStatus = (typeof ORDER_PAYMENT_STATUSES)[number];
export type RefundStatus = (typeof ORDER_REFUND_STATUSES)[number];
export type FulfillmentStatus = 'unfulfilled' | 'in_progress' | 'partially_fulfilled' | 'fulfilled';

/**
 * Placement status of an order by urgency: needs a person, running, without supplier, ready, placed. `problems`: the
 * order as a whole needs a person. `unpaid`: its payment failed, so nothing is bought.
 */
export function getPlacementStatus(lines: readonly LineState[], problems: boolean, unpaid = false): PlacementStatus {
  const wanted = lines.filter((state) => state !== 'cancelled' && state !== 'no_shipping');
  const any = (...states: LineState[]): boolean => wanted.some((state) => states.includes(state));
  if (unpaid && !any(...AT_SUPPLIER)) return 'nothing_to_place';
  if (problems || any('blocked')) return 'needs_attention';
  if (any('placing')) return 'placing';
  if (any('unmapped')) return 'unmapped';
  if (any('ready')) return 'ready';
  return wanted.length === 0 ? 'nothing_to_place' : 'placed';
}

/** States of a supplier order that the payment status depends on. */
export interface Payable {
  state: string;
  pay_state: string;
}

const counts = (one: Payable): boolean => one.state !== 'failed' && one.state !== 'cancelled';

/** Rule B362: one of two supplier orders paid is partially_paid. Failed and withdrawn ones don't count. */
export function getPaymentStatus(supplierOrders: readonly Payable[]): PaymentStatus {
  const standing = supplierOrders.filter(counts);
  const paid = standing.filter((one) => one.pay_state === 'paid').length;
  if (paid > 0) return paid === standing.length ? 'paid' : 'partially_paid';
  const under = standing.some((one) => PAY_OPEN.some((state) => state === one.pay_state));
  return under ? 'in_progress' : 'pending';
}

/** Refund status of payments for canceled supplier orders; null: none was paid, or another supplier order counts. */
export function getRefundStatus(supplierOrders: readonly (Payable & { hasPending: boolean })[]): RefundStatus | null {
  if (supplierOrders.some(counts)) return null;
  const paid = supplierOrders.filter((one) => one.pay_state === 'paid' || one.pay_state === 'refunded');
  if (paid.length === 0) return null;
  if (paid.some((one) => one.hasPending)) return 'pending';
  return paid.every((one) => one.pay_state === 'refunded') ? 'refunded' : 'not_refunded';
}

interface CountedLine {
  quantity: number;
  refunded_quantity: number | null;
  fulfillable_quantity: number;
  requires_shipping: boolean;
}

/**
 * Rule B363, from the quantities the store still has to ship: one of two lines fulfilled is partially_fulfilled.
 * Refunded quantities don't count.
 */
export function getFulfillmentStatus(lines: readonly CountedLine[]): FulfillmentStatus {
  const shipped = lines.filter((line) => line.requires_shipping && line.quantity > 0);
  const open = shipped.reduce((sum, line) => sum + line.fulfillable_quantity, 0);
  const all = shipped.reduce((sum, line) => sum + line.quantity - (line.refunded_quantity ?? 0), 0);
  if (all > 0 && open === 0) return 'fulfilled';
  return open < all ? 'partially_fulfilled' : 'unfulfilled';
}
