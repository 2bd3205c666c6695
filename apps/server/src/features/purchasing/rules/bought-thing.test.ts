import { expect, it } from 'vitest';
import { boughtThing } from './bought-thing.ts';

const line = { external_variant_id: '7', external_product_id: '5', sku: 'MUG', title: 'A mug' };

it('knows a thing again by the best that its store tells', () => {
  expect(boughtThing(line)).toBe('variant:7');
  expect(boughtThing({ ...line, external_variant_id: null })).toBe('product:5');
  expect(boughtThing({ ...line, external_variant_id: '', external_product_id: null })).toBe('sku:MUG');
  expect(boughtThing({ ...line, external_variant_id: null, external_product_id: null, sku: null })).toBe('title:A mug');
});

it('takes no thing for one of another kind with the same number', () => {
  const product = { ...line, external_variant_id: null, external_product_id: '7' };
  expect(boughtThing(product)).not.toBe(boughtThing(line));
});
