import type { ExchangeRate } from '@quayside/contracts';
import { crossRate } from '@quayside/kernel';

/** The rate of a currency that was in force on `asked_day`, in units for one euro. */
export interface PublishedRate {
  asked_day: string;
  currency: string;
  day: string;
  per_euro: string;
  source: string;
}

/** A rate of the workplace's own. */
export interface TypedRate {
  from_currency: string;
  to_currency: string;
  rate: string;
  day: string;
}

export interface RateQuery {
  from: string;
  to: string;
  /** The day whose rate is wanted, in UTC. */
  day: string;
}

const EURO = 'EUR';

/** The published rate of a pair on a day; undefined where one of its currencies has none. */
export function findPublished(ask: RateQuery, published: readonly PublishedRate[]): ExchangeRate | undefined {
  const of = (currency: string) =>
    currency === EURO ? undefined : published.find((one) => one.currency === currency && one.asked_day === ask.day);
  const [from, to] = [of(ask.from), of(ask.to)];
  if ((ask.from !== EURO && !from) || (ask.to !== EURO && !to)) return undefined;
  const known = [from, to].filter((one) => one !== undefined).sort((a, b) => (a.day < b.day ? -1 : 1));
  const [oldest] = known;
  if (!oldest) return undefined;
  const rate = crossRate(from?.per_euro ?? '1', to?.per_euro ?? '1');
  return { from: ask.from, to: ask.to, rate, day: oldest.day, source: oldest.source };
}

/** The rate that the workplace typed for a pair, in either direction. */
export function findTyped({ from, to }: Omit<RateQuery, 'day'>, typed: readonly TypedRate[]): ExchangeRate | undefined {
  const there = typed.find((one) => one.from_currency === from && one.to_currency === to);
  if (there) return { from, to, rate: there.rate, day: there.day, source: null };
  const back = typed.find((one) => one.from_currency === to && one.to_currency === from);
  return back && { from, to, rate: crossRate(back.rate, '1'), day: back.day, source: null };
}

/** The rate by which an amount of `day` is converted: the published one, else the workplace's own. */
export const findRate = (
  ask: RateQuery,
  published: readonly PublishedRate[],
  typed: readonly TypedRate[],
): ExchangeRate | undefined => findPublished(ask, published) ?? findTyped(ask, typed);
