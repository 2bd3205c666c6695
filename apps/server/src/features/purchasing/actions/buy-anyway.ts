import { AppError, notFoundField } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { acceptStoreCheck, findChecks, findLines, type LineRow, lockOrder } from '../../orders/index.ts';
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

/** Throws where the plan allows no more orders. */
export type Admit = (orders: number) => Promise<void>;

/** Asks the plan, before anything is changed, where lines of an order are to be placed again. */
export async function admitAgain(
  deps: Deps,
  here: WorkplaceScope,
  orderId: string,
  isAgain: (line: LineRow) => boolean,
  admit: Admit,
): Promise<void> {
  const lines = await deps.db.read(here, (ex) => findLines(ex, here.workplaceId, [orderId]));
  if (lines.some(isAgain)) await admit(1);
}

const isUnpaid = (line: LineRow): boolean => line.state === 'blocked' && line.block_key === UNPAID;

/** What of an order is bought again after a person's decision. */
export interface BuyAgain {
  lineIds: string[];
  /** Placed supplier orders to pay. */
  unpaid: string[];
  /** New supplier orders are paid without a request of their own. */
  pays: boolean;
  /** The member who requested the purchase, whom a guard that needs a second one refuses. */
  by: string | null;
}

/** Places the lines and pays the supplier orders that a person decided to buy. */
export async function buyAgain(
  deps: Deps,
  here: WorkplaceScope,
  orderId: string,
  { lineIds, unpaid, pays, by }: BuyAgain,
): Promise<BoughtAnyway> {
  const failed: PayRefusal[] = [];
  let requested = 0;
  if (lineIds.length > 0) {
    const placed = await requestPlacement(deps, here, [{ order_id: orderId, line_item_ids: lineIds }], pays, by);
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

/**
 * Buys an order although its store doesn't respond or reports it as unpaid, as a person's decision recorded in the
 * audit log. Orders that the store canceled, refunded or deleted are still refused. `by`: the member who decides.
 */
export async function buyAnyway(
  deps: Deps,
  here: WorkplaceScope,
  orderId: string,
  by: string | null,
  admit: Admit,
): Promise<BoughtAnyway> {
  const { workplaceId } = here;
  await admitAgain(deps, here, orderId, isUnpaid, admit);
  const { waiting, unpaid, lineIds, pays } = await deps.db.tenant(here, async (tx) => {
    const order = await lockOrder(tx, workplaceId, orderId);
    if (!order) throw notFoundField('order_id', 'OrderDetailNotFound');
    if (order.cancelled_at) throw new AppError('BAD_REQUEST', 'ORDER_CANCELLED');
    const purchases = await findPurchasesOfOrders(tx, workplaceId, [orderId]);
    const blocked = (await findLines(tx, workplaceId, [orderId])).filter(isUnpaid);
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
  const again = await buyAgain(deps, here, orderId, { lineIds, unpaid, pays, by });
  return { ...again, requested: again.requested + waiting };
}
