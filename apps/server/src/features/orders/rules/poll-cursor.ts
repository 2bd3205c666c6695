/** Progress of polling a store's orders, stored in store.order_cursor. */
export interface PollCursor {
  /** Requests changes since this time. */
  since: string;
  /** Latest change seen, in this run or in one still within the overlap. */
  newest?: string;
  /** When it was first seen, by our clock. */
  seenAt?: string;
  /** The store's cursor, to resume an interrupted run. */
  cursor?: string;
}

/**
 * Overlap for changes that a platform committed late, measured on the store's and on our clock separately, which may
 * differ by minutes.
 */
const OVERLAP_MS = 5 * 60_000;
/** Platforms report whole seconds. */
const SECOND_MS = 1_000;
/** Older orders are not imported when a store is connected: most have shipped. */
const FIRST_LOOK_MS = 60 * 86_400_000;

const shifted = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString();
const back = (time: string, ms: number): string => shifted(time, -ms);
const isTime = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** Parses the stored progress; anything else starts sixty days before the store was connected. */
export function getCursor(kept: unknown, connectedAt: string): PollCursor {
  const value = kept as Partial<PollCursor> | null;
  if (value && isTime(value.since)) {
    return {
      since: value.since,
      ...(isTime(value.newest) ? { newest: value.newest } : {}),
      ...(isTime(value.seenAt) ? { seenAt: value.seenAt } : {}),
      ...(typeof value.cursor === 'string' ? { cursor: value.cursor } : {}),
    };
  }
  return { since: back(connectedAt, FIRST_LOOK_MS) };
}

const later = (a: string | undefined, b: string): string => (a && Date.parse(a) > Date.parse(b) ? a : b);
const earlier = (a: string, b: string): string => (Date.parse(a) < Date.parse(b) ? a : b);

/**
 * Progress after a page. The last page ends the run; the next one starts slightly before the latest change, or right
 * after it once the overlap has passed, so that inactive stores are not asked for the same orders. Never in the future.
 */
export function afterPage(
  at: PollCursor,
  changes: readonly string[],
  nextCursor: string | undefined,
  now: string,
): PollCursor {
  const newest = changes.reduce<string | undefined>((most, time) => later(most, time), at.newest);
  if (newest === undefined) return { since: at.since, ...(nextCursor !== undefined ? { cursor: nextCursor } : {}) };
  const seenAt = newest === at.newest ? (at.seenAt ?? now) : now;
  if (nextCursor !== undefined) return { since: at.since, newest, seenAt, cursor: nextCursor };
  const isSettled = Date.parse(now) - Date.parse(seenAt) >= OVERLAP_MS;
  const behind = shifted(newest, SECOND_MS);
  const from = isSettled ? earlier(behind, back(now, OVERLAP_MS)) : back(earlier(newest, now), OVERLAP_MS);
  const since = later(at.since, from);
  return isSettled && Date.parse(since) >= Date.parse(behind) ? { since } : { since, newest, seenAt };
}
