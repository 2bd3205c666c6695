import fc from 'fast-check';
import { expect, it } from 'vitest';
import { resultSize } from './instructions.ts';
import { acceptImage, undoImage } from './product-images.ts';

const RESULT = 'result';
const pictured = fc
  .record({
    urls: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1 }),
    shown: fc.array(fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { nil: null })),
    at: fc.nat(),
  })
  .map(({ urls, shown, at }) => ({
    images: urls.map((url) => ({ url, alt: `alt of ${url}` })),
    variants: shown.map((image_url, n) => ({ variant_id: `v${n}`, image_url })),
    source: urls[at % urls.length] ?? 'a',
  }));
const applied = (
  variants: readonly { variant_id: string; image_url: string | null }[],
  change: ReadonlyMap<string, string | null>,
) =>
  variants.map((one) => (change.has(one.variant_id) ? { ...one, image_url: change.get(one.variant_id) ?? null } : one));

it('what replaced an image is undone to exactly what was there', () => {
  fc.assert(
    fc.property(pictured, ({ images, variants, source }) => {
      const change = acceptImage({ images, variants }, source, RESULT, 'replace');
      if (!change) throw new Error('not accepted');
      expect(change.images.map((one) => one.alt)).toEqual(images.map((one) => one.alt));
      const now = { images: change.images, variants: applied(variants, change.variants) };
      expect(now.variants.some((one) => one.image_url === source)).toBe(false);
      const back = undoImage(now, source, RESULT, 'replaced');
      expect(back?.images).toEqual(images);
      expect(applied(now.variants, back?.variants ?? new Map())).toEqual(variants);
    }),
  );
});

it('what was added stands after its original and is taken away again', () => {
  fc.assert(
    fc.property(pictured, ({ images, variants, source }) => {
      const change = acceptImage({ images, variants }, source, RESULT, 'after');
      const urls = change?.images.map((one) => one.url) ?? [];
      expect(urls[urls.indexOf(source) + 1]).toBe(RESULT);
      expect(undoImage({ images: change?.images ?? [], variants }, source, RESULT, 'added')?.images).toEqual(images);
    }),
  );
});

it('an original that the owner put back is not there twice after an undo', () => {
  const images = [{ url: RESULT }, { url: 'a' }];
  const back = undoImage({ images, variants: [{ variant_id: 'v', image_url: RESULT }] }, 'a', RESULT, 'replaced');
  expect(back).toEqual({ images: [{ url: 'a' }], variants: new Map([['v', 'a']]) });
});

it('nothing is changed where the image is gone', () => {
  const product = { images: [{ url: 'b' }], variants: [] };
  expect(acceptImage(product, 'a', RESULT, 'replace')).toBeUndefined();
  expect(undoImage(product, 'a', RESULT, 'replaced')).toBeUndefined();
});

it.each([
  [1000, 1000, '1024x1024'],
  [1600, 900, '1536x1024'],
  [900, 1600, '1024x1536'],
  [1200, 1000, '1024x1024'],
])('of %i by %i pixels the result is %s', (width, height, size) => expect(resultSize(width, height)).toBe(size));
