import { describe, expect, it } from 'vitest';
import { days, priceRange, usd } from './map-money.ts';
import { categoryIdsBelow, categoryList, toOptions, toProduct, toSummary } from './map-product.ts';
import * as raw from './raw.ts';

describe('prices', () => {
  it.each([
    ['11.85', 1185, 1185],
    [11.85, 1185, 1185],
    ['1.2 -- 3.4', 120, 340],
    ['0.97-4.08', 97, 408],
    [58.09, 5809, 5809],
  ])('reads %s', (text, from, to) => {
    expect(priceRange(text)).toEqual({ from: { amount: from, currency: 'USD' }, to: { amount: to, currency: 'USD' } });
  });

  it('refuses what is no price', () => {
    expect(() => priceRange('')).toThrow(RangeError);
    expect(() => usd('12,50')).toThrow(RangeError);
  });

  it('reads days as far as they are told', () => {
    expect(days('7-12')).toEqual({ min: 7, max: 12 });
    expect(days('13')).toEqual({ min: 13, max: 13 });
    expect(days('soon')).toEqual({});
    expect(days(null)).toEqual({});
  });
});

describe('options', () => {
  it('splits keys by the names', () => {
    expect(toOptions('Color-Size', ['Black-XL', 'Photo Color-S'])).toEqual({
      names: ['Color', 'Size'],
      values: [
        ['Black', 'XL'],
        ['Photo Color', 'S'],
      ],
    });
  });

  it('keeps a key whole where a value holds a hyphen itself', () => {
    expect(toOptions('Color-Size', ['Black-XL', 'Off-white-S'])).toEqual({
      names: ['Color / Size'],
      values: [['Black-XL'], ['Off-white-S']],
    });
  });

  it('reads keys written as a list, and has none for a single plain variant', () => {
    expect(toOptions('Color-Size', ['["Off-white","S"]', '["Black","M"]']).values[0]).toEqual(['Off-white', 'S']);
    expect(toOptions(null, [null])).toEqual({ names: [], values: [[]] });
  });
});

const variant = (vid: string, key: string, price: number, stock?: number) => ({
  vid,
  variantSku: `CJ-${key}`,
  variantKey: key,
  variantSellPrice: price,
  variantWeight: 120.4,
  variantImage: `https://img.example/${key}.jpg`,
  ...(stock === undefined
    ? {}
    : {
        inventories: [
          { countryCode: 'CN', totalInventory: stock },
          { countryCode: 'US', totalInventory: 2 },
        ],
      }),
});

describe('products', () => {
  it('maps a detail with its stock over all places', () => {
    const product = toProduct(
      raw.product.parse({
        pid: 'P1',
        productNameEn: 'Cap',
        productImage: '["https://img.example/a.jpg","https://img.example/b.jpg"]',
        productKeyEn: 'Color',
        categoryName: 'Home & Garden / Storage',
        suggestSellPrice: '9.97-14.08',
        description: '<p>Warm</p>',
        variants: [variant('V1', 'Black', 4.2, 7), variant('V2', 'Red', 5.1)],
      }),
    );
    expect(product).toMatchObject({
      costFrom: { amount: 420 },
      costTo: { amount: 510 },
      suggestedPrice: { amount: 1408 },
      categoryPath: ['Home & Garden', 'Storage'],
      totalVariants: 2,
    });
    expect(product.variants.map((one) => one.stock)).toEqual([9, undefined]);
    expect(product.options).toEqual([
      {
        name: 'Color',
        values: [
          { value: 'Black', imageUrl: 'https://img.example/Black.jpg' },
          { value: 'Red', imageUrl: 'https://img.example/Red.jpg' },
        ],
      },
    ]);
    expect(product.imageUrls.slice(0, 2)).toEqual(['https://img.example/a.jpg', 'https://img.example/b.jpg']);
  });

  it('maps a row of the search, a range of prices too', () => {
    const row = toSummary({ id: 'P', nameEn: 'Cap', bigImage: 'x', sellPrice: '1.20 -- 3.40' } as never);
    expect(row).toMatchObject({ sourceProductId: 'P', costFrom: { amount: 120 }, costTo: { amount: 340 } });
    expect(row).not.toHaveProperty('categoryPath');
  });
});

describe('categories', () => {
  const tree = raw.categories.parse([
    {
      categoryFirstName: 'Home',
      categoryFirstList: [
        { categorySecondName: 'Kitchen', categorySecondList: [{ categoryId: 'k1', categoryName: 'Cups' }] },
        { categorySecondName: 'Bath', categorySecondList: [{ categoryId: 'b1', categoryName: 'Mats' }] },
      ],
    },
  ]);

  it("gives groups an id that leads back to CJ's own", () => {
    const list = categoryList(tree);
    expect(list.find((item) => item.id === 'k1')?.parentId).toBe('group:Home > Kitchen');
    expect(categoryIdsBelow(tree, 'group:Home')).toEqual(['k1', 'b1']);
    expect(categoryIdsBelow(tree, 'group:Home > Bath')).toEqual(['b1']);
  });
});
