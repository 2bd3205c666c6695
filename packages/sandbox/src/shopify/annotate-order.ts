import type { Call } from './call.ts';
import { notImplemented, type UserErrorView, userError } from './errors.ts';
import { idOf } from './gid.ts';
import type { OrderDoc } from './model.ts';
import { sendOrderWebhooks } from './order-events.ts';

/** Changes an order's note, as its staff do. */
export function annotateOrder(
  call: Call,
  input: { id: string; note?: string | null },
): { order: OrderDoc } | { errors: UserErrorView[] } {
  const other = Object.keys(input).find((name) => name !== 'id' && name !== 'note');
  if (other) throw notImplemented(`orderUpdate input field ${other}`);
  const id = idOf('Order', input.id);
  const order = id === undefined ? undefined : call.store.get(call.seed.shop, 'order', id);
  if (!order) return { errors: [userError('Order does not exist', ['id'])] };
  order.note = input.note ?? null;
  order.updatedAt = call.store.now();
  call.store.save(call.seed.shop, 'order', order);
  sendOrderWebhooks(call, ['ORDERS_UPDATED'], order);
  return { order };
}
