import {
  type Again,
  type Claimed,
  type ClaimParts,
  type EffectRow,
  isAgain,
  type Noted,
  releaseRow,
} from '../../db/effect-row.ts';
import { type Executor, json, sql } from '../../db/index.ts';
import { DISPUTE_TRANSITIONS } from '../../states/refund-request.ts';
import { CLAIMED_COLUMNS, type RequestRow } from './request-repo.ts';

/** Refund requests opened through a supplier's API, in refund_request. */
export const DISPUTING: EffectRow = {
  table: 'refund_request',
  key: 'refund_request_id',
  prefix: 'send_',
  states: { waiting: 'requested', sending: 'sending', unknown: 'unknown' },
  moves: DISPUTE_TRANSITIONS,
  openedAt: sql`created_at`,
};

/** Only requests to a connected supplier are sent. */
export type DisputeClaim = RequestRow & Claimed & { connection_id: string };

/** Requests from before a restore may be at the supplier already. */
export const disputeParts = (restoredAt: string | null): ClaimParts => ({
  columns: sql`${CLAIMED_COLUMNS}, p.pauses`,
  asks: sql`coalesce(created_at < ${restoredAt}::timestamptz, false)`,
  notes: sql`not coalesce(created_at < ${restoredAt}::timestamptz, false)`,
});

export type DisputeEnd = { kind: 'sent'; disputeId: string } | { kind: 'failed'; key: string; params: object };

/** Records an outcome and releases the request. false: another worker holds it and nothing was recorded. */
export async function endDispute(
  tx: Executor,
  workplaceId: string,
  { id, token }: Noted,
  end: DisputeEnd | Again,
): Promise<boolean> {
  if (isAgain(end)) return releaseRow(tx, DISPUTING, workplaceId, { id, token }, end);
  const failed = end.kind === 'failed' ? end : undefined;
  return (
    (await tx.run(sql`update refund_request set send_state = ${end.kind}, error_key = ${failed?.key ?? null},
        error_params = ${json(failed?.params ?? null)}, pauses = 0, claimed_by = null, claimed_until = null, updated_at = now(),
        dispute_id = coalesce(${end.kind === 'sent' ? end.disputeId : null}, dispute_id)
      where workplace_id = ${workplaceId} and refund_request_id = ${id} and claimed_by = ${token}`)) > 0
  );
}

/** Sent requests of a connection whose disputes are due for a check, taken so that other workers skip them. */
export const takeDueDisputes = (
  tx: Executor,
  workplaceId: string,
  connectionId: string,
  due: { everySeconds: number; most: number },
): Promise<Pick<RequestRow, 'refund_request_id' | 'supplier_order_id' | 'dispute_id'>[]> =>
  tx.rows(sql`update refund_request set checked_at = now() where workplace_id = ${workplaceId} and refund_request_id in
      (select refund_request_id from refund_request where workplace_id = ${workplaceId} and connection_id = ${connectionId}
        and send_state = 'sent' and state = 'pending'
        and (checked_at is null or checked_at < now() - make_interval(secs => ${due.everySeconds}))
      order by checked_at nulls first limit ${due.most} for no key update skip locked)
    returning refund_request_id, supplier_order_id, dispute_id`);
