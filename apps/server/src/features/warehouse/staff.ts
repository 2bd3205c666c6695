import type { Executor } from '../../db/index.ts';
import { lockOrder, type OrderRow } from './order-repo.ts';
import { WarehouseRefusal } from './refusal.ts';

/** Who works in the warehouse: a person at the page sees both kinds of orders, the robot's key only its own. */
export interface Staff {
  modes: readonly ('live' | 'sandbox')[];
}

export const PEOPLE: Staff = { modes: ['live', 'sandbox'] };

/** The order under its lock. Throws not_found, also for an order of a mode that is none of this worker's business. */
export async function orderForStaff(tx: Executor, staff: Staff, orderId: string): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId);
  if (!order || !staff.modes.includes(order.mode)) throw new WarehouseRefusal('not_found', 'Order not found.');
  return order;
}
