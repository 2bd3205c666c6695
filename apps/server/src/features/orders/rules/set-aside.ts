import type { UnreadReason, UnreadWhat } from '@quayside/connector-kit';
import type { KeptProblem } from '../tables.ts';

const KEYS: Readonly<Record<UnreadWhat, string>> = {
  amount: 'ORDER_UNREAD_AMOUNT',
  currency: 'ORDER_UNREAD_CURRENCY',
  quantity: 'ORDER_UNREAD_QUANTITY',
  time: 'ORDER_UNREAD_TIME',
  state: 'ORDER_UNREAD_STATE',
  form: 'ORDER_UNREAD_FORM',
};

/** Why an order could not be read, as a sentence that names the place and, where that says something, what stands there. */
export const unreadProblem = ({ what, where, value }: UnreadReason): KeptProblem => ({
  key: KEYS[what],
  params: { where, value: value ?? '' },
});

/** The database refused what is in the order: a number beyond its column, a character that no text may hold. */
export const NOT_KEPT: KeptProblem = { key: 'ORDER_NOT_KEPT', params: {} };

const NOT_NULL = '23502';
const CHECK = '23514';

/**
 * Whether keeping an order failed for what stands in it, and would again: the database's data exceptions (class 22), what a
 * column does not allow, and sums beyond what amounts can be. All else (a lost connection, a lock) is of the moment.
 */
export function isOfTheOrder(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && (/^22[0-9A-Z]{3}$/.test(code) || code === NOT_NULL || code === CHECK);
}
