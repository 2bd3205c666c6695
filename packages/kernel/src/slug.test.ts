import fc from 'fast-check';
import { expect, it } from 'vitest';
import { slug } from './slug.ts';

it('B093: writes a name as part of an address', () => {
  expect(slug('Made in US!')).toBe('made-in-us');
  expect(slug('Mr Parker')).toBe('mr-parker');
  expect(slug('')).toBe('');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(slug(text)).toMatch(/^[a-z0-9-]*$/);
    }),
  );
});
