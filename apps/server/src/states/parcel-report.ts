import type { REPORT_STATES } from '@quayside/contracts';
import type { Transitions } from '@quayside/kernel';

type ReportState = (typeof REPORT_STATES)[number];
type ReportMove = 'ask' | 'claim' | 'send' | 'skip' | 'wait' | 'doubt' | 'fail';

/**
 * How a store learns of a parcel. ask: there is something to tell it, again too. skip: there is nothing to tell after all.
 * wait: surely nothing happened, try later. doubt: it may have happened, ask before anything else.
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

/** A parcel of which its store is still to be told. */
export const REPORT_OPEN: readonly ReportState[] = REPORT_MOVES.claim.from;

/** A parcel of which its store is being told, or may have been. */
export const REPORT_SENT = ['sending', 'unknown'] as const satisfies readonly ReportState[];
