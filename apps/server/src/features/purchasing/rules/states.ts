import type { PAY_STATES, SUPPLIER_ORDER_ACTIONS, SUPPLIER_ORDER_STATES } from '@quayside/contracts';
import type { Transitions } from '@quayside/kernel';

export type PlaceState = (typeof SUPPLIER_ORDER_STATES)[number];
export type PayState = (typeof PAY_STATES)[number];

export type PlaceMove = 'claim' | 'place' | 'wait' | 'doubt' | 'fail' | 'withdraw' | 'supplier_cancel';

/**
 * How a supplier order comes to be. claim: a worker takes it up (again). wait: surely nothing happened, try later. doubt:
 * it may have happened, ask before anything else. withdraw: taken back before anything was sent.
 */
export const PLACE_MOVES: Transitions<PlaceState, PlaceMove> = {
  claim: { from: ['requested', 'placing', 'unknown'], to: 'placing' },
  place: { from: ['placing'], to: 'placed' },
  wait: { from: ['placing'], to: 'requested' },
  doubt: { from: ['placing'], to: 'unknown' },
  fail: { from: ['placing'], to: 'failed' },
  withdraw: { from: ['requested', 'placing'], to: 'cancelled' },
  supplier_cancel: { from: ['placed'], to: 'cancelled' },
};

export type PayMove = 'ask' | 'claim' | 'pay' | 'wait' | 'doubt' | 'refuse' | 'withdraw' | 'seen_paid' | 'refund';

/** How a supplier order is paid. seen_paid: the supplier says that it is paid, by whatever way. */
export const PAY_MOVES: Transitions<PayState, PayMove> = {
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

/** Work under way: a job must exist for it. */
export const PLACE_OPEN: readonly PlaceState[] = PLACE_MOVES.claim.from;
export const PAY_OPEN: readonly PayState[] = PAY_MOVES.claim.from;

/** Only what stands at the supplier can be paid: no payment for what may not exist. */
export const mayBePaid = (order: { state: PlaceState; pay_state: PayState }): boolean =>
  order.state === 'placed' && PAY_MOVES.ask.from.includes(order.pay_state);

/** Taking a payment back is safe only while no call may have been sent for it. */
export const mayTakePaymentBack = (order: { pay_state: PayState; pay_sent_at: string | null }): boolean =>
  order.pay_state === 'requested' && order.pay_sent_at === null;

/** The supplier cancelled it, and no payment of it is open any more: the cancellation can be recorded. */
export const isCancelledThere = (order: {
  state: PlaceState;
  pay_state: PayState;
  remote_state: string | null;
}): boolean => order.state === 'placed' && order.remote_state === 'cancelled' && !PAY_OPEN.includes(order.pay_state);

/** Something is being done for it, or will be without anybody asking again. */
export const isUnderWay = (order: { state: PlaceState; pay_state: PayState }): boolean =>
  PLACE_OPEN.includes(order.state) || (order.state === 'placed' && PAY_OPEN.includes(order.pay_state));

/** Why it was refused: the store says that the shopper has not paid. */
export const UNPAID = 'ORDER_NOT_PAID_BY_SHOPPER';

/** What a person may do with a supplier order now. */
export function supplierOrderActions(order: {
  state: PlaceState;
  pay_state: PayState;
  pay_sent_at: string | null;
}): (typeof SUPPLIER_ORDER_ACTIONS)[number][] {
  return [
    ...(mayBePaid(order) ? (['pay'] as const) : []),
    ...(mayTakePaymentBack(order) ? (['cancel_payment'] as const) : []),
    ...(order.state === 'failed' ? (['retry'] as const) : []),
    ...(order.state === 'placed' ? (['sync'] as const) : []),
  ];
}
