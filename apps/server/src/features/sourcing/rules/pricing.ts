import { getDecimals, type Money, money } from '@quayside/kernel';

/** Price as a multiple of cost, if the supplier suggests none. */
export const PRICE_MULTIPLE = 2.5;

/**
 * Price set by an import: the supplier's suggestion, else 2.5 times the cost, rounded up to .99 (whole units in
 * currencies without cents).
 */
export function suggestedPrice(cost: Money, suggestedBySupplier?: Money): Money {
  if (suggestedBySupplier) return suggestedBySupplier;
  const wanted = Math.ceil(cost.amount * PRICE_MULTIPLE);
  const unit = 10 ** getDecimals(cost.currency);
  if (unit === 1) return money(wanted, cost.currency);
  const end = Math.round(unit * 0.99);
  return money(Math.max(0, Math.ceil((wanted - end) / unit)) * unit + end, cost.currency);
}
