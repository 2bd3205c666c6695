import { newId, nextState } from '@quayside/kernel';
import type { Db, Executor } from '../../../db/index.ts';
import { moveStock } from '../goods-repo.ts';
import type { Installation } from '../installation-repo.ts';
import { findLines, findPayment, insertPayment, lockOrder, type OrderRow, setState } from '../order-repo.ts';
import { WarehouseRefusal } from '../refusal.ts';
import { ORDER_TRANSITIONS } from '../rules/order-states.ts';

/** Cancels an order that the caller holds: the goods return to the shelves and what was paid goes back. */
export async function cancelHeld(tx: Executor, order: OrderRow, reason: string): Promise<void> {
  const next = nextState(ORDER_TRANSITIONS, order.state, 'cancel');
  if (!next) throw new WarehouseRefusal('wrong_state', `An order in state ${order.state} can't be canceled.`);
  const open = (await findLines(tx, order.order_id)).filter((line) => line.state === 'open');
  await moveStock(
    tx,
    open.map((line) => ({ variant_id: line.variant_id, quantity: -line.quantity })),
  );
  const due = order.items_cost + order.shipping_cost;
  if ((await findPayment(tx, order.order_id)) && due > 0)
    await insertPayment(tx, order.order_id, 'refund', {
      payment_id: newId(),
      reference: 'cancel',
      amount: due,
      currency: order.currency,
    });
  await setState(tx, order.order_id, next, reason);
}

/** Takes an order back before it is packed: the goods return to the shelves and what was paid goes back. Once. */
export const cancelOrder = (db: Db, customer: Installation, orderId: string, reason: string): Promise<void> =>
  db.global(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || order.installation_id !== customer.installation_id)
      throw new WarehouseRefusal('not_found', 'Order not found.');
    if (order.state === 'cancelled') return;
    await cancelHeld(tx, order, reason);
  });
