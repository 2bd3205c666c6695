import type { ExchangeRate } from '@quayside/contracts';
import type { Executor } from '../../../db/index.ts';
import { ratesFor } from '../../rates/index.ts';

export interface RuleRate {
  from: string;
  to: string;
  /** null: unknown. */
  rate: ExchangeRate | null;
  stale: boolean;
}

/** Rates are published on working days: older ones mean that something is wrong. */
const STALE_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

export const isStale = (rateDay: string, today: string): boolean =>
  Date.parse(today) - Date.parse(rateDay) > STALE_DAYS * DAY_MS;

/** The rates that prices are converted by. */
export async function ratesOfRule(
  ex: Executor,
  workplaceId: string,
  pairs: readonly { from: string; to: string }[],
  day: string,
): Promise<RuleRate[]> {
  const find = await ratesFor(
    ex,
    workplaceId,
    pairs.map((pair) => ({ ...pair, day })),
  );
  return pairs.map((pair) => {
    const rate = find({ ...pair, day }) ?? null;
    return { ...pair, rate, stale: rate !== null && isStale(rate.day, day) };
  });
}
