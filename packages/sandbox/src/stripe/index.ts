import { z } from 'zod';
import type { Emulator, World } from '../core/world.ts';
import { addApi } from './api.ts';
import { getDisputes } from './disputes.ts';
import { StripeRefusal } from './errors.ts';
import { sendEvent } from './events.ts';
import { checkoutPage, paymentsPage } from './page.ts';
import { closeSession, createTables, findSession, keepPaid, paidSessions, type SessionRow } from './sessions.ts';
import { decide, dispute, failRefund, refund } from './take-back.ts';

const refundBody = z.strictObject({ amount: z.int().min(1).optional() });
const disputeBody = z.strictObject({ amount: z.int().min(1).optional(), inquiry: z.boolean().default(false) });
const decideBody = z.strictObject({ outcome: z.enum(['won', 'lost']) });

/** The buttons on the page of a paid checkout. */
const DEEDS = {
  refund: (world: World, id: string) => refund(world, id),
  dispute: (world: World, id: string) => dispute(world, id),
  win: (world: World, id: string) => decide(world, id, 'won'),
  lose: (world: World, id: string) => decide(world, id, 'lost'),
} as const;

type ById = { Params: { id: string } };

const bodyOf = (row: SessionRow) =>
  JSON.parse(row.body) as {
    success_url: string;
    cancel_url?: string;
    customer_email?: string;
    line_items: { price_data: { product_data: { name: string } } }[];
  };

function priceOf(row: SessionRow): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: row.currency.toUpperCase() });
  return format.format(row.amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

const isDisputed = (world: World, row: SessionRow): boolean =>
  getDisputes(world, row.payment_intent ?? '').some((one) => one.status.endsWith('needs_response'));

/** Checkouts that were never paid end by the sandbox's clock. */
function expireOld(world: World): void {
  const old = world.db
    .prepare("select * from stripe_session where status = 'open' and expires_at <= ?")
    .all(Math.floor(world.clock.millis() / 1_000)) as unknown as SessionRow[];
  for (const row of old)
    world.transaction(() => {
      if (closeSession(world, row, 'expired'))
        sendEvent(world, 'checkout.session.expired', findSession(world, row.id) ?? row);
    });
}

/** Stripe: Checkout at /stripe/v1, its page at /stripe/pay/{session}. */
export const stripe: Emulator = {
  name: 'stripe',
  prefix: '/stripe',
  backOffice: { name: 'Stripe', path: '/payments' },
  async register(app, world) {
    createTables(world);
    app.setErrorHandler((error, _request, reply) => {
      if (error instanceof StripeRefusal) return reply.code(error.http).send(error.body);
      world.log(`stripe: ${error instanceof Error ? error.stack : String(error)}`);
      return reply.code(500).send({ error: { type: 'api_error', message: 'Something went wrong on our side.' } });
    });
    await app.register(async (api) => addApi(api, world), { prefix: '/v1' });

    app.get('/payments', (_request, reply) => {
      const rows = paidSessions(world).map((row) => ({
        id: row.id,
        price: priceOf(row),
        email: bodyOf(row).customer_email ?? null,
        disputed: isDisputed(world, row),
        refunded: row.refunded === row.amount,
      }));
      return reply.type('text/html; charset=utf-8').send(paymentsPage(rows));
    });

    app.get<ById>('/pay/:id', (request, reply) => {
      const row = findSession(world, request.params.id);
      if (!row) return reply.code(404).type('text/plain').send('Checkout not found.');
      const body = bodyOf(row);
      const page = checkoutPage({
        id: row.id,
        name: body.line_items[0]?.price_data.product_data.name ?? 'Payment',
        price: priceOf(row),
        email: body.customer_email ?? null,
        state: row.status,
        disputed: isDisputed(world, row),
        refunded: row.refunded === row.amount,
      });
      return reply.type('text/html; charset=utf-8').send(page);
    });

    app.post<ById>('/pay/:id/confirm', (request, reply) => {
      const row = findSession(world, request.params.id);
      if (!row || row.status === 'expired') return reply.code(404).type('text/plain').send('Checkout not found.');
      // Pressed twice, it is paid once and leads to the same place.
      world.transaction(() => {
        if (closeSession(world, row, 'complete'))
          sendEvent(world, 'checkout.session.completed', findSession(world, row.id) ?? row);
      });
      return reply.redirect(bodyOf(row).success_url.replace('{CHECKOUT_SESSION_ID}', row.id), 303);
    });

    app.post<ById>('/pay/:id/cancel', (request, reply) => {
      const row = findSession(world, request.params.id);
      if (!row) return reply.code(404).type('text/plain').send('Checkout not found.');
      const { cancel_url, success_url } = bodyOf(row);
      return reply.redirect(cancel_url ?? success_url, 303);
    });

    /** Gives the money of a session back, all or an amount, as a person would in Stripe's dashboard. */
    app.post<ById>('/setup/refund/:id', (request) => {
      refund(world, request.params.id, refundBody.parse(request.body ?? {}).amount);
      return { refunded: request.params.id };
    });

    /** A refund fails at the payer's bank: the money is back at the merchant. */
    app.post<ById>('/setup/fail-refund/:id', (request) => {
      failRefund(world, request.params.id);
      return { failed: request.params.id };
    });

    /** The payer's bank disputes a payment, all or an amount, or only inquires. */
    app.post<ById>('/setup/dispute/:id', (request) => {
      const { amount, inquiry } = disputeBody.parse(request.body ?? {});
      dispute(world, request.params.id, amount, inquiry);
      return { disputed: request.params.id };
    });

    /** The bank decides the open disputes of a payment. */
    app.post<ById>('/setup/decide/:id', (request) => {
      const { outcome } = decideBody.parse(request.body);
      decide(world, request.params.id, outcome);
      return { decided: request.params.id };
    });

    /** The same from the buttons of the page. */
    app.post<{ Params: { id: string; deed: keyof typeof DEEDS } }>('/pay/:id/deeds/:deed', (request, reply) => {
      const { deed, id } = request.params;
      if (!findSession(world, id) || !Object.hasOwn(DEEDS, deed))
        return reply.code(404).type('text/plain').send('Checkout not found.');
      DEEDS[deed](world, id);
      return reply.redirect(`/stripe/pay/${id}`, 303);
    });

    /** Idempotency keys are forgotten, as Stripe does after a day or more. */
    app.post('/setup/forget-keys', () => {
      world.db.exec('delete from stripe_idempotency');
      return { forgotten: true };
    });

    world.onTick(() => expireOld(world));
    world.addHistory('stripe', (body) => ({ sessions: keepPaid(world, body) }));
    world.addBook('stripe', () => ({
      sessions: world.db.prepare('select id, status, amount, currency, reference, refunded from stripe_session').all(),
      disputes: world.db.prepare('select id, charge, amount, currency, status from stripe_dispute').all(),
      payments: world.db.prepare('select charge, session, amount, currency from stripe_payment').all(),
    }));
  },
};
