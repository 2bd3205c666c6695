import { createHmac, randomUUID } from 'node:crypto';
import type { World } from '../core/world.ts';
import { API_VERSION, APPS, getDomain, getSecret } from './seed.ts';
import type { ShopifyStore } from './store.ts';

/** ORDERS_CREATE is "orders/create" on the wire; FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE keeps its later underscores. */
const RESOURCES = ['FULFILLMENT_ORDERS', 'INVENTORY_LEVELS', 'BULK_OPERATIONS', 'ORDERS', 'PRODUCTS', 'REFUNDS', 'APP'];
export function wireTopic(topic: string): string {
  const resource = RESOURCES.find((candidate) => topic.startsWith(`${candidate}_`));
  if (!resource) throw new Error(`sandbox has no webhook for ${topic}`);
  return `${resource}/${topic.slice(resource.length + 1)}`.toLowerCase();
}

export const SENT_TOPICS = new Set([
  'ORDERS_CREATE',
  'ORDERS_UPDATED',
  'ORDERS_PAID',
  'ORDERS_CANCELLED',
  'ORDERS_FULFILLED',
  'ORDERS_PARTIALLY_FULFILLED',
  'ORDERS_DELETE',
  'REFUNDS_CREATE',
  'FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE',
  'FULFILLMENT_ORDERS_PLACED_ON_HOLD',
  'FULFILLMENT_ORDERS_HOLD_RELEASED',
  'FULFILLMENT_ORDERS_SCHEDULED_FULFILLMENT_ORDER_READY',
  'FULFILLMENT_ORDERS_MOVED',
  'PRODUCTS_CREATE',
  'PRODUCTS_UPDATE',
  'PRODUCTS_DELETE',
  'INVENTORY_LEVELS_UPDATE',
  'APP_UNINSTALLED',
]);

export type WebhookSender = ReturnType<typeof createWebhookSender>;

/** Sends a shop's events to those who asked for them, signed with the secret of the app that asked. */
export function createWebhookSender(world: World, store: ShopifyStore) {
  const all = { by: 'id', limit: 1000, hidden: true } as const;
  world.webhooks.onOutcome('shopify', (outcome) => {
    if (outcome.delivered || !outcome.final || !outcome.tag) return;
    // Shopify ends a subscription whose deliveries fail time after time.
    const [shop, id] = outcome.tag.split(' ');
    if (shop && id) store.remove(shop, 'webhook', Number(id));
  });

  function send(
    shop: string,
    hook: { id: number; uri: string; clientId: string },
    topic: string,
    body: object,
    eventId: string,
  ) {
    const app = APPS.find((candidate) => candidate.clientId === hook.clientId);
    if (!app) return;
    const text = JSON.stringify(body);
    world.webhooks.send({
      standIn: 'shopify',
      url: hook.uri,
      tag: `${shop} ${hook.id}`,
      body: text,
      headers: {
        'content-type': 'application/json',
        'X-Shopify-Topic': wireTopic(topic),
        'X-Shopify-Hmac-SHA256': createHmac('sha256', getSecret(world, app)).update(text).digest('base64'),
        'X-Shopify-Shop-Domain': getDomain(shop),
        'X-Shopify-API-Version': API_VERSION,
        'X-Shopify-Webhook-Id': randomUUID(),
        'X-Shopify-Event-Id': eventId,
        'X-Shopify-Triggered-At': world.clock.now(),
      },
    });
  }

  return {
    /** Tells every subscriber of a topic. One event has one id, however many topics and subscribers hear of it. */
    tell(shop: string, topic: string, payload: Record<string, unknown>, eventId: string = randomUUID()): void {
      for (const hook of store.list(shop, 'webhook', all).filter((candidate) => candidate.topic === topic)) {
        const fields = hook.includeFields;
        const body = fields.length
          ? Object.fromEntries(Object.entries(payload).filter(([name]) => fields.includes(name)))
          : payload;
        send(shop, hook, topic, body, eventId);
      }
    },
    /** The app is thrown out of a shop: it hears of it, and its subscriptions end. */
    uninstalled(shop: string, clientId: string, payload: Record<string, unknown>): void {
      for (const hook of store.list(shop, 'webhook', all).filter((candidate) => candidate.clientId === clientId)) {
        if (hook.topic === 'APP_UNINSTALLED') send(shop, hook, hook.topic, payload, randomUUID());
        store.remove(shop, 'webhook', hook.id);
      }
    },
  };
}
