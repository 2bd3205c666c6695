import type { ChannelAddress } from '@quayside/connector-kit';
import type { LineState, ORDER_ACTIONS } from '@quayside/contracts';
import { convertMoney, money } from '@quayside/kernel';
import type { OrderRow } from '../tables.ts';
import { addressIsComplete } from './address.ts';
import { LINE_FLAGS, piecesToBuy } from './intake.ts';
import { AT_SUPPLIER, CHANGEABLE, PLACEABLE } from './line-states.ts';
import { canMove, type OrderFacts } from './order-states.ts';
import type { PaymentStatus } from './order-status.ts';

/** Bought but not shipped: a person can still react to the store's changes. */
const ON_ORDER: readonly LineState[] = ['placing', 'placed'];

interface SummaryLine {
  state: LineState;
  block_key: string | null;
  quantity: number;
  fulfillable_quantity: number;
  shipped_ahead?: number;
  pieces_per_unit: number;
  unit_cost: number | null;
  cost_currency: string | null;
}

interface SummaryOrder {
  cancelled_at: string | null;
  financial_status: string;
}

export type OrderProblem =
  | 'ORDER_CANCELLED_AFTER_PLACING'
  | 'ORDER_LINE_CHANGED'
  | 'ORDER_LINE_REMOVED'
  | 'ORDER_ADDRESS_CHANGED'
  | 'ORDER_REFUNDED'
  | 'CustomerInformationIsNotValid';

/** Problems that block the order as a whole. Failed lines have their own block_key. */
export function getProblems(
  order: SummaryOrder,
  address: ChannelAddress,
  lines: readonly SummaryLine[],
): OrderProblem[] {
  const some = (states: readonly LineState[]): boolean => lines.some((line) => states.includes(line.state));
  const problems: OrderProblem[] = [];
  if (order.cancelled_at && some(ON_ORDER)) problems.push('ORDER_CANCELLED_AFTER_PLACING');
  for (const key of LINE_FLAGS)
    if (lines.some((line) => ON_ORDER.includes(line.state) && line.block_key === key)) problems.push(key);
  if (!order.cancelled_at && some(PLACEABLE)) {
    if (order.financial_status === 'refunded' || order.financial_status === 'voided') problems.push('ORDER_REFUNDED');
    if (!addressIsComplete(address)) problems.push('CustomerInformationIsNotValid');
  }
  return problems;
}

/** Unpaid states: they don't block an order, but the owner should know before paying a supplier. */
const NOT_PAID: readonly string[] = ['pending', 'authorized', 'partially_paid'];

/** The customer's payment was declined. Nothing is bought until it succeeds. */
export const isPaymentFailed = (order: { financial_status: string }): boolean => order.financial_status === 'failed';

/** Warnings before buying for an order. */
export function getWarnings(order: { financial_status: string; pays_on_delivery: boolean }): string[] {
  if (isPaymentFailed(order)) return ['ORDER_PAYMENT_FAILED'];
  if (!NOT_PAID.includes(order.financial_status)) return [];
  return [order.pays_on_delivery ? 'ORDER_PAID_ON_DELIVERY' : 'ORDER_NOT_PAID_BY_SHOPPER'];
}

type Action = (typeof ORDER_ACTIONS)[number];

/** Actions a person may take on an order now, from the tables that guard the actions. */
export function getActions(
  order: SummaryOrder &
    OrderFacts & { is_manual: boolean; payment_status: PaymentStatus; problems: readonly { key: string }[] },
  lines: readonly { state: LineState }[],
): Action[] {
  const some = (states: readonly LineState[]): boolean => lines.some((line) => states.includes(line.state));
  const actions: Action[] = [];
  const open = !order.cancelled_at;
  const stopped = order.problems.some(({ key }) => key === 'ORDER_REFUNDED' || key === 'CustomerInformationIsNotValid');
  if (open && !stopped && !isPaymentFailed(order) && some(PLACEABLE)) actions.push('place');
  if (open && some(['placed']) && order.payment_status !== 'paid') actions.push('pay');
  if (order.payment_status === 'in_progress') actions.push('cancel_payment');
  if (open && some(CHANGEABLE)) actions.push('change_supplier', 'update_customer', 'manual_fulfil');
  if (open && some(PLACEABLE)) actions.push('update_shipping');
  if (some(AT_SUPPLIER)) actions.push('sync');
  if (order.is_manual && open) {
    if (order.financial_status === 'pending') actions.push('mark_paid');
    actions.push('cancel_order');
  }
  for (const move of ['archive', 'revert'] as const) if (canMove(order, move)) actions.push(move);
  return actions;
}

/** Cost of a supplier order: its bill if known, else the quote. Minor units. */
export interface PurchaseCost {
  state: string;
  items: number | null;
  shipping: number | null;
  total: number | null;
  currency: string;
}

export interface OrderCost {
  cost: number | null;
  cost_currency: string | null;
  /** All parts are known: items and shipping of every bought line. */
  cost_is_whole: boolean;
}

/** Quoted shipping of all waiting lines, in minor units. */
export interface ExpectedShipping {
  amount: number;
  currency: string;
}

/**
 * Known supplier cost of an order. Unplaced lines count with their cost and `expected` shipping, without which the cost
 * is incomplete; different currencies are never added, so the cost is unknown then.
 */
export function getCost(
  lines: readonly SummaryLine[],
  purchases: readonly PurchaseCost[],
  expected?: ExpectedShipping,
): OrderCost {
  const standing = purchases.filter((one) => one.state !== 'failed' && one.state !== 'cancelled');
  const waiting = lines.filter((line) => PLACEABLE.includes(line.state) || line.state === 'unmapped');
  const parts = [
    ...standing.map((one) => ({ amount: one.total ?? one.items, currency: one.currency, whole: one.total !== null })),
    ...waiting.map((line) => ({
      amount: line.unit_cost === null ? null : line.unit_cost * piecesToBuy(line),
      currency: line.cost_currency,
      whole: expected !== undefined && line.unit_cost !== null && line.state !== 'unmapped',
    })),
    ...(expected && waiting.length > 0 ? [{ ...expected, whole: true }] : []),
  ];
  const known = parts.filter((part) => part.amount !== null && part.currency !== null);
  const currencies = new Set(known.map((part) => part.currency));
  const [currency] = currencies;
  if (known.length === 0 || currencies.size > 1 || !currency)
    return { cost: null, cost_currency: null, cost_is_whole: false };
  return {
    cost: known.reduce((sum, part) => sum + (part.amount ?? 0), 0),
    cost_currency: currency,
    cost_is_whole: parts.every((part) => part.whole) && lines.every((line) => line.state !== 'manual'),
  };
}

/** Currency conversion of an order's cost for its profit, at the rate of the day it was placed, in UTC. */
export const toConvertCost = (
  order: Pick<OrderRow, 'currency' | 'cost_currency' | 'placed_at'>,
): { from: string; to: string; day: string } | undefined =>
  order.cost_currency === null || order.cost_currency === order.currency
    ? undefined
    : { from: order.cost_currency, to: order.currency, day: order.placed_at.slice(0, 10) };

/**
 * Returns an order's profit in its own currency: what the customer paid without taxes, less what its suppliers charge. undefined while a
 * part of the cost is unknown, for samples and exchanges, and where the cost is in another currency and there is no `rate` (units of the order's currency for one
 * unit of the cost's).
 */
export function getProfit(
  order: { currency: string; total: number; tax_total: number; is_sample: boolean; is_exchange: boolean } & OrderCost,
  rate?: string,
): number | undefined {
  const { cost, cost_currency, currency } = order;
  if (order.is_sample || order.is_exchange || cost === null || cost_currency === null || !order.cost_is_whole)
    return undefined;
  const paid = order.total - order.tax_total;
  if (cost_currency === currency) return paid - cost;
  return rate === undefined ? undefined : paid - convertMoney(money(cost, cost_currency), currency, rate).amount;
}

type Sums = Pick<
  OrderRow,
  'subtotal' | 'shipping_total' | 'tax_total' | 'tax_included' | 'fee_total' | 'discount_total' | 'total'
>;

/** The part of an order's total that its store does not itemize, such as a rounding of cash. */
export function getAdjustment(order: Sums): number {
  const tax = order.tax_included ? 0 : order.tax_total;
  return order.total - (order.subtotal + order.shipping_total + tax + order.fee_total - order.discount_total);
}
