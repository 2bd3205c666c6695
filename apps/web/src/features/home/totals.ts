import type { Summary } from './figures.tsx';

type Day = Summary['days'][number];

/**
 * The sums of some days in one currency, in minor units. Profit and margin only count orders whose cost is known; with
 * none they are unknown, not zero.
 */
export function totals(
  days: readonly Pick<Day, 'orders' | 'sales' | 'profit' | 'priced_sales' | 'priced_orders'>[],
  currency: string,
) {
  const own = days.filter((day) => day.sales.currency === currency);
  const sum = (of: (day: (typeof own)[number]) => number): number => own.reduce((all, day) => all + of(day), 0);
  const sales = sum((day) => day.sales.amount);
  const orders = sum((day) => day.orders);
  const priced = sum((day) => day.priced_orders);
  const unpriced = orders - priced;
  if (priced === 0) return { sales, orders, unpriced, profit: undefined, margin: undefined };
  const profit = sum((day) => day.profit?.amount ?? 0);
  const base = sum((day) => day.priced_sales.amount);
  return { sales, orders, unpriced, profit, margin: base > 0 ? profit / base : undefined };
}
