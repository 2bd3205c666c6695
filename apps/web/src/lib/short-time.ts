import type { useFormats } from './use-formats.ts';

const RECENT_MS = 3 * 3_600_000;

/** A compact time for a column: relative, then the time of today, then the date. The full time is in its title. */
export function shortTime(
  iso: string | null | undefined,
  { timeAgo, time, day }: Pick<ReturnType<typeof useFormats>, 'timeAgo' | 'time' | 'day'>,
  now = Date.now(),
): string {
  const at = Date.parse(iso ?? '');
  if (now - at < RECENT_MS) return timeAgo(iso, now);
  return new Date(at).toDateString() === new Date(now).toDateString() ? time(iso) : day(iso);
}
