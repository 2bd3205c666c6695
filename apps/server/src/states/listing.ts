import type { LISTING_STATES } from '@quayside/contracts';
import type { Transitions } from '@quayside/kernel';

type ListingState = (typeof LISTING_STATES)[number];
type ListingMove = 'push' | 'claim' | 'list' | 'wait' | 'doubt' | 'fail' | 'delete' | 'remove';

/**
 * How a part of a product gets into a store. push: asked for again. wait: surely nothing happened, try later. doubt: it may
 * have happened, ask before anything else. delete: its store deleted it. remove: a part that failed is given up.
 */
export const LISTING_MOVES: Transitions<ListingState, ListingMove> = {
  push: { from: ['listed', 'failed'], to: 'queued' },
  claim: { from: ['queued', 'pushing', 'unknown'], to: 'pushing' },
  list: { from: ['pushing'], to: 'listed' },
  wait: { from: ['pushing'], to: 'queued' },
  doubt: { from: ['pushing'], to: 'unknown' },
  fail: { from: ['pushing'], to: 'failed' },
  delete: { from: ['listed'], to: 'failed' },
  remove: { from: ['failed'], to: 'removed' },
};

/** A listing that is on its way into its store, or may be. */
export const LISTING_OPEN: readonly ListingState[] = LISTING_MOVES.claim.from;
