import type { ListingInput } from '@quayside/connector-kit';
import { expect, it } from 'vitest';
import { IMAGES, REF } from './meta.ts';
import { getPictures, imageFields, mergedFields } from './put.ts';
import type { RawProduct } from './raw.ts';

const input = (ownAddress: string | undefined, ...urls: string[]) =>
  ({
    images: urls.map((url) => ({ url })),
    variants: [],
    ...(ownAddress ? { ownAddress } : {}),
  }) as unknown as ListingInput;

/** A product with a picture for each address that it was fetched from. */
const product = (...urls: string[]) =>
  ({
    images: urls.map((src, at) => ({ id: at + 1, src })),
    meta_data: [
      { key: REF, value: 'ours' },
      { key: IMAGES, value: JSON.stringify(Object.fromEntries(urls.map((url, at) => [url, at + 1]))) },
    ],
  }) as unknown as RawProduct;

const OLD = 'http://127.0.0.1:4000';
const NEW = 'https://quay.example.com';

it.each([
  ['of our own at a new address', input(NEW, `${NEW}/pictures/a.webp`), `${OLD}/pictures/a.webp`, { id: 1 }],
  ['at the same address', input(NEW, 'https://cdn.example.com/a.webp'), 'https://cdn.example.com/a.webp', { id: 1 }],
])('a picture %s is not fetched again', (_which, wanted, before, expected) => {
  expect(imageFields(wanted, getPictures(product(before), wanted))).toEqual([expected]);
});

it.each([
  ['somebody else’s at another address', NEW, 'https://b.example.com/a.webp', 'https://a.example.com/a.webp'],
  ['our own with another path', NEW, `${NEW}/pictures/b.webp`, `${OLD}/pictures/a.webp`],
  ['at an address that nobody calls our own', undefined, `${NEW}/pictures/a.webp`, `${OLD}/pictures/a.webp`],
])('a picture that is %s is fetched, and the one before goes', (_which, own, url, before) => {
  const wanted = input(own, url);
  expect(imageFields(wanted, getPictures(product(before), wanted))).toEqual([{ src: url }]);
});

it('the merchant’s pictures are known by their own addresses, and keep their texts', () => {
  const images = [
    { id: 7, src: 'https://shop.example.com/a.jpg', alt: 'Above' },
    { id: 8, src: 'https://shop.example.com/b.jpg', alt: '' },
  ];
  const merchants = { images, meta_data: [] } as unknown as RawProduct;
  const wanted = {
    title: 'Bowl',
    images: images.map(({ src, alt }) => ({ url: src, alt: alt || 'Bowl' })),
    variants: [],
  } as unknown as ListingInput;
  expect(imageFields(wanted, getPictures(merchants, wanted))).toEqual([{ id: 7 }, { id: 8 }]);
});

it('an attribute that the shop keeps for all products keeps its number', () => {
  const attribute = { id: 3, name: 'Size', position: 0, visible: false, variation: true, options: ['L', 'S'] };
  const wanted = { options: [{ name: 'Size', values: ['L', 'S'] }], variants: [] } as unknown as ListingInput;
  const before = { attributes: [attribute], tags: [], categories: [], images: [] };
  const terms = { tags: [], categories: [] };
  const of = (meta_data: object[]) =>
    mergedFields(wanted, { ...before, meta_data } as unknown as RawProduct, [], terms).fields.attributes;
  expect(of([])).toEqual([attribute]);
  expect(
    of([
      { key: REF, value: 'ours' },
      { key: IMAGES, value: '{}' },
    ]),
  ).toEqual([{ ...attribute, visible: true }]);
});
