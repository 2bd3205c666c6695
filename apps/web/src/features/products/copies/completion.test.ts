import { expect, it } from 'vitest';
import { createCompletion } from './completion.ts';

it('B238: tells once when all entries of a kind have left processing, whatever the other kind does', () => {
  const completion = createCompletion();
  completion.begin('split');
  completion.begin('split');
  completion.begin('duplicate');
  expect(completion.end('split', ['a'])).toBeUndefined();
  expect(completion.end('split', ['b', 'c'])).toEqual(['a', 'b', 'c']);
  expect(completion.end('duplicate', ['d'])).toEqual(['d']);
});

it('leaves failures out, and begins again afterwards', () => {
  const completion = createCompletion();
  completion.begin('duplicate');
  completion.begin('duplicate');
  expect(completion.end('duplicate', [])).toBeUndefined();
  expect(completion.end('duplicate', ['a'])).toEqual(['a']);
  completion.begin('duplicate');
  expect(completion.end('duplicate', [])).toEqual([]);
});
