import type { Transitions } from '@quayside/kernel';

type WriteBatchState = 'waiting' | 'sending' | 'unknown' | 'done' | 'failed';
type WriteBatchEvent = 'claim' | 'finish' | 'wait' | 'doubt' | 'fail';

/** Changes on their way to a store, many in a batch. */
export const WRITE_BATCH_TRANSITIONS: Transitions<WriteBatchState, WriteBatchEvent> = {
  claim: { from: ['waiting', 'sending', 'unknown'], to: 'sending' },
  finish: { from: ['sending'], to: 'done' },
  wait: { from: ['sending'], to: 'waiting' },
  doubt: { from: ['sending'], to: 'unknown' },
  fail: { from: ['sending'], to: 'failed' },
};

export const WRITE_BATCH_OPEN: readonly WriteBatchState[] = WRITE_BATCH_TRANSITIONS.claim.from;
