import { RETURN_ACTIONS, type ReturnAction } from '@quayside/contracts';
import { nextState } from '@quayside/kernel';
import { RETURN_TRANSITIONS, type ReturnMove } from '../../../states/order-return.ts';
import type { ReturnRow } from '../tables.ts';

/** Why a move is not possible beyond the transition table: items that the customer keeps don't come back. */
export function allows(
  { state, customer_keeps }: Pick<ReturnRow, 'state' | 'customer_keeps'>,
  move: ReturnMove,
): boolean {
  if (nextState(RETURN_TRANSITIONS, state, move) === undefined) return false;
  if (state !== 'approved') return true;
  if (move === 'send_back' || move === 'receive') return !customer_keeps;
  return move === 'refund' || move === 'record' || move === 'exchange' ? customer_keeps : true;
}

/** What a person can do with a return now. */
export const getReturnActions = (row: Pick<ReturnRow, 'state' | 'customer_keeps'>): ReturnAction[] =>
  RETURN_ACTIONS.filter((action) => allows(row, action));

/** Items of a return that count for a refund or a replacement: those that arrived, or all that the customer keeps. */
export const settledQuantity = (
  { customer_keeps }: Pick<ReturnRow, 'customer_keeps'>,
  line: { quantity: number; received: number | null },
): number => (customer_keeps ? line.quantity : (line.received ?? 0));
