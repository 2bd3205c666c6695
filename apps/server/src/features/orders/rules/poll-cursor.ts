/** Where the look for a store's changed orders stands. Kept in store.order_cursor. */
export interface PollCursor {
  /** Changes from this moment on are asked for. */
  since: string;
  /** Greatest time of a change that was seen: in this run, or in one whose last minutes are still read again. */
  newest?: string;
  /** When, by our clock, it was seen first. */
  seenAt?: string;
  /** The store's own mark, to go on where an interrupted run stood. */
  cursor?: string;
}

/**
 * Changes that a platform committed late are found by looking back a little, for as long: both by one clock each, the
 * store's and ours, which may be minutes apart.
 */
const OVERLAP_MS = 5 * 60_000;
/** Platforms tell times in whole seconds. */
const SECOND_MS = 1_000;
/** Orders that are older than this when a store is connected stay there: most are long sent off. */
const FIRST_LOOK_MS = 60 * 86_400_000;

const shifted = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString();
const back = (time: string, ms: number): string => shifted(time, -ms);
const isTime = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** Reads what was kept; anything else begins sixty days before the store was connected. */
export function cursorOf(kept: unknown, connectedAt: string): PollCursor {
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
 * After a page. The last one ends the run: the next begins a little before the newest change seen, and once that has been
 * known for as long, behind it, so that a store in which nothing happens is asked for nothing it told before. Never in the
 * future.
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
