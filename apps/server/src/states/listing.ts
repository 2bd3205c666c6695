import type { LISTING_STATES } from '@quayside/contracts';
import type { Transitions } from '@quayside/kernel';

type ListingState = (typeof LISTING_STATES)[number];
type ListingMove = 'push' | 'claim' | 'list' | 'wait' | 'doubt' | 'fail' | 'delete' | 'remove';

/**
 * How a listing gets into a store. push: requested again. wait: no effect, retry later. doubt: possible effect, look up
 * first. delete: deleted by its store. remove: discarded here; what the store has stays there.
 */
export const LISTING_TRANSITIONS: Transitions<ListingState, ListingMove> = {
  push: { from: ['listed', 'failed'], to: 'queued' },
  claim: { from: ['queued', 'pushing', 'unknown'], to: 'pushing' },
  list: { from: ['pushing'], to: 'listed' },
  wait: { from: ['pushing'], to: 'queued' },
  doubt: { from: ['pushing'], to: 'unknown' },
  fail: { from: ['pushing'], to: 'failed' },
  delete: { from: ['listed'], to: 'failed' },
  remove: { from: ['failed', 'listed'], to: 'removed' },
};

/** A listing that is being pushed, or may be. */
export const LISTING_OPEN: readonly ListingState[] = LISTING_TRANSITIONS.claim.from;
