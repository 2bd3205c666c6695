import type { RawWebhook } from '@quayside/connector-kit';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { toError } from './errors.ts';
import { isTopup, toTopup } from './map.ts';
import { verifyWebhook } from './webhooks.ts';

const secret = 'whsec_test';
const now = Date.parse('2026-05-01T12:00:00Z');
const payload = JSON.stringify({
  id: 'evt_1',
  type: 'checkout.session.completed',
  data: { object: { object: 'checkout.session', id: 'cs_test_1' } },
});
const signed = (body = payload, key = secret, at = now): RawWebhook => ({
  headers: {
    'stripe-signature': Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: key,
      timestamp: Math.floor(at / 1000),
    }),
  },
  body: Buffer.from(body),
});
const verify = (raw: RawWebhook, at = now) => verifyWebhook(raw, { webhookSecret: secret, now: at });
const rejected = expect.objectContaining({ kind: 'rejected' });

describe('webhooks', () => {
  it("takes what Stripe's own library signs", () => {
    expect(verify(signed())).toEqual({
      eventId: 'evt_1',
      topic: 'checkout.session.completed',
      subject: { kind: 'checkout', ref: 'cs_test_1' },
    });
  });

  it('takes either of two signatures while a secret is rolled', () => {
    const [old, fresh] = [signed(payload, 'whsec_old'), signed()];
    const v1 = fresh.headers['stripe-signature']?.split('v1=')[1];
    old.headers['stripe-signature'] += `,v1=${v1}`;
    expect(verify(old).eventId).toBe('evt_1');
  });

  it('refuses another secret, another body, an old signature, and none', () => {
    expect(() => verify(signed(payload, 'whsec_other'))).toThrow(rejected);
    expect(() => verify({ ...signed(), body: Buffer.from(payload.replace('cs_test_1', 'cs_test_2')) })).toThrow(
      rejected,
    );
    expect(() => verify(signed(), now + 301_000)).toThrow(/too old/);
    expect(() => verify({ headers: {}, body: Buffer.from(payload) })).toThrow(/no signature/);
    expect(() => verifyWebhook(signed(payload, ''), { webhookSecret: '', now })).toThrow(rejected);
  });

  it('refuses a signed body that is no event', () => {
    expect(() => verify(signed('{}'))).toThrow(/not one of/);
    expect(() => verify(signed('{'))).toThrow(/not JSON/);
  });
});

const session = (change: object = {}) => ({
  id: 'cs_1',
  status: 'complete',
  payment_status: 'paid',
  amount_total: 5000,
  currency: 'usd',
  client_reference_id: 'ref',
  created: 1_777_636_800,
  mode: 'payment',
  metadata: { reference: 'ref', account: 'a' },
  payment_link: null,
  payment_intent: { id: 'pi_1', latest_charge: { refunded: false, amount_refunded: 0 } },
  ...change,
});

describe('checkouts', () => {
  it.each<[string, object]>([
    ['no reference', { client_reference_id: null }],
    ['a reference that only the address of the page named', { metadata: {} }],
    ['a payment link', { payment_link: 'plink_1' }],
    ['a subscription', { mode: 'subscription', amount_total: null }],
  ])('with %s are not top-ups', (_what, change) => {
    expect(isTopup(session())).toBe(true);
    expect(isTopup(session(change))).toBe(false);
  });

  it('tell their labels, their time and what of them was refunded', () => {
    const charge = { refunded: false, amount_refunded: 1200 };
    expect(toTopup(session({ payment_intent: { id: 'pi_1', latest_charge: charge } }))).toMatchObject({
      state: 'paid',
      labels: { account: 'a' },
      createdAt: '2026-05-01T12:00:00.000Z',
      refunded: { amount: 1200, currency: 'USD' },
    });
  });

  it.each([
    [{}, 'paid'],
    [{ payment_intent: { id: 'pi_1', latest_charge: { refunded: true, amount_refunded: 5000 } } }, 'refunded'],
    [{ payment_status: 'unpaid' }, 'open'],
    [{ status: 'open', payment_status: 'unpaid', payment_intent: null }, 'open'],
    [{ status: 'expired', payment_status: 'unpaid', payment_intent: null }, 'expired'],
  ])('%o is %s', (change, state) => {
    expect(toTopup(session(change)).state).toBe(state);
  });

  it('keeps the exact amount, also of a currency without decimals', () => {
    expect(toTopup(session({ amount_total: 700, currency: 'jpy' })).amount).toEqual({ amount: 700, currency: 'JPY' });
  });

  it('does not take a stranger', () => {
    expect(() => toTopup(session({ client_reference_id: null }))).toThrow(/has no client_reference_id/);
    expect(() => toTopup(session({ amount_total: null }))).toThrow(/another shape/);
  });
});

describe('errors', () => {
  const of = (type: string, statusCode: number | undefined, effect = true) =>
    toError({ type, statusCode, message: 'm' }, effect);
  it.each([
    ['StripeAuthenticationError', 401, 'auth'],
    ['StripePermissionError', 403, 'auth'],
    ['StripeInvalidRequestError', 400, 'rejected'],
    ['StripeInvalidRequestError', 404, 'not-found'],
    ['StripeIdempotencyError', 400, 'rejected'],
    ['StripeIdempotencyError', 409, 'unknown'],
    ['StripeAPIError', 500, 'unknown'],
    ['StripeConnectionError', undefined, 'unknown'],
  ])('%s %s is %s', (type, status, kind) => {
    expect(of(type, status)).toMatchObject({ kind });
  });

  it('may be repeated on a read, and passes on what it does not know', () => {
    expect(of('StripeAPIError', 503, false)).toMatchObject({ kind: 'temporary' });
    const bug = new TypeError('a bug');
    expect(toError(bug, true)).toBe(bug);
  });
});
