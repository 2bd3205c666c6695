import { expect, it } from 'vitest';
import { minorOf, sumsOf } from './amounts.ts';

it('typed amounts become minor units of their currency', () => {
  expect([
    minorOf('12.5', 'USD'),
    minorOf(19.99, 'USD'),
    minorOf(1200, 'JPY'),
    minorOf(1.25, 'KWD'),
    minorOf('', 'USD'),
  ]).toEqual([1250, 1999, 1200, 1250, 0]);
  // 1.005 * 100 is 100.49999999999999.
  expect(minorOf('1.005', 'USD')).toBe(101);
});

it('the sums of the form are those of the order', () => {
  const form = {
    lines: [
      { quantity: 3, price: 19.99 },
      { quantity: 1, price: '0.03' },
    ],
    shipping: 4.95,
    discount: 5,
    tax: 2,
    taxIncluded: false,
  };
  expect(sumsOf(form, 'USD')).toEqual({ subtotal: 6000, total: 6195 });
  expect(sumsOf({ ...form, taxIncluded: true }, 'USD').total).toBe(5995);
});
