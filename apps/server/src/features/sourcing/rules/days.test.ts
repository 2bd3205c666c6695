import { expect, it } from 'vitest';
import { daysText } from './days.ts';

it.each([
  [5, 5, '5 days'],
  [1, 1, '1 day'],
  [5, 7, '5-7 days'],
  [1, 3, '1-3 days'],
  [undefined, 4, '4 days'],
  [undefined, undefined, null],
  [0, 0, null],
  [5, 100, null],
  [9, 3, '3-9 days'],
])('%s to %s is %s', (min, max, text) => expect(daysText(min, max)).toBe(text));
