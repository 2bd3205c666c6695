import type { AdoptionSearchState, AdoptionState } from '@quayside/contracts/adoption-choices.ts';
import type { Transitions } from '@quayside/kernel';

/** How a run moves; checked by a trigger. */
export const ADOPTION_TRANSITIONS = {
  finish: { from: ['running'], to: 'done' },
  fail: { from: ['running'], to: 'failed' },
  cancel: { from: ['running'], to: 'cancelled' },
} as const satisfies Transitions<AdoptionState, string>;

/** How a search moves; checked by a trigger. */
export const ADOPTION_SEARCH_TRANSITIONS = {
  end: { from: ['reading'], to: 'ready' },
  fail: { from: ['reading'], to: 'failed' },
  read: { from: ['ready', 'failed'], to: 'reading' },
} as const satisfies Transitions<AdoptionSearchState, string>;
