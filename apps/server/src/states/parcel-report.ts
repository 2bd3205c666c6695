import type { REPORT_STATES } from '@quayside/contracts';
import type { Transitions } from '@quayside/kernel';

type ReportState = (typeof REPORT_STATES)[number];
type ReportMove = 'ask' | 'claim' | 'send' | 'skip' | 'wait' | 'doubt' | 'fail';

/**
 * How a parcel is synced to its store. ask: an update is needed. skip: none after all. wait: no effect, retry later.
 * doubt: possible effect, look up first.
 */
export const REPORT_MOVES: Transitions<ReportState, ReportMove> = {
  ask: { from: ['not_needed', 'sent', 'failed'], to: 'waiting' },
  claim: { from: ['waiting', 'sending', 'unknown'], to: 'sending' },
  send: { from: ['sending'], to: 'sent' },
  skip: { from: ['sending'], to: 'not_needed' },
  wait: { from: ['sending'], to: 'waiting' },
  doubt: { from: ['sending'], to: 'unknown' },
  fail: { from: ['sending'], to: 'failed' },
};

/** A parcel with a pending store update. */
export const REPORT_OPEN: readonly ReportState[] = REPORT_MOVES.claim.from;

/** A parcel with a running store update, or one that may have been sent. */
export const REPORT_SENT = ['sending', 'unknown'] as const satisfies readonly ReportState[];
