import { createHmac, timingSafeEqual } from 'node:crypto';
import { type ConnectorContext, ConnectorError, type RawWebhook, type WebhookEvent } from '@quayside/connector-kit';
import { z } from 'zod';
import { ask } from './client.ts';
import * as raw from './raw.ts';

const message = z.object({ id: z.string().min(1), type: z.string().min(1), order_id: z.string().min(1).optional() });

const refused = (detail: string, code: 'invalid_input' | 'bad_signature'): ConnectorError =>
  new ConnectorError('rejected', detail, { code });

/** One address for each account, signing with this secret; repeating it changes nothing. */
export async function ensureWebhooks(
  ctx: ConnectorContext,
  input: { address: string; secret: string; account?: string },
): Promise<void> {
  const { address, secret, account } = input;
  const body = { address, secret, ...(account ? { account } : {}) };
  await ask(ctx, { method: 'POST', path: '/webhooks', body, effect: true }, raw.anything);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw refused('the body is not JSON', 'invalid_input');
  }
}

/**
 * The warehouse signs the raw bytes: base64 HMAC-SHA256 in `quayside-signature`. A message repeated keeps its id. Throws
 * rejected when the signature is wrong or the body malformed.
 */
export function verifyWebhook(hook: RawWebhook, secrets: { webhookSecret: string }): WebhookEvent {
  const given = Buffer.from(hook.headers['quayside-signature'] ?? '', 'base64');
  const expected = createHmac('sha256', secrets.webhookSecret).update(hook.body).digest();
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw refused('the signature does not fit the body', 'bad_signature');
  const read = message.safeParse(parse(hook.body));
  if (!read.success) throw refused("the body is not one of the warehouse's messages", 'invalid_input');
  const { id, type, order_id: orderId } = read.data;
  return {
    kind: type.startsWith('order.') ? 'order' : 'other',
    topic: type,
    ...(orderId === undefined ? {} : { resourceId: orderId }),
    dedupeKey: `quayside:${id}`,
  };
}
