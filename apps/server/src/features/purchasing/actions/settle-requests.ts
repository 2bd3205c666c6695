import { nextState } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import { connectorLabel } from '../../../installed/index.ts';
import { REFUND_TRANSITIONS } from '../../../states/refund-request.ts';
import { addEvents } from '../../orders/index.ts';
import { findExpectedRefunds, findRefunds } from '../refund-repo.ts';
import { openRequestsOf, patchRequest } from '../request-repo.ts';
import { getReceived } from '../rules/refund-request.ts';
import { creditedSum } from '../rules/refunds.ts';
import { orderNumber, type PurchaseRow } from '../tables.ts';

/**
 * Completes accepted refund requests whose money came, or whose rest was given up, after a refund was booked or closed.
 * The caller locks the order.
 */
export async function settleRequests(
  tx: Executor,
  { workplaceId }: WorkplaceScope,
  row: Pick<PurchaseRow, 'supplier_order_id' | 'order_id' | 'supplier' | 'order_number' | 'source_order_no'>,
): Promise<void> {
  const open = await openRequestsOf(tx, workplaceId, row.supplier_order_id);
  const accepted = open.filter((one) => one.type === 'refund' && one.state === 'accepted');
  if (accepted.length === 0) return;
  const credited = creditedSum(await findRefunds(tx, workplaceId, [row.supplier_order_id]));
  const [expected] = await findExpectedRefunds(tx, workplaceId, [row.supplier_order_id]);
  // What an earlier request did not get is not taken from a later one.
  let missing = 0;
  for (const request of accepted.sort((a, b) => a.credited_before - b.credited_before)) {
    const agreed = request.agreed ?? 0;
    const before = request.credited_before - missing;
    const received = getReceived({ agreed, credited_before: before }, credited);
    const state = nextState(REFUND_TRANSITIONS, request.state, 'complete');
    const isOver = state && (received === agreed || expected?.pending === 0);
    await patchRequest(tx, workplaceId, request.refund_request_id, {
      credited_before: before,
      received,
      ...(isOver ? { state, closed: true } : {}),
    });
    if (!isOver) continue;
    missing += agreed - received;
    const params = { supplier: connectorLabel(row.supplier), number: orderNumber(row) };
    await addEvents(tx, workplaceId, [{ orderId: row.order_id, kind: 'refund_completed', params }]);
  }
}
