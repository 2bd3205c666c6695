import type { World } from '../core/world.ts';
import type { OrderStore } from './order-store.ts';
import type { OrderViews } from './order-view.ts';
import type { ProductStore } from './product-store.ts';

const KEY = '_quayside_fulfillment_';

/**
 * The shop's own books, for judges: ?shop=harbour-goods answers its orders with status, refunds and the parcels that
 * were written to them, and its products, or those with an id above `after`, with their number of variations.
 */
export function addBook(
  world: World,
  parts: { products: ProductStore; orders: OrderStore; orderViews: OrderViews },
): void {
  world.addBook('woocommerce', ({ after = '0', shop = 'harbour-goods' }) => ({
    orders: parts.orders.select(shop, '', [], 'order by id').map((order) => ({
      id: order.id,
      status: order.status,
      createdAt: new Date(order.created * 1000).toISOString(),
      lines: order.doc.lines.map(({ id, sku, quantity }) => ({ id, sku, quantity })),
      refunds: parts.orders.refunds(shop, order.id, true).map(({ id, amount, reason }) => ({ id, amount, reason })),
      parcels: order.doc.meta.filter((meta) => meta.key.startsWith(KEY)).map((meta) => meta.value),
      shipmentTracking: order.doc.meta.find((meta) => meta.key === '_wc_shipment_tracking_items')?.value ?? [],
      customerNotes: parts.orders
        .notes(shop, order.id, true)
        .filter((note) => !note.note.startsWith('Order status changed'))
        .map((note) => note.note),
    })),
    products: parts.products
      .select(shop, "and type <> 'variation' and id > ?", [Number(after)], 'id')
      .map(({ id, name, status, sku }) => ({
        id,
        name,
        status,
        sku,
        variations: parts.products.variations(shop, id, true).length,
      })),
  }));
}
