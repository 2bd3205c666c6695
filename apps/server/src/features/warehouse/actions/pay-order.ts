import { type Money, newId, nextState } from '@quayside/kernel';
import type { Db } from '../../../db/index.ts';
import type { Installation } from '../installation-repo.ts';
import { findPayment, insertPayment, lockOrder, type PaymentRow, setState } from '../order-repo.ts';
import { WarehouseRefusal } from '../refusal.ts';
import { ORDER_TRANSITIONS } from '../rules/order-states.ts';

/**
 * Books the payment of exactly what is due. The reference is its idempotency key: asked again, it answers the payment
 * that is there. Throws WarehouseRefusal.
 */
export const payOrder = (
  db: Db,
  customer: Installation,
  input: { orderId: string; reference: string; amount: Money },
): Promise<PaymentRow> =>
  db.global(async (tx) => {
    const order = await lockOrder(tx, input.orderId);
    if (!order || order.installation_id !== customer.installation_id)
      throw new WarehouseRefusal('not_found', 'Order not found.');
    const { amount, currency } = input.amount;
    const existing = await findPayment(tx, input.orderId);
    if (existing) {
      const same =
        existing.reference === input.reference && existing.amount === amount && existing.currency === currency;
      if (same) return existing;
      throw new WarehouseRefusal('already_paid', 'The order is already paid with another reference or amount.');
    }
    const next = nextState(ORDER_TRANSITIONS, order.state, 'pay');
    if (!next) throw new WarehouseRefusal('wrong_state', `An order in state ${order.state} can't be paid.`);
    const due = order.items_cost + order.shipping_cost;
    if (currency !== order.currency || amount !== due)
      throw new WarehouseRefusal(
        'amount_mismatch',
        `Amount due is ${due} ${order.currency} (minor units), got ${amount} ${currency}.`,
      );
    const payment = { payment_id: newId(), reference: input.reference, amount, currency };
    await insertPayment(tx, input.orderId, 'payment', payment);
    await setState(tx, input.orderId, next);
    return payment;
  });
