import type { World } from '../core/world.ts';
import { closeDisputes, disputeShape, openDispute } from './disputes.ts';
import { tellOf } from './events.ts';
import { idOf } from './ids.ts';
import { chargeShape, findSession } from './sessions.ts';

/** Gives a paid session's money back, all or an amount more than before. */
export function refund(world: World, id: string, amount?: number): void {
  world.transaction(() => {
    const before = findSession(world, id)?.refunded ?? 0;
    const { changes } = world.db
      .prepare(
        `update stripe_session set refunded = min(amount, refunded + coalesce(?2, amount))
         where id = ?1 and charge is not null and refunded < amount`,
      )
      .run(id, amount ?? null);
    const row = findSession(world, id);
    if (Number(changes) === 0 || !row?.payment_intent) return;
    const seconds = Math.floor(world.clock.millis() / 1_000);
    world.db
      .prepare('insert into stripe_refund values (?, ?, ?, ?)')
      .run(idOf('re'), row.payment_intent, row.refunded - before, seconds);
    tellOf(world, 'charge.refunded', chargeShape(world, row));
  });
}

/** All refunds of a session fail. */
export function failRefund(world: World, id: string): void {
  world.transaction(() => {
    world.db.prepare('update stripe_session set refunded = 0 where id = ?').run(id);
    const row = findSession(world, id);
    if (row) tellOf(world, 'refund.failed', { object: 'refund', payment_intent: row.payment_intent, status: 'failed' });
  });
}

export function dispute(world: World, id: string, amount?: number, isInquiry = false): void {
  world.transaction(() => {
    const row = findSession(world, id);
    if (!row?.charge || !row.payment_intent) return;
    const { charge, currency, payment_intent } = row;
    const opened = openDispute(world, { charge, currency, payment_intent }, amount ?? row.amount, isInquiry);
    tellOf(world, 'charge.dispute.created', disputeShape(opened));
  });
}

export function decide(world: World, id: string, outcome: 'won' | 'lost'): void {
  world.transaction(() => {
    for (const row of closeDisputes(world, findSession(world, id)?.payment_intent ?? '', outcome))
      tellOf(world, 'charge.dispute.closed', disputeShape(row));
  });
}
