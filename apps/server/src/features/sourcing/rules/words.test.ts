import fc from 'fast-check';
import { expect, it } from 'vitest';
import { searchQuery } from './words.ts';

it.each([
  ['desk lamp', 'desk & lamp:*'],
  ["  Kid's T-Shirt! ", 'kid & s & t & shirt:*'],
  ['café', 'café:*'],
  [" & | ! ( ) : * ' ", undefined],
  ['', undefined],
])('%j becomes %j', (typed, query) => expect(searchQuery(typed)).toBe(query));

it('leaves nothing in that the search could trip over', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      expect(searchQuery(typed) ?? 'x:*').toMatch(/^[\p{L}\p{N}]+( & [\p{L}\p{N}]+)*:\*$/u);
    }),
  );
});
