import { type Money, subtract } from './money.ts';

export interface ProfitEstimate {
  profit: Money;
  /** Whole percent of the price; null at price 0. */
  margin: number | null;
}

/**
 * Returns the profit of one sold item: its price less its cost less the supplier's shipping. Store and payment fees and customs
 * duties are not included. Throws RangeError where the currencies differ: convert first. Source: decision A33.
 */
export function estimateProfit(price: Money, cost: Money, shipping: Money): ProfitEstimate {
  const profit = subtract(subtract(price, cost), shipping);
  return { profit, margin: price.amount === 0 ? null : Math.round((profit.amount * 100) / price.amount) };
}
