import { newId, nextState } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import { moveStock } from '../goods-repo.ts';
import {
  dropShipping,
  findLines,
  findPayment,
  insertPayment,
  refuseLine as markRefused,
  type OrderRow,
  setState,
} from '../order-repo.ts';
import { sentLines } from '../parcel-repo.ts';
import { WarehouseRefusal } from '../refusal.ts';
import { ORDER_TRANSITIONS, REFUSABLE } from '../rules/order-states.ts';
import { orderForStaff, type Staff } from '../staff.ts';
import { type Floor, notifyCustomer } from './notify-customer.ts';
import { finishShipping } from './ship-order.ts';

/** Gives back an amount of a paid order, once per reference. */
async function giveBack(tx: Executor, order: OrderRow, amount: number, reference: string): Promise<void> {
  if (amount === 0 || !(await findPayment(tx, order.order_id))) return;
  await insertPayment(tx, order.order_id, 'refund', {
    payment_id: newId(),
    reference,
    amount,
    currency: order.currency,
  });
}

/**
 * The staff refuse one line (broken, not found): its amount goes back and its pieces to the shelves. When no line is
 * left the order is cancelled and the shipping goes back too. Refusing again changes nothing.
 */
export const refuseLine = (
  { db, queue }: Floor,
  staff: Staff,
  input: { orderId: string; lineNo: number; reason: string },
): Promise<void> =>
  db.global(async (tx) => {
    const order = await orderForStaff(tx, staff, input.orderId);
    const lines = await findLines(tx, input.orderId);
    const line = lines.find((one) => one.line_no === input.lineNo);
    if (!line) throw new WarehouseRefusal('not_found', 'Line not found.');
    if (line.state === 'refused') return;
    const left = (await sentLines(tx, input.orderId)).some((one) => one.line_no === line.line_no);
    if (left || !REFUSABLE.includes(order.state))
      throw new WarehouseRefusal('wrong_state', "A shipped line can't be rejected.", [line.line_ref]);
    await notifyCustomer(tx, queue, input.orderId);
    const reason = order.erased_at ? null : input.reason;
    await markRefused(tx, input.orderId, line, reason);
    await moveStock(tx, [{ variant_id: line.variant_id, quantity: -line.quantity }]);
    await giveBack(tx, order, line.unit_cost * line.quantity, `line ${line.line_no}`);
    const open = lines.filter((one) => one.state === 'open' && one.line_no !== line.line_no);
    if (open.length > 0) return finishShipping(tx, input.orderId);
    await giveBack(tx, order, order.shipping_cost, 'shipping');
    await dropShipping(tx, input.orderId);
    const next = nextState(ORDER_TRANSITIONS, order.state, 'refuse');
    if (next) await setState(tx, input.orderId, next, reason ?? undefined);
  });
