import type { Shopify } from './call.ts';
import { getFulfillmentOrder } from './new-order.ts';
import { sendFulfillmentOrderWebhook } from './order-events.ts';
import { findShop } from './seed.ts';

/** What Shopify does some moments after an order: gives its lines to a location, as a fulfilment order. */
export function routeOrder(shopify: Shopify, shop: string, orderId: number): void {
  const { store, webhooks } = shopify;
  const seed = findShop(shop);
  const order = store.get(shop, 'order', orderId);
  if (!seed || !order || order.fulfillmentOrders.length > 0) return;
  const routed = getFulfillmentOrder(store, seed, order, store.now());
  order.fulfillmentOrders.push(routed);
  store.save(shop, 'order', order);
  store.setKey(shop, 'fulfillment-order', String(routed.id), orderId);
  sendFulfillmentOrderWebhook({ seed, webhooks }, 'FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE', routed.id, 'open');
}
