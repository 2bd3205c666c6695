import type { RefundState } from '@quayside/contracts';
import type { Transitions } from '@quayside/kernel';

type RefundMove = 'accept' | 'reject' | 'complete' | 'withdraw';

/**
 * A request to a supplier for a refund or a replacement (rule B361). accept: also after an appeal. complete: the money
 * or the replacement came, also without an answer before.
 */
export const REFUND_TRANSITIONS: Transitions<RefundState, RefundMove> = {
  accept: { from: ['pending', 'rejected'], to: 'accepted' },
  reject: { from: ['pending'], to: 'rejected' },
  complete: { from: ['pending', 'accepted'], to: 'completed' },
  withdraw: { from: ['pending'], to: 'withdrawn' },
};

/** The supplier may still refund. */
export const REFUND_OPEN: readonly RefundState[] = REFUND_TRANSITIONS.complete.from;

export type DisputeState = 'not_needed' | 'requested' | 'sending' | 'unknown' | 'sent' | 'failed';
type DisputeMove = 'claim' | 'send' | 'wait' | 'doubt' | 'fail' | 'retry' | 'skip';

/**
 * How a request is opened through a supplier's API. skip: withdrawn before anything was sent. wait: no effect, retry
 * later. doubt: possible effect, look up first.
 */
export const DISPUTE_TRANSITIONS: Transitions<DisputeState, DisputeMove> = {
  claim: { from: ['requested', 'sending', 'unknown'], to: 'sending' },
  send: { from: ['sending'], to: 'sent' },
  wait: { from: ['sending'], to: 'requested' },
  doubt: { from: ['sending'], to: 'unknown' },
  fail: { from: ['sending'], to: 'failed' },
  retry: { from: ['failed'], to: 'requested' },
  skip: { from: ['requested', 'failed'], to: 'not_needed' },
};
