import type { Call } from './call.ts';
import { notImplemented, type UserErrorView, userError } from './errors.ts';
import { idOf } from './gid.ts';
import type { OrderDoc } from './model.ts';
import { sendOrderWebhooks } from './order-events.ts';

/** Source: Shopify help, "Order notes" and "Tag limits". */
const LONGEST_NOTE = 5000;
const LONGEST_TAG = 40;
const MOST_TAGS = 250;

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
  if ((input.note ?? '').length > LONGEST_NOTE)
    return { errors: [userError(`Note is too long (maximum is ${LONGEST_NOTE} characters)`, ['note'])] };
  order.note = input.note ?? null;
  return changed(call, order);
}

function changed(call: Call, order: OrderDoc): { order: OrderDoc } {
  order.updatedAt = call.store.now();
  call.store.save(call.seed.shop, 'order', order);
  sendOrderWebhooks(call, ['ORDERS_UPDATED'], order);
  return { order };
}

/** Adds or removes tags of an order, ignoring case as Shopify does. */
export function tagOrder(
  call: Call,
  input: { id: string; tags: string[] },
  kind: 'add' | 'remove',
): { order: OrderDoc } | { errors: UserErrorView[] } {
  const id = idOf('Order', input.id);
  if (id === undefined) throw notImplemented(`tags of ${input.id}`);
  const order = call.store.get(call.seed.shop, 'order', id);
  if (!order) return { errors: [userError('Order does not exist', ['id'])] };
  const named = new Set(input.tags.map((tag) => tag.trim().toLowerCase()));
  const before = order.tags ?? [];
  const known = new Set(before.map((tag) => tag.toLowerCase()));
  const after =
    kind === 'add'
      ? [...before, ...input.tags.map((tag) => tag.trim()).filter((tag) => !known.has(tag.toLowerCase()))]
      : before.filter((tag) => !named.has(tag.toLowerCase()));
  if (after.some((tag) => tag.length > LONGEST_TAG))
    return { errors: [userError(`Tags: each must be ${LONGEST_TAG} characters or fewer`, ['tags'])] };
  if (after.length > MOST_TAGS) return { errors: [userError(`Tags: the limit is ${MOST_TAGS}`, ['tags'])] };
  if (after.length === before.length) return { order };
  order.tags = after;
  return changed(call, order);
}
