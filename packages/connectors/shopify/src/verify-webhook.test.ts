import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifyWebhook } from './verify-webhook.ts';

const secret = 'shpss_1';
const signed = (topic: string, body: string, more: Record<string, string> = {}, by = secret) => ({
  headers: {
    'X-Shopify-Topic': topic,
    'X-Shopify-Hmac-SHA256': createHmac('sha256', by).update(body).digest('base64'),
    'X-Shopify-Webhook-Id': 'w-1',
    'X-Shopify-Event-Id': 'e-1',
    'X-Shopify-Triggered-At': '2026-11-20T10:00:00.123456789Z',
    ...more,
  },
  body: Buffer.from(body),
});
const secrets = { webhookSecret: 'ours', appSecret: secret };
const event = (topic: string, body: object, more: Record<string, string> = {}) =>
  verifyWebhook(signed(topic, JSON.stringify(body), more), secrets);

const PRIVATE = { shop_id: 1, shop_domain: 'a.myshopify.com' };

test.each([
  ['orders/create', { id: 7, admin_graphql_api_id: 'gid://shopify/Order/7' }, 'order', 'gid://shopify/Order/7'],
  ['orders/updated', { id: 7 }, 'order', 'gid://shopify/Order/7'],
  ['orders/delete', { id: 7 }, 'order-deleted', 'gid://shopify/Order/7'],
  ['refunds/create', { id: 9, order_id: 7 }, 'refund', 'gid://shopify/Order/7'],
  [
    'fulfillment_orders/order_routing_complete',
    { fulfillment_order: { id: 'gid://shopify/FulfillmentOrder/3', status: 'open' } },
    'fulfillment-order',
    'gid://shopify/FulfillmentOrder/3',
  ],
  [
    'fulfillment_orders/hold_released',
    { fulfillment_order: { id: 'gid://shopify/FulfillmentOrder/3', status: 'open' } },
    'released',
    'gid://shopify/FulfillmentOrder/3',
  ],
  ['fulfillment_orders/moved', { source_location: { id: 1 } }, 'released', undefined],
  ['fulfillment_orders/moved', { original_fulfillment_order: null }, 'released', undefined],
  [
    'fulfillment_orders/moved',
    {
      original_fulfillment_order: { id: 'gid://shopify/FulfillmentOrder/3', status: 'closed' },
      moved_fulfillment_order: { id: 'gid://shopify/FulfillmentOrder/4', status: 'open' },
    },
    'released',
    'gid://shopify/FulfillmentOrder/3',
  ],
  ['products/delete', { id: 5 }, 'product-deleted', 'gid://shopify/Product/5'],
  ['inventory_levels/update', { inventory_item_id: 1 }, 'inventory', undefined],
  [
    'app/uninstalled',
    { id: 1, admin_graphql_api_id: 'gid://shopify/Shop/1' },
    'app-uninstalled',
    'gid://shopify/Shop/1',
  ],
  ['customers/data_request', { ...PRIVATE, customer: {}, data_request: { id: 2 } }, 'privacy', undefined],
  ['customers/redact', { ...PRIVATE, customer: {}, orders_to_redact: [] }, 'privacy', undefined],
  ['shop/redact', PRIVATE, 'privacy', undefined],
  ['themes/publish', { id: 1 }, 'other', undefined],
])('%s', (topic, body, kind, resourceId) => {
  expect(event(topic, body)).toEqual({
    kind,
    topic,
    ...(resourceId ? { resourceId } : {}),
    dedupeKey: `${topic} e-1`,
    occurredAt: '2026-11-20T10:00:00.123Z',
  });
});

test('deliveries of one event are recognised; without an event id by the webhook id', () => {
  const first = event('orders/create', { id: 7 }, { 'X-Shopify-Webhook-Id': 'w-1' });
  const again = event('orders/create', { id: 7 }, { 'X-Shopify-Webhook-Id': 'w-2' });
  expect(again.dedupeKey).toBe(first.dedupeKey);
  expect(event('orders/paid', { id: 7 }).dedupeKey).not.toBe(first.dedupeKey);
  const raw = signed('orders/create', '{"id":7}');
  const { 'X-Shopify-Event-Id': _event, ...headers } = raw.headers;
  expect(verifyWebhook({ ...raw, headers }, secrets).dedupeKey).toBe('orders/create w-1');
});

test('ids longer than a float can hold keep their digits', () => {
  const body = '{"id": 90071992547409931, "order_id":90071992547409937}';
  expect(verifyWebhook(signed('refunds/create', body), secrets).resourceId).toBe(
    'gid://shopify/Order/90071992547409937',
  );
});

test('headers in lower case, those of the newer deliveries, and either secret are taken', () => {
  const { body, headers } = signed('orders/create', '{"id":7}');
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  expect(verifyWebhook({ headers: lower, body }, secrets).kind).toBe('order');
  const events = Object.fromEntries(Object.entries(lower).map(([name, value]) => [name.replace('x-', ''), value]));
  expect(verifyWebhook({ headers: events, body }, secrets).kind).toBe('order');
  expect(verifyWebhook(signed('orders/create', '{"id":7}', {}, 'ours'), secrets).kind).toBe('order');
});

describe('refused', () => {
  const good = signed('orders/create', '{"id":7}');
  test.each([
    ['a changed body', { ...good, body: Buffer.from('{"id":8}') }],
    ['another secret', signed('orders/create', '{"id":7}', {}, 'other')],
    ['no signature', { ...good, headers: { ...good.headers, 'X-Shopify-Hmac-SHA256': '' } }],
    ['no topic', { ...good, headers: { ...good.headers, 'X-Shopify-Topic': '' } }],
    ['a body that is no JSON', signed('orders/create', '{"id":')],
    ['a body that is no object', signed('orders/create', '[1]')],
  ])('%s', (_what, raw) =>
    expect(() => verifyWebhook(raw, secrets)).toThrow(expect.objectContaining({ kind: 'rejected' })),
  );

  test('a message of another shop, though the same app signed it', () => {
    const from = (domain: string) => signed('orders/create', '{"id":7}', { 'X-Shopify-Shop-Domain': domain });
    const here = { ...secrets, platformDomain: 'harbour.myshopify.com' };
    expect(() => verifyWebhook(from('other.myshopify.com'), here)).toThrow(
      expect.objectContaining({ kind: 'rejected', code: 'bad_signature' }),
    );
    expect(verifyWebhook(from('Harbour.myshopify.com'), here).kind).toBe('order');
    expect(verifyWebhook(good, here).kind).toBe('order');
  });

  test('an empty secret signs nothing', () => {
    const forged = signed('orders/create', '{"id":7}', {}, '');
    expect(() => verifyWebhook(forged, { webhookSecret: '', appSecret: '' })).toThrow();
  });
});

test('a privacy topic that the signed body does not bear out is refused: the header is not signed', () => {
  expect(() => event('shop/redact', { ...PRIVATE, customer: { id: 1 }, orders_to_redact: [1] })).toThrow();
  expect(() => event('shop/redact', { id: 7, admin_graphql_api_id: 'gid://shopify/Order/7' })).toThrow();
});
