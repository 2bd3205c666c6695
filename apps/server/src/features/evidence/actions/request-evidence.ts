import { newId, notFoundField } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { lockOrder } from '../../orders/index.ts';
import { requestsForEvidence } from '../../purchasing/index.ts';
import { makeEvidenceJob } from '../jobs/evidence.ts';
import { deleteOldEvidence, type EvidenceRow, failEvidence, insertEvidence, newestEvidence } from '../repo.ts';

const MINUTE_MS = 60_000;
/** Longer than all attempts of the job: a row that is still being made then was left behind. */
const LOST_MS = 60 * MINUTE_MS;
const KEPT_MS = 24 * 60 * MINUTE_MS;

/** Whether asking again returns it: it is being made, or was just asked for. */
const isSame = (row: EvidenceRow, now: number): boolean =>
  row.state === 'making' || (row.state === 'ready' && now - Date.parse(row.created_at) < MINUTE_MS);

/**
 * Requests evidence of an order or of one of its refund requests. Throws OrderDetailNotFound at `order_id` and
 * REFUND_REQUEST_NOT_FOUND at `refund_request_id`.
 */
export const requestEvidence = (
  deps: Pick<Deps, 'db' | 'queue' | 'clock'>,
  who: Who,
  input: { order_id: string; refund_request_id?: string | undefined },
): Promise<string> =>
  deps.db.tenant(who.scope, async (tx) => {
    const { workplaceId } = who;
    const requestId = input.refund_request_id ?? null;
    // Two presses come one after the other.
    const order = await lockOrder(tx, workplaceId, input.order_id);
    if (!order) throw notFoundField('order_id', 'OrderDetailNotFound');
    if (requestId) {
      const requests = await requestsForEvidence(tx, workplaceId, order.order_id);
      if (!requests.some((one) => one.refund_request_id === requestId))
        throw notFoundField('refund_request_id', 'REFUND_REQUEST_NOT_FOUND');
    }
    const now = deps.clock.millis();
    const before = (ms: number) => new Date(now - ms).toISOString();
    const subject = { subject_id: requestId ?? order.order_id, order_id: order.order_id, language: who.locale };
    const newest = await newestEvidence(tx, workplaceId, subject);
    const isLost = newest?.state === 'making' && newest.created_at < before(LOST_MS);
    if (newest && isLost) await failEvidence(tx, workplaceId, newest.evidence_id, { key: 'EVIDENCE_FAILED' });
    else if (newest && isSame(newest, now)) return newest.evidence_id;
    await deleteOldEvidence(tx, workplaceId, order.order_id, before(KEPT_MS));
    const id = newId();
    await insertEvidence(tx, workplaceId, {
      ...subject,
      evidence_id: id,
      store_id: order.store_id,
      refund_request_id: requestId,
      time_zone: who.timeZone,
      created_at: deps.clock.now(),
    });
    await deps.queue.send(tx, makeEvidenceJob, { accountId: who.scope.accountId, workplaceId, evidenceId: id });
    return id;
  });
