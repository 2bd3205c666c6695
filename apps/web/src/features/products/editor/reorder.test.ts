import { expect, it } from 'vitest';
import { moved, stepIn } from './reorder.ts';

it('moves a thing, and stops at the ends', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b'], 0, 9)).toEqual(['b', 'a']);
  expect(moved(['a', 'b'], 5, 0)).toEqual(['a', 'b']);
});

it('follows the arrows, mirrored where one reads from the right', () => {
  expect(stepIn('ArrowRight', 1, 9, 4, false)).toBe(2);
  expect(stepIn('ArrowRight', 1, 9, 4, true)).toBe(0);
  expect(stepIn('ArrowDown', 1, 9, 4, false)).toBe(5);
  expect(stepIn('ArrowDown', 7, 9, 4, false)).toBe(7);
  expect(stepIn('End', 0, 9, 4, false)).toBe(8);
  expect(stepIn('a', 0, 9, 4, false)).toBeUndefined();
});
