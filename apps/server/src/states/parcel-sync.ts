import type { SYNC_STATES } from '@quayside/contracts';
import type { Transitions } from '@quayside/kernel';

type SyncState = (typeof SYNC_STATES)[number];
type SyncEvent = 'ask' | 'claim' | 'send' | 'skip' | 'wait' | 'doubt' | 'fail';

/**
 * How a parcel is synced to its store. ask: an update is needed. skip: none after all. wait: no effect, retry later.
 * doubt: possible effect, look up first.
 */
export const SYNC_TRANSITIONS: Transitions<SyncState, SyncEvent> = {
  ask: { from: ['not_needed', 'sent', 'failed'], to: 'waiting' },
  claim: { from: ['waiting', 'sending', 'unknown'], to: 'sending' },
  send: { from: ['sending'], to: 'sent' },
  skip: { from: ['sending'], to: 'not_needed' },
  wait: { from: ['sending'], to: 'waiting' },
  doubt: { from: ['sending'], to: 'unknown' },
  fail: { from: ['sending'], to: 'failed' },
};

/** A parcel with a pending store update. */
export const SYNC_OPEN: readonly SyncState[] = SYNC_TRANSITIONS.claim.from;

/** A parcel with a running store update, or one that may have been sent. */
export const SYNC_SENT = ['sending', 'unknown'] as const satisfies readonly SyncState[];
