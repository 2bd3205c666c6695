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

/** Newest first, as Stripe lists them. */
export const disputesOf = (world: World, paymentIntent: string): DisputeRow[] =>
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
  const open = disputesOf(world, paymentIntent).filter((row) => row.status.endsWith('needs_response'));
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
