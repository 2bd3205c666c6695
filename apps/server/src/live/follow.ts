import type { Cursor } from './cursor.ts';

/** A row of live_event. */
export interface FeedEvent extends Cursor {
  readonly topic: string;
  readonly ids: readonly string[];
  readonly payload: Record<string, unknown> | null;
}

/** Consecutive events of a workplace. `full`: there may be more. */
export interface Page {
  readonly events: readonly FeedEvent[];
  readonly full: boolean;
}

/**
 * The events of a page after `cursor`, which is at or after its start. 'lost': the event at the cursor is not the one
 * seen, because it was deleted or the database was restored to an earlier time.
 */
export function following({ events, full }: Page, cursor: Cursor): readonly FeedEvent[] | 'lost' {
  const [first] = events;
  if (cursor.position === 0) return first === undefined || first.position === 1 ? events : 'lost';
  if (!first) return 'lost';
  const at = cursor.position - first.position;
  const seen = events[at];
  if (seen?.position === cursor.position && seen.eventId === cursor.eventId) return events.slice(at + 1);
  // Beyond a full page: a later page decides.
  return at >= events.length && full ? [] : 'lost';
}
