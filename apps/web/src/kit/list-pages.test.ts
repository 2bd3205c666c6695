import { expect, it } from 'vitest';
import { createPageTurner, pageOfSearch } from './use-list-view.ts';

it('B043: pages are turned where the address names one, and not beyond the first or the last', () => {
  expect([undefined, '', '0', '-1', '1.5', 'x', '100000'].map(pageOfSearch)).toEqual(Array(7).fill(undefined));
  expect(pageOfSearch(['3', '4'])).toBe(3);
  const shown: number[] = [];
  const show = (page: number) => shown.push(page);
  expect(createPageTurner(undefined, true, show)).toBeUndefined();
  createPageTurner(2, true, show)?.(1);
  createPageTurner(2, true, show)?.(-1);
  createPageTurner(1, true, show)?.(-1);
  createPageTurner(5, false, show)?.(1);
  expect(shown).toEqual([3, 1]);
});
