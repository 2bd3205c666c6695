import { AppError, nextState, notFoundField } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import { findLines, lockOrder, patchLines, setManualState } from '../repo.ts';
import { LINE_TRANSITIONS } from '../rules/line-states.ts';
import { getActions } from '../rules/order-summary.ts';
import type { LineRow, OrderRow } from '../tables.ts';
import { addEvents } from './add-events.ts';
import { refreshOrders } from './refresh-order.ts';

type ManualAction = 'cancel_order' | 'mark_paid';

/** Locks a manual order on which an action is possible. Throws OrderDetailNotFound and ORDER_ACTION_NOT_NOW. */
async function hold(
  tx: Executor,
  workplaceId: string,
  orderId: string,
  action: ManualAction,
): Promise<{ order: OrderRow; lines: LineRow[] }> {
  const order = await lockOrder(tx, workplaceId, orderId);
  if (!order) throw notFoundField('order_id', 'OrderDetailNotFound');
  const lines = await findLines(tx, workplaceId, [orderId]);
  if (!getActions(order, lines).includes(action)) throw new AppError('BAD_REQUEST', 'ORDER_ACTION_NOT_NOW');
  return { order, lines };
}

/** Cancels an order created in Quayside, as a store would cancel one of its own: lines at a supplier stay, and are a problem to solve. */
export async function cancelManualOrder(
  deps: Pick<Deps, 'db' | 'queue' | 'clock'>,
  who: Who,
  orderId: string,
): Promise<void> {
  const { workplaceId, scope } = who;
  await deps.db.tenant(scope, async (tx) => {
    const { order, lines } = await hold(tx, workplaceId, orderId, 'cancel_order');
    const cancelled = { ...order, cancelled_at: deps.clock.now(), cancelled_by: 'channel' as const };
    await setManualState(tx, workplaceId, cancelled);
    await patchLines(
      tx,
      workplaceId,
      lines.flatMap(({ line_id, state, taken_over_by }) => {
        const next = taken_over_by === 'person' ? undefined : nextState(LINE_TRANSITIONS, state, 'cancel');
        return next ? [{ order_id: orderId, line_id, state: next, block: null }] : [];
      }),
    );
    await refreshOrders(tx, deps, scope, [cancelled]);
    await addEvents(tx, workplaceId, [
      { orderId, kind: 'canceled', params: { by: 'person' }, actor: scope.actor?.name ?? '' },
    ]);
    await publish(tx, workplaceId, 'orders', [orderId]);
    await publish(tx, workplaceId, 'counts');
  });
}

/** Marks an order created in Quayside as paid by its customer. */
export async function markManualPaid(deps: Pick<Deps, 'db' | 'queue'>, who: Who, orderId: string): Promise<void> {
  const { workplaceId, scope } = who;
  await deps.db.tenant(scope, async (tx) => {
    const { order } = await hold(tx, workplaceId, orderId, 'mark_paid');
    const paid = { ...order, financial_status: 'paid' };
    await setManualState(tx, workplaceId, paid);
    await refreshOrders(tx, deps, scope, [paid]);
    await addEvents(tx, workplaceId, [{ orderId, kind: 'marked_paid', actor: scope.actor?.name ?? '' }]);
    await publish(tx, workplaceId, 'orders', [orderId]);
  });
}
