import { resultingProducts, SPLIT_DEFAULTS, type SplitOptions } from '@quayside/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partTitle, splitVariants } from './split.ts';

const variants = (count: number) => Array.from({ length: count }, (_none, at) => at);
const sizes = (count: number, part: Partial<SplitOptions>) =>
  splitVariants(variants(count), { ...SPLIT_DEFAULTS, ...part }).map((one) => one.length);

describe('the parts of a product (B258 to B261)', () => {
  it.each<[number, Partial<SplitOptions>, number[]]>([
    [99, {}, [99]],
    [100, {}, [100]],
    [101, {}, [100, 1]],
    [250, {}, [100, 100, 50]],
    [250, { split_handle: 'max_product', max_create_products: 5 }, [50, 50, 50, 50, 50]],
    [3, { threshold: 2, split_handle: 'max_product', max_create_products: 5 }, [1, 1, 1]],
    [250, { split_logic: 'excess' }, [100, 100, 50]],
    [250, { split_logic: 'excess', max_variants_per_product: 40 }, [100, 40, 40, 40, 30]],
    [250, { split_logic: 'excess', split_handle: 'max_product', max_create_products: 5 }, [100, 30, 30, 30, 30, 30]],
    [3, { threshold: 0, split_logic: 'excess', max_variants_per_product: 2 }, [2, 1]],
  ])('%d variants with %j', (count, part, expected) => expect(sizes(count, part)).toEqual(expected));

  it('holds every variant once and in order, in as many parts as was said, none empty, none over the maximum', () => {
    const options = fc.record({
      threshold: fc.integer({ min: 0, max: 100 }),
      split_logic: fc.constantFrom('all' as const, 'excess' as const),
      split_handle: fc.constantFrom('max_variant' as const, 'max_product' as const),
      max_variants_per_product: fc.integer({ min: 0, max: 100 }),
      max_create_products: fc.integer({ min: 0, max: 300 }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), options, (count, chosen) => {
        const parts = splitVariants(variants(count), chosen);
        expect(parts.flat()).toEqual(variants(count));
        expect(parts).toHaveLength(resultingProducts(count, chosen));
        expect(parts.every((part) => part.length > 0)).toBe(true);
        if (parts.length > 1 && chosen.split_handle === 'max_variant') {
          const cut = chosen.split_logic === 'excess' && chosen.threshold > 0 ? parts.slice(1) : parts;
          expect(Math.max(...cut.map((part) => part.length))).toBeLessThanOrEqual(
            Math.max(1, chosen.max_variants_per_product),
          );
        }
      }),
    );
  });
});

it('numbers the titles of parts', () => {
  expect(partTitle('Lamp', 1, 1)).toBe('Lamp');
  expect(partTitle('Lamp', 2, 3)).toBe('Lamp (2/3)');
});
