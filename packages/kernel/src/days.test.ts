import { expect, it } from 'vitest';
import { shownDays } from './days.ts';

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
