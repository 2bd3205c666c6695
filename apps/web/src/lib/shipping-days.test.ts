import { expect, it } from 'vitest';
import { daysIn, shownDays } from './shipping-days.ts';

it.each([
  [null, null, undefined],
  [0, 0, undefined],
  [5, 100, undefined],
  [5, 99, { min: 5, max: 99 }],
  [5, 5, { min: 5, max: 5 }],
  [5, 7, { min: 5, max: 7 }],
  [null, 7, { min: 7, max: 7 }],
  [0, 2, { min: 0, max: 2 }],
  [9, 3, { min: 3, max: 9 }],
])('%s to %s days', (min, max, shown) => expect(shownDays(min, max)).toEqual(shown));

it.each([
  ['1-3 day', { min: 1, max: 3 }],
  ['5-7 days', { min: 5, max: 7 }],
  ['3', { min: 3, max: 3 }],
  ['4 days', { min: 4, max: 4 }],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('reads %s', (text, days) => expect(daysIn(text)).toEqual(days));
