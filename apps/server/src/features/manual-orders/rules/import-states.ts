import type { ORDER_IMPORT_STATES } from '@quayside/contracts/manual-order-choices.ts';
import type { Transitions } from '@quayside/kernel';

/** How a CSV file of orders moves; checked by a trigger. */
export const ORDER_IMPORT_TRANSITIONS = {
  read: { from: ['reading'], to: 'ready' },
  refuse: { from: ['reading'], to: 'refused' },
  confirm: { from: ['ready'], to: 'applying' },
  discard: { from: ['ready'], to: 'discarded' },
  finish: { from: ['applying'], to: 'done' },
} as const satisfies Transitions<(typeof ORDER_IMPORT_STATES)[number], string>;
