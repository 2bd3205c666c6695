import { type Money, moneyFromDecimal } from '@quayside/kernel/money.ts';
import { estimateProfit, type ProfitEstimate } from '@quayside/kernel/profit.ts';

export interface Estimate extends ProfitEstimate {
  price: Money;
  cost: Money;
  shipping: Money;
}

/** The profit of a suggested price with one shipping option, from the decimals of the wire. */
export function estimate(rsp: number, cost: number, shipping: number, currency: string): Estimate {
  const parts = {
    price: moneyFromDecimal(rsp, currency),
    cost: moneyFromDecimal(cost, currency),
    shipping: moneyFromDecimal(shipping, currency),
  };
  return { ...parts, ...estimateProfit(parts.price, parts.cost, parts.shipping) };
}
