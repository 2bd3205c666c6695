import { expect, it } from 'vitest';
import { estimate } from './estimate.ts';

it('takes cost and shipping off the suggested price', () => {
  const { profit, margin } = estimate(19.95, 5.28, 3.19, 'USD');
  expect(profit).toEqual({ amount: 1148, currency: 'USD' });
  expect(margin).toBe(58);
});

it('tells a loss, and no share of nothing', () => {
  expect(estimate(5, 5.28, 3, 'USD').profit.amount).toBe(-328);
  expect(estimate(0, 1, 1, 'USD').margin).toBeNull();
});
