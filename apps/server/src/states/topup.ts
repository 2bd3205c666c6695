import type { Transitions } from '@quayside/kernel';

export type TopupRowState = 'requested' | 'unknown' | 'open' | 'paid' | 'expired' | 'failed';
type TopupMove = 'claim' | 'open' | 'wait' | 'doubt' | 'fail' | 'pay' | 'expire';

/**
 * How a top-up's checkout is created and ends; `requested` while a worker holds it. open: the checkout exists, found in
 * any way. wait: no effect, retry later. doubt: possible effect, look up first.
 */
export const TOPUP_TRANSITIONS: Transitions<TopupRowState, TopupMove> = {
  claim: { from: ['requested', 'unknown'], to: 'requested' },
  open: { from: ['requested', 'unknown'], to: 'open' },
  wait: { from: ['requested'], to: 'requested' },
  doubt: { from: ['requested'], to: 'unknown' },
  fail: { from: ['requested'], to: 'failed' },
  pay: { from: ['open'], to: 'paid' },
  expire: { from: ['open'], to: 'expired' },
};

/** The checkout may not exist yet, or is unknown here. */
export const TOPUP_CREATING: readonly TopupRowState[] = TOPUP_TRANSITIONS.open.from;
/** Not settled: the checkout is being created, or can still be paid. */
export const TOPUP_OPEN: readonly TopupRowState[] = [...TOPUP_CREATING, ...TOPUP_TRANSITIONS.pay.from];
