import { ALARM_DAYS } from './shipment-alarms.ts';

const DAY_MS = 86_400_000;

export interface ClaimClock {
  /** near: within the days of the alert about it, as they are by default. */
  phase: 'open' | 'near' | 'over';
  /** Begun days until the window closes, at least 1 while it is open. */
  daysLeft: number;
}

/** How much of a claim window is left. `until`: its last moment, `now`: milliseconds. */
export function getClaimClock(until: string, now: number): ClaimClock {
  const left = Date.parse(until) - now;
  if (left < 0) return { phase: 'over', daysLeft: 0 };
  const daysLeft = Math.max(1, Math.ceil(left / DAY_MS));
  return { phase: daysLeft > ALARM_DAYS.claim ? 'open' : 'near', daysLeft };
}
