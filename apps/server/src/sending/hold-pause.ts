/** Retry delay of held work, in milliseconds. */
export const HELD_PAUSE_MS = 30_000;
