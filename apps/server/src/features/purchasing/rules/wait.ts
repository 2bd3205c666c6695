import { dayOf, shiftDay, timeOfDay } from '../../orders/index.ts';
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
