import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { catalogueAt } from './catalogue.ts';
import { type CatalogueProduct, catalogue, catalogueProduct, categories, parsePictureKey } from './index.ts';
import { OBJECTS } from './objects.ts';

const goods = catalogue();
const bad = (wrong: (product: CatalogueProduct) => boolean): string[] => goods.filter(wrong).map(({ title }) => title);

describe('the demo catalogue', () => {
  it('holds at least 2,000 products of at least 150 kinds, each with an id and a title of its own', () => {
    expect(goods.length).toBeGreaterThanOrEqual(2000);
    expect(new Set(OBJECTS.map(({ art }) => art)).size).toBeGreaterThanOrEqual(150);
    expect(new Set(goods.map(({ id }) => id)).size).toBe(goods.length);
    expect(new Set(goods.map(({ title }) => title)).size).toBe(goods.length);
    expect(bad(({ id }) => !/^QS-\d{6}$/.test(id))).toEqual([]);
    expect(bad(({ title }) => title.length > 90 || / Model \d/.test(title))).toEqual([]);
  });

  it('is the same each time it is made', () => {
    const digest = (some: Iterable<CatalogueProduct>): string =>
      createHash('sha256')
        .update(JSON.stringify([...some]))
        .digest('hex');
    expect(digest(catalogueAt(400))).toBe(digest(catalogueAt(400)));
    expect(digest(catalogueAt(400))).toBe(digest(goods.slice(0, 400)));
  });

  it('finds a product by its id', () => {
    expect(catalogueProduct(goods[7]?.id ?? '')).toBe(goods[7]);
    expect(catalogueProduct('QS-1')).toBeUndefined();
  });

  it('uses every category of the second level and no other', () => {
    const leaves = categories().flatMap(({ id, parentId }) => (parentId === undefined ? [] : [id]));
    expect([...new Set<string>(goods.map(({ categoryId }) => categoryId))].sort()).toEqual([...leaves].sort());
    expect(bad(({ categoryPath }) => categoryPath.length !== 2)).toEqual([]);
  });

  it('gives each variant one value per option, and no combination twice', () => {
    const wrong = bad(({ options, variants }) => {
      const possible = options.reduce((product, { values }) => product * values.length, 1);
      const combinations = new Set(variants.map(({ optionValues }) => optionValues.join('|')));
      const known = variants.every(({ optionValues }) =>
        options.every(({ values }, i) => values.some(({ value }) => value === optionValues[i])),
      );
      return variants.length !== possible || combinations.size !== possible || !known;
    });
    expect(wrong).toEqual([]);
    const skus = goods.flatMap(({ variants }) => variants.map(({ sku }) => sku));
    expect(new Set(skus).size).toBe(skus.length);
  });

  it('has mostly small products, a few with 100 to 250 variants, and some variants out of stock', () => {
    const wide = goods.filter(({ variants }) => variants.length > 24);
    expect(wide.length).toBeGreaterThanOrEqual(5);
    expect(wide.length).toBeLessThanOrEqual(15);
    expect(wide.every(({ variants }) => variants.length >= 100 && variants.length <= 250)).toBe(true);
    expect(goods.some(({ variants }) => variants.some(({ stock }) => stock === 0))).toBe(true);
  });

  it('prices every variant 1.6 to 3.5 times above its cost, ending in .95 or .99', () => {
    const wrong = bad(({ variants }) =>
      variants.some(
        ({ costMinor, rspMinor }) =>
          !Number.isSafeInteger(costMinor) ||
          costMinor < 50 ||
          rspMinor < costMinor * 1.6 ||
          rspMinor > costMinor * 3.5 ||
          ![95, 99].includes(rspMinor % 100),
      ),
    );
    expect(wrong).toEqual([]);
    expect(bad(({ rspMinor, variants }) => rspMinor !== variants[0]?.rspMinor)).toEqual([]);
  });

  it('shows three to six pictures, and names only pictures that can be made', () => {
    expect(bad(({ imageKeys }) => imageKeys.length < 3 || imageKeys.length > 6)).toEqual([]);
    const keys = new Set<string>();
    for (const { imageKeys, variants, options } of goods) {
      for (const key of imageKeys) keys.add(key);
      for (const { imageKey } of variants) keys.add(imageKey);
      for (const { imageKey } of options.flatMap(({ values }) => values))
        if (imageKey !== undefined) keys.add(imageKey);
    }
    for (const key of keys) {
      expect(key).toMatch(/^[A-Za-z0-9_.~-]{1,200}$/);
      expect(() => parsePictureKey(key)).not.toThrow();
    }
  });

  it('describes each product with sentences, bullets and six to ten facts', () => {
    expect(bad(({ specifications }) => specifications.length < 6 || specifications.length > 10)).toEqual([]);
    expect(bad(({ specifications: all }) => new Set(all.map(({ name }) => name)).size !== all.length)).toEqual([]);
    expect(bad(({ descriptionHtml: html }) => !/^<p>.+<\/p><ul>(<li>[^<]+<\/li>){4,}<\/ul>$/.test(html))).toEqual([]);
  });
});

describe('the scaled catalogue', () => {
  it('begins like the demo catalogue and goes on with new titles', () => {
    const titles = new Set<string>();
    for (const { title } of catalogueAt(20_000)) titles.add(title);
    expect(titles.size).toBe(20_000);
  });

  it('refuses a number it cannot make', () => {
    expect(() => [...catalogueAt(1_000_001)]).toThrow(RangeError);
    expect(() => [...catalogueAt(-1)]).toThrow(RangeError);
  });
});
