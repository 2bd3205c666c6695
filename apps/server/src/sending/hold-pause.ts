/** How soon held work asks again. */
export const HELD_PAUSE_MS = 30_000;
