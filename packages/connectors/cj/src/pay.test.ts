import { money } from '@quayside/kernel';
import { expect, it } from 'vitest';
import { refuseDearer } from './pay.ts';

it('pays a bill that is lower than what was agreed to, never one that is higher or in another currency', () => {
  const agreed = money(1_200, 'USD');
  for (const amount of [1_200, 1_150]) expect(() => refuseDearer(agreed, money(amount, 'USD'))).not.toThrow();
  expect(() => refuseDearer(agreed, money(1_201, 'USD'))).toThrow('12.01 USD, not 12.00 USD');
  expect(() => refuseDearer(agreed, money(1_000, 'EUR'))).toThrow('EUR');
});
