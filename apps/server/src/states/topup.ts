import type { Transitions } from '@quayside/kernel';

export type TopupRowState = 'requested' | 'unknown' | 'open' | 'paid' | 'expired' | 'failed';
type TopupMove = 'claim' | 'open' | 'wait' | 'doubt' | 'fail' | 'pay' | 'expire';

/**
 * How a top-up gets its checkout, and how that ends. A worker holds it as `requested`. open: the checkout exists, also where
 * another way than the call found it. wait: surely nothing happened, try later. doubt: it may have happened, ask first.
 */
export const TOPUP_MOVES: Transitions<TopupRowState, TopupMove> = {
  claim: { from: ['requested', 'unknown'], to: 'requested' },
  open: { from: ['requested', 'unknown'], to: 'open' },
  wait: { from: ['requested'], to: 'requested' },
  doubt: { from: ['requested'], to: 'unknown' },
  fail: { from: ['requested'], to: 'failed' },
  pay: { from: ['open'], to: 'paid' },
  expire: { from: ['open'], to: 'expired' },
};
