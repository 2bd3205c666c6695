import { expect, it } from 'vitest';
import { waitAfter } from './throttle-two-factor.ts';

it('lets five wrong codes pass at once, then waits longer and longer, up to eight hours', () => {
  expect([1, 5, 6, 7, 15].map(waitAfter)).toEqual([0, 0, 2, 4, 1024]);
  expect([20, 21, 400].map(waitAfter)).toEqual([28_800, 28_800, 28_800]);
});

it('lets nobody try more than 20 codes on the first day and 4 on any other', () => {
  const times: number[] = [];
  let at = 0;
  for (let n = 1; n <= 60; n += 1) {
    times.push(at);
    at += waitAfter(n);
  }
  const onDay = (day: number) => times.filter((one) => Math.floor(one / 86_400) === day).length;
  expect(onDay(0)).toBeLessThanOrEqual(22);
  for (const day of [1, 2, 3, 7]) expect(onDay(day)).toBeLessThanOrEqual(4);
});
