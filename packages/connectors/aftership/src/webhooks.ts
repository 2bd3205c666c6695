import { createHmac, timingSafeEqual } from 'node:crypto';
import { ConnectorError, type TrackingConnector } from '@quayside/connector-kit';
import { webhookSchema } from './raw.ts';

/** `aftership-hmac-sha256` is the base64 HMAC-SHA-256 of the raw body with the webhook secret. */
export const signatureOf = (body: Buffer, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('base64');

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

export const verifyWebhook: TrackingConnector['verifyWebhook'] = (raw, { webhookSecret }) => {
  if (!webhookSecret || !isSame(raw.headers['aftership-hmac-sha256'] ?? '', signatureOf(raw.body, webhookSecret)))
    throw new ConnectorError('rejected', 'the signature does not match', { code: 'bad_signature' });
  let body: unknown;
  try {
    body = JSON.parse(raw.body.toString('utf8'));
  } catch {
    throw new ConnectorError('rejected', 'the body is not JSON', { code: 'invalid_input' });
  }
  const read = webhookSchema.safeParse(body);
  if (!read.success)
    throw new ConnectorError('rejected', 'the body is not an AfterShip event', { code: 'invalid_input' });
  return { numbers: [read.data.msg.tracking_number] };
};
