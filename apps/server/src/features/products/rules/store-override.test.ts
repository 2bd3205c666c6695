import { STORE_FIELDS, type StoreValues } from '@quayside/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Product } from '../tables.ts';
import { editValues, inStore, keepsOwn, NO_VALUES, ownFields } from './store-override.ts';

const product = {
  title: 'Mug',
  description_html: '<p>A mug</p>',
  vendor: 'Acme',
  product_type: 'Kitchen',
  tags: ['kitchen'],
  seo_title: '',
  seo_description: '',
} as unknown as Product;

const text = fc.option(fc.constantFrom('', 'Cup', 'Tasse'), { nil: null });
const values: fc.Arbitrary<StoreValues> = fc.record({
  title: fc.option(fc.constantFrom('Cup', 'Tasse'), { nil: null }),
  description_html: text,
  vendor: text,
  product_type: text,
  tags: fc.option(fc.constantFrom([], ['de'], ['de', 'sale']), { nil: null }),
  seo_title: text,
  seo_description: text,
  status: fc.option(fc.constantFrom('active' as const, 'draft' as const), { nil: null }),
});

it('gives a store its own values and the common ones for the rest', () => {
  fc.assert(
    fc.property(values, (own) => {
      const there = inStore(product, own);
      for (const field of STORE_FIELDS)
        if (field !== 'status') expect(there[field]).toEqual(own[field] ?? product[field]);
    }),
  );
  expect(inStore(product, undefined)).toBe(product);
  expect(inStore(product, { ...NO_VALUES, vendor: '' }).vendor).toBe('');
});

it('edits only the named fields; going back to all stores leaves nothing of its own', () => {
  fc.assert(
    fc.property(values, values, (before, after) => {
      expect(editValues(before, before)).toBeUndefined();
      const edited = editValues(before, after) ?? before;
      expect(edited).toEqual(after);
      expect(ownFields(editValues(edited, NO_VALUES) ?? edited)).toEqual([]);
      const onlyTitle = editValues(before, { title: 'Becher' });
      expect(onlyTitle).toEqual({ ...before, title: 'Becher' });
    }),
  );
  expect(editValues(NO_VALUES, { tags: ['a', 'a'] })?.tags).toEqual(['a']);
});

it('knows which change of all stores a store does not follow', () => {
  const own = [{ ...NO_VALUES, title: 'Tasse', status: 'draft' as const }];
  expect(keepsOwn(product, { ...product, title: 'Cup' }, own)).toBe(true);
  expect(keepsOwn(product, { ...product, vendor: 'B' }, own)).toBe(false);
  expect(keepsOwn(product, product, own)).toBe(false);
});
