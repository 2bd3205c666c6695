import { type Money, moneyFromDecimal } from '@quayside/kernel/money.ts';

export interface Estimate {
  price: Money;
  cost: Money;
  shipping: Money;
  profit: Money;
  /** Whole percent of the price; null at price 0. */
  margin: number | null;
}

/** What is left of a suggested price with one way of shipping. Source: decision A33. */
export function estimate(rsp: number, cost: number, shipping: number, currency: string): Estimate {
  const [price, own, sent] = [rsp, cost, shipping].map((sum) => moneyFromDecimal(sum, currency));
  if (!price || !own || !sent) throw new RangeError('three sums make an estimate');
  const profit = { amount: price.amount - own.amount - sent.amount, currency };
  const margin = price.amount > 0 ? Math.round((profit.amount / price.amount) * 100) : null;
  return { price, cost: own, shipping: sent, profit, margin };
}
