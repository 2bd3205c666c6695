import type { BulkChanges } from '@quayside/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Product, Variant } from '../tables.ts';
import { applyChanges } from './bulk-changes.ts';
import type { Edited } from './edit.ts';
import { changedValues, undoChanges } from './undo-changes.ts';

const product = {
  product_id: 'p',
  revision: 3,
  title: 'Mug',
  vendor: 'Ada',
  product_type: '',
  tags: ['New', 'blue'],
  hs_code: '',
  origin_country: '',
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
const before: Edited = { product, variants: [variant('a', 999), variant('b', 1_999, 2_500)] };

function change(changes: BulkChanges, from = before) {
  const after = applyChanges(from.product, from.variants, changes);
  if ('key' in after) throw new Error(after.key);
  return { after, values: changedValues(from, after) };
}
function undo(now: Edited, values: ReturnType<typeof changedValues>) {
  const undone = undoChanges(now.product, now.variants, values);
  if ('key' in undone) throw new Error(undone.key);
  return undone;
}
/** What a person sees of a product. */
const shown = ({ product: { revision: _revision, ...rest }, variants }: Edited) => ({ ...rest, variants });

const changes = fc
  .record(
    {
      title_prefix: fc.constantFrom('Sale: ', 'Mug'),
      title_find: fc.constantFrom('mug', 'u'),
      title_replace: fc.constantFrom('', 'x'),
      vendor: fc.constantFrom('', 'Ada', 'Fjord'),
      product_type: fc.constantFrom('Cup'),
      add_tags: fc.subarray(['blue', 'sale', 'gift'], { minLength: 1 }),
      remove_tags: fc.subarray(['new', 'sale', 'BLUE'], { minLength: 1 }),
      hs_code: fc.constantFrom('691200'),
      origin_country: fc.constantFrom('CN'),
      price_percent: fc.integer({ min: -90, max: 300 }),
      compare_at_percent: fc.option(fc.integer({ min: 1, max: 100 })),
    },
    { requiredKeys: [] },
  )
  .filter((one) => !('key' in applyChanges(before.product, before.variants, one)));

describe('undoing changes of many products', () => {
  it('restores everything where nothing was changed since', () => {
    fc.assert(
      fc.property(changes, (one) => {
        const { after, values } = change(one);
        const { edited, isWhole } = undo(after, values);
        expect(isWhole).toBe(true);
        expect(shown(edited)).toEqual(shown(before));
      }),
    );
  });

  it('leaves what a person changed since, and restores the rest', () => {
    const { after, values } = change({ vendor: 'Fjord', title_prefix: 'Sale: ', price_percent: 10 });
    const now: Edited = {
      product: { ...after.product, vendor: 'Own' },
      variants: after.variants.map((one) => (one.variant_id === 'a' ? { ...one, price: 5_000 } : one)),
    };
    const { edited, isWhole } = undo(now, values);
    expect(isWhole).toBe(false);
    expect(edited.product).toMatchObject({ title: 'Mug', vendor: 'Own' });
    expect(edited.variants.map((one) => one.price)).toEqual([5_000, 1_999]);
  });

  it('takes back only its own tags', () => {
    const { after, values } = change({ add_tags: ['sale'], remove_tags: ['new'] });
    const now = { ...after, product: { ...after.product, tags: ['blue', 'sale', 'summer'] } };
    const { edited, isWhole } = undo(now, values);
    expect(isWhole).toBe(true);
    expect(edited.product.tags).toEqual(['blue', 'summer', 'New']);
  });

  it('restores a removed compare-at price, and leaves a variant that is gone', () => {
    const { after, values } = change({ compare_at_percent: null, price_percent: 10 });
    const now = { ...after, variants: after.variants.filter((one) => one.variant_id === 'b') };
    const { edited, isWhole } = undo(now, values);
    expect(isWhole).toBe(false);
    expect(edited.variants).toMatchObject([{ price: 1_999, compare_at_price: 2_500 }]);
  });

  it('never changes a value that a person set since', () => {
    fc.assert(
      fc.property(changes, fc.constantFrom('title', 'vendor', 'product_type'), (one, field) => {
        const { after, values } = change(one);
        const now = { ...after, product: { ...after.product, [field]: 'Their own words' } };
        expect(undo(now, values).edited.product[field]).toBe('Their own words');
      }),
    );
  });
});
