import { createHmac } from 'node:crypto';
import { ConnectorError, type RawWebhook, type WebhookEvent, type WebhookExpectation } from '@quayside/connector-kit';
import { z } from 'zod';
import { sameText } from './oauth-query.ts';
import { readPrivacyRequest } from './privacy-request.ts';

const KINDS: Record<string, WebhookEvent['kind']> = {
  'orders/create': 'order',
  'orders/updated': 'order',
  'orders/paid': 'order',
  'orders/cancelled': 'order',
  'orders/edited': 'order',
  'orders/fulfilled': 'order',
  'orders/partially_fulfilled': 'order',
  'orders/delete': 'order-deleted',
  'refunds/create': 'refund',
  'products/create': 'product',
  'products/update': 'product',
  'products/delete': 'product-deleted',
  'inventory_levels/update': 'inventory',
  // What lets lines leave that could not: the hold's end, the day they waited for, another location.
  'fulfillment_orders/hold_released': 'released',
  'fulfillment_orders/scheduled_fulfillment_order_ready': 'released',
  'fulfillment_orders/moved': 'released',
  'app/uninstalled': 'app-uninstalled',
  // Sent to the address in the app's own settings; answering them is a condition of Shopify's app store.
  'customers/data_request': 'privacy',
  'customers/redact': 'privacy',
  'shop/redact': 'privacy',
};

const ids = z.union([z.number(), z.string()]);

const payload = z.looseObject({
  id: ids.optional(),
  admin_graphql_api_id: z.string().optional(),
  order_id: ids.optional(),
  fulfillment_order: z.object({ id: z.string() }).optional(),
  // What fulfillment_orders/moved names in its place (the description of the topic in the Admin API's schema).
  original_fulfillment_order: z.object({ id: ids }).optional().catch(undefined),
  updated_at: z.string().nullish(),
});

const kindOf = (topic: string): WebhookEvent['kind'] =>
  KINDS[topic] ?? (topic.startsWith('fulfillment_orders/') ? 'fulfillment-order' : 'other');

const gid = (type: string, id: string | number): string =>
  String(id).startsWith('gid://') ? String(id) : `gid://shopify/${type}/${id}`;

/** What the event is about: the order for refunds, since a refund is read with its order. */
function resourceOf(kind: WebhookEvent['kind'], body: z.infer<typeof payload>): string | undefined {
  if (kind === 'refund') return body.order_id === undefined ? undefined : gid('Order', body.order_id);
  if (kind === 'fulfillment-order' || kind === 'released') {
    const id = body.fulfillment_order?.id ?? body.original_fulfillment_order?.id;
    return id === undefined ? undefined : gid('FulfillmentOrder', id);
  }
  if (kind === 'order' || kind === 'order-deleted') {
    return body.admin_graphql_api_id ?? (body.id === undefined ? undefined : gid('Order', body.id));
  }
  if (kind === 'product' || kind === 'product-deleted')
    return body.admin_graphql_api_id ?? (body.id === undefined ? undefined : gid('Product', body.id));
  return body.admin_graphql_api_id;
}

function refuse(why: string, code: 'invalid_input' | 'bad_signature' = 'invalid_input'): never {
  throw new ConnectorError('rejected', `not a Shopify webhook: ${why}`, { code });
}

/** Digits beyond 2^53 stay what they were: ids are quoted before the text is parsed. */
const parseIds = (text: string): unknown => JSON.parse(text.replaceAll(/("(?:order_)?id"\s*:\s*)(\d{16,})/g, '$1"$2"'));

/**
 * Verifies the raw bytes against the app's secret and tells what happened. Throws rejected when the signature is wrong
 * or the body malformed. One event may reach us under several topics and, since the API promises no exactly-once,
 * several times: the key is the same for every delivery of one event under one topic.
 */
export function verifyWebhook(raw: RawWebhook, expected: WebhookExpectation): WebhookEvent {
  const headers = new Map(Object.entries(raw.headers).map(([name, value]) => [name.toLowerCase(), value]));
  const header = (name: string) => headers.get(`x-shopify-${name}`) ?? headers.get(`shopify-${name}`);
  const signature = header('hmac-sha256');
  if (!signature) refuse('it has no signature', 'bad_signature');
  const candidates = [expected.appSecret, expected.webhookSecret].filter((secret): secret is string => Boolean(secret));
  const signed = candidates.some((secret) =>
    sameText(signature, createHmac('sha256', secret).update(raw.body).digest('base64')),
  );
  if (!signed) refuse('wrong signature', 'bad_signature');
  // One app's secret signs for every shop that has it, so a message of another shop is signed correctly too.
  const shop = header('shop-domain')?.toLowerCase();
  if (shop && expected.platformDomain && shop !== expected.platformDomain.toLowerCase())
    refuse('it names another shop', 'bad_signature');
  const topic = header('topic');
  const delivery = header('event-id') ?? header('webhook-id');
  if (!topic || !delivery) refuse('it has no topic or no id');
  let body: z.infer<typeof payload>;
  try {
    body = payload.parse(parseIds(raw.body.toString('utf8')));
  } catch {
    return refuse('its body is malformed');
  }
  const kind = kindOf(topic);
  // The header that names the topic is not signed: it must be what the signed body says.
  if (kind === 'privacy') readPrivacyRequest(raw.body, topic);
  const resourceId = resourceOf(kind, body);
  const occurredAt = header('triggered-at') ?? body.updated_at ?? undefined;
  return {
    kind,
    topic,
    ...(resourceId === undefined ? {} : { resourceId }),
    dedupeKey: `${topic} ${delivery}`,
    ...(occurredAt === undefined ? {} : { occurredAt: new Date(occurredAt).toISOString() }),
  };
}
