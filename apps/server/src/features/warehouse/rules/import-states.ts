import type { Transitions } from '@quayside/kernel';

type ImportState = 'reading' | 'ready' | 'applying' | 'done' | 'refused' | 'discarded';

/** How a CSV file of an operator moves. A file that can't be read is refused as a whole; single rows never refuse it. */
export const IMPORT_TRANSITIONS = {
  read: { from: ['reading'], to: 'ready' },
  refuse: { from: ['reading'], to: 'refused' },
  confirm: { from: ['ready'], to: 'applying' },
  discard: { from: ['ready'], to: 'discarded' },
  finish: { from: ['applying'], to: 'done' },
} as const satisfies Transitions<ImportState, string>;
