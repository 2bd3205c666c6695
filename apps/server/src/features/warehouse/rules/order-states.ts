import type { Transitions } from '@quayside/kernel';

export const ORDER_STATES = ['created', 'paid', 'processing', 'shipped', 'delivered', 'cancelled'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** How an order of the warehouse moves. The guards, the API's refusals and the staff's buttons read this table. */
export const ORDER_TRANSITIONS = {
  pay: { from: ['created'], to: 'paid' },
  /** The staff begin to pack: from here on the customer can no longer take it back. */
  pack: { from: ['paid'], to: 'processing' },
  /** The last open piece has left. */
  ship: { from: ['paid', 'processing'], to: 'shipped' },
  /** The last parcel has arrived. */
  deliver: { from: ['shipped'], to: 'delivered' },
  /** By the customer, before it is packed. */
  cancel: { from: ['created', 'paid'], to: 'cancelled' },
  /** By the staff: every line was refused. */
  refuse: { from: ['created', 'paid', 'processing'], to: 'cancelled' },
} as const satisfies Transitions<OrderState, string>;
export type OrderTransition = keyof typeof ORDER_TRANSITIONS;

/** States in which the staff may still refuse a line that has not left. */
export const REFUSABLE: readonly OrderState[] = ORDER_TRANSITIONS.refuse.from;

interface OpenLine {
  line_no: number;
  quantity: number;
  state: 'open' | 'refused';
}

/** Pieces of each line that are still in the house: ordered, not refused, in no parcel. Lines without any are left out. */
export function remaining(
  lines: readonly OpenLine[],
  sent: readonly { line_no: number; quantity: number }[],
): { line_no: number; quantity: number }[] {
  return lines
    .filter((line) => line.state === 'open')
    .map((line) => {
      const gone = sent.filter((one) => one.line_no === line.line_no).reduce((sum, one) => sum + one.quantity, 0);
      return { line_no: line.line_no, quantity: line.quantity - gone };
    })
    .filter((line) => line.quantity > 0);
}
