import type { ExchangeRate } from '@quayside/contracts';
import type { Executor } from '../../../db/index.ts';
import { readPublished, readTyped } from '../rate-repo.ts';
import { findRate, type RateQuery } from '../rules/find-rate.ts';

/** Finds a rate among those that were read. undefined: none is known, or the currencies are the same. */
export type RateLookup = (ask: RateQuery) => ExchangeRate | undefined;

const NONE: RateLookup = () => undefined;

/** Reads all rates that some conversions need in one go; asks for the same currency need none. */
export async function ratesFor(ex: Executor, workplaceId: string, asks: readonly RateQuery[]): Promise<RateLookup> {
  const needed = asks.filter(({ from, to }) => from !== to);
  if (needed.length === 0) return NONE;
  const currencies = [...new Set(needed.flatMap(({ from, to }) => [from, to]))];
  const published = await readPublished(ex, currencies, [...new Set(needed.map(({ day }) => day))]);
  const typed = await readTyped(ex, workplaceId);
  return (ask) => (ask.from === ask.to ? undefined : findRate(ask, published, typed));
}
