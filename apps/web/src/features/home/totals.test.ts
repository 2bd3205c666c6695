import { expect, it } from 'vitest';
import { totals } from './totals.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const day = (orders: number, sales: number, priced?: { orders: number; sales: number; profit: number }) => ({
  orders,
  sales: usd(sales),
  profit: priced ? usd(priced.profit) : null,
  priced_sales: usd(priced?.sales ?? 0),
  priced_orders: priced?.orders ?? 0,
});

it('adds days up', () =>
  expect(totals([day(2, 10_000, { orders: 2, sales: 10_000, profit: 4_000 }), day(0, 0)], 'USD')).toEqual({
    sales: 10_000,
    orders: 2,
    unpriced: 0,
    profit: 4_000,
    margin: 0.4,
  }));

it('takes no order for all profit because its cost is not known yet', () =>
  expect(totals([day(3, 38_000, { orders: 1, sales: 4_000, profit: 2_000 })], 'USD')).toEqual({
    sales: 38_000,
    orders: 3,
    unpriced: 2,
    profit: 2_000,
    margin: 0.5,
  }));

it('knows no profit without a cost', () =>
  expect(totals([day(1, 1_000)], 'USD')).toMatchObject({ profit: undefined, margin: undefined, unpriced: 1 }));

it('counts only its currency', () =>
  expect(totals([day(1, 1_000), { ...day(9, 0), sales: { amount: 900, currency: 'EUR' } }], 'USD')).toMatchObject({
    sales: 1_000,
    orders: 1,
  }));
