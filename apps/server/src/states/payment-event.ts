import type { Transitions } from '@quayside/kernel';

export type PaymentEventState = 'received' | 'worked' | 'ignored' | 'set_aside';
type PaymentEventMove = 'work' | 'ignore' | 'set_aside';

/** A stored event of a payment provider. set_aside: processing failed and is retried. */
export const PAYMENT_EVENT_TRANSITIONS: Transitions<PaymentEventState, PaymentEventMove> = {
  work: { from: ['received', 'set_aside'], to: 'worked' },
  ignore: { from: ['received', 'set_aside'], to: 'ignored' },
  set_aside: { from: ['received', 'set_aside'], to: 'set_aside' },
};

/** An event that still needs processing. */
export const EVENT_OPEN: readonly PaymentEventState[] = PAYMENT_EVENT_TRANSITIONS.work.from;
