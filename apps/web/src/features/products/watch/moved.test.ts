import type { ProductDetail } from '@quayside/contracts';
import { expect, it } from 'vitest';
import { missingVariants, movedVariants, nameOfVariant } from './moved.ts';

type Variant = ProductDetail['variants'][number];
const usd = (amount: number) => ({ amount, currency: 'USD' });
const variant = (
  supplier: Partial<NonNullable<Variant['supplier']>> | null,
  change: Partial<Variant> = {},
): Variant => ({
  variant_id: 'v',
  source_variant_id: 's',
  sku: 'SKU-1',
  barcode: '',
  option_values: ['Red', 'S'],
  cost: usd(1000),
  price: usd(4000),
  compare_at_price: null,
  profit: usd(3000),
  margin: 75,
  stock: 5,
  weight_grams: null,
  image_url: null,
  enabled: true,
  position: 0,
  supplier: supplier && { found: true, cost: usd(1000), stock: 5, seen_at: null, ...supplier },
  ...change,
});

it('shows a cost that moved with the margin before and after', () => {
  const [moved] = movedVariants([variant({ cost: usd(2000) })], usd(500));
  expect(moved).toMatchObject({ now: usd(2000), was: usd(1000), margin: { before: 63, after: 38 } });
});

it('shows nothing of what is the same, not sold, not told, gone or not watched', () => {
  const none = [
    variant({}),
    variant({ cost: usd(2000) }, { enabled: false }),
    variant({ cost: null }),
    variant({ cost: usd(2000), found: false }),
    variant(null),
  ];
  expect(movedVariants(none, usd(500))).toEqual([]);
});

it('tells what ran out from what is gone', () => {
  const [out, gone] = [variant({ stock: 0 }), variant({ found: false, stock: 0 })];
  expect(missingVariants([out, gone, variant({ stock: null }), variant(null)])).toEqual({ out: [out], gone: [gone] });
});

it('calls a variant by its options, else by its SKU', () => {
  expect(nameOfVariant(variant(null))).toBe('Red / S');
  expect(nameOfVariant(variant(null, { option_values: [] }))).toBe('SKU-1');
});
