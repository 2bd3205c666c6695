import type { ListingInput } from '@quayside/connector-kit';
import { expect, it } from 'vitest';
import { IMAGES } from './meta.ts';
import { getPictures, imageFields } from './put.ts';
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
    images: urls.map((_url, at) => ({ id: at + 1 })),
    meta_data: [{ key: IMAGES, value: JSON.stringify(Object.fromEntries(urls.map((url, at) => [url, at + 1]))) }],
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
