import { expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

const goods = catalogue();

it('closes some destinations for some products', () => {
  expect(goods.some(({ shipCountries }) => !shipCountries.includes('GB'))).toBe(true);
  expect(goods.some(({ shipCountries }) => !shipCountries.includes('US'))).toBe(true);
  expect(goods.filter(({ shipCountries }) => shipCountries.includes('US')).length).toBeGreaterThan(goods.length * 0.9);
});

it('ships some products free of charge, from the US and within it only', () => {
  const free = goods.filter(({ freeShippingTo }) => freeShippingTo.length > 0);
  expect(free.length).toBeGreaterThan(50);
  for (const product of free) expect(product).toMatchObject({ shipsFrom: 'US', freeShippingTo: ['US'] });
});
