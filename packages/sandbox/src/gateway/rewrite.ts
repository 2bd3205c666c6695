import { z } from 'zod';
import type { World } from '../core/world.ts';
import type { Hidden } from './hidden.ts';

/** As far as the gateway reads orders; the rest passes through. */
const order = z.looseObject({
  id: z.string(),
  state: z.string(),
  payments: z.array(z.looseObject({ reference: z.string() })),
});
type Order = z.output<typeof order>;
const list = z.looseObject({ items: z.array(order) });
const paid = z.object({ reference: z.string() });

const paymentKey = (orderId: string, reference: string): string => `${orderId} ${reference}`;

export interface Seen {
  status: number;
  body: string;
}

const NOT_FOUND: Seen = {
  status: 404,
  body: JSON.stringify({ code: 'not_found', message: 'Order not found.' }),
};

function read<S extends z.ZodType>(schema: S, text: string): z.output<S> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The order as it was before its hidden payment. */
function withoutHidden(hidden: Hidden, one: Order): Order {
  const payments = one.payments.filter(({ reference }) => !hidden.is('payment', paymentKey(one.id, reference)));
  if (payments.length === one.payments.length) return one;
  return { ...one, payments, state: one.state === 'paid' ? 'created' : one.state, paid_at: null };
}

/** Remembers what an effect made, when the running request's effects are to show only later. */
export function remember(world: World, hidden: Hidden, path: string, answer: Seen): void {
  const until = world.visibleAt('quayside');
  if (answer.status !== 200) return;
  const payment = /^\/orders\/([^/]+)\/payments$/.exec(path);
  if (path === '/orders') hidden.hide('order', read(order, answer.body)?.id ?? '', until);
  if (payment?.[1]) hidden.hide('payment', paymentKey(payment[1], read(paid, answer.body)?.reference ?? ''), until);
}

/** What a query may show of an answer just now. */
export function onlyVisible(hidden: Hidden, path: string, answer: Seen): Seen {
  if (answer.status !== 200 || !path.startsWith('/orders')) return answer;
  if (path === '/orders') {
    const found = read(list, answer.body);
    if (!found) return answer;
    const items = found.items.filter((one) => !hidden.is('order', one.id)).map((one) => withoutHidden(hidden, one));
    return { status: 200, body: JSON.stringify({ ...found, items }) };
  }
  const found = read(order, answer.body);
  if (!found) return answer;
  return hidden.is('order', found.id) ? NOT_FOUND : { status: 200, body: JSON.stringify(withoutHidden(hidden, found)) };
}
