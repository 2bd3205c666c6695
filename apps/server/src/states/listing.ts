import type { LISTING_STATES } from '@quayside/contracts';

/** A listing that is on its way into its store, or may be. */
export const LISTING_OPEN = [
  'queued',
  'pushing',
  'unknown',
] as const satisfies readonly (typeof LISTING_STATES)[number][];
