import { describe, expect, it } from 'vitest';
import type { Product, Variant } from '../tables.ts';
import { applyChanges, changeLines } from './bulk-changes.ts';

const product = {
  product_id: 'p',
  revision: 3,
  title: 'Mug',
  vendor: 'Ada',
  product_type: '',
  tags: ['New', 'blue'],
  currency: 'USD',
  options: [],
  images: [],
  price_from: 999,
  price_to: 1_999,
} as unknown as Product;
const variant = (id: string, price: number, compare: number | null = null) =>
  ({
    variant_id: id,
    sku: id,
    price,
    compare_at_price: compare,
    enabled: true,
    option_values: [id],
  }) as unknown as Variant;
const variants = [variant('a', 999), variant('b', 1_999, 2_500)];
const change = (changes: Parameters<typeof applyChanges>[2]) => {
  const edited = applyChanges(product, variants, changes);
  if ('key' in edited) throw new Error(edited.key);
  return edited;
};

describe('changing many products', () => {
  it('adds to titles once', () => {
    const once = change({ title_prefix: 'Sale: ', title_suffix: ' | Fjord' });
    expect(once.product).toMatchObject({ title: 'Sale: Mug | Fjord', revision: 4 });
    const twice = applyChanges(once.product, once.variants, { title_prefix: 'Sale: ', title_suffix: ' | Fjord' });
    expect(twice).toMatchObject({ product: { title: 'Sale: Mug | Fjord', revision: 4 } });
  });

  it('replaces text in titles, special characters as they are', () => {
    const named = (title: string, changes: Parameters<typeof applyChanges>[2]) => {
      const edited = applyChanges({ ...product, title }, variants, changes);
      return 'key' in edited ? edited.key : edited.product.title;
    };
    expect(named('Mug (blue) MUG', { title_find: 'mug', title_replace: 'Cup' })).toBe('Cup (blue) Cup');
    expect(named('Mug (blue)', { title_find: '(blue)' })).toBe('Mug');
    expect(named('5 for $1', { title_find: '$1', title_replace: '$&' })).toBe('5 for $&');
    expect(named('Mug', { title_find: 'Mug', title_replace: '', title_prefix: 'Cup' })).toBe('Cup');
    expect(named('Mug', { title_find: 'mug' })).toBe('BULK_TITLE_EMPTY');
  });

  it('adds and removes tags, whatever their case', () => {
    expect(change({ add_tags: ['Blue', 'mug'], remove_tags: ['new'] }).product.tags).toEqual(['blue', 'mug']);
  });

  it('raises and lowers prices, with the compare-at price above the new one', () => {
    const { variants: up, product: whole } = change({ price_percent: 10, compare_at_percent: 50 });
    expect(up.map((one) => [one.price, one.compare_at_price])).toEqual([
      [1_099, 1_649],
      [2_199, 3_299],
    ]);
    expect(whole).toMatchObject({ price_from: 1_099, price_to: 2_199 });
    const down = change({ price_percent: -50, compare_at_percent: null });
    expect(down.variants.map((one) => [one.price, one.compare_at_price])).toEqual([
      [500, null],
      [1_000, null],
    ]);
  });

  it('refuses what no product can have', () => {
    expect(applyChanges({ ...product, title: 'x'.repeat(250) }, variants, { title_suffix: ' new!!' })).toEqual({
      field: 'title',
      key: 'BULK_TITLE_TOO_LONG',
    });
    const tags = Array.from({ length: 250 }, (_, at) => `t${at}`);
    expect(applyChanges({ ...product, tags }, variants, { add_tags: ['one more'] })).toMatchObject({
      key: 'BULK_TOO_MANY_TAGS',
    });
    expect(applyChanges(product, [variant('a', 1)], { price_percent: -99 })).toMatchObject({ key: 'BULK_PRICE_ZERO' });
  });

  it('lists what changes and nothing else', () => {
    const before = { product, variants };
    expect(changeLines(before, change({ vendor: 'Fjord', price_percent: 100 }))).toEqual([
      { field: 'vendor', label: null, before: 'Ada', after: 'Fjord' },
      { field: 'price', label: 'a', before: '999', after: '1998' },
      { field: 'price', label: 'b', before: '1999', after: '3998' },
    ]);
    expect(changeLines(before, change({ vendor: 'Ada' }))).toEqual([]);
  });
});
