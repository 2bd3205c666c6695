import type { ListingInput } from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import { expect, it } from 'vitest';
import { optionValue, productFields, variationFields } from './listing-body.ts';

const input: ListingInput = {
  ref: 'ref-1',
  title: 'Cable',
  descriptionHtml: '',
  tags: [],
  status: 'active',
  options: [{ name: 'Plug', values: ['USB-A | USB-C', 'USB-C'] }],
  variants: [{ ref: 'a', sku: 'SKU-a', optionValues: ['USB-A | USB-C'], price: money(990, 'USD') }],
  images: [],
  allowSellOutOfStock: false,
};

it.each([
  ['USB-A | USB-C', 'USB-A / USB-C'],
  ['a|b|c', 'a/b/c'],
  ['a/b', 'a/b'],
  ['Sand', 'Sand'],
])('the option value %s is sent as %s', (value, sent) => {
  expect(optionValue(value)).toBe(sent);
});

it('a variation names its option value as its product lists it', () => {
  expect(productFields(input).fields).toMatchObject({ attributes: [{ options: ['USB-A / USB-C', 'USB-C'] }] });
  const [variant] = input.variants;
  if (!variant) throw new Error('the listing has no variant');
  expect(variationFields(input, variant)).toMatchObject({ attributes: [{ name: 'Plug', option: 'USB-A / USB-C' }] });
});
