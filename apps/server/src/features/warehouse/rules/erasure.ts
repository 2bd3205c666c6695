import type { OrderState } from './order-states.ts';

/**
 * How an order is erased. A paid order needs its address until its last piece has left. One that nobody paid is never packed:
 * it is cancelled, so that its goods return to the shelves.
 */
export function getErasure(state: OrderState, isForced: boolean): 'erase' | 'cancel' | 'wait' {
  if (state === 'created') return 'cancel';
  if (state === 'paid') return isForced ? 'cancel' : 'wait';
  if (state === 'processing') return isForced ? 'erase' : 'wait';
  return 'erase';
}
