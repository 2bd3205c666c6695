import { expect, it } from 'vitest';
import { fitGrid, rowAt } from './grid.ts';

it('keeps cards at least 200 px wide, 140 on a phone', () => {
  expect(fitGrid(1160, false).columns).toBe(5);
  expect(fitGrid(624, false)).toEqual({ columns: 3, gap: 12, card: 200 });
  expect(fitGrid(623, false).columns).toBe(2);
  expect(fitGrid(328, true).columns).toBe(2);
  expect(fitGrid(0, true).columns).toBe(1);
});

it('cuts the list into rows', () => {
  expect(rowAt([1, 2, 3, 4, 5], 1, 3)).toEqual([4, 5]);
});
