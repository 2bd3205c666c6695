import { createHash, timingSafeEqual } from 'node:crypto';
import { ConnectorError, type TrackingConnector } from '@quayside/connector-kit';
import { webhookSchema } from './raw.ts';

/** `sign` is the hex SHA-256 of the raw body, a slash and the key. */
export const signatureOf = (body: Buffer, key: string): string =>
  createHash('sha256').update(body).update(`/${key}`).digest('hex');

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given.toLowerCase()), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

export const verifyWebhook: TrackingConnector['verifyWebhook'] = (raw, { webhookSecret }) => {
  if (!webhookSecret || !isSame(raw.headers.sign ?? '', signatureOf(raw.body, webhookSecret)))
    throw new ConnectorError('rejected', 'the signature does not match', { code: 'bad_signature' });
  let body: unknown;
  try {
    body = JSON.parse(raw.body.toString('utf8'));
  } catch {
    throw new ConnectorError('rejected', 'the body is not JSON', { code: 'invalid_input' });
  }
  const read = webhookSchema.safeParse(body);
  if (!read.success) throw new ConnectorError('rejected', 'the body is not a 17TRACK event', { code: 'invalid_input' });
  const { data } = read.data;
  return { numbers: (Array.isArray(data) ? data : [data]).map((one) => one.number) };
};
