import type { Executor } from '../../../db/index.ts';
import { linesOfRequests, photosOfRequests, type RequestRow, requestsOfOrders } from '../request-repo.ts';

export interface RequestForEvidence
  extends Pick<
    RequestRow,
    | 'refund_request_id'
    | 'supplier_order_id'
    | 'type'
    | 'reason'
    | 'state'
    | 'amount'
    | 'currency'
    | 'description'
    | 'answer'
    | 'created_at'
  > {
  lines: { line_id: string; quantity: number }[];
  photoIds: string[];
}

/** Refund requests of an order with their lines and photos, without those that were withdrawn, oldest first. */
export async function requestsForEvidence(
  ex: Executor,
  workplaceId: string,
  orderId: string,
): Promise<RequestForEvidence[]> {
  const rows = (await requestsOfOrders(ex, workplaceId, [orderId])).filter((row) => row.state !== 'withdrawn');
  const ids = rows.map((row) => row.refund_request_id);
  const lines = await linesOfRequests(ex, workplaceId, ids);
  const photos = await photosOfRequests(ex, workplaceId, ids);
  return rows.map((row) => {
    const isOwn = (one: { refund_request_id: string }) => one.refund_request_id === row.refund_request_id;
    return {
      ...row,
      lines: lines.filter(isOwn).map(({ line_id, quantity }) => ({ line_id, quantity })),
      photoIds: photos.filter(isOwn).map((one) => one.file_id),
    };
  });
}
