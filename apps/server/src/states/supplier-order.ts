import type { PAY_STATES, SUPPLIER_ORDER_STATES } from '@quayside/contracts';
import type { Transitions } from '@quayside/kernel';

export type PlaceState = (typeof SUPPLIER_ORDER_STATES)[number];
export type PayState = (typeof PAY_STATES)[number];

export type PlaceTransition = 'claim' | 'place' | 'wait' | 'doubt' | 'fail' | 'withdraw' | 'supplier_cancel';

/**
 * How a supplier order is placed. claim: a worker takes it (again). wait: no effect, retry later. doubt: possible
 * effect, look up first. withdraw: cancelled before anything was sent.
 */
export const PLACE_TRANSITIONS: Transitions<PlaceState, PlaceTransition> = {
  claim: { from: ['requested', 'placing', 'unknown'], to: 'placing' },
  place: { from: ['placing'], to: 'placed' },
  wait: { from: ['placing'], to: 'requested' },
  doubt: { from: ['placing'], to: 'unknown' },
  fail: { from: ['placing'], to: 'failed' },
  withdraw: { from: ['requested', 'placing'], to: 'cancelled' },
  supplier_cancel: { from: ['placed'], to: 'cancelled' },
};

export type PayTransition = 'ask' | 'claim' | 'pay' | 'wait' | 'doubt' | 'refuse' | 'withdraw' | 'seen_paid' | 'refund';

/** How a supplier order is paid. seen_paid: the supplier reports it as paid, however that happened. */
export const PAY_TRANSITIONS: Transitions<PayState, PayTransition> = {
  ask: { from: ['unpaid', 'failed'], to: 'requested' },
  claim: { from: ['requested', 'paying', 'unknown'], to: 'paying' },
  pay: { from: ['paying'], to: 'paid' },
  wait: { from: ['paying'], to: 'requested' },
  doubt: { from: ['paying'], to: 'unknown' },
  refuse: { from: ['paying', 'unpaid', 'requested'], to: 'failed' },
  withdraw: { from: ['requested', 'paying'], to: 'unpaid' },
  seen_paid: { from: ['unpaid', 'requested', 'failed'], to: 'paid' },
  refund: { from: ['paid'], to: 'refunded' },
};

/** Work in progress: a job must exist for it. */
export const PLACE_OPEN: readonly PlaceState[] = PLACE_TRANSITIONS.claim.from;
export const PAY_OPEN: readonly PayState[] = PAY_TRANSITIONS.claim.from;

/** Its payment may be requested by a person or by automation. */
export const PAYABLE: readonly PayState[] = PAY_TRANSITIONS.ask.from;
