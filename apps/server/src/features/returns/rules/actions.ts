import { RETURN_ACTIONS, type ReturnAction } from '@quayside/contracts';
import { nextState } from '@quayside/kernel';
import { RETURN_TRANSITIONS, type ReturnMove } from '../../../states/order-return.ts';
import type { RefundRow, ReturnRow } from '../tables.ts';

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

/** Whether no call to the store was ever recorded for a refund: it can be withdrawn. */
export const isUnsent = (refund: Pick<RefundRow, 'state' | 'attempts'> | undefined): boolean =>
  refund?.state === 'waiting' && refund.attempts === 0;

/** What a person can do with a return now. `refund`: its latest. */
export const getReturnActions = (
  row: Pick<ReturnRow, 'state' | 'customer_keeps'>,
  refund?: Pick<RefundRow, 'state' | 'attempts'>,
): ReturnAction[] =>
  RETURN_ACTIONS.filter((action) =>
    action === 'withdraw' ? row.state === 'refunding' && isUnsent(refund) : allows(row, action),
  );

/** Where a return goes when its refund is withdrawn: back to where it was requested. */
export function withdrawMove(
  { customer_keeps }: Pick<ReturnRow, 'customer_keeps'>,
  earlier: readonly Pick<RefundRow, 'state'>[],
): ReturnMove {
  if (earlier.some((one) => one.state === 'failed')) return 'withdraw_failed';
  return customer_keeps ? 'withdraw_kept' : 'withdraw_received';
}

/** Items of a return that count for a refund or a replacement: those that arrived, or all that the customer keeps. */
export const settledQuantity = (
  { customer_keeps }: Pick<ReturnRow, 'customer_keeps'>,
  line: { quantity: number; received: number | null },
): number => (customer_keeps ? line.quantity : (line.received ?? 0));
