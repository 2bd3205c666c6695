import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clampMaxVariants,
  clampThreshold,
  isSplit,
  resultingProducts,
  SPLIT_DEFAULTS,
  type SplitOptions,
  splitOptionsSchema,
} from './split.ts';

const options = (part: Partial<SplitOptions>): SplitOptions => ({ ...SPLIT_DEFAULTS, ...part });

describe('the split rule (B255 to B261, B316, A14)', () => {
  it.each([
    ['', 0],
    ['-', 0],
    ['150', 100],
    ['55', 55],
    [101, 100],
  ])('threshold %j becomes %d', (typed, value) => expect(clampThreshold(typed)).toBe(value));

  it('caps the variants per product at 100 only where that number decides', () => {
    expect(clampMaxVariants('150', 'max_variant')).toBe(100);
    expect(clampMaxVariants('150', 'max_product')).toBe(150);
    expect(clampMaxVariants('-', 'max_variant')).toBe(0);
  });

  it('refuses an unknown logic and fills in the defaults', () => {
    expect(splitOptionsSchema.safeParse({ split_logic: 'half' }).success).toBe(false);
    expect(splitOptionsSchema.parse({})).toEqual({
      threshold: 100,
      split_logic: 'all',
      split_handle: 'max_variant',
      max_variants_per_product: 100,
      max_create_products: 100,
    });
  });

  it('flags a product only above the threshold', () => {
    expect(isSplit(100, SPLIT_DEFAULTS)).toBe(false);
    expect(isSplit(101, SPLIT_DEFAULTS)).toBe(true);
  });

  it.each<[string, number, Partial<SplitOptions>, number]>([
    ['fewer than the threshold', 99, {}, 1],
    ['as many as the threshold', 100, {}, 1],
    ['all by variants', 250, {}, 3],
    ['all by products', 250, { split_handle: 'max_product', max_create_products: 5 }, 5],
    ['all by products, few variants', 3, { threshold: 2, split_handle: 'max_product', max_create_products: 5 }, 3],
    ['excess by variants', 250, { split_logic: 'excess' }, 3],
    ['excess by fewer variants', 250, { split_logic: 'excess', max_variants_per_product: 40 }, 5],
    ['excess by products', 250, { split_logic: 'excess', split_handle: 'max_product', max_create_products: 5 }, 6],
    ['0 variants per product counts as 1', 3, { threshold: 2, max_variants_per_product: 0 }, 3],
  ])('%s', (_name, variants, part, products) => expect(resultingProducts(variants, options(part))).toBe(products));

  it('never makes more products than variants, nor none', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2048 }),
        fc.record({
          threshold: fc.integer({ min: 0, max: 100 }),
          split_logic: fc.constantFrom('all' as const, 'excess' as const),
          split_handle: fc.constantFrom('max_variant' as const, 'max_product' as const),
          max_variants_per_product: fc.integer({ min: 0, max: 100 }),
          max_create_products: fc.integer({ min: 0, max: 300 }),
        }),
        (variants, chosen) => {
          const products = resultingProducts(variants, chosen);
          expect(products).toBeGreaterThanOrEqual(1);
          expect(products).toBeLessThanOrEqual(variants);
        },
      ),
    );
  });
});
