import { type Money, moneyFromDecimal } from '@quayside/kernel/money.ts';
import { type PriceEnding, raiseToEnding } from '@quayside/kernel/price-ending.ts';
import { convertMoney, rateFromNumber } from '@quayside/kernel/rates.ts';
import type { PushProduct } from './push-product.ts';

export interface StorePrice {
  currency: string;
  low: Money;
  high: Money;
}

/**
 * Returns what customers will pay for a product in each currency of its stores; a currency without a rate is left out. Empty where the
 * product has no price yet.
 */
export function storePrices(
  product: Pick<PushProduct, 'price' | 'currency'>,
  currencies: readonly string[],
  rates: Readonly<Record<string, number>>,
  ending: PriceEnding,
): StorePrice[] {
  const { price, currency: own } = product;
  if (!price) return [];
  const ends = [price.from, price.to].map((amount) => moneyFromDecimal(amount, own));
  return [...new Set(currencies)].flatMap((currency) => {
    const rate = rates[currency];
    if (currency !== own && rate === undefined) return [];
    const [low, high] = ends.map((amount) =>
      rate === undefined || currency === own
        ? amount
        : raiseToEnding(convertMoney(amount, currency, rateFromNumber(rate)), ending),
    );
    return low && high ? [{ currency, low, high }] : [];
  });
}
