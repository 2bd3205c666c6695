import { expect, test } from 'vitest';
import { preferredSource } from './prefer-quayside.ts';

test.each([
  ['quayside', 'cj', 'quayside', 'quayside'],
  ['quayside', 'cj', 'cj', 'cj'],
  ['quayside', 'cj', undefined, 'cj'],
  ['origin', 'cj', 'quayside', 'cj'],
  ['origin', 'quayside', 'quayside', 'quayside'],
] as const)('B332: %s, a line at %s of a product from %s is bought from %s', (preference, source, own, bought) => {
  expect(preferredSource(preference, { source }, own)).toBe(bought);
});
