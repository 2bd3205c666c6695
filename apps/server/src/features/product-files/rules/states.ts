import type { PRODUCT_EXPORT_STATES, PRODUCT_IMPORT_STATES } from '@quayside/contracts/product-file-choices.ts';
import type { Transitions } from '@quayside/kernel';

/** How an export moves; checked by a trigger. */
export const PRODUCT_EXPORT_TRANSITIONS = {
  finish: { from: ['running'], to: 'done' },
  fail: { from: ['running'], to: 'failed' },
} as const satisfies Transitions<(typeof PRODUCT_EXPORT_STATES)[number], string>;

/** How a CSV file of products moves; checked by a trigger. */
export const PRODUCT_IMPORT_TRANSITIONS = {
  read: { from: ['reading'], to: 'ready' },
  refuse: { from: ['reading'], to: 'refused' },
  confirm: { from: ['ready'], to: 'applying' },
  discard: { from: ['ready'], to: 'discarded' },
  finish: { from: ['applying'], to: 'done' },
} as const satisfies Transitions<(typeof PRODUCT_IMPORT_STATES)[number], string>;
