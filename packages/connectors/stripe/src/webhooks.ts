import { createHmac, timingSafeEqual } from 'node:crypto';
import { ConnectorError, type PaymentConnector, type PaymentSubject, type RawWebhook } from '@quayside/connector-kit';
import { z } from 'zod';

/** How old a signature may be. Source: Stripe's library, DEFAULT_TOLERANCE. */
const TOLERANCE_S = 300;

const refused = (detail: string): ConnectorError => new ConnectorError('rejected', detail, { code: 'invalid_input' });

const event = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  data: z.object({
    object: z.looseObject({
      object: z.string().optional(),
      id: z.string().optional(),
      payment_intent: z.unknown().optional(),
    }),
  }),
});

/** Events about money that goes back; their object is a charge, a refund or a dispute, each with its payment. */
const TAKES_BACK = /^(charge\.refunded|charge\.refund\.updated|charge\.dispute\.\w+|refund\.\w+)$/;

function subjectOf({ type, data: { object } }: z.output<typeof event>): PaymentSubject | undefined {
  if (object.object === 'checkout.session' && object.id) return { kind: 'checkout', ref: object.id };
  const payment = object.payment_intent;
  if (TAKES_BACK.test(type) && typeof payment === 'string' && payment) return { kind: 'payment', ref: payment };
  return undefined;
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Stripe-Signature: `t=<seconds>,v1=<hex>[,v1=<hex>]`, each v1 the hex HMAC-SHA256 of "<t>.<body>" with one of the
 * endpoint's secrets. Done here and not by Stripe's library so that a webhook need not load it; the tests hold it to the
 * library's own signatures.
 */
function checkSignature(raw: RawWebhook, secret: string, nowMs: number): void {
  const parts = (raw.headers['stripe-signature'] ?? '').split(',').map((part) => part.split('='));
  const seconds = Number(parts.find(([name]) => name === 't')?.[1]);
  if (!secret || !Number.isInteger(seconds)) throw refused('there is no signature');
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(raw.body).digest('hex');
  if (!parts.some(([name, value]) => name === 'v1' && same(value ?? '', expected)))
    throw refused('the signature does not fit the body');
  if (Math.abs(nowMs / 1_000 - seconds) > TOLERANCE_S) throw refused('the signature is too old');
}

/** Verifies the raw bytes, then returns what the event is about. Throws rejected. */
export const verifyWebhook: PaymentConnector['verifyWebhook'] = (raw, secrets) => {
  checkSignature(raw, secrets.webhookSecret, secrets.now);
  let body: unknown;
  try {
    body = JSON.parse(raw.body.toString('utf8'));
  } catch {
    throw refused('the body is not JSON');
  }
  const parsed = event.safeParse(body);
  if (!parsed.success) throw refused("the body is not one of Stripe's events");
  const subject = subjectOf(parsed.data);
  return { eventId: parsed.data.id, topic: parsed.data.type, ...(subject ? { subject } : {}) };
};
