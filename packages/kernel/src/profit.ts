import { type Money, subtract } from './money.ts';

export interface ProfitEstimate {
  profit: Money;
  /** Whole percent of the price; null at price 0. */
  margin: number | null;
}

/**
 * Profit of one sold item: price minus cost minus the supplier's shipping, without store and payment fees and customs
 * duties. Throws RangeError for different currencies: convert first. Source: decision A33.
 */
export function estimateProfit(price: Money, cost: Money, shipping: Money): ProfitEstimate {
  const profit = subtract(subtract(price, cost), shipping);
  return { profit, margin: price.amount === 0 ? null : Math.round((profit.amount * 100) / price.amount) };
}
