import { createHmac, timingSafeEqual } from 'node:crypto';
import { type ConnectorContext, ConnectorError, type RawWebhook, type WebhookEvent } from '@quayside/connector-kit';
import { parseLossless } from './json.ts';
import * as raw from './raw.ts';
import { askAccount } from './session.ts';

const refused = (detail: string, code: 'invalid_input' | 'bad_signature' = 'invalid_input'): ConnectorError =>
  new ConnectorError('rejected', detail, { code });

const KINDS: Record<string, WebhookEvent['kind']> = {
  ORDER: 'order',
  ORDERSPLIT: 'order',
  LOGISTIC: 'order',
  PRODUCT: 'product',
  VARIANT: 'product',
  STOCK: 'inventory',
};

/** Where each kind of message keeps the id of what it is about. */
const RESOURCE: Record<string, string> = {
  ORDER: 'cjOrderId',
  ORDERSPLIT: 'originalOrderId',
  LOGISTIC: 'orderId',
  PRODUCT: 'pid',
  VARIANT: 'vid',
};

/** base64 HMAC-SHA256 of the raw body, keyed by the account's openId as text. Source: CJ API 2.0, webhooks. */
export const computeSignature = (body: Buffer, openId: string): string =>
  createHmac('sha256', openId).update(body).digest('base64');

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** `webhookSecret` is the account's openId. Throws rejected when the signature is wrong or the body malformed. */
export function verifyWebhook(hook: RawWebhook, secrets: { webhookSecret: string }): WebhookEvent {
  const sign = hook.headers.sign ?? '';
  if (!secrets.webhookSecret || !sameText(sign, computeSignature(hook.body, secrets.webhookSecret)))
    throw refused('the signature does not fit the body', 'bad_signature');
  let body: unknown;
  try {
    body = parseLossless(hook.body.toString('utf8'));
  } catch {
    throw refused('the body is not JSON');
  }
  const parsed = raw.webhook.safeParse(body);
  if (!parsed.success) throw refused("the body is not one of CJ's messages");
  const { messageId, type, params } = parsed.data;
  // A STOCK message is keyed by variant instead of naming one.
  const resource = type === 'STOCK' ? Object.keys(params)[0] : params[RESOURCE[type] ?? ''];
  return {
    kind: KINDS[type] ?? 'other',
    topic: type,
    ...(resource === undefined || resource === null ? {} : { resourceId: String(resource) }),
    dedupeKey: `cj:${messageId}`,
  };
}

/** Directs all four kinds of messages to one address. CJ calls it while answering and demands public https. */
export async function ensureWebhooks(ctx: ConnectorContext, address: string): Promise<void> {
  const topic = { type: 'ENABLE', callbackUrls: [address] };
  const body = { product: topic, stock: topic, order: topic, logistics: topic };
  await askAccount(ctx, { method: 'POST', path: '/webhook/set', body, effect: true }, raw.anything);
}
