import type { UnreadablePart, UnreadableReason } from '@quayside/connector-kit';
import type { StoredProblem } from '../tables.ts';

const KEYS: Readonly<Record<UnreadablePart, string>> = {
  amount: 'ORDER_UNREAD_AMOUNT',
  currency: 'ORDER_UNREAD_CURRENCY',
  quantity: 'ORDER_UNREAD_QUANTITY',
  time: 'ORDER_UNREAD_TIME',
  state: 'ORDER_UNREAD_STATE',
  form: 'ORDER_UNREAD_FORM',
};

/** Message about an unreadable order with the path and, if useful, the value. */
export const unreadProblem = ({ what, where, value }: UnreadableReason): StoredProblem => ({
  key: KEYS[what],
  params: { where, value: value ?? '' },
});

/** The database refused the content: a number out of range, or an invalid character. */
export const NOT_SAVED: StoredProblem = { key: 'ORDER_NOT_KEPT', params: {} };

const NOT_NULL = '23502';
const CHECK = '23514';

/**
 * Whether saving failed because of the order's content and would fail again: data exceptions (class 22), constraint
 * violations and out-of-range amounts. Other errors (a lost connection, a lock) are temporary.
 */
export function isContentError(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && (/^22[0-9A-Z]{3}$/.test(code) || code === NOT_NULL || code === CHECK);
}
