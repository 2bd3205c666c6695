import { expect, it } from 'vitest';
import { storePrices } from './store-price.ts';

const mug = { price: { from: 15.99, to: 19.9 }, currency: 'USD' };
const eur = (amount: number) => ({ amount, currency: 'EUR' });

it('shows what customers pay in the currency of each store', () => {
  expect(storePrices(mug, ['USD', 'EUR', 'EUR'], { EUR: 0.92 }, 'exact')).toEqual([
    { currency: 'USD', low: { amount: 1599, currency: 'USD' }, high: { amount: 1990, currency: 'USD' } },
    { currency: 'EUR', low: eur(1471), high: eur(1831) },
  ]);
});

it('ends converted prices as asked, and the others not', () => {
  const [dollars, euros] = storePrices(mug, ['USD', 'EUR'], { EUR: 0.92 }, '99');
  expect(dollars?.low.amount).toBe(1599);
  expect([euros?.low, euros?.high]).toEqual([eur(1499), eur(1899)]);
});

it('has none without a rate or a price', () => {
  expect(storePrices(mug, ['GBP'], {}, 'exact')).toEqual([]);
  expect(storePrices({ price: null, currency: 'USD' }, ['USD'], {}, 'exact')).toEqual([]);
});
