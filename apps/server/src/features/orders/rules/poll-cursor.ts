/** Where the look for a store's changed orders stands. Kept in store.order_cursor. */
export interface PollCursor {
  /** Changes from this moment on are asked for. */
  since: string;
  /** Greatest time of a change that was seen in this run. */
  newest?: string;
  /** The store's own mark, to go on where an interrupted run stood. */
  cursor?: string;
}

/** Changes that a platform committed late are found by looking back a little. */
const OVERLAP_MS = 5 * 60_000;
/** Orders that are older than this when a store is connected stay there: most are long sent off. */
const FIRST_LOOK_MS = 60 * 86_400_000;

const back = (time: string, ms: number): string => new Date(Date.parse(time) - ms).toISOString();

/** Reads what was kept; anything else begins sixty days before the store was connected. */
export function cursorOf(kept: unknown, connectedAt: string): PollCursor {
  const value = kept as Partial<PollCursor> | null;
  if (value && typeof value.since === 'string' && !Number.isNaN(Date.parse(value.since))) {
    return {
      since: value.since,
      ...(typeof value.newest === 'string' ? { newest: value.newest } : {}),
      ...(typeof value.cursor === 'string' ? { cursor: value.cursor } : {}),
    };
  }
  return { since: back(connectedAt, FIRST_LOOK_MS) };
}

const later = (a: string | undefined, b: string): string => (a && Date.parse(a) > Date.parse(b) ? a : b);

/** After a page. The last one ends the run: the next begins a little before the newest change seen, never in the future. */
export function afterPage(
  at: PollCursor,
  changes: readonly string[],
  nextCursor: string | undefined,
  now: string,
): PollCursor {
  const newest = changes.reduce<string | undefined>((most, time) => later(most, time), at.newest);
  if (nextCursor !== undefined) return { since: at.since, ...(newest ? { newest } : {}), cursor: nextCursor };
  if (!newest) return { since: at.since };
  const seen = Date.parse(newest) > Date.parse(now) ? now : newest;
  return { since: later(at.since, back(seen, OVERLAP_MS)) };
}
