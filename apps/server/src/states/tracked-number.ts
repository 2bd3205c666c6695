import type { Transitions } from '@quayside/kernel';

export type TrackedState = 'waiting' | 'sending' | 'unknown' | 'tracked' | 'refused' | 'ended';
type TrackedEvent = 'claim' | 'start' | 'refuse' | 'wait' | 'doubt' | 'end' | 'retry';

/** How a number is registered with a tracking service. end: the parcel arrived, or is given up. */
export const TRACKED_TRANSITIONS: Transitions<TrackedState, TrackedEvent> = {
  claim: { from: ['waiting', 'sending', 'unknown'], to: 'sending' },
  start: { from: ['sending'], to: 'tracked' },
  refuse: { from: ['sending'], to: 'refused' },
  wait: { from: ['sending'], to: 'waiting' },
  doubt: { from: ['sending'], to: 'unknown' },
  end: { from: ['tracked'], to: 'ended' },
  retry: { from: ['refused'], to: 'waiting' },
};
