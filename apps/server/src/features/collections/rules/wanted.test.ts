import { expect, test } from 'vitest';
import { categoryKey, categoryOf } from './category.ts';
import { decideCollections, isPending } from './wanted.ts';

const choice = { external_ids: ['a'], again: [] };

test('a choice counts before the category, also an empty one', () => {
  expect(decideCollections({ choice, category: ['b'], applies: true }).wanted).toEqual({ ids: ['a'], again: [] });
  const none = { external_ids: [], again: [] };
  expect(decideCollections({ choice: none, category: ['b'], applies: true })).toEqual({
    follows: 'own',
    wanted: { ids: [], again: [] },
  });
});

test('a category applies only where it is switched on', () => {
  expect(decideCollections({ choice: undefined, category: ['b'], applies: true }).wanted?.ids).toEqual(['b']);
  expect(decideCollections({ choice: undefined, category: ['b'], applies: false }).wanted).toBeUndefined();
  expect(decideCollections({ choice: undefined, category: [], applies: true }).wanted).toBeUndefined();
});

test('a push is pending while the choice is not what the last push wanted', () => {
  const wanted = { ids: ['a', 'b'], again: [] };
  expect(isPending(wanted, null)).toBe(true);
  expect(isPending(wanted, { wanted: ['b', 'a'] })).toBe(false);
  expect(isPending(wanted, { wanted: ['a'] })).toBe(true);
  expect(isPending({ ids: ['a'], again: ['a'] }, { wanted: ['a'] })).toBe(true);
  expect(isPending(undefined, { wanted: ['a'] })).toBe(false);
});

test("the supplier's category counts before the product's type", () => {
  expect(categoryOf({ product_type: 'Cups', original: { productType: ' Mugs ' } })).toBe('Mugs');
  expect(categoryOf({ product_type: 'Cups', original: { productType: '' } })).toBe('Cups');
  expect(categoryKey(' Mugs ')).toBe('mugs');
});
