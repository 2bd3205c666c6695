import { AppError, notFoundField } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { acceptStoreCheck, findChecks, findLines, lockOrder } from '../../orders/index.ts';
import { findPurchasesOfOrders } from '../repo.ts';
import { isInProgress, UNPAID } from '../rules/states.ts';
import { type PayRefusal, payOrders } from './pay-orders.ts';
import { requestPlacement } from './request-placement.ts';
import { resumePurchases } from './resume-purchases.ts';

export interface BoughtAnyway {
  /** Supplier orders that continue or were requested again. */
  requested: number;
  failed: PayRefusal[];
}

/**
 * Buys an order although its store doesn't respond or reports it as unpaid, as a person's decision recorded in the
 * audit log. Orders that the store canceled, refunded or deleted are still refused.
 */
export async function buyAnyway(deps: Deps, here: WorkplaceScope, orderId: string): Promise<BoughtAnyway> {
  const { workplaceId } = here;
  const { waiting, unpaid, lineIds, pays } = await deps.db.tenant(here, async (tx) => {
    const order = await lockOrder(tx, workplaceId, orderId);
    if (!order) throw notFoundField('order_id', 'OrderDetailNotFound');
    if (order.cancelled_at) throw new AppError('BAD_REQUEST', 'ORDER_CANCELLED');
    const purchases = await findPurchasesOfOrders(tx, workplaceId, [orderId]);
    const blocked = (await findLines(tx, workplaceId, [orderId])).filter(
      (line) => line.state === 'blocked' && line.block_key === UNPAID,
    );
    const isSilent = typeof (await findChecks(tx, workplaceId, [orderId])).get(orderId)?.silentMs === 'number';
    const held = isSilent ? purchases.filter(isInProgress) : [];
    const refused = purchases.filter(
      (one) => one.state === 'placed' && one.pay_state === 'failed' && one.error_key === UNPAID,
    );
    if (held.length + refused.length + blocked.length === 0)
      throw new AppError('BAD_REQUEST', 'NOTHING_WAITS_FOR_STORE');
    const accepted = { silence: held.length > 0, unpaid: refused.length + blocked.length > 0 };
    await acceptStoreCheck(tx, workplaceId, orderId, accepted);
    return {
      waiting: held.length,
      unpaid: refused.map((one) => one.supplier_order_id),
      lineIds: blocked.map((line) => line.line_id),
      pays: purchases.some((one) => one.state === 'failed' && one.error_key === UNPAID && one.pay_automatically),
    };
  });
  if (waiting > 0) await resumePurchases(deps, here, { orderId });
  const failed: PayRefusal[] = [];
  let requested = waiting;
  if (lineIds.length > 0) {
    const placed = await requestPlacement(deps, here, [{ order_id: orderId, line_item_ids: lineIds }], pays);
    requested += placed.requested;
    failed.push(...[...placed.failed.values()].flat());
  }
  if (unpaid.length > 0) {
    const paid = await payOrders(deps, here, { supplier_order_ids: unpaid, allow_partial: false });
    requested += paid.requested;
    failed.push(...paid.failed.values());
  }
  return { requested, failed };
}
