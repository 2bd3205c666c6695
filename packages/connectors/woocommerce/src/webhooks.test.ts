import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyWebhook } from './webhooks.ts';

const SECRET = 'kept between us';
const delivery = (topic: string, body: string, more: Record<string, string> = {}) => ({
  headers: {
    'X-WC-Webhook-Topic': topic,
    'X-WC-Webhook-Signature': createHmac('sha256', SECRET).update(body).digest('base64'),
    'X-WC-Webhook-Delivery-ID': 'same-second',
    ...more,
  },
  body: Buffer.from(body),
});
const verify = (raw: ReturnType<typeof delivery>) => verifyWebhook(raw, { webhookSecret: SECRET });
const order = (status: string) => JSON.stringify({ id: 77, status, date_modified_gmt: '2026-11-21T05:40:05' });

test('a signed order names itself and when it changed', () => {
  expect(verify(delivery('order.updated', order('processing')))).toMatchObject({
    kind: 'order',
    topic: 'order.updated',
    resourceId: '77',
    occurredAt: '2026-11-21T05:40:05Z',
  });
  expect(verify(delivery('order.deleted', '{"id":77}'))).toMatchObject({ kind: 'order-deleted', resourceId: '77' });
  expect(verify(delivery('product.updated', '{"id":5}')).kind).toBe('product');
  expect(verify(delivery('product.deleted', '{"id":5}'))).toMatchObject({ kind: 'product-deleted', resourceId: '5' });
});

test('a basket at the till is no order yet', () => {
  expect(verify(delivery('order.created', order('checkout-draft')))).toMatchObject({ kind: 'other', resourceId: '77' });
  expect(verify(delivery('order.updated', order('pending'))).kind).toBe('order');
  expect(verify(delivery('order.updated', order('trash'))).kind).toBe('order');
});

test('a second change within one second is another event, a copy is the same', () => {
  const first = verify(delivery('order.updated', order('processing')));
  expect(verify(delivery('order.updated', order('processing'))).dedupeKey).toBe(first.dedupeKey);
  expect(verify(delivery('order.updated', order('completed'))).dedupeKey).not.toBe(first.dedupeKey);
  expect(verify(delivery('order.created', order('processing'))).dedupeKey).not.toBe(first.dedupeKey);
});

test('deleted, restored and deleted again are two deletions', () => {
  const one = verify(delivery('order.deleted', '{"id":77}'));
  const two = verify(delivery('order.deleted', '{"id":77}', { 'X-WC-Webhook-Delivery-ID': 'later' }));
  expect(one.dedupeKey).not.toBe(two.dedupeKey);
});

test('the ping is a form and unsigned; anything else unsigned is refused', () => {
  expect(verifyWebhook({ headers: {}, body: Buffer.from('webhook_id=12') }, { webhookSecret: SECRET })).toMatchObject({
    kind: 'ping',
    dedupeKey: 'ping:12',
  });
  for (const body of ['webhook_id=12&x=1', order('processing'), ''])
    expect(() => verifyWebhook({ headers: {}, body: Buffer.from(body) }, { webhookSecret: SECRET })).toThrow(
      'rejected',
    );
});

test.each([
  ['no JSON', delivery('order.updated', 'nonsense')],
  ['no id', delivery('order.updated', '{"status":"processing"}')],
  ['no topic', delivery('', '{"id":1}')],
  ['an empty signature', delivery('order.updated', '{"id":1}', { 'X-WC-Webhook-Signature': '' })],
])('signed, yet %s: refused', (_what, raw) => {
  expect(() => verify(raw)).toThrow(expect.objectContaining({ kind: 'rejected' }));
});
