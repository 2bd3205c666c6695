/**
 * How long a move waits for work that is under way. Calls are tried for minutes; what takes longer may never end, as where a
 * supplier has gone out of business.
 */
const PATIENCE_MS = 15 * 60_000;

/** Whether a move has waited long enough: what is open goes along. */
export const hasWaited = (now: string, { created_at: since }: { created_at: string }): boolean =>
  Date.parse(now) - Date.parse(since) >= PATIENCE_MS;
