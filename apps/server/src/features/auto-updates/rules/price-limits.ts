import type { AutoUpdateRules } from '@quayside/contracts';

type Limits = AutoUpdateRules['limits'];

const exceeds = (from: number, to: number, percent: number | null, amount: number | null): boolean => {
  const change = Math.abs(to - from);
  return (percent !== null && change * 100 > percent * from) || (amount !== null && change > amount);
};

/** Whether a price would change by more than allowed. `dayStart`: the price a day ago, by our own changes. */
export const isBeyondLimits = (limits: Limits, now: number, wanted: number, dayStart: number): boolean =>
  exceeds(now, wanted, limits.change_percent, limits.change_amount) ||
  exceeds(dayStart, wanted, limits.day_percent, limits.day_amount);
