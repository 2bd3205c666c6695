import type { Transitions } from '@quayside/kernel';

type AutoUpdateBatchState = 'waiting' | 'sending' | 'unknown' | 'done' | 'failed';
type AutoUpdateBatchEvent = 'claim' | 'finish' | 'wait' | 'doubt' | 'fail';

/** Changes of a store's listings on their way to it. */
export const AUTO_UPDATE_TRANSITIONS: Transitions<AutoUpdateBatchState, AutoUpdateBatchEvent> = {
  claim: { from: ['waiting', 'sending', 'unknown'], to: 'sending' },
  finish: { from: ['sending'], to: 'done' },
  wait: { from: ['sending'], to: 'waiting' },
  doubt: { from: ['sending'], to: 'unknown' },
  fail: { from: ['sending'], to: 'failed' },
};

export const AUTO_UPDATE_OPEN: readonly AutoUpdateBatchState[] = AUTO_UPDATE_TRANSITIONS.claim.from;
