import type { ProductDetail } from '@quayside/contracts';
import type { Money } from '@quayside/kernel/money.ts';
import { type PriceEnding, raiseToEnding } from '@quayside/kernel/price-ending.ts';

/** What a bulk price begins from. */
export const PRICE_BASES = ['cost', 'price'] as const;
export type PriceBase = (typeof PRICE_BASES)[number];

export interface PriceRule {
  base: PriceBase;
  /** 2.5 makes $10 into $25. */
  factor: number;
  ending: PriceEnding;
}

/** A typed factor, or undefined when it is none. Above 0, at most 1000, up to four decimals. */
export function parseFactor(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  if (!/^\d{1,4}(\.\d{0,4})?$|^\.\d{1,4}$/.test(text)) return undefined;
  const value = Number(text);
  return value > 0 && value <= 1000 ? value : undefined;
}

/** What a rule makes of one variant. Money stays whole minor units: the factor is counted in ten-thousandths. */
export function priceBy(rule: PriceRule, variant: { cost: Money; price: Money }): Money {
  const from = rule.base === 'cost' ? variant.cost : variant.price;
  const tenThousandths = Math.round(rule.factor * 10_000);
  const exact = (BigInt(from.amount) * BigInt(tenThousandths) + 5000n) / 10_000n;
  return raiseToEnding({ amount: Number(exact), currency: from.currency }, rule.ending);
}

/** Returns the cheapest shipping of one item to the product's destination; undefined while it is unknown or in another currency. */
export const getShippingCost = ({
  currency,
  shipping,
}: Pick<ProductDetail, 'currency' | 'shipping'>): Money | undefined =>
  shipping?.cost.currency === currency ? shipping.cost : undefined;

/** Lowest and highest of several sums of one currency; undefined for none. */
export function getRange(sums: readonly Money[]): { low: Money; high: Money } | undefined {
  const [first, ...rest] = sums;
  if (!first) return undefined;
  return rest.reduce(
    (range, one) => ({
      low: one.amount < range.low.amount ? one : range.low,
      high: one.amount > range.high.amount ? one : range.high,
    }),
    { low: first, high: first },
  );
}
