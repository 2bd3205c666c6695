import { ConnectorError, type PaymentConnector } from '@quayside/connector-kit';
import { withStripe } from './client.ts';
import { isTopup, toDispute, toTopup } from './map.ts';
import { verifyWebhook } from './webhooks.ts';

/** The most that Stripe answers. */
const PAGE_SIZE = 100;

/** Stripe Checkout, paid once, into the wallet. Amounts are in the smallest unit on both sides. */
export const stripe: PaymentConnector = {
  id: 'stripe',
  label: 'Stripe',
  homepage: 'https://stripe.com',
  mark: { letters: 'S', color: '#635bff' },
  liveBaseUrl: 'https://api.stripe.com',
  settings: [
    {
      env: 'STRIPE_SECRET_KEY',
      sets: { credential: 'secretKey' },
      type: 'secret',
      required: true,
      help: 'Card top-ups of the wallet.',
    },
    {
      env: 'STRIPE_WEBHOOK_SECRET',
      sets: { credential: 'webhookSecret' },
      type: 'secret',
      required: false,
      help: 'Signing secret of the webhook that sends Stripe events to /webhooks/payment/stripe.',
    },
  ],
  connect: {},
  webhooks: { needsHttps: true, signedWith: 'app' },

  // Stripe removes idempotency keys once they are at least 24 hours old.
  keyLivesMs: 24 * 3_600_000,

  /** The reference is the idempotency key: asked again with the same input, Stripe answers the same checkout. */
  async createTopup(ctx, input) {
    const metadata = { ...input.labels, reference: input.reference };
    const made = await withStripe(ctx, true, (client) =>
      client.checkout.sessions.create(
        {
          mode: 'payment',
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: input.amount.currency.toLowerCase(),
                unit_amount: input.amount.amount,
                product_data: { name: input.description },
              },
            },
          ],
          success_url: input.successUrl,
          cancel_url: input.cancelUrl,
          client_reference_id: input.reference,
          metadata,
          payment_intent_data: { metadata },
          ...(input.email ? { customer_email: input.email } : {}),
        },
        { idempotencyKey: input.reference },
      ),
    );
    if (!made.id || !made.url) throw new ConnectorError('unknown', 'Stripe made a checkout without a page to pay on');
    return { providerRef: made.id, confirmationUrl: made.url };
  },

  async getTopup(ctx, providerRef) {
    try {
      const found = await withStripe(ctx, false, (client) =>
        client.checkout.sessions.retrieve(providerRef, { expand: ['payment_intent.latest_charge'] }),
      );
      return toTopup(found);
    } catch (error) {
      if (error instanceof ConnectorError && error.kind === 'not-found') return undefined;
      throw error;
    }
  },

  /** Newest first; pages go on after the last session of the page before. `created` is in whole seconds. */
  async listTopups(ctx, { createdAfter, cursor }) {
    const page = await withStripe(ctx, false, (client) =>
      client.checkout.sessions.list({
        created: { gte: Math.floor(Date.parse(createdAfter) / 1_000) },
        limit: PAGE_SIZE,
        expand: ['data.payment_intent.latest_charge'],
        ...(cursor === undefined ? {} : { starting_after: cursor }),
      }),
    );
    const last = page.data.at(-1);
    if (page.has_more && !last) throw new ConnectorError('unexpected', 'Stripe has more sessions after an empty page');
    return {
      items: page.data.filter(isTopup).map(toTopup),
      ...(page.has_more && last ? { nextCursor: last.id } : {}),
    };
  },

  async findTopup(ctx, { kind, ref }) {
    const found = await withStripe(ctx, false, async ({ checkout: { sessions } }) => {
      if (kind === 'checkout') return sessions.retrieve(ref, { expand: ['payment_intent.latest_charge'] });
      const { data } = await sessions.list({ payment_intent: ref, expand: ['data.payment_intent.latest_charge'] });
      return data[0];
    });
    if (!found) throw new ConnectorError('not-found', `Stripe has no checkout for the payment ${ref}`);
    return isTopup(found) ? toTopup(found) : undefined;
  },

  async listDisputes(ctx, paymentRef) {
    const { data } = await withStripe(ctx, false, (client) =>
      client.disputes.list({ payment_intent: paymentRef, limit: PAGE_SIZE }),
    );
    return data.map(toDispute);
  },

  /** A refund or dispute of a charge without a payment intent is not of a checkout. */
  async listClaimedPayments(ctx, { createdAfter }) {
    const since = { created: { gte: Math.floor(Date.parse(createdAfter) / 1_000) }, limit: PAGE_SIZE };
    return withStripe(ctx, false, async ({ disputes, refunds }) => {
      const payments = new Set<string>();
      const add = ({ payment_intent: payment }: { payment_intent?: string | { id: string } | null }) => {
        if (payment) payments.add(typeof payment === 'string' ? payment : payment.id);
      };
      for await (const one of disputes.list(since)) add(one);
      for await (const one of refunds.list(since)) add(one);
      return [...payments];
    });
  },

  verifyWebhook,
};
