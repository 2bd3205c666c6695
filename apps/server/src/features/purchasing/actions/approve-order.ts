import { AppError, notFoundField } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { findLines, type LineRow, lockOrder } from '../../orders/index.ts';
import { approveStops, findStops } from '../guard-repo.ts';
import { clearWait, findPurchasesOfOrders } from '../repo.ts';
import { GUARD_KEYS } from '../rules/guards.ts';
import { type Admit, admitAgain, type BoughtAnyway, buyAgain } from './buy-anyway.ts';
import { resumePurchases } from './resume-purchases.ts';

/** The person who approves, by name. */
export interface Approver {
  accountId: string;
  name: string;
  note: string | null;
}

const isGuarded = (key: string | null): boolean => GUARD_KEYS.includes(key ?? '');

const isStopped = (line: LineRow): boolean => line.state === 'blocked' && isGuarded(line.block_key);

/**
 * Approves an order that guards stopped and places or pays it, as a person's decision recorded in the audit log. Where a
 * second member must approve, the member who requested the purchase can't.
 */
export async function approveOrder(
  deps: Deps,
  here: WorkplaceScope,
  orderId: string,
  approver: Approver,
  admit: Admit,
): Promise<BoughtAnyway> {
  const { workplaceId } = here;
  await admitAgain(deps, here, orderId, isStopped, admit);
  const again = await deps.db.tenant(here, async (tx) => {
    const order = await lockOrder(tx, workplaceId, orderId);
    if (!order) throw notFoundField('order_id', 'OrderDetailNotFound');
    if (order.cancelled_at) throw new AppError('BAD_REQUEST', 'ORDER_CANCELLED');
    const open = (await findStops(tx, workplaceId, [orderId])).filter((stop) => stop.approved_at === null);
    if (open.length === 0) throw new AppError('BAD_REQUEST', 'NOTHING_TO_APPROVE');
    if (open.some((stop) => stop.guard === 'approval' && stop.requested_by === approver.accountId))
      throw new AppError('FORBIDDEN', 'GUARD_OWN_REQUEST');
    await approveStops(tx, workplaceId, orderId, approver);
    const purchases = await findPurchasesOfOrders(tx, workplaceId, [orderId]);
    const lines = await findLines(tx, workplaceId, [orderId]);
    await publish(tx, workplaceId, 'orders', [orderId]);
    return {
      lineIds: lines.filter(isStopped).map((line) => line.line_id),
      unpaid: purchases
        .filter((one) => one.state === 'placed' && one.pay_state === 'failed' && isGuarded(one.error_key))
        .map((one) => one.supplier_order_id),
      pays: open.some((stop) => stop.pays),
      by: open.find((stop) => stop.requested_by !== null)?.requested_by ?? null,
    };
  });
  return buyAgain(deps, here, orderId, again);
}

/** Places supplier orders of an order now that wait for their time. Returns how many. */
export async function placeNow(deps: Deps, here: WorkplaceScope, orderId: string): Promise<number> {
  const { workplaceId } = here;
  const freed = await deps.db.tenant(here, async (tx) => {
    if (!(await lockOrder(tx, workplaceId, orderId))) throw notFoundField('order_id', 'OrderDetailNotFound');
    const count = await clearWait(tx, workplaceId, orderId);
    if (count > 0) await publish(tx, workplaceId, 'orders', [orderId]);
    return count;
  });
  if (freed > 0) await resumePurchases(deps, here, { orderId });
  return freed;
}
