import type { World } from '../core/world.ts';
import { idOf } from './ids.ts';

export interface DisputeRow {
  id: string;
  payment_intent: string;
  charge: string;
  amount: number;
  currency: string;
  status: 'needs_response' | 'warning_needs_response' | 'won' | 'lost' | 'warning_closed';
  created_at: number;
}

type Listed = { limit: number; starting_after?: string | undefined; since: number };

/** A page of rows and one more, newest first. `since`: Unix seconds. */
const listSince = (world: World, table: 'stripe_dispute' | 'stripe_refund', ask: Listed): unknown[] =>
  world.db
    .prepare(
      `select * from ${table} where created_at >= ?1 and (?2 is null or rowid < (select rowid from ${table} where id = ?2))
       order by rowid desc limit ?3`,
    )
    .all(ask.since, ask.starting_after ?? null, ask.limit + 1);

export const listDisputes = (world: World, ask: Listed): DisputeRow[] =>
  listSince(world, 'stripe_dispute', ask) as DisputeRow[];

export const listRefunds = (world: World, ask: Listed): { id: string; payment_intent: string; amount: number }[] =>
  listSince(world, 'stripe_refund', ask) as { id: string; payment_intent: string; amount: number }[];

/** Newest first, as Stripe lists them. */
export const getDisputes = (world: World, paymentIntent: string): DisputeRow[] =>
  world.db
    .prepare('select * from stripe_dispute where payment_intent = ? order by rowid desc')
    .all(paymentIntent) as unknown as DisputeRow[];

export function openDispute(
  world: World,
  payment: { payment_intent: string; charge: string; currency: string },
  amount: number,
  isInquiry: boolean,
): DisputeRow {
  const row: DisputeRow = {
    id: idOf('dp'),
    payment_intent: payment.payment_intent,
    charge: payment.charge,
    amount,
    currency: payment.currency,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
    created_at: Math.floor(world.clock.millis() / 1_000),
  };
  world.db
    .prepare('insert into stripe_dispute values (?, ?, ?, ?, ?, ?, ?)')
    .run(row.id, row.payment_intent, row.charge, row.amount, row.currency, row.status, row.created_at);
  return row;
}

/** Decides the open disputes of a payment and returns them. An inquiry is closed rather than won. */
export function closeDisputes(world: World, paymentIntent: string, outcome: 'won' | 'lost'): DisputeRow[] {
  const open = getDisputes(world, paymentIntent).filter((row) => row.status.endsWith('needs_response'));
  return open.map((row) => {
    const isInquiry = row.status === 'warning_needs_response';
    const status = outcome === 'won' && isInquiry ? 'warning_closed' : outcome;
    world.db.prepare('update stripe_dispute set status = ?2 where id = ?1').run(row.id, status);
    return { ...row, status };
  });
}

/** A dispute as the API of 2026 writes it. */
export const disputeShape = (row: DisputeRow): object => ({
  id: row.id,
  object: 'dispute',
  amount: row.amount,
  charge: row.charge,
  created: row.created_at,
  currency: row.currency,
  is_charge_refundable: row.status === 'warning_needs_response',
  livemode: false,
  metadata: {},
  payment_intent: row.payment_intent,
  reason: 'general',
  status: row.status,
});
