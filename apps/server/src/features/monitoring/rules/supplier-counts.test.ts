import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CountedProduct, supplierCounts } from './supplier-counts.ts';

const product = (id: string, watched: boolean, ...found: boolean[]): CountedProduct => ({
  sourceProductId: id,
  watched,
  skus: found.map((one) => ({ found: one })),
});

it('B167: 10 products are 6 tracked, 1 in part and 3 not', () => {
  const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => product(id, true, true, true));
  const rest = [
    product('g', true, true, false),
    product('h', true, false),
    product('i', false, true),
    product('j', true),
  ];
  const counts = supplierCounts([...six, ...rest]);
  expect(counts.source_products).toBe(10);
  expect(counts.products).toEqual({ total: 10, tracking: 6, partial: 1, not_tracking: 3 });
  expect(counts.skus).toEqual({ total: 16, tracking: 13, not_tracking: 3 });
});

it('B167: for all products the parts make the whole', () => {
  const anyProduct = fc.record({
    sourceProductId: fc.constantFrom('a', 'b', 'c', 'd'),
    watched: fc.boolean(),
    skus: fc.array(fc.record({ found: fc.boolean() }), { maxLength: 5 }),
  });
  fc.assert(
    fc.property(fc.array(anyProduct, { maxLength: 30 }), (products) => {
      const { products: p, skus: s, source_products } = supplierCounts(products);
      expect(p.total).toBe(products.length);
      expect(p.tracking + p.partial + p.not_tracking).toBe(p.total);
      expect(s.tracking + s.not_tracking).toBe(s.total);
      expect(source_products).toBeLessThanOrEqual(p.total);
      expect(Math.min(p.tracking, p.partial, p.not_tracking, s.tracking, s.not_tracking)).toBeGreaterThanOrEqual(0);
    }),
  );
});
