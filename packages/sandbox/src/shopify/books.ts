import type { Shopify } from './call.ts';
import { gid } from './gid.ts';
import { EVERYTHING, financialStatus, fulfillmentStatus, orderName } from './order-facts.ts';
import { SHOPS } from './seed.ts';

const all = { by: 'id', limit: 1_000_000, hidden: true } as const;

/**
 * The shops' own books: what was ordered, shipped and given back, and what was listed under which reference. `after`: only
 * products with a higher id.
 */
export function readBooks({ store }: Shopify, query: Record<string, string>): unknown {
  const products = {
    ...all,
    ...(query.after ? { bounds: [{ column: 'id' as const, op: '>' as const, value: Number(query.after) }] } : {}),
  };
  const shops = SHOPS.filter((seed) => !query.shop || seed.shop === query.shop).map(({ shop, currency }) => ({
    shop,
    currency,
    products: store.list(shop, 'product', products).map((product) => ({
      id: gid('Product', product.id),
      title: product.title,
      handle: product.handle,
      status: product.status,
      refs: product.metafields.filter((field) => field.type === 'id').map((field) => field.value),
      publications: product.publications.length,
      variants: product.variants.map((variant) => ({
        id: gid('ProductVariant', variant.id),
        sku: variant.sku,
        price: variant.price,
        levels: variant.levels,
        available: Object.values(variant.levels).reduce((sum, count) => sum + count, 0),
      })),
    })),
    orders: store.list(shop, 'order', all).map((order) => ({
      id: gid('Order', order.id),
      name: orderName(order),
      createdAt: order.createdAt,
      financialStatus: financialStatus(EVERYTHING, order),
      fulfillmentStatus: fulfillmentStatus(EVERYTHING, order),
      lines: order.lines.map(({ id, quantity, sku }) => ({ id: gid('LineItem', id), sku, quantity })),
      fulfillments: order.fulfillments.map((one) => ({
        id: gid('Fulfillment', one.id),
        status: one.status,
        tracking: one.tracking,
        notified: one.notified,
        lines: one.lines.map(({ lineId, quantity }) => ({ lineId: gid('LineItem', lineId), quantity })),
      })),
      refunds: order.refunds.map(({ amount, id, lines, note }) => ({
        id: gid('Refund', id),
        note,
        amount,
        pieces: lines.reduce((sum, line) => sum + line.quantity, 0),
      })),
    })),
    webhooks: store.list(shop, 'webhook', all).map(({ topic, uri }) => ({ topic, uri })),
  }));
  return { shops };
}
