import { expect, it } from 'vitest';
import { choicesFor, splitOptions, toGroups } from './split-choice.ts';

const product = {
  options: [
    { name: 'Color', values: ['Red', 'Blue'] },
    { name: 'Size', values: ['S'] },
  ],
  variants: [
    { variant_id: 'a', option_values: ['Red', 'S'] },
    { variant_id: 'b', option_values: ['Blue', 'S'] },
    { variant_id: 'c', option_values: ['Blue', 'S'] },
  ],
};

it('offers the options whose values differ', () => {
  expect(splitOptions(product)).toEqual(['Color']);
});

it('groups variants by their numbers; numbers that nobody uses are left out', () => {
  expect(toGroups(product.variants, {})).toEqual([['a', 'b', 'c']]);
  expect(toGroups(product.variants, { b: 4, c: 2 })).toEqual([['a'], ['c'], ['b']]);
});

it('offers one product more than are in use, up to the limit', () => {
  expect([choicesFor({}, 100), choicesFor({ a: 3 }, 100), choicesFor({ a: 100 }, 100)]).toEqual([2, 4, 100]);
});
