import type { Transitions } from '@quayside/kernel';

export type EvidenceState = 'making' | 'ready' | 'failed';

/** How evidence is made. fail: it can't be, or its job never ended. */
export const EVIDENCE_TRANSITIONS: Transitions<EvidenceState, 'finish' | 'fail'> = {
  finish: { from: ['making'], to: 'ready' },
  fail: { from: ['making'], to: 'failed' },
};
