import { dayOf, shiftDay, startOfDay } from '../../orders/index.ts';
import type { GuardSetting } from './guards.ts';

const MINUTES = { '10m': 10, '1h': 60, '24h': 1440 } as const;

/**
 * When an order requested now is placed; undefined: immediately. `daily` is the next time of day in the zone that is
 * still to come.
 */
export function placedAt(
  { wait, wait_at: at }: Pick<GuardSetting, 'wait' | 'wait_at'>,
  nowMs: number,
  timeZone: string,
): string | undefined {
  if (wait === 'none') return undefined;
  if (wait !== 'daily') return new Date(nowMs + MINUTES[wait] * 60_000).toISOString();
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const today = dayOf(nowMs, timeZone);
  for (const day of [today, shiftDay(today, 1)]) {
    const time = timeOfDay(day, hours * 60 + minutes, timeZone);
    if (time > nowMs) return new Date(time).toISOString();
  }
  throw new Error(`no time ${at} in ${timeZone} after ${new Date(nowMs).toISOString()}`);
}

/** A time of day as Unix milliseconds, also on days when the clocks change. */
function timeOfDay(day: string, minutes: number, timeZone: string): number {
  const start = Date.parse(startOfDay(day, timeZone));
  const guess = start + minutes * 60_000;
  // The offset may change between midnight and that time: compare with the clock that people see.
  const shown = startOfDayMinutes(guess, day, timeZone);
  return guess + (minutes - shown) * 60_000;
}

/** Minutes since midnight on the clock of the zone. */
function startOfDayMinutes(millis: number, day: string, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timeZone || 'UTC',
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(millis);
  const at = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  const shown = at('hour') * 60 + at('minute');
  return dayOf(millis, timeZone) === day ? shown : shown + 1440;
}
