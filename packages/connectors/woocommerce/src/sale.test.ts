import type { ListingVariantInput } from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import { expect, it } from 'vitest';
import { SALE } from './meta.ts';
import { priceFields, saleMeta } from './sale.ts';

const variant = (price: number, compareAt?: number): ListingVariantInput => ({
  ref: 'a',
  sku: 'SKU-a',
  optionValues: [],
  price: money(price, 'USD'),
  ...(compareAt === undefined ? {} : { compareAtPrice: money(compareAt, 'USD') }),
});
const shop = (salePrice: string | null, recorded?: string) => ({
  sale_price: salePrice,
  meta_data: recorded === undefined ? [] : [{ key: SALE, value: recorded }],
});
const removed = [{ key: SALE, value: null }];

it.each([
  ['a new product has no sale price', undefined, {}, []],
  ['a sale price without a record stays', shop('15.00'), {}, []],
  ['our sale price is cleared', shop('19.90', '19.90'), { sale_price: '' }, removed],
  ['our sale price is recognized in another notation', shop('19.9', '19.90'), { sale_price: '' }, removed],
  ['a sale price that the merchant changed stays', shop('15', '19.90'), {}, removed],
  ['a sale that the merchant ended stays ended', shop('', '0'), {}, removed],
])('without a compare-at price, %s', (_name, before, sale, meta) => {
  expect(priceFields(variant(2_100), before)).toEqual({ regular_price: '21.00', ...sale });
  expect(saleMeta(variant(2_100), before)).toEqual(meta);
});

it('a compare-at price above the price is the regular price, and the sale price is recorded', () => {
  for (const before of [undefined, shop('15.00'), shop('', '19.90')]) {
    expect(priceFields(variant(1_990, 3_000), before)).toEqual({ regular_price: '30.00', sale_price: '19.90' });
    expect(saleMeta(variant(1_990, 3_000), before)).toEqual([{ key: SALE, value: '19.90' }]);
  }
  expect(priceFields(variant(1_990, 1_990))).toEqual({ regular_price: '19.90' });
});
