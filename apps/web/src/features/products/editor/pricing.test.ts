import { describe, expect, it } from 'vitest';
import { getRange, getShippingCost, parseFactor, priceBy } from './pricing.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });

describe('priceBy', () => {
  const variant = { cost: usd(528), price: usd(1395) };
  it.each([
    ['cost', 2.5, 'exact', 1320],
    ['cost', 2.5, '99', 1399],
    ['cost', 2.5, '95', 1395],
    ['cost', 2.5, '00', 1400],
    ['price', 1.1, 'exact', 1535],
    ['price', 1, '95', 1395],
    ['price', 1, '00', 1400],
  ] as const)('%s × %d ending %s', (base, factor, ending, amount) =>
    expect(priceBy({ base, factor, ending }, variant)).toEqual(usd(amount)),
  );

  it('leaves currencies without decimals whole', () => {
    const yen = { cost: { amount: 1001, currency: 'JPY' }, price: { amount: 2000, currency: 'JPY' } };
    expect(priceBy({ base: 'cost', factor: 2.5, ending: '99' }, yen)).toEqual({ amount: 2503, currency: 'JPY' });
  });
});

it.each([
  ['2.5', 2.5],
  ['2,5', 2.5],
  ['.5', 0.5],
  ['0', undefined],
  ['', undefined],
  ['-1', undefined],
  ['1001', undefined],
])('reads the factor %s', (typed, factor) => expect(parseFactor(typed)).toBe(factor));

it('reads the shipping of one item where it is known in the currency of the product', () => {
  const shipping = { cost: usd(350), days_min: null, days_max: null };
  expect(getShippingCost({ currency: 'USD', shipping })).toEqual(usd(350));
  expect(getShippingCost({ currency: 'EUR', shipping })).toBeUndefined();
  expect(getShippingCost({ currency: 'USD', shipping: null })).toBeUndefined();
});

it('finds the ends of a range', () => {
  expect(getRange([usd(3), usd(1), usd(2)])).toEqual({ low: usd(1), high: usd(3) });
  expect(getRange([])).toBeUndefined();
});
