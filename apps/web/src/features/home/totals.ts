import type { Summary } from './figures.tsx';

type Day = Summary['days'][number];

/**
 * The sums of some days in one currency, in minor units. Profit and margin only count days whose cost is known; with
 * no such day they are unknown, not zero.
 */
export function totals(days: readonly Pick<Day, 'orders' | 'sales' | 'profit'>[], currency: string) {
  const own = days.filter((day) => day.sales.currency === currency);
  const sales = own.reduce((sum, day) => sum + day.sales.amount, 0);
  const orders = own.reduce((sum, day) => sum + day.orders, 0);
  const priced = own.filter((day) => day.profit !== null);
  if (priced.length === 0) return { sales, orders, profit: undefined, margin: undefined };
  const profit = priced.reduce((sum, day) => sum + (day.profit?.amount ?? 0), 0);
  const base = priced.reduce((sum, day) => sum + day.sales.amount, 0);
  return { sales, orders, profit, margin: base > 0 ? profit / base : undefined };
}
