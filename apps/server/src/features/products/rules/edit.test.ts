import { describe, expect, it } from 'vitest';
import type { Product, Variant } from '../tables.ts';
import { getChanges } from './changes.ts';
import { applyEdit, type Edited } from './edit.ts';

const variant = (n: number, change: Partial<Variant> = {}): Variant => ({
  product_id: 'p',
  variant_id: `v${n}`,
  source_variant_id: `s${n}`,
  source_sku: `SKU${n}`,
  sku: `SKU${n}`,
  barcode: '',
  option_values: [n === 1 ? 'Red' : 'Blue'],
  cost: 500,
  price: 1500,
  compare_at_price: null,
  stock: 3,
  weight_grams: null,
  source_weight_grams: null,
  image_url: null,
  position: n,
  enabled: true,
  ...change,
});
const variants = [variant(1), variant(2, { price: 1700 })];
const product: Product = {
  product_id: 'p',
  source: 'quayside',
  mode: 'sandbox',
  source_product_id: 'x',
  ship_to: 'US',
  title: 'Lamp',
  description_html: '<p>Old</p>',
  vendor: '',
  product_type: '',
  tags: [],
  seo_title: '',
  seo_description: '',
  hs_code: '',
  origin_country: '',
  weight_unit: 'g',
  length_mm: null,
  width_mm: null,
  height_mm: null,
  options: [{ name: 'Color', values: ['Red', 'Blue'] }],
  images: [{ url: '/pictures/a.webp' }, { url: '/pictures/b.webp' }],
  currency: 'USD',
  cost_from: 500,
  cost_to: 500,
  price_from: 1500,
  price_to: 1700,
  total_variants: 2,
  original: {
    title: 'Lamp',
    descriptionHtml: '<p>Old</p>',
    vendor: '',
    productType: '',
    tags: [],
    options: [{ name: 'Color', values: ['Red', 'Blue'] }],
    images: [{ url: '/pictures/a.webp' }, { url: '/pictures/b.webp' }],
    specifications: [],
    variants: variants.map((one) => ({
      sourceVariantId: one.source_variant_id,
      sku: one.sku,
      optionValues: one.option_values,
      cost: one.cost,
      price: one.price,
      imageUrl: null,
    })),
    importedAt: '2026-01-01T00:00:00.000Z',
  },
  revision: 4,
  push_state: 'unpushed',
  copied_from: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};
const usd = (amount: number) => ({ amount, currency: 'USD' });
const edit = (change: object) => applyEdit(product, variants, { product_id: 'p', revision: 4, ...change });
const edited = (change: object) => edit(change) as Edited;

describe('editing', () => {
  it('leaves the revision where only the unit of weights changes, since stores get grams', () => {
    expect(edited({ weight_unit: 'kg' }).product).toMatchObject({ weight_unit: 'kg', revision: 4 });
    const heavier = { weight_unit: 'kg', variants: [{ variant_id: 'v1', weight_grams: 1_500 }] };
    expect(edited(heavier).product).toMatchObject({ weight_unit: 'kg', revision: 5 });
  });

  it('changes what is given, counts the revision and keeps the price range of what is sold', () => {
    const next = edited({
      title: 'Bright lamp',
      tags: ['new', 'new'],
      variants: [
        { variant_id: 'v1', enabled: false },
        { variant_id: 'v2', price: usd(1999), compare_at_price: usd(2500), sku: 'MINE' },
      ],
    });
    expect(next.product).toMatchObject({
      title: 'Bright lamp',
      tags: ['new'],
      revision: 5,
      price_from: 1999,
      price_to: 1999,
    });
    expect(next.variants[1]).toMatchObject({ sku: 'MINE', price: 1999, compare_at_price: 2500, source_sku: 'SKU2' });
  });

  it('renames options in the variants too', () => {
    const next = edited({ options: [{ name: 'Colour', values: ['Crimson', 'Navy'] }] });
    expect(next.product.options).toEqual([{ name: 'Colour', values: ['Crimson', 'Navy'] }]);
    expect(next.variants.map((one) => one.option_values)).toEqual([['Crimson'], ['Navy']]);
  });

  it('can swap two values', () => {
    const next = edited({ options: [{ name: 'Color', values: ['Blue', 'Red'] }] });
    expect(next.variants.map((one) => one.option_values)).toEqual([['Blue'], ['Red']]);
  });

  it('leaves the revision where nothing changed', () =>
    expect(edited({ title: 'Lamp', variants: [{ variant_id: 'v1', price: usd(1500) }] }).product.revision).toBe(4));

  it.each([
    [{ revision: 3 }, 'revision', 'PRODUCT_CHANGED_MEANWHILE'],
    [{ options: [] }, 'options', 'OPTIONS_NUMBER_FIXED'],
    [{ options: [{ name: 'Color', values: ['Red'] }] }, 'options.0.values', 'OPTION_VALUES_NUMBER_FIXED'],
    [{ options: [{ name: 'Color', values: ['Red', 'red'] }] }, 'options.0.values', 'OPTION_VALUE_TWICE'],
    [{ variants: [{ variant_id: 'other' }] }, 'variants.0.variant_id', 'VARIANT_NOT_FOUND'],
    [
      { variants: [{ variant_id: 'v1', price: { amount: 1, currency: 'EUR' } }] },
      'variants.0.price',
      'PRICE_CURRENCY_FIXED',
    ],
    [{ variants: [{ variant_id: 'v1', price: usd(-1) }] }, 'variants.0.price', 'PRICE_BELOW_ZERO'],
    [{ variants: [{ variant_id: 'v1', sku: 'sku2' }] }, 'variants', 'SKU_TWICE'],
    [{ variants: ['v1', 'v2'].map((variant_id) => ({ variant_id, enabled: false })) }, 'variants', 'NO_VARIANT_LEFT'],
    [{ images: [{ url: '/pictures/a.webp' }, { url: '/pictures/a.webp' }] }, 'images', 'IMAGE_TWICE'],
  ])('refuses %j', (change, field, key) => expect(edit(change)).toEqual({ field, key }));
});

describe('what changed against the original', () => {
  it('is nothing after an import', () => expect(getChanges(product, variants)).toEqual([]));

  it('names each field with before and after', () => {
    const next = edited({
      title: 'Bright lamp',
      images: [{ url: '/pictures/b.webp' }],
      options: [{ name: 'Color', values: ['Red', 'Navy'] }],
      length_mm: 305,
      variants: [{ variant_id: 'v2', price: usd(1999), weight_grams: 120, enabled: false }],
    });
    const changes = getChanges(next.product, next.variants);
    expect(changes.map((one) => [one.field, one.label, one.before, one.after])).toEqual([
      ['title', null, 'Lamp', 'Bright lamp'],
      ['length_mm', null, null, '305'],
      ['option_value', 'Color', 'Blue', 'Navy'],
      ['images', null, '/pictures/a.webp, /pictures/b.webp', '/pictures/b.webp'],
      ['variant_price', 'Navy', '17.00 USD', '19.99 USD'],
      ['variant_weight', 'Navy', null, '120'],
      ['variant_enabled', 'Navy', 'true', 'false'],
    ]);
    expect(changes[4]?.variant_id).toBe('v2');
  });
});
