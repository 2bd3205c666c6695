import { nextState } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import { connectorLabel } from '../../../installed/index.ts';
import { REFUND_TRANSITIONS } from '../../../states/refund-request.ts';
import { addEvents } from '../../orders/index.ts';
import { findExpectedRefunds, findRefunds } from '../refund-repo.ts';
import { findPurchase } from '../repo.ts';
import { openRequestsOf, patchRequest, type RequestRow } from '../request-repo.ts';
import { creditedTo } from '../rules/order-payment.ts';
import { getReceived } from '../rules/refund-request.ts';
import { orderNumber, type PurchaseRow } from '../tables.ts';

/**
 * Completes accepted refund requests whose money came, or whose rest was given up, after a refund was booked or closed.
 * The caller locks the supplier order's orders.
 */
export async function settleRequests(
  tx: Executor,
  { workplaceId }: WorkplaceScope,
  supplierOrderId: string,
): Promise<void> {
  const open = await openRequestsOf(tx, workplaceId, supplierOrderId);
  const accepted = open.filter((one) => one.type === 'refund' && one.state === 'accepted');
  const row = accepted.length === 0 ? undefined : await findPurchase(tx, workplaceId, supplierOrderId);
  if (!row) return;
  const booked = await findRefunds(tx, workplaceId, [supplierOrderId]);
  const [expected] = await findExpectedRefunds(tx, workplaceId, [supplierOrderId]);
  const isOver = expected?.pending === 0;
  for (const [orderId, own] of Map.groupBy(accepted, (one) => one.order_id))
    await settle(tx, workplaceId, row, own, { credited: creditedTo(row, orderId, booked), isOver });
}

/** `requests`: accepted ones of one order. `isOver`: nothing more is expected. */
async function settle(
  tx: Executor,
  workplaceId: string,
  row: PurchaseRow,
  requests: readonly RequestRow[],
  { credited, isOver }: { credited: number; isOver: boolean },
): Promise<void> {
  // What an earlier request did not get is not taken from a later one.
  let missing = 0;
  for (const request of requests.toSorted((a, b) => a.credited_before - b.credited_before)) {
    const agreed = request.agreed ?? 0;
    const before = request.credited_before - missing;
    const received = getReceived({ agreed, credited_before: before }, credited);
    const state = nextState(REFUND_TRANSITIONS, request.state, 'complete');
    const isDone = state && (received === agreed || isOver);
    await patchRequest(tx, workplaceId, request.refund_request_id, {
      credited_before: before,
      received,
      ...(isDone ? { state, closed: true } : {}),
    });
    if (!isDone) continue;
    missing += agreed - received;
    const params = { supplier: connectorLabel(row.supplier), number: orderNumber(row) };
    await addEvents(tx, workplaceId, [{ orderId: request.order_id, kind: 'refund_completed', params }]);
  }
}
