import type { Again } from '../../db/effect-row.ts';
import { type ClaimParts, type EffectRow, releaseRow } from '../../db/effect-row.ts';
import { type Executor, json, type Sql, sql } from '../../db/index.ts';
import { isOneOf } from '../../states/sql.ts';
import { asksFirst, CLAIM_COLUMNS, type Claim } from './place-repo.ts';
import { PURCHASE_COLUMNS } from './repo.ts';
import { getPaymentReference } from './rules/reference.ts';
import { MISSING, PAY_TRANSITIONS, PAYABLE } from './rules/states.ts';
import type { PurchaseRow } from './tables.ts';

/**
 * Writes the intent to pay: the exact amount with a new reference, also after a declined payment. The caller holds the
 * orders and has checked the transition.
 */
export async function requestPayments(
  tx: Executor,
  workplaceId: string,
  rows: readonly PurchaseRow[],
  processId: string | null,
): Promise<void> {
  if (rows.length === 0) return;
  const next = rows.map((row) => ({
    id: row.supplier_order_id,
    round: row.pay_round + 1,
    reference: getPaymentReference(row.reference, row.pay_round + 1),
    amount: row.total_cost,
  }));
  await tx.run(sql`update supplier_order p set pay_state = 'requested', pay_round = n.round, payment_reference = n.reference,
      pay_amount = n.amount, pay_attempts = 0, pay_sent_at = null, pay_requested_at = now(), pay_process_id = ${processId}::uuid, error_key = null, error_params = null,
      pauses = 0, next_attempt_at = db_clock(), updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as n(id uuid, round integer, reference text, amount bigint)
    where p.workplace_id = ${workplaceId} and p.supplier_order_id = n.id and ${isOneOf('p.pay_state', PAYABLE)} and p.state = 'placed'`);
}

/** A claimed payment with the connector's earlier notes. */
export interface PayClaim extends Claim {
  pay_notes: Record<string, string>;
}

/** Payments in supplier_order. Only confirmed orders are claimed. */
export const PAYING: EffectRow = {
  table: 'supplier_order',
  key: 'supplier_order_id',
  prefix: 'pay_',
  states: { waiting: 'requested', sending: 'paying', unknown: 'unknown' },
  moves: PAY_TRANSITIONS,
  only: sql`state = 'placed'`,
  openedAt: sql`coalesce(pay_requested_at, placed_at)`,
};

/** The claim itself records the first payment attempt. */
export const payingParts = (restoredAt: string | null): ClaimParts => ({
  columns: sql`${CLAIM_COLUMNS}, p.pay_notes`,
  asks: asksFirst(restoredAt),
  notes: sql`true`,
});

/** Saves the connector's notes on a payment. false: the lease is lost and nothing may be sent. */
export const savePayNotes = async (
  tx: Executor,
  workplaceId: string,
  id: string,
  token: string,
  notes: Readonly<Record<string, string>>,
): Promise<boolean> =>
  (await tx.run(sql`update supplier_order set pay_notes = pay_notes || ${json(notes)}
    where workplace_id = ${workplaceId} and supplier_order_id = ${id} and claimed_by = ${token} and claimed_until >= db_clock()`)) >
  0;

/** Final outcome of a payment. */
export type PayFinal =
  /** `amount`: the amount actually paid, in minor units of the order's currency. */
  | { kind: 'paid'; paymentId: string; amount: number }
  /**
   * The supplier shows neither the order nor its payment. `amount`: what may have been paid; null: definitely nothing.
   */
  | { kind: 'missing'; amount: number | null }
  | { kind: 'failed'; key: string; params: object; total?: number }
  | { kind: 'unpaid' };

export type PayEnd = PayFinal | Again;

/** Records a final outcome and releases the row. false: another worker holds it and nothing was recorded. */
export async function endPaying(
  tx: Executor,
  workplaceId: string,
  id: string,
  token: string,
  end: PayEnd,
): Promise<boolean> {
  const mine = sql`workplace_id = ${workplaceId} and supplier_order_id = ${id} and claimed_by = ${token}`;
  const free = sql`claimed_by = null, claimed_until = null, updated_at = now()`;
  switch (end.kind) {
    case 'paid':
      return (
        (await tx.run(sql`update supplier_order set pay_state = 'paid', payment_id = ${end.paymentId}, total_cost = ${end.amount},
          paid_at = now(), error_key = null, error_params = null, pauses = 0, ${free} where ${mine}`)) > 0
      );
    case 'missing': {
      const paid = sql`pay_state = 'paid', total_cost = ${end.amount}, paid_at = now(), error_key = null, error_params = null`;
      const failed = sql`pay_state = 'failed', error_key = ${MISSING}, error_params = '{}'`;
      return (
        (await tx.run(sql`update supplier_order set ${end.amount === null ? failed : paid}, remote_state = 'cancelled', pauses = 0, ${free}
          where ${mine}`)) > 0
      );
    }
    case 'failed':
      return (
        (await tx.run(sql`update supplier_order set pay_state = 'failed', error_key = ${end.key}, error_params = ${json(end.params)},
          total_cost = coalesce(${end.total ?? null}::bigint, total_cost), pauses = 0, ${free} where ${mine}`)) > 0
      );
    case 'unpaid':
      return (
        (await tx.run(
          sql`update supplier_order set pay_state = 'unpaid', pay_automatically = false, pauses = 0, ${free} where ${mine}`,
        )) > 0
      );
    default:
      return releaseRow(tx, PAYING, workplaceId, { id, token }, end);
  }
}

/** Ids of placed supplier orders by payment state, newest first; `supplier`: filter. */
export const idsByPayState = async (
  ex: Executor,
  states: readonly string[],
  /** A condition on supplier_order p, with its workplace. */
  among: Sql,
  most: number,
): Promise<string[]> =>
  (
    await ex.rows<{ supplier_order_id: string }>(sql`select p.supplier_order_id from supplier_order p
      where ${among} and p.state = 'placed' and p.pay_state = any(${states}::text[])
      order by p.supplier_order_id desc limit ${most}`)
  ).map((row) => row.supplier_order_id);

/** Withdraws unclaimed payments and returns them. The caller releases the money. */
export const withdrawPayments = (tx: Executor, workplaceId: string, ids: readonly string[]): Promise<PurchaseRow[]> =>
  tx.rows<PurchaseRow>(sql`update supplier_order p set pay_state = 'unpaid', pay_automatically = false, updated_at = now()
    where p.workplace_id = ${workplaceId} and p.supplier_order_id = any(${ids}::uuid[]) and p.pay_state = 'requested'
      and p.pay_attempts = 0 and (p.claimed_until is null or p.claimed_until < db_clock())
    returning ${PURCHASE_COLUMNS}`);
