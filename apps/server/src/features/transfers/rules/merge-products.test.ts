import { describe, expect, it } from 'vitest';
import { mergeProducts, type ProductFacts, type VariantFacts } from './merge-products.ts';

const product = (product_id: string, source_product_id: string, deleted = false): ProductFacts => ({
  product_id,
  source: 'quayside',
  mode: 'sandbox',
  source_product_id,
  copied_from: null,
  deleted,
});
const variant = (product_id: string, variant_id: string, source_variant_id: string): VariantFacts => ({
  product_id,
  variant_id,
  source_variant_id,
});

describe('products that come into a workspace', () => {
  it('are written as they are where nothing like them is', () => {
    const merge = mergeProducts(
      { products: [product('a', '1')], variants: [variant('a', 'av', 'red')] },
      { products: [product('z', '9')], variants: [] },
    );
    expect(merge.add).toEqual(['a']);
    expect([...merge.products]).toEqual([['a', 'a']]);
    expect([...merge.addVariants]).toEqual([['av', 'a']]);
    expect(merge.variants.size).toBe(0);
  });

  it('become the one that is on its list already, with the variants that it lacks', () => {
    const merge = mergeProducts(
      { products: [product('a', '1')], variants: [variant('a', 'av', 'red'), variant('a', 'aw', 'blue')] },
      { products: [product('b', '1')], variants: [variant('b', 'bv', 'red')] },
    );
    expect(merge.add).toEqual([]);
    expect([...merge.products]).toEqual([['a', 'b']]);
    expect([...merge.variants]).toEqual([['av', 'bv']]);
    expect([...merge.addVariants]).toEqual([['aw', 'b']]);
  });

  it('are known again when they were there before, and come back from where they were thrown away', () => {
    const coming = { products: [product('a', '1')], variants: [variant('a', 'av', 'red')] };
    const there = { products: [product('a', '1')], variants: [variant('a', 'av', 'red')] };
    const again = mergeProducts(coming, there);
    expect([again.add, again.restore, again.addVariants.size]).toEqual([[], [], 0]);
    const thrown = mergeProducts(coming, { ...there, products: [product('a', '1', true)] });
    expect([thrown.add, thrown.restore]).toEqual([[], ['a']]);
    // Another one took its place meanwhile.
    const taken = mergeProducts(coming, { ...there, products: [product('a', '1', true), product('b', '1')] });
    expect([...taken.products]).toEqual([['a', 'b']]);
    expect(taken.restore).toEqual([]);
  });

  it('that were deleted stay so and take nobody’s place', () => {
    const merge = mergeProducts(
      { products: [product('a', '1', true), product('c', '1')], variants: [] },
      { products: [product('b', '1')], variants: [] },
    );
    expect([...merge.products]).toEqual([
      ['a', 'a'],
      ['c', 'b'],
    ]);
    expect(merge.add).toEqual(['a']);
  });

  it('never make one variant of two', () => {
    const merge = mergeProducts(
      { products: [product('a', '1')], variants: [variant('a', 'av', 'red'), variant('a', 'aw', 'red')] },
      { products: [product('b', '1')], variants: [variant('b', 'bv', 'red')] },
    );
    expect([...merge.variants]).toEqual([['av', 'bv']]);
    expect([...merge.addVariants]).toEqual([['aw', 'b']]);
  });
});

it('keeps a copy beside the product that it is bought like', () => {
  const copy = { ...product('copy', 'x'), copied_from: 'old' };
  const merge = mergeProducts(
    { products: [product('old', 'x'), copy], variants: [] },
    { products: [product('there', 'x')], variants: [] },
  );
  expect(merge.add).toEqual(['copy']);
  expect([...merge.products]).toEqual([
    ['old', 'there'],
    ['copy', 'copy'],
  ]);
});
