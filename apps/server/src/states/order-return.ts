import type { ReturnRefundState, ReturnState } from '@quayside/contracts';
import type { Transitions } from '@quayside/kernel';

export type ReturnMove =
  | 'approve'
  | 'reject'
  | 'cancel'
  | 'send_back'
  | 'receive'
  | 'refund'
  | 'finish'
  | 'fail'
  | 'withdraw_kept'
  | 'withdraw_received'
  | 'withdraw_failed'
  | 'record'
  | 'exchange'
  | 'close';

/**
 * A return of a customer. send_back: also to correct its tracking. refund: through the store, then finish or fail. record:
 * a refund made elsewhere. withdraw: before the store was asked, back to where the return was. From approved, items are refunded or exchanged only if the customer keeps them.
 */
export const RETURN_TRANSITIONS: Transitions<ReturnState, ReturnMove> = {
  approve: { from: ['requested'], to: 'approved' },
  reject: { from: ['requested'], to: 'rejected' },
  cancel: { from: ['requested', 'approved', 'sent_back'], to: 'canceled' },
  send_back: { from: ['approved', 'sent_back'], to: 'sent_back' },
  receive: { from: ['approved', 'sent_back'], to: 'received' },
  refund: { from: ['approved', 'received', 'refund_failed'], to: 'refunding' },
  finish: { from: ['refunding'], to: 'refunded' },
  fail: { from: ['refunding'], to: 'refund_failed' },
  withdraw_kept: { from: ['refunding'], to: 'approved' },
  withdraw_received: { from: ['refunding'], to: 'received' },
  withdraw_failed: { from: ['refunding'], to: 'refund_failed' },
  record: { from: ['approved', 'received', 'refund_failed'], to: 'refunded' },
  exchange: { from: ['approved', 'received'], to: 'exchanged' },
  close: { from: ['received', 'refund_failed'], to: 'closed' },
};

/** Something is still to do. */
export const RETURN_OPEN = [
  'requested',
  'approved',
  'sent_back',
  'received',
  'refunding',
  'refund_failed',
] as const satisfies readonly ReturnState[];

/** Its items count as returned: they can't be returned again. */
export const RETURN_COUNTS: readonly ReturnState[] = [...RETURN_OPEN, 'refunded', 'exchanged'];

type RefundMove = 'claim' | 'finish' | 'wait' | 'doubt' | 'fail' | 'withdraw';

/** A refund on its way to the store. wait: no effect, retry later. doubt: possible effect, look up first. withdraw: never sent. */
export const RETURN_REFUND_TRANSITIONS: Transitions<ReturnRefundState, RefundMove> = {
  claim: { from: ['waiting', 'sending', 'unknown'], to: 'sending' },
  finish: { from: ['sending'], to: 'done' },
  wait: { from: ['sending'], to: 'waiting' },
  doubt: { from: ['sending'], to: 'unknown' },
  fail: { from: ['sending'], to: 'failed' },
  withdraw: { from: ['waiting'], to: 'withdrawn' },
};

/** The store may still make it without a person. */
export const RETURN_REFUND_OPEN: readonly ReturnRefundState[] = RETURN_REFUND_TRANSITIONS.claim.from;

/** No money moved, and none will. */
export const RETURN_REFUND_VOID: readonly ReturnRefundState[] = ['failed', 'withdrawn'];
