import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Product, Variant } from '../tables.ts';
import { copySkus, groupsByOption, partOf, refuseGroups, splitTitles } from './split-by-hand.ts';

const COLORS = ['Red', 'Blue', 'Green'];
const SIZES = ['S', 'M'];
const variants: Variant[] = COLORS.flatMap((color, c) =>
  SIZES.map((size, s) => ({
    product_id: 'p',
    variant_id: `${color}-${size}`,
    source_variant_id: `s-${color}-${size}`,
    source_sku: `${color}${size}`,
    sku: `${color}${size}`,
    barcode: '',
    option_values: [color, size],
    cost: 100 * (c + 1),
    price: 1000 + 10 * s,
    compare_at_price: null,
    stock: 1,
    weight_grams: null,
    source_weight_grams: null,
    image_url: `/pictures/${color}.webp`,
    position: 2 * c + s,
    enabled: true,
  })),
);
const product: Pick<Product, 'title' | 'options' | 'images' | 'original'> = {
  title: 'Lamp',
  options: [
    { name: 'Colour', values: COLORS },
    { name: 'Size', values: SIZES },
  ],
  images: [{ url: '/pictures/all.webp' }, ...COLORS.map((color) => ({ url: `/pictures/${color}.webp` }))],
  original: {
    title: 'Supplier lamp',
    descriptionHtml: '',
    vendor: '',
    productType: '',
    tags: [],
    options: [
      { name: 'Color', values: ['red', 'blue', 'green'] },
      { name: 'Size', values: SIZES },
    ],
    images: [],
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
};
const pick = (...ids: string[]) => variants.filter((one) => ids.includes(one.variant_id));

describe('groups by an option', () => {
  it('has one for each value, in the order of the values', () => {
    expect(groupsByOption(product.options, variants, 'Colour')).toEqual([
      ['Red-S', 'Red-M'],
      ['Blue-S', 'Blue-M'],
      ['Green-S', 'Green-M'],
    ]);
    expect(groupsByOption(product.options, variants, 'Material')).toBeUndefined();
  });
});

describe('a part', () => {
  it('drops the option that its title names, at the supplier’s names too', () => {
    const part = partOf(product, variants, pick('Blue-S', 'Blue-M'), 'Lamp - Blue', false);
    expect(part.options).toEqual([{ name: 'Size', values: SIZES }]);
    expect(part.original.options).toEqual([{ name: 'Size', values: SIZES }]);
    expect(part.original.variants.map((one) => one.optionValues)).toEqual([['S'], ['M']]);
    expect(part.variants.map((one) => [one.variant_id, one.option_values, one.position])).toEqual([
      ['Blue-S', ['S'], 0],
      ['Blue-M', ['M'], 1],
    ]);
    expect([part.costFrom, part.costTo, part.priceFrom, part.priceTo]).toEqual([200, 200, 1000, 1010]);
    expect(part.images.map((one) => one.url)).toEqual(['/pictures/Blue.webp', '/pictures/all.webp']);
  });

  it('keeps of an option the values that are left, by their positions', () => {
    const part = partOf(product, variants, pick('Red-S', 'Green-S'), 'Lamp', false);
    expect(part.options).toEqual([{ name: 'Colour', values: ['Red', 'Green'] }]);
    expect(part.original.options).toEqual([{ name: 'Color', values: ['red', 'green'] }]);
  });

  it('has no options with a single variant', () => {
    expect(partOf(product, variants, pick('Red-S'), 'Lamp', false)).toMatchObject({
      options: [],
      variants: [{ option_values: [] }],
    });
  });

  it('keeps the options that a store lists it with', () => {
    const part = partOf(product, variants, pick('Red-S', 'Red-M'), 'Lamp', true);
    expect([part.options, part.original.options]).toEqual([product.options, product.original.options]);
    expect(part.variants[0]?.option_values).toEqual(['Red', 'S']);
  });
});

describe('titles', () => {
  it('name what sets a group apart, and none comes twice', () => {
    const groups = [pick('Red-S', 'Red-M'), pick('Blue-S'), pick('Blue-M', 'Green-S', 'Green-M')];
    expect(splitTitles(product, variants, groups)).toEqual(['Lamp - Red', 'Lamp - Blue / S', 'Lamp (3)']);
    expect(splitTitles(product, variants, groups.toReversed())).toEqual(['Lamp', 'Lamp - Blue / S', 'Lamp - Red']);
  });

  it('stay within the limit, and differ', () => {
    const titles = splitTitles({ ...product, title: 'L'.repeat(255) }, variants, [
      pick('Red-S', 'Blue-M'),
      pick('Red-M', 'Blue-S', 'Green-S', 'Green-M'),
    ]);
    expect(titles.map((one) => one.length)).toEqual([255, 255]);
    expect(new Set(titles).size).toBe(2);
  });
});

describe('refusals', () => {
  const ids = variants.map((one) => one.variant_id);
  const off = variants.map((one) => ({ ...one, enabled: !one.variant_id.startsWith('Red') }));
  it.each([
    ['one group', variants, [ids], 'SPLIT_ONE_PRODUCT'],
    ['an empty group', variants, [ids, []], 'SPLIT_EMPTY'],
    ['a variant of another product', variants, [ids, ['other']], 'VARIANT_NOT_FOUND'],
    ['a variant in two groups', variants, [ids, ['Red-S']], 'SPLIT_VARIANT_TWICE'],
    ['a variant in no group', variants, [ids.slice(1, 3), ids.slice(3)], 'SPLIT_VARIANT_LEFT'],
    ['a group of which nothing is sold', off, [ids.slice(0, 2), ids.slice(2)], 'SPLIT_NOTHING_SOLD'],
    ['groups of everything', variants, [ids.slice(0, 2), ids.slice(2)], undefined],
  ] as const)('%s', (_name, all, groups, key) => {
    expect(refuseGroups(all, groups)?.key).toBe(key);
  });
});

it('loses no variant and has none twice, however they are grouped', () => {
  const deals = fc.array(fc.nat(3), { minLength: variants.length, maxLength: variants.length });
  fc.assert(
    fc.property(deals, (deal) => {
      const groups = [...Map.groupBy(variants, (_variant, at) => deal[at]).values()];
      fc.pre(groups.length > 1);
      expect(
        refuseGroups(
          variants,
          groups.map((group) => group.map((one) => one.variant_id)),
        ),
      ).toBeUndefined();
      const titles = splitTitles(product, variants, groups);
      const made = groups.map((group, at) => partOf(product, variants, group, titles[at] ?? '', false));
      const all = made.flatMap((part) => part.variants.map((one) => one.variant_id));
      expect(all.toSorted()).toEqual(variants.map((one) => one.variant_id).toSorted());
      expect(new Set(titles).size).toBe(groups.length);
      for (const part of made) {
        const names = part.variants.map((one) => JSON.stringify(one.option_values));
        expect(new Set(names).size).toBe(names.length);
        for (const one of part.variants)
          expect(one.option_values.every((value, at) => part.options[at]?.values.includes(value))).toBe(true);
        expect(part.options.every((option) => option.values.length > 1)).toBe(true);
      }
    }),
  );
});

describe('SKUs of copies', () => {
  it('get a number, and none comes twice', () => {
    expect(copySkus(['A', 'B'], 2)).toEqual(['A-2', 'B-2']);
    const long = copySkus([`${'X'.repeat(99)}1`, `${'X'.repeat(99)}2`], 12);
    expect(new Set(long).size).toBe(2);
    expect(Math.max(...long.map((one) => one.length))).toBeLessThanOrEqual(100);
  });
});
