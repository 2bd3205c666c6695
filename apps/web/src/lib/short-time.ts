import type { useFormats } from './use-formats.ts';

const RECENT_MS = 3 * 3_600_000;

/** A moment in the room of a column: how long ago, later the time of today, later the day. The whole stands in its title. */
export function shortTime(
  iso: string | null | undefined,
  { timeAgo, time, day }: Pick<ReturnType<typeof useFormats>, 'timeAgo' | 'time' | 'day'>,
  now = Date.now(),
): string {
  const at = Date.parse(iso ?? '');
  if (now - at < RECENT_MS) return timeAgo(iso, now);
  return new Date(at).toDateString() === new Date(now).toDateString() ? time(iso) : day(iso);
}
