import type { ORDER_EDIT_STATES } from '@quayside/contracts';
import type { Transitions } from '@quayside/kernel';

export type OrderEditState = (typeof ORDER_EDIT_STATES)[number];
type OrderEditEvent = 'claim' | 'finish' | 'wait' | 'doubt' | 'fail' | 'clash' | 'rewrite' | 'drop';

/**
 * A change of an order's note or tags on its way to the store. clash: the store's note was changed meanwhile. rewrite
 * and drop: a person's decision.
 */
export const ORDER_EDIT_TRANSITIONS: Transitions<OrderEditState, OrderEditEvent> = {
  claim: { from: ['waiting', 'sending', 'unknown'], to: 'sending' },
  finish: { from: ['sending'], to: 'done' },
  wait: { from: ['sending'], to: 'waiting' },
  doubt: { from: ['sending'], to: 'unknown' },
  fail: { from: ['sending'], to: 'failed' },
  clash: { from: ['sending'], to: 'conflict' },
  rewrite: { from: ['failed', 'conflict'], to: 'waiting' },
  drop: { from: ['failed', 'conflict'], to: 'dropped' },
};

/** The store may get it without a person. */
export const ORDER_EDIT_OPEN: readonly OrderEditState[] = ORDER_EDIT_TRANSITIONS.claim.from;
/** A person has to decide. */
export const ORDER_EDIT_STOPPED: readonly OrderEditState[] = ORDER_EDIT_TRANSITIONS.rewrite.from;
