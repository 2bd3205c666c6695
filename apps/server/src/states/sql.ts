import { raw, type Sql, sql } from '../db/index.ts';
import { PAY_OPEN, PLACE_OPEN } from './supplier-order.ts';

/** SQL: a column has one of some states, as literals, so that plans can use the partial indexes over open rows. */
export const isOneOf = (column: string, states: readonly string[]): Sql =>
  raw(`${column} in (${states.map((state) => `'${state}'`).join(', ')})`);

/** SQL: a supplier order is being placed or paid. `of`: table alias with a trailing dot. */
export const isPurchaseOpen = (of = ''): Sql =>
  sql`(${isOneOf(`${of}state`, PLACE_OPEN)} or ${isOneOf(`${of}pay_state`, PAY_OPEN)})`;

/** SQL: a supplier order is for some of the orders, alone or shared with others. `of`: table alias with a trailing dot. */
export const isOfOrders = (ids: readonly string[], of = ''): Sql => {
  const [first, others] = [raw(`${of}order_id`), raw(`${of}other_order_ids`)];
  return sql`(${first} = any(${ids}::uuid[]) or (${others} <> '{}' and ${others} && ${ids}::uuid[]))`;
};

/** SQL: a supplier order is for the order of another row, alone or shared with others. `orderId`: that row's column. */
export const isOfOrder = (orderId: string, of = ''): Sql =>
  raw(`(${of}order_id = ${orderId} or (${of}other_order_ids <> '{}' and ${of}other_order_ids @> array[${orderId}]))`);
