import { getDecimals, type Money } from './money.ts';

/** Price endings: exact, or these cents. */
export const PRICE_ENDINGS = ['exact', '99', '95', '00'] as const;
export type PriceEnding = (typeof PRICE_ENDINGS)[number];

/** Rounds a price up to the requested ending. Prices in currencies without decimals are unchanged. */
export function raiseToEnding(price: Money, ending: PriceEnding): Money {
  const decimals = getDecimals(price.currency);
  if (ending === 'exact' || decimals === 0) return price;
  const unit = 10 ** decimals;
  const tail = Math.round((Number(ending) / 100) * unit);
  const whole = Math.floor(price.amount / unit) * unit;
  return { amount: whole + tail >= price.amount ? whole + tail : whole + unit + tail, currency: price.currency };
}
