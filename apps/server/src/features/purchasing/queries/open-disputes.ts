import type { Executor } from '../../../db/index.ts';
import { findOrders } from '../../orders/index.ts';
import { linesOfPurchases } from '../repo.ts';
import { linesOfRequests, requestsOfOrders } from '../request-repo.ts';
import { isAtSupplier } from '../rules/refund-actions.ts';
import { orderIdsOf, type PurchaseLineRow, type PurchaseRow } from '../tables.ts';

/** A request about the same item that the supplier's API has, or is about to get. */
export interface OpenDispute {
  refund_request_id: string;
  order_name: string;
}

/**
 * Finds the request that keeps another one about the same item from being sent: a supplier takes one dispute per item of
 * its order at a time, and orders that share a supplier order may hold the same item.
 */
export async function findDisputes(
  ex: Executor,
  workplaceId: string,
  purchases: readonly PurchaseRow[],
): Promise<(line: Pick<PurchaseLineRow, 'supplier_order_id' | 'source_variant_id'>) => OpenDispute[]> {
  const orderIds = [...new Set(purchases.flatMap(orderIdsOf))];
  const open = (await requestsOfOrders(ex, workplaceId, orderIds)).filter(isAtSupplier);
  if (open.length === 0) return () => [];
  const held = await linesOfRequests(
    ex,
    workplaceId,
    open.map((one) => one.refund_request_id),
  );
  const bought = await linesOfPurchases(
    ex,
    workplaceId,
    purchases.map((one) => one.supplier_order_id),
  );
  const orders = await findOrders(
    ex,
    workplaceId,
    open.map((one) => one.order_id),
  );
  return ({ supplier_order_id: id, source_variant_id: variant }) => {
    const same = new Set(
      bought
        .filter((one) => one.supplier_order_id === id && one.source_variant_id === variant)
        .map((one) => one.line_id),
    );
    return open
      .filter(
        (one) =>
          one.supplier_order_id === id &&
          held.some((line) => line.refund_request_id === one.refund_request_id && same.has(line.line_id)),
      )
      .map(({ refund_request_id, order_id }) => ({
        refund_request_id,
        order_name: orders.find((order) => order.order_id === order_id)?.name ?? '',
      }));
  };
}
