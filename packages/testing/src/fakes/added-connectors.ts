import { createHmac, timingSafeEqual } from 'node:crypto';
import { ConnectorError, type PaymentConnector, type RawWebhook, type TopupState } from '@quayside/connector-kit';
import { fakeChannel } from './fake-channel.ts';
import { fakeManifest } from './fake-manifest.ts';
import { fakeSupplier } from './fake-supplier.ts';

/** Signs a message as the connectors below expect it. */
export const computeSignature = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

function checkSignature({ headers, body }: RawWebhook, secret: string): void {
  const [given, expected] = [headers.signature ?? '', computeSignature(secret, body.toString('utf8'))].map((one) =>
    Buffer.from(one),
  );
  if (!given || !expected || given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new ConnectorError('rejected', 'wrong signature', { code: 'bad_signature' });
}

/** A supplier that nobody but its one line in installed/suppliers.ts knows. */
export const crate = {
  ...fakeSupplier('crate', false),
  label: 'Crate & Co',
  mark: { letters: 'Cr', color: '#7c2d12' },
  liveBaseUrl: 'https://api.crate.example.com',
  webhooks: { needsHttps: true, signedWith: 'connection' as const },
  ensureWebhooks: async () => undefined,
  verifyWebhook(raw: RawWebhook, { webhookSecret }: { webhookSecret: string }) {
    checkSignature(raw, webhookSecret);
    const { event } = JSON.parse(raw.body.toString('utf8')) as { event: string };
    return { kind: 'ping' as const, topic: 'ping', dedupeKey: event };
  },
};

/** A sales channel, likewise. */
export const bazaar = { ...fakeChannel('bazaar'), label: 'Bazaar', mark: { letters: 'B', color: '#166534' } };

const checkouts: TopupState[] = [];

/** A payment provider, likewise: its checkouts are paid as soon as they are asked about again. */
export const coins: PaymentConnector = {
  ...fakeManifest('coins', 'Coins'),
  liveBaseUrl: 'https://api.coins.example.com',
  settings: [
    { env: 'COINS_KEY', sets: { credential: 'key' }, type: 'secret', required: true, help: 'The key for Coins.' },
    {
      env: 'COINS_WEBHOOK_SECRET',
      sets: { credential: 'webhookSecret' },
      type: 'secret',
      required: true,
      help: 'What signs its webhooks.',
    },
  ],
  connect: {},
  webhooks: { needsHttps: true, signedWith: 'app' },
  keyLivesMs: 3_600_000,
  async createTopup(_ctx, { reference, amount, labels }) {
    const providerRef = `coins-${reference}`;
    const confirmationUrl = `https://pay.coins.example.com/${reference}`;
    checkouts.push({
      providerRef,
      reference,
      state: 'paid',
      amount,
      refunded: { amount: 0, currency: amount.currency },
      labels,
      createdAt: new Date().toISOString(),
      confirmationUrl,
      paymentRef: `payment-${reference}`,
    });
    return { providerRef, confirmationUrl };
  },
  getTopup: async (_ctx, providerRef) => checkouts.find((one) => one.providerRef === providerRef),
  listTopups: async () => ({ items: checkouts }),
  findTopup: async (_ctx, { ref }) => checkouts.find((one) => one.providerRef === ref),
  listDisputes: async () => [],
  listClaimedPayments: async () => [],
  verifyWebhook(raw, { webhookSecret }) {
    checkSignature(raw, webhookSecret);
    const { event, checkout } = JSON.parse(raw.body.toString('utf8')) as { event: string; checkout: string };
    return { eventId: event, topic: 'paid', subject: { kind: 'checkout', ref: checkout } };
  },
};
