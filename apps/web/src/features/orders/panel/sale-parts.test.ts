import { expect, it } from 'vitest';
import { saleParts } from './sale-parts.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const sale = {
  subtotal: usd(5_808),
  shipping_total: usd(490),
  discount_total: usd(581),
  fee_total: usd(-333),
  adjustment_total: usd(-2),
  tax_total: usd(672),
  tax_included: false,
};

it('adds up every part of a sale', () => {
  const parts = saleParts(sale);
  expect(parts.map(({ key }) => key)).toEqual(['subtotal', 'shippingPaid', 'discount', 'fees', 'adjustment', 'tax']);
  expect(parts.reduce((sum, { value }) => sum + value.amount, 0)).toBe(6_054);
});

it('names included tax and does not add it', () => {
  const parts = saleParts({ ...sale, tax_included: true, adjustment_total: usd(0) });
  expect(parts.at(-1)).toEqual({ key: 'taxIncluded', value: usd(672) });
  expect(parts.slice(0, -1).reduce((sum, { value }) => sum + value.amount, 0)).toBe(5_384);
});
