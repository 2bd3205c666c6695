import type { ProductDetail } from '@quayside/contracts';
import { describe, expect, it } from 'vitest';
import { getFaults, renamedValues } from './check.ts';
import { toDraft, toEdit, withVariants } from './draft.ts';
import { changesBetween, getOriginal } from './original.ts';
import { rebase } from './rebase.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const variant = (id: string, price: number, value: string) => ({
  variant_id: id,
  sku: `SKU-${id}`,
  barcode: '',
  option_values: [value],
  cost: usd(500),
  price: usd(price),
  compare_at_price: null,
  weight_grams: 350,
  enabled: true,
  image_url: null,
});
const product = {
  id: 'p',
  revision: 3,
  title: 'Teapot',
  description_html: '<p>Warm.</p>',
  vendor: 'Kiln',
  product_type: 'Tea',
  seo_title: '',
  seo_description: '',
  hs_code: '',
  origin_country: '',
  weight_unit: 'g',
  length_mm: null,
  width_mm: null,
  height_mm: null,
  tags: ['tea'],
  options: [{ name: 'Colour', values: ['Red', 'Blue'] }],
  images: [{ url: '/pictures/a.webp' }],
  variants: [variant('v1', 1900, 'Red'), variant('v2', 2100, 'Blue')],
  original: {
    title: 'Ceramic teapot',
    description_html: '<p>Warm.</p>',
    vendor: 'Kiln',
    product_type: 'Tea',
    tags: ['tea'],
    options: [{ name: 'Color', values: ['Red', 'Blue'] }],
    images: [{ url: '/pictures/a.webp' }],
  },
  changes: [
    { field: 'title', variant_id: null, label: null, before: 'Ceramic teapot', after: 'Teapot' },
    { field: 'variant_price', variant_id: 'v2', label: 'Blue', before: '20.00 USD', after: '21.00 USD' },
    { field: 'variant_compare_at_price', variant_id: 'v1', label: 'Red', before: null, after: null },
  ],
} as unknown as ProductDetail;
const base = toDraft(product);

describe('toEdit', () => {
  it('sends nothing when nothing changed, and no spaces at the ends', () => {
    expect(toEdit(product, base, base)).toBeUndefined();
    expect(toEdit(product, base, { ...base, title: ' Teapot ' })).toBeUndefined();
  });

  it('sends what changed, with the revision that was on the screen', () => {
    const draft = withVariants({ ...base, title: 'Pot' }, ['v2'], (one) => ({ ...one, price: usd(2500) }));
    expect(toEdit(product, base, draft)).toEqual({
      product_id: 'p',
      revision: 3,
      title: 'Pot',
      variants: [{ variant_id: 'v2', price: usd(2500) }],
    });
  });

  it('can take a compare-at price away', () => {
    const begun = withVariants(base, ['v1'], (one) => ({ ...one, compare_at_price: usd(3000) }));
    expect(toEdit(product, begun, base)?.variants).toEqual([{ variant_id: 'v1', compare_at_price: null }]);
  });
});

describe('the supplier’s original', () => {
  const original = getOriginal(product);
  it('is read back from what the server says has changed', () => {
    expect(original.title).toBe('Ceramic teapot');
    expect(original.variants.v2?.price).toEqual(usd(2000));
    expect(original.variants.v1?.price).toEqual(usd(1900));
  });

  it('is what changes are counted against', () => {
    const changes = changesBetween(original, base);
    expect([...changes.fields]).toEqual(['title', 'options']);
    expect([...(changes.variants.get('v2') ?? [])]).toEqual(['price']);
    expect(changes.count).toBe(3);
  });
});

describe('rebase', () => {
  const theirs = withVariants({ ...base, vendor: 'Harbour', title: 'Their pot' }, ['v1'], (one) => ({
    ...one,
    price: usd(1000),
  }));

  it('takes from each side what only that side changed', () => {
    const mine = { ...base, tags: ['tea', 'gift'] };
    const { draft, conflicts } = rebase(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect([draft.vendor, draft.tags, draft.variants.v1?.price]).toEqual(['Harbour', ['tea', 'gift'], usd(1000)]);
  });

  it('keeps the own side where both changed, and tells', () => {
    const mine = withVariants({ ...base, title: 'My pot' }, ['v1'], (one) => ({ ...one, price: usd(1234) }));
    const { draft, conflicts } = rebase(base, mine, theirs);
    expect(draft.title).toBe('My pot');
    expect(draft.variants.v1?.price).toEqual(usd(1234));
    expect(conflicts).toEqual([{ field: 'title' }, { field: 'price', variantId: 'v1' }]);
  });

  it('sees no conflict where both wrote the same', () => {
    expect(rebase(base, { ...base, title: 'Their pot' }, theirs).conflicts).toEqual([]);
  });
});

describe('getFaults', () => {
  it('finds none in what the server keeps', () => expect(getFaults(base)).toEqual([]));
  it('names each fault', () => {
    const draft = withVariants(
      { ...base, title: ' ', options: [{ name: 'Colour', values: ['Red', ' red'] }] },
      ['v1', 'v2'],
      (one) => ({ ...one, sku: 'A', enabled: false }),
    );
    expect(getFaults(draft)).toEqual(['title', 'optionValueTwice', 'skuTwice', 'noVariant']);
  });
});

it('names the values of a variant as they are called now', () => {
  const after = [{ name: 'Colour', values: ['Crimson', 'Blue'] }];
  expect(renamedValues(['Red'], base.options, after)).toEqual(['Crimson']);
  expect(renamedValues(['Green'], base.options, after)).toEqual(['Green']);
});
