import { money } from '@quayside/kernel';
import { describe, expect, it } from 'vitest';
import { getRoom, priceOf, proposeRefund } from './figures.ts';
import { feePercent, percentOf, suggestsKeeping } from './policy.ts';

const lines = [
  { line_id: 'a', quantity: 3, unit_price: 1_000, discount: 100 },
  { line_id: 'b', quantity: 1, unit_price: 2_000, discount: 0 },
];
const order = {
  shipping_total: 500,
  tax_total: 0,
  tax_included: false,
  fee_total: 0,
  discount_total: 100,
  total: 5_400,
};
const all = [
  { line_id: 'a', quantity: 3 },
  { line_id: 'b', quantity: 1 },
];
const propose = (wanted: typeof all, change: Partial<typeof order> = {}, more: object = {}) =>
  proposeRefund({ ...order, ...change }, lines, wanted, {
    withShipping: false,
    fee: () => 0,
    most: 1_000_000,
    ...more,
  });

describe('the proposed refund', () => {
  it.each([
    ['one of three, with its part of the discount', [{ line_id: 'a', quantity: 1 }], {}, {}, 967],
    ['everything without shipping', all, {}, {}, 4_900],
    ['everything with shipping', all, {}, { withShipping: true }, 5_400],
    ['less a restocking fee', all, {}, { fee: () => 900 }, 4_000],
    [
      'less a percentage of the items',
      [{ line_id: 'a', quantity: 1 }],
      {},
      { fee: (n: number) => percentOf(n, 15) },
      822,
    ],
    ['never below zero', [{ line_id: 'a', quantity: 1 }], {}, { fee: () => 5_000 }, 0],
    ['at most what the store has left', all, {}, { most: 1_234 }, 1_234],
    ['at most what was paid', all, { total: 3_000 }, {}, 3_000],
    ['with the discount of the whole order', all, { discount_total: 1_100 }, {}, 3_900],
    ['nothing that arrived', [], {}, {}, 0],
  ] as const)('%s', (_name, wanted, change, more, amount) =>
    expect(propose([...wanted], change, more).amount).toBe(amount),
  );

  it('has the tax on the items, and all of it for everything', () => {
    const taxed = { tax_total: 541, total: 5_941 };
    expect(propose(all, taxed)).toMatchObject({ items: 4_900, tax: 491, shipping: 0, amount: 5_391 });
    expect(propose(all, taxed, { withShipping: true })).toMatchObject({ tax: 491, shipping: 550, amount: 5_941 });
    expect(propose(all, { tax_total: 541, tax_included: true }).tax).toBe(0);
  });
});

it('the price of a line is that of its items, whatever is asked for', () => {
  expect(priceOf({ line_id: 'a', quantity: 3, unit_price: 1_000, discount: 100 }, 9)).toBe(2_900);
  expect(priceOf({ line_id: 'a', quantity: 0, unit_price: 1_000, discount: 0 }, 1)).toBe(0);
});

it('refunds that failed or were withdrawn leave their room', () => {
  const refunds = [
    { amount: 300, state: 'done' },
    { amount: 200, state: 'failed' },
    { amount: 700, state: 'withdrawn' },
    { amount: 100, state: 'waiting' },
  ] as const;
  expect([getRoom(1_000, refunds), getRoom(350, refunds)]).toEqual([600, 0]);
});

it('a percentage is rounded to the smallest unit', () => {
  expect([percentOf(967, 15), percentOf(10, 5), percentOf(333, 0)]).toEqual([145, 1, 0]);
});

it.each([
  ['changed_mind', false, 15],
  ['wrong_size', false, 15],
  ['changed_mind', true, 0],
  ['defective', false, 0],
  ['arrived_late', false, 0],
] as const)('a restocking fee for %s, kept: %s', (reason, customer_keeps, percent) =>
  expect(feePercent({ reason, customer_keeps }, { restocking_percent: 15 })).toBe(percent),
);

describe('keeping cheap items', () => {
  const limit = { keep_below: 2_000, keep_currency: 'USD' };
  it.each([
    ['below the limit', money(1_999, 'USD'), undefined, true],
    ['at the limit', money(2_000, 'USD'), undefined, false],
    ['converted below it', money(1_817, 'EUR'), '1.1', true],
    ['converted to it', money(1_818, 'EUR'), '1.1002', false],
    ['of a currency without decimals', money(2_990, 'JPY'), '0.00667', true],
    ['without a rate', money(1, 'EUR'), undefined, undefined],
  ] as const)('%s', (_name, value, rate, suggested) => expect(suggestsKeeping(value, limit, rate)).toBe(suggested));
  it('without a limit is never suggested', () =>
    expect(suggestsKeeping(money(1, 'EUR'), { keep_below: null, keep_currency: null }, undefined)).toBe(false));
});
