import { raw, type Sql, sql } from '../db/index.ts';
import { PAY_OPEN, PLACE_OPEN } from './supplier-order.ts';

/** SQL: a column has one of some states, as literals, so that plans can use the partial indexes over open rows. */
export const isOneOf = (column: string, states: readonly string[]): Sql =>
  raw(`${column} in (${states.map((state) => `'${state}'`).join(', ')})`);

/** SQL: a supplier order is being placed or paid. `of`: table alias with a trailing dot. */
export const isPurchaseOpen = (of = ''): Sql =>
  sql`(${isOneOf(`${of}state`, PLACE_OPEN)} or ${isOneOf(`${of}pay_state`, PAY_OPEN)})`;
