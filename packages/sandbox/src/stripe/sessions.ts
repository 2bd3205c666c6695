import { z } from 'zod';
import type { World } from '../core/world.ts';
import { getDisputes } from './disputes.ts';
import { idOf } from './ids.ts';

const text = z.string().max(5_000);
const whole = z.coerce.number().int();
const metadata = z.record(z.string().max(40), z.string().max(500));

/** The parameters of a checkout that is paid once; what Stripe does not know it refuses. */
export const createBody = z.strictObject({
  mode: z.enum(['payment']),
  line_items: z
    .array(
      z.strictObject({
        quantity: whole.min(1).max(999_999),
        price_data: z.strictObject({
          currency: z.string().regex(/^[a-z]{3}$/),
          unit_amount: whole.min(1).max(99_999_999),
          product_data: z.strictObject({ name: text.min(1), description: text.optional() }),
        }),
      }),
    )
    .min(1)
    .max(100),
  success_url: z.url({ protocol: /^https?$/ }),
  cancel_url: z.url({ protocol: /^https?$/ }).optional(),
  client_reference_id: z.string().max(200).optional(),
  customer_email: z.email().max(512).optional(),
  metadata: metadata.optional(),
  payment_intent_data: z.strictObject({ metadata: metadata.optional(), description: text.optional() }).optional(),
  expand: z.array(z.string()).optional(),
});
type CreateBody = z.output<typeof createBody>;

export interface SessionRow {
  id: string;
  status: 'open' | 'complete' | 'expired';
  amount: number;
  currency: string;
  reference: string | null;
  created_at: number;
  expires_at: number;
  visible_at: number;
  payment_intent: string | null;
  charge: string | null;
  /** How much was given back. */
  refunded: number;
  /** Real milliseconds until which queries still show it as open. */
  shown_until: number;
  body: string;
}

export function createTables(world: World): void {
  world.db.exec(`
    create table if not exists stripe_session (
      id text primary key, status text not null, amount integer not null, currency text not null, reference text,
      created_at integer not null, expires_at integer not null, visible_at integer not null, payment_intent text, charge text,
      refunded integer not null default 0, shown_until integer not null default 0, body text not null);
    create table if not exists stripe_idempotency (
      key text primary key, request text not null, status integer not null, answer text not null);
    create table if not exists stripe_payment (
      charge text primary key, session text not null unique, amount integer not null, currency text not null, at integer not null);
    create table if not exists stripe_dispute (
      id text primary key, payment_intent text not null, charge text not null, amount integer not null, currency text not null,
      status text not null, created_at integer not null);
    create table if not exists stripe_refund (
      id text primary key, payment_intent text not null, amount integer not null, created_at integer not null);`);
}

export const findSession = (world: World, id: string): SessionRow | undefined =>
  world.db.prepare('select * from stripe_session where id = ?').get(id) as SessionRow | undefined;

/** The newest first. */
export const paidSessions = (world: World): SessionRow[] =>
  world.db
    .prepare("select * from stripe_session where status = 'complete' order by rowid desc limit 100")
    .all() as unknown as SessionRow[];

/** Only what queries may see. */
export function seenSession(world: World, id: string): SessionRow | undefined {
  const row = findSession(world, id);
  if (!row || row.visible_at > Date.now()) return undefined;
  return row.shown_until > Date.now() ? { ...row, status: 'open', payment_intent: null, charge: null } : row;
}

interface ListQuery {
  limit: number;
  starting_after?: string | undefined;
  payment_intent?: string | undefined;
  created: { gt?: number | undefined; gte?: number | undefined; lt?: number | undefined; lte?: number | undefined };
}

/** The sessions of a page and one more, newest first, as far as queries may see them. */
export function listSessions(
  world: World,
  { created, limit, payment_intent: payment, starting_after: after }: ListQuery,
): SessionRow[] {
  const { gt = -1, gte = 0, lt = Number.MAX_SAFE_INTEGER, lte = Number.MAX_SAFE_INTEGER } = created;
  const rows = world.db
    .prepare(
      `select id from stripe_session where visible_at <= ?1 and created_at > ?2 and created_at >= ?3 and created_at < ?4
         and created_at <= ?5 and (?6 is null or rowid < (select rowid from stripe_session where id = ?6))
         and (?8 is null or payment_intent = ?8)
       order by rowid desc limit ?7`,
    )
    .all(Date.now(), gt, gte, lt, lte, after ?? null, limit + 1, payment ?? null) as unknown as { id: string }[];
  return rows.flatMap(({ id }) => seenSession(world, id) ?? []);
}

/** Stripe's checkouts end after a day, by the sandbox's clock. */
const LIFE_S = 24 * 3_600;

export function createSession(world: World, body: CreateBody): SessionRow {
  const { currency } = body.line_items[0]?.price_data ?? { currency: 'usd' };
  const amount = body.line_items.reduce((sum, line) => sum + line.quantity * line.price_data.unit_amount, 0);
  const created = Math.floor(world.clock.millis() / 1_000);
  const id = idOf('cs_test');
  world.db
    .prepare(
      `insert into stripe_session (id, status, amount, currency, reference, created_at, expires_at, visible_at, body)
       values (?, 'open', ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      id,
      amount,
      currency,
      body.client_reference_id ?? null,
      created,
      created + LIFE_S,
      world.visibleAt('stripe'),
      JSON.stringify(body),
    );
  return findSession(world, id) as SessionRow;
}

/** Moves an open session on, and says whether it was this call that did. */
export function closeSession(world: World, row: SessionRow, status: 'complete' | 'expired'): boolean {
  const paid = status === 'complete';
  const { changes } = world.db
    .prepare(
      `update stripe_session set status = ?2, payment_intent = ?3, charge = ?4, shown_until = ?5 where id = ?1 and status = 'open'`,
    )
    .run(row.id, status, paid ? idOf('pi') : null, paid ? idOf('ch') : null, world.visibleAt('stripe'));
  if (Number(changes) === 0) return false;
  const now = findSession(world, row.id);
  if (paid && now?.charge)
    world.db
      .prepare('insert into stripe_payment values (?, ?, ?, ?, ?)')
      .run(now.charge, row.id, row.amount, row.currency, world.clock.millis());
  return true;
}

const pastTopups = z.strictObject({
  topups: z
    .array(z.strictObject({ reference: z.string(), amount: z.number().int().min(1), at: z.iso.datetime() }))
    .max(200),
  returnTo: z.url({ protocol: /^https?$/ }),
});

/** Checkouts that were paid earlier, in the order given; no webhooks are sent. Returns their ids. */
export function keepPaid(world: World, body: unknown): string[] {
  const { returnTo, topups } = pastTopups.parse(body);
  return topups.map(({ amount, at, reference }) => {
    const id = idOf('cs_test');
    const charge = idOf('ch');
    const made = Math.floor(Date.parse(at) / 1_000);
    const product_data = { name: 'Quayside wallet' };
    const checkout: CreateBody = {
      mode: 'payment',
      line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: amount, product_data } }],
      success_url: returnTo,
      client_reference_id: reference,
      metadata: { reference },
    };
    world.db
      .prepare(
        `insert into stripe_session (id, status, amount, currency, reference, created_at, expires_at, visible_at, payment_intent,
           charge, body) values (?, 'complete', ?, 'usd', ?, ?, ?, 0, ?, ?, ?)`,
      )
      .run(id, amount, reference, made, made + LIFE_S, idOf('pi'), charge, JSON.stringify(checkout));
    world.db
      .prepare('insert into stripe_payment values (?, ?, ?, ?, ?)')
      .run(charge, id, amount, 'usd', Date.parse(at));
    return id;
  });
}

export const chargeShape = (world: World, row: SessionRow): object => ({
  id: row.charge,
  object: 'charge',
  amount: row.amount,
  amount_refunded: row.refunded,
  currency: row.currency,
  disputed: getDisputes(world, row.payment_intent ?? '').length > 0,
  paid: true,
  payment_intent: row.payment_intent,
  refunded: row.refunded === row.amount,
});

/** A checkout session as the API of 2026 writes it. */
export function sessionShape(world: World, row: SessionRow, expand: readonly string[] = []): object {
  const body = JSON.parse(row.body) as CreateBody;
  const charge = row.charge && chargeShape(world, row);
  const wantsCharge = expand.includes('payment_intent.latest_charge');
  const intent = row.payment_intent && {
    id: row.payment_intent,
    object: 'payment_intent',
    amount: row.amount,
    amount_received: row.amount,
    currency: row.currency,
    status: 'succeeded',
    latest_charge: wantsCharge ? charge : row.charge,
    metadata: body.payment_intent_data?.metadata ?? {},
  };
  return {
    id: row.id,
    object: 'checkout.session',
    amount_subtotal: row.amount,
    amount_total: row.amount,
    cancel_url: body.cancel_url ?? null,
    client_reference_id: row.reference,
    created: row.created_at,
    currency: row.currency,
    customer: null,
    customer_email: body.customer_email ?? null,
    expires_at: row.expires_at,
    livemode: false,
    metadata: body.metadata ?? {},
    mode: body.mode,
    payment_link: null,
    payment_intent: wantsCharge || expand.includes('payment_intent') ? intent : row.payment_intent,
    payment_method_types: ['card'],
    payment_status: row.status === 'complete' ? 'paid' : 'unpaid',
    status: row.status,
    success_url: body.success_url,
    ui_mode: 'hosted',
    url: row.status === 'open' ? `${world.baseUrl()}/stripe/pay/${row.id}` : null,
  };
}
