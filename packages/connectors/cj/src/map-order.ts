import {
  ConnectorError,
  type SupplierOrder,
  type SupplierOrderInput,
  type SupplierOrderState,
  type SupplierParcel,
} from '@quayside/connector-kit';
import { add } from '@quayside/kernel';
import { usd } from './map-money.ts';
import type { RawCreated, RawOrder } from './raw.ts';

/** CJ's states in our words. IN_CART still waits to be confirmed; UNPAID is confirmed and has a bill. */
const STATES: Record<string, SupplierOrderState> = {
  CREATED: 'created',
  IN_CART: 'created',
  UNPAID: 'unpaid',
  UNSHIPPED: 'paid',
  SHIPPED: 'shipped',
  DELIVERED: 'delivered',
  CANCELLED: 'cancelled',
};

/** CJ's times are UTC without saying so: "2021-08-23 11:31:45". */
export function parseTime(text: string | null | undefined): string | undefined {
  if (!text) return undefined;
  const at = Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}Z`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

export function toState(raw: Pick<RawOrder, 'orderStatus' | 'paymentDate'>): SupplierOrderState {
  return STATES[raw.orderStatus] ?? (raw.paymentDate ? 'processing' : 'created');
}

/** Money has left the balance for it. */
export const isPaid = (raw: Pick<RawOrder, 'orderStatus' | 'paymentDate'>): boolean =>
  ['paid', 'processing', 'shipped', 'delivered'].includes(toState(raw));

/** The same, also where CJ has cancelled it since; what it then returned to the balance no answer names. */
export const wasPaid = (raw: Pick<RawOrder, 'orderStatus' | 'paymentDate'>): boolean =>
  isPaid(raw) || Boolean(raw.paymentDate);

/** Whether CJ may have split it into orders of their own; their ids are its id with "-1", "-2" and so on. */
export const maySplit = (raw: RawOrder): boolean => raw.orderStatus === 'OTHER' && !raw.trackNumber;

const linesOf = (raw: RawOrder): { sourceVariantId: string; quantity: number }[] =>
  (raw.productList ?? []).map((line) => ({ sourceVariantId: line.vid, quantity: line.quantity }));

function parcelOf(raw: RawOrder): SupplierParcel | undefined {
  if (!raw.trackNumber) return undefined;
  return {
    parcelId: raw.trackNumber,
    trackingNumber: raw.trackNumber,
    ...(raw.logisticName ? { carrier: raw.logisticName } : {}),
    ...(raw.trackingUrl ? { trackingUrl: raw.trackingUrl } : {}),
    lines: linesOf(raw),
  };
}

/** States from the least to the most advanced: a split order is as far as its slowest part. */
const ORDER: SupplierOrderState[] = ['created', 'unpaid', 'paid', 'processing', 'shipped', 'delivered'];

function slowest(parts: readonly RawOrder[]): SupplierOrderState {
  const states = parts.map(toState).filter((state) => state !== 'cancelled');
  const ranks = states.map((state) => ORDER.indexOf(state));
  return ranks.length === 0 ? 'cancelled' : (ORDER[Math.min(...ranks)] ?? 'processing');
}

const piecesOf = (orders: readonly RawOrder[], vid: string): number =>
  orders.flatMap(linesOf).reduce((sum, line) => sum + (line.sourceVariantId === vid ? line.quantity : 0), 0);

/**
 * The lines of an order. CJ gives each part a state and each line none: a line is refused where the cancelled parts hold all of
 * it and no other part holds any, since a line of which some pieces still come is not refused.
 */
function wholeLines(raw: RawOrder, parts: readonly RawOrder[]): SupplierOrder['lines'] {
  const isCancelled = (part: RawOrder): boolean => toState(part) === 'cancelled';
  const cancelled = parts.filter(isCancelled);
  const others = parts.filter((part) => !isCancelled(part));
  return linesOf(raw).map((line) => {
    const { sourceVariantId: vid } = line;
    const gone = piecesOf(cancelled, vid);
    const isRefused = gone > 0 && gone >= piecesOf([raw], vid) && piecesOf(others, vid) === 0;
    return isRefused ? { ...line, state: 'refused' } : line;
  });
}

/** An order with the orders that CJ split it into (none: it is whole). Throws unexpected when CJ left out the amounts. */
export function toOrder(raw: RawOrder, parts: readonly RawOrder[] = []): SupplierOrder {
  const { productAmount, postageAmount, orderAmount } = raw;
  if (productAmount == null || postageAmount == null)
    throw new ConnectorError('unexpected', `CJ gave order ${raw.orderId} without its amounts`);
  const itemsCost = usd(productAmount);
  const shippingCost = usd(postageAmount);
  const whole = parts.length > 0 ? parts : [raw];
  const paidAt = parseTime(raw.paymentDate);
  const placedAt = parseTime(raw.createDate);
  return {
    supplierOrderId: raw.orderId,
    reference: raw.orderNum ?? '',
    state: parts.length > 0 ? slowest(parts) : toState(raw),
    itemsCost,
    shippingCost,
    total: orderAmount == null ? add(itemsCost, shippingCost) : usd(orderAmount),
    lines: wholeLines(raw, parts),
    parcels: whole.map(parcelOf).filter((parcel) => parcel !== undefined),
    ...(placedAt ? { placedAt } : {}),
    ...(paidAt ? { paidAt } : {}),
  };
}

/** The answer to a creation as an order. undefined: CJ left out what an order needs; then it is read. */
export function toNewOrder(raw: RawCreated, input: SupplierOrderInput): SupplierOrder | undefined {
  const { orderId, productAmount, postageAmount, orderAmount } = raw;
  if (!orderId || productAmount == null || postageAmount == null || orderAmount == null) return undefined;
  if (productAmount === '' || postageAmount === '' || orderAmount === '') return undefined;
  return {
    supplierOrderId: orderId,
    reference: input.reference,
    state: 'created',
    itemsCost: usd(productAmount),
    shippingCost: usd(postageAmount),
    total: usd(orderAmount),
    lines: input.lines.map((line) => ({ sourceVariantId: line.sourceVariantId, quantity: line.quantity })),
    parcels: [],
  };
}
