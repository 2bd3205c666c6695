import { nextState } from '@quayside/kernel';
import { setState } from '../order-repo.ts';
import { WarehouseRefusal } from '../refusal.ts';
import { ORDER_TRANSITIONS } from '../rules/order-states.ts';
import { orderForStaff, type Staff } from '../staff.ts';
import { type Floor, notifyCustomer } from './notify-customer.ts';

/** The staff begin to pack a paid order. Beginning again changes nothing. */
export const packOrder = ({ db, queue }: Floor, staff: Staff, orderId: string): Promise<void> =>
  db.global(async (tx) => {
    const order = await orderForStaff(tx, staff, orderId);
    if (order.state === 'processing') return;
    const next = nextState(ORDER_TRANSITIONS, order.state, 'pack');
    if (!next) throw new WarehouseRefusal('wrong_state', `An order in state ${order.state} can't be packed.`);
    await setState(tx, orderId, next);
    await notifyCustomer(tx, queue, orderId);
  });
