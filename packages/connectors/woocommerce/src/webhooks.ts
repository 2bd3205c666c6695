import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import {
  type ChannelConnector,
  type ConnectorContext,
  ConnectorError,
  type WebhookEvent,
} from '@quayside/connector-kit';
import { z } from 'zod';
import { createClient } from './client.ts';
import { gmt } from './map.ts';
import { rawWebhook } from './raw.ts';

const TOPICS = [
  'order.created',
  'order.updated',
  'order.deleted',
  'order.restored',
  'product.updated',
  'product.deleted',
] as const;

const refused = (detail: string, code: 'invalid_input' | 'bad_signature' = 'invalid_input'): ConnectorError =>
  new ConnectorError('rejected', detail, { code });
const short = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex').slice(0, 24);

/** The subscription's name tells which secret it signs with, since the shop never gives a secret back. */
const nameOf = (topic: string, secret: string): string => `Quayside ${topic} ${short(secret).slice(0, 8)}`;

/** One active subscription per topic for our address, signing with this secret; repeating it changes nothing. */
export const ensureWebhooks: ChannelConnector['ensureWebhooks'] = async (ctx, { address, secret }) => {
  const client = createClient(ctx);
  const ours = (await client.all({ path: 'webhooks', query: { status: 'all' }, shape: rawWebhook })).filter(
    (hook) => hook.delivery_url === address,
  );
  let missing = 0;
  for (const topic of TOPICS) {
    const name = nameOf(topic, secret);
    const [first, ...doubles] = ours.filter((hook) => hook.topic === topic);
    for (const hook of doubles)
      await client.send('DELETE', { path: `webhooks/${hook.id}`, query: { force: true }, shape: z.unknown() });
    if (first?.status !== 'active') missing += 1;
    if (!first) {
      const body = { name, topic, delivery_url: address, secret, status: 'active' };
      await client.send('POST', { path: 'webhooks', shape: rawWebhook, body });
    } else if (first.status !== 'active' || first.name !== name) {
      // Switched off after failures, or signing with an older secret.
      const body = { name, secret, status: 'active' };
      await client.send('PUT', { path: `webhooks/${first.id}`, shape: rawWebhook, body });
    }
  }
  return { missing };
};

export const removeWebhooks = async (ctx: ConnectorContext, { address }: { address: string }): Promise<void> => {
  const client = createClient(ctx);
  for (const hook of await client.all({ path: 'webhooks', query: { status: 'all' }, shape: rawWebhook }))
    if (hook.delivery_url === address)
      await client.send('DELETE', { path: `webhooks/${hook.id}`, query: { force: true }, shape: z.unknown() });
};

const payload = z.object({
  id: z.number().int(),
  status: z.string().nullish(),
  date_modified_gmt: z.string().nullish(),
});

/** Baskets at the till: WooCommerce makes an order of each as soon as the till is opened, and tells of it. */
const BASKETS = new Set(['checkout-draft', 'auto-draft', 'draft']);

const kindOf = (topic: string, status: string | null | undefined): WebhookEvent['kind'] => {
  if (topic === 'order.deleted') return 'order-deleted';
  if (topic === 'product.deleted') return 'product-deleted';
  if (status && BASKETS.has(status)) return 'other';
  if (topic.startsWith('order.')) return 'order';
  return topic.startsWith('product.') ? 'product' : 'other';
};

/**
 * Verifies a delivery over its raw bytes. The first delivery of a new subscription is a ping: an unsigned form, worth
 * nothing but an answer. Two deliveries are the same event when topic, resource and body are equal: WooCommerce's own
 * delivery id is made of the second alone, and a second change within it must not be taken for the first.
 */
export const verifyWebhook: ChannelConnector['verifyWebhook'] = (raw, { webhookSecret }) => {
  const headers = Object.fromEntries(Object.entries(raw.headers).map(([name, value]) => [name.toLowerCase(), value]));
  const signature = headers['x-wc-webhook-signature'];
  if (signature === undefined) {
    const ping = /^webhook_id=(\d+)$/.exec(raw.body.toString('utf8'));
    if (ping?.[1]) return { kind: 'ping', topic: 'ping', dedupeKey: `ping:${ping[1]}` };
    throw refused('the delivery is not signed', 'bad_signature');
  }
  const expected = createHmac('sha256', webhookSecret).update(raw.body).digest();
  const given = Buffer.from(signature, 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw refused('the signature is wrong', 'bad_signature');
  const topic = headers['x-wc-webhook-topic'] ?? '';
  const body = payload.safeParse(parse(raw.body));
  if (topic === '' || !body.success) throw refused('the delivery names no topic or no resource');
  const { id, date_modified_gmt: changed, status } = body.data;
  // "deleted" carries the id alone and is the same for ever; there the delivery id tells one from the next.
  const mark = topic.endsWith('.deleted') ? (headers['x-wc-webhook-delivery-id'] ?? '') : short(raw.body);
  return {
    kind: kindOf(topic, status),
    topic,
    resourceId: String(id),
    dedupeKey: `${topic}:${id}:${mark}`,
    ...(changed ? { occurredAt: gmt(changed) } : {}),
  };
};

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
