import { expect, test } from 'vitest';
import { variantsAgain } from './variants-again.ts';

test.each([
  ['one part has what is enabled', [['a', 'b']], ['b', 'a'], [['b', 'a']]],
  ['a variant that was switched off leaves', [['a', 'b']], ['b'], [['b']]],
  ['a new variant joins the last part', [['a'], ['b']], ['a', 'b', 'c'], [['a'], ['b', 'c']]],
  ['each part keeps its own', [['a', 'b'], ['c']], ['c', 'b'], [['b'], ['c']]],
])('%s', (_what, parts, enabled, expected) => {
  expect(variantsAgain(parts, enabled)).toEqual(expected);
});
