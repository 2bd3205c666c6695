import type { OrderPeriod } from '@quayside/contracts';

const DAYS_BACK = { today: 0, '7_days': 7, '30_days': 30, '60_days': 60, '90_days': 90 } as const;
const DAY_MS = 86_400_000;

const clocks = new Map<string, Intl.DateTimeFormat>();
const CLOCKS_KEPT = 600;

/** Formatters by time zone, cached because creating one takes longer than serving a page of orders. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: timeZone || 'UTC',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (clocks.size >= CLOCKS_KEPT) clocks.clear();
  clocks.set(timeZone, clock);
  return clock;
}

/** Offset of a time zone from UTC at a moment, in milliseconds. An unknown zone counts as UTC. */
function offsetAt(millis: number, timeZone: string): number {
  try {
    const parts = clockOf(timeZone).formatToParts(millis);
    const at = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
    const local = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
    return local - Math.floor(millis / 1000) * 1000;
  } catch {
    return 0;
  }
}

/**
 * The moment when the clocks of a time zone show a time of a day (YYYY-MM-DD). A time that they show twice is the first
 * of the two; one that they skip is as much later as they skip. Like Temporal's `compatible`, which Node lacks.
 */
export function timeOfDay(day: string, minutes: number, timeZone: string): number {
  const local = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000;
  // No zone changes its offset twice within two days.
  const [before, after] = [offsetAt(local - DAY_MS, timeZone), offsetAt(local + DAY_MS, timeZone)];
  const shown = [before, after].filter((offset) => offsetAt(local - offset, timeZone) === offset);
  return shown.length > 0 ? Math.min(...shown.map((offset) => local - offset)) : local - before;
}

/** The moment when a day (YYYY-MM-DD) starts in a time zone. */
export const startOfDay = (day: string, timeZone: string): string =>
  new Date(timeOfDay(day, 0, timeZone)).toISOString();

/** The day (YYYY-MM-DD) of a moment in a time zone. */
export const dayOf = (millis: number, timeZone: string): string =>
  new Date(millis + offsetAt(millis, timeZone)).toISOString().slice(0, 10);

/** The day `days` later. */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * Start (inclusive) and end (exclusive) of a period in a time zone. 30_days: from today minus 30 days to today (rule
 * B340); another_time: both given days included; all: unbounded.
 */
export function getRange(
  query: { period: OrderPeriod; from_date?: string; to_date?: string },
  now: string,
  timeZone: string,
): { from?: string; until?: string } {
  if (query.period === 'all') return {};
  if (query.period === 'another_time') {
    if (!query.from_date || !query.to_date) return {};
    return { from: startOfDay(query.from_date, timeZone), until: startOfDay(shiftDay(query.to_date, 1), timeZone) };
  }
  const today = dayOf(Date.parse(now), timeZone);
  return { from: startOfDay(shiftDay(today, -DAYS_BACK[query.period]), timeZone) };
}
