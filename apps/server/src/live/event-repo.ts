import { type Executor, sql } from '../db/index.ts';
import { BEGINNING, type Cursor } from './cursor.ts';
import type { FeedEvent, Page } from './follow.ts';

/** Events per read, and the maximum of earlier events sent to a new stream. */
export const PAGE = 500;
/** Maximum time between an event's `at` and its commit, in milliseconds. */
const COMMIT_MS = 1_000;

/** Events from `position` on, including the one at `position`. */
export async function readPage(ex: Executor, workplaceId: string, position: number): Promise<Page> {
  const events =
    await ex.rows<FeedEvent>(sql`select position, event_id as "eventId", topic, ids, payload from live_event
    where workplace_id = ${workplaceId} and position >= ${position}::bigint order by position limit ${PAGE + 1}`);
  return { events, full: events.length > PAGE };
}

/** The newest event. clean() keeps it, so that a cursor at it never expires. */
export async function readHead(ex: Executor, workplaceId: string): Promise<Cursor> {
  const row = await ex.first<Cursor>(sql`select position, event_id as "eventId" from live_event
    where workplace_id = ${workplaceId} order by position desc limit 1`);
  return row ?? BEGINNING;
}

/**
 * Start of a stream without a cursor: before everything committed in the last `sinceMs`, because its page may have read
 * its data before that. `missed`: more than a page, so the page must reload.
 */
export async function findStart(
  ex: Executor,
  workplaceId: string,
  sinceMs: number,
): Promise<{ cursor: Cursor; missed: boolean }> {
  if (sinceMs === 0) return { cursor: await readHead(ex, workplaceId), missed: false };
  const recent = await ex.rows<Cursor & { isFresh: boolean }>(sql`select position, event_id as "eventId",
      at >= clock_timestamp() - make_interval(secs => ${(sinceMs + COMMIT_MS) / 1000}::float8) as "isFresh"
    from live_event where workplace_id = ${workplaceId} order by position desc limit ${PAGE}`);
  const before = recent.find(({ isFresh }) => !isFresh);
  if (before) return { cursor: { position: before.position, eventId: before.eventId }, missed: false };
  const [newest] = recent;
  if (!newest) return { cursor: BEGINNING, missed: false };
  if (recent.length < PAGE && recent.at(-1)?.position === 1) return { cursor: BEGINNING, missed: false };
  return { cursor: { position: newest.position, eventId: newest.eventId }, missed: true };
}

/** Deletes up to `limit` events older than `keepHours`, oldest first, except the newest; returns the count. */
export const deleteOld = (tx: Executor, workplaceId: string, keepHours: number, limit: number): Promise<number> =>
  tx.run(sql`delete from live_event where workplace_id = ${workplaceId}
    and position in (select position from live_event where workplace_id = ${workplaceId} order by position limit ${limit})
    and at < now() - make_interval(hours => ${keepHours}::int)
    and position < (select max(position) from live_event where workplace_id = ${workplaceId})`);
