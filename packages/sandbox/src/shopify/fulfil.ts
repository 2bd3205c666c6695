import type { Call } from './call.ts';
import { type UserErrorView, userError } from './errors.ts';
import { idOf } from './gid.ts';
import type { FulfillmentDoc, FulfillmentOrderDoc, OrderDoc } from './model.ts';
import { sendFulfillmentOrderWebhook, sendOrderWebhooks } from './order-events.ts';
import { EVERYTHING, fulfillmentOrderStatus, getRemaining, getUnfulfilled } from './order-facts.ts';

export interface TrackingSet {
  company?: string | null;
  number?: string | null;
  numbers?: string[] | null;
  url?: string | null;
  urls?: string[] | null;
}

export interface FulfillmentSet {
  lineItemsByFulfillmentOrder: {
    fulfillmentOrderId: string;
    fulfillmentOrderLineItems?: { id: string; quantity: number }[] | null;
  }[];
  trackingInfo?: TrackingSet | null;
  notifyCustomer?: boolean | null;
}

export type FulfilResult = { order: OrderDoc; fulfillment: FulfillmentDoc } | { errors: UserErrorView[] };

const refuse = (message: string, field: string[]): FulfilResult => ({ errors: [userError(message, field)] });

const orderOf = (call: Call, kind: string, id: number | undefined): OrderDoc | undefined => {
  const orderId = id === undefined ? undefined : call.store.byKey(call.seed.shop, kind, String(id));
  return orderId === undefined ? undefined : call.store.get(call.seed.shop, 'order', orderId);
};

export const getTracking = (set: TrackingSet | null | undefined): FulfillmentDoc['tracking'] => ({
  company: set?.company ?? null,
  number: set?.number ?? set?.numbers?.[0] ?? null,
  url: set?.url ?? set?.urls?.[0] ?? null,
  more: (set?.numbers ?? []).slice(1).map((number, at) => ({ number, url: set?.urls?.[at + 1] ?? null })),
});

interface Group {
  order: OrderDoc;
  from: FulfillmentOrderDoc;
  lines: { line: FulfillmentOrderDoc['lines'][number]; quantity: number }[];
}

function groupOf(call: Call, entry: FulfillmentSet['lineItemsByFulfillmentOrder'][number]): Group | UserErrorView {
  const field = ['fulfillment', 'lineItemsByFulfillmentOrder'];
  const id = idOf('FulfillmentOrder', entry.fulfillmentOrderId);
  const order = orderOf(call, 'fulfillment-order', id);
  const from = order?.fulfillmentOrders.find((one) => one.id === id);
  if (!order || !from) return userError('Fulfillment order does not exist.', field);
  const status = fulfillmentOrderStatus(EVERYTHING, order, from);
  if (status !== 'OPEN' && status !== 'IN_PROGRESS') {
    return userError(`Fulfillment order ${from.id} has an unfulfillable status= ${status.toLowerCase()}.`, field);
  }
  const wanted = entry.fulfillmentOrderLineItems?.length
    ? entry.fulfillmentOrderLineItems.map((one) => ({
        id: idOf('FulfillmentOrderLineItem', one.id),
        quantity: one.quantity,
      }))
    : from.lines.map((line) => ({ id: line.id, quantity: getRemaining(EVERYTHING, order, line) }));
  const lines: Group['lines'] = [];
  for (const { id: lineId, quantity } of wanted) {
    const line = from.lines.find((one) => one.id === lineId);
    if (!line) return userError('Fulfillment order line item does not exist.', field);
    if (quantity < 1 || quantity > getRemaining(EVERYTHING, order, line)) {
      return userError('Invalid fulfillment order line item quantity requested.', field);
    }
    lines.push({ line, quantity });
  }
  return { order, from, lines };
}

/** Marks pieces as shipped. Shopify lets no more leave than are left, and takes one order and one location at a time. */
export function createFulfillment(call: Call, input: FulfillmentSet): FulfilResult {
  const { seed, store, world } = call;
  const groups: Group[] = [];
  for (const entry of input.lineItemsByFulfillmentOrder) {
    const group = groupOf(call, entry);
    if ('message' in group) return { errors: [group] };
    groups.push(group);
  }
  const [first] = groups;
  const field = ['fulfillment', 'lineItemsByFulfillmentOrder'];
  if (!first) return refuse('Fulfillment orders must be given.', field);
  if (groups.some((group) => group.order.id !== first.order.id)) {
    return refuse('All fulfillment orders must belong to the same order.', field);
  }
  const now = store.now();
  const { order } = first;
  const fulfillment: FulfillmentDoc = {
    id: store.next(),
    status: 'SUCCESS',
    tracking: getTracking(input.trackingInfo),
    notified: input.notifyCustomer ?? false,
    lines: groups.flatMap((group) =>
      group.lines.map(({ line, quantity }) => ({
        id: store.next(),
        lineId: line.lineId,
        fulfillmentOrderLineId: line.id,
        quantity,
      })),
    ),
    createdAt: now,
    updatedAt: now,
    visibleAt: world.visibleAt('shopify'),
  };
  order.fulfillments.push(fulfillment);
  order.updatedAt = now;
  store.save(seed.shop, 'order', order);
  store.setKey(seed.shop, 'fulfillment', String(fulfillment.id), order.id);
  const whole = order.lines.every((line) => getUnfulfilled(EVERYTHING, order, line) === 0);
  sendOrderWebhooks(call, [whole ? 'ORDERS_FULFILLED' : 'ORDERS_PARTIALLY_FULFILLED', 'ORDERS_UPDATED'], order);
  return { order, fulfillment };
}

function change(
  call: Call,
  gid: string,
  apply: (fulfillment: FulfillmentDoc, order: OrderDoc) => UserErrorView | undefined,
): FulfilResult {
  const id = idOf('Fulfillment', gid);
  const order = orderOf(call, 'fulfillment', id);
  const fulfillment = order?.fulfillments.find((one) => one.id === id);
  if (!order || !fulfillment) return refuse('Fulfillment does not exist.', ['id']);
  const error = apply(fulfillment, order);
  if (error) return { errors: [error] };
  const now = call.store.now();
  fulfillment.updatedAt = now;
  order.updatedAt = now;
  call.store.save(call.seed.shop, 'order', order);
  sendOrderWebhooks(call, ['ORDERS_UPDATED'], order);
  return { order, fulfillment };
}

export const updateTracking = (
  call: Call,
  id: string,
  tracking: TrackingSet,
  notifyCustomer: boolean | null | undefined,
): FulfilResult =>
  change(call, id, (fulfillment) => {
    fulfillment.tracking = getTracking(tracking);
    if (notifyCustomer) fulfillment.updatesNotified = (fulfillment.updatesNotified ?? 0) + 1;
    return undefined;
  });

export const cancelFulfillment = (call: Call, id: string): FulfilResult =>
  change(call, id, (fulfillment) => {
    if (fulfillment.status === 'CANCELLED') return userError('Fulfillment is cancelled already.', ['id']);
    fulfillment.status = 'CANCELLED';
    return undefined;
  });

export type HoldResult = { order: OrderDoc; from: FulfillmentOrderDoc } | { errors: UserErrorView[] };

/** Puts a fulfilment order on hold, or lets it go; what a shop's staff do in the admin. */
export function setHold(
  call: Call,
  gid: string,
  hold: { reason: string; notes: string | null } | undefined,
): HoldResult {
  const id = idOf('FulfillmentOrder', gid);
  const order = orderOf(call, 'fulfillment-order', id);
  const from = order?.fulfillmentOrders.find((one) => one.id === id);
  if (!order || !from) return { errors: [userError('Fulfillment order does not exist.', ['id'])] };
  from.holds = hold ? [{ id: call.store.next(), ...hold }] : [];
  order.updatedAt = call.store.now();
  call.store.save(call.seed.shop, 'order', order);
  const topic = hold ? 'FULFILLMENT_ORDERS_PLACED_ON_HOLD' : 'FULFILLMENT_ORDERS_HOLD_RELEASED';
  sendFulfillmentOrderWebhook(call, topic, from.id, hold ? 'on_hold' : 'open');
  return { order, from };
}
