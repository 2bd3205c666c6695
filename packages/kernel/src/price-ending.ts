import { decimalsOf, type Money } from './money.ts';

/** How a price ends: exact, or on these cents. */
export const PRICE_ENDINGS = ['exact', '99', '95', '00'] as const;
export type PriceEnding = (typeof PRICE_ENDINGS)[number];

/** Raises a price to the next one that ends as asked. Prices in currencies without decimals stay as they are. */
export function raiseToEnding(price: Money, ending: PriceEnding): Money {
  const decimals = decimalsOf(price.currency);
  if (ending === 'exact' || decimals === 0) return price;
  const unit = 10 ** decimals;
  const tail = Math.round((Number(ending) / 100) * unit);
  const whole = Math.floor(price.amount / unit) * unit;
  return { amount: whole + tail >= price.amount ? whole + tail : whole + unit + tail, currency: price.currency };
}
