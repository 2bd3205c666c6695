import { raw, type Sql, sql } from '../db/index.ts';
import { PAY_OPEN, PLACE_OPEN } from './supplier-order.ts';

/** SQL: a column holds one of some states. They stand in it as literals, so that plans may use the indexes over open rows. */
export const isOneOf = (column: string, states: readonly string[]): Sql =>
  raw(`${column} in (${states.map((state) => `'${state}'`).join(', ')})`);

/** SQL: a supplier order is being placed or paid. `of`: the table's name in the statement, with its point. */
export const isPurchaseOpen = (of = ''): Sql =>
  sql`(${isOneOf(`${of}state`, PLACE_OPEN)} or ${isOneOf(`${of}pay_state`, PAY_OPEN)})`;
