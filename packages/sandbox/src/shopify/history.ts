import { type CreatedOrder, type PastLine, type PastOrder, pastOrders } from '../core/history.ts';
import type { Shopify } from './call.ts';
import { gid } from './gid.ts';
import type { FulfillmentDoc, OrderDoc, OrderLineDoc, ShopSeed } from './model.ts';
import { cents, decimal } from './money.ts';
import { getFulfillmentOrder, newOrder } from './new-order.ts';
import { totalOf } from './order-facts.ts';
import { getLine } from './place-order.ts';
import { findShop } from './seed.ts';
import { toSecond } from './store.ts';

/** Keys by which products and orders are found. */
const KEYS = [
  'variant',
  'item',
  'handle',
  'filename',
  'custom',
  'line',
  'fulfillment',
  'fulfillment-order',
  'customer',
];

function pastLine(shopify: Shopify, seed: ShopSeed, line: PastLine): OrderLineDoc {
  if ('productId' in line) return getLine(shopify, seed, line, false);
  const { price, quantity, title } = line;
  const nothing = { productId: 0, variantId: 0, variantTitle: null, sku: '', imageUrl: null };
  return { id: shopify.store.next(), title, quantity, price, ...nothing };
}

function fulfillmentsOf({ store }: Shopify, past: PastOrder, order: OrderDoc): FulfillmentDoc[] {
  const [from] = order.fulfillmentOrders;
  return past.parcels.map(({ at, carrier, number, pieces, url }) => ({
    id: store.next(),
    status: 'SUCCESS',
    tracking: { company: carrier, number, url: url ?? null, more: [] },
    notified: true,
    lines: pieces.map(({ line, quantity }) => ({
      id: store.next(),
      lineId: order.lines[line]?.id ?? 0,
      fulfillmentOrderLineId: from?.lines[line]?.id ?? 0,
      quantity,
    })),
    createdAt: toSecond(at),
    updatedAt: toSecond(at),
    visibleAt: 0,
  }));
}

function addRefund({ store }: Shopify, past: PastOrder, order: OrderDoc): void {
  const [sale] = order.transactions;
  if (!past.refund || !sale) return;
  const { at, isUnsent, pieces } = past.refund;
  const lines = pieces.map(({ line, quantity }) => ({
    lineId: order.lines[line]?.id ?? 0,
    quantity,
    restockType: isUnsent ? 'CANCEL' : 'NO_RESTOCK',
    removed: isUnsent ? quantity : 0,
  }));
  const goods = pieces.reduce((sum, { line, quantity }) => sum + cents(order.lines[line]?.price ?? '0') * quantity, 0);
  const isWhole = isUnsent && goods === totalOf(order) - cents(order.shipping.price);
  const amount = decimal(isWhole ? totalOf(order) : goods);
  const id = store.next();
  const createdAt = toSecond(at);
  const { gateway } = sale;
  order.transactions.push({ id, kind: 'REFUND', status: 'SUCCESS', gateway, amount, parentId: sale.id, createdAt });
  order.refunds.push({ id: store.next(), note: null, lines, transactionIds: [id], amount, createdAt, visibleAt: 0 });
}

function keepOrder(shopify: Shopify, seed: ShopSeed, past: PastOrder): CreatedOrder {
  const { store } = shopify;
  const createdAt = toSecond(past.at);
  const times = [past.at, past.cancelledAt, past.refund?.at, past.parcels.at(-1)?.at].flatMap((at) => at ?? []);
  const lines = past.lines.map((line) => pastLine(shopify, seed, line));
  const order: OrderDoc = {
    ...newOrder(store, seed, past, lines, createdAt),
    cancelledAt: past.cancelledAt ? toSecond(past.cancelledAt) : null,
    updatedAt: toSecond(times.sort().at(-1) ?? past.at),
  };
  order.fulfillmentOrders.push(getFulfillmentOrder(store, seed, order, createdAt));
  order.fulfillments.push(...fulfillmentsOf(shopify, past, order));
  addRefund(shopify, past, order);
  store.save(seed.shop, 'order', order);
  const named: [string, { id: number }[]][] = [
    ['line', order.lines],
    ['fulfillment-order', order.fulfillmentOrders],
    ['fulfillment', order.fulfillments],
  ];
  for (const [kind, things] of named) for (const { id } of things) store.setKey(seed.shop, kind, String(id), order.id);
  return {
    orderId: gid('Order', order.id),
    fulfillmentIds: order.fulfillments.map(({ id }) => gid('Fulfillment', id)),
  };
}

/** Writes orders as of the times given, past Shopify's webhooks. A shop of Shopify has paid orders alone here. */
export function keepHistory(shopify: Shopify, body: unknown): { orders: CreatedOrder[] } {
  const input = pastOrders.parse(body);
  const seed = findShop(input.shop);
  if (!seed) throw new RangeError(`no shop ${input.shop}`);
  if (input.empty) shopify.store.clear(seed.shop, ['product', 'order'], KEYS);
  return { orders: input.orders.map((order) => keepOrder(shopify, seed, order)) };
}
