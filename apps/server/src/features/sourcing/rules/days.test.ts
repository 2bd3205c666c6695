import { expect, it } from 'vitest';
import { daysText } from './days.ts';

it.each([
  [5, 5, '5 days'],
  [1, 1, '1 day'],
  [5, 7, '5-7 days'],
  [1, 3, '1-3 days'],
  [undefined, 4, '4 days'],
  [undefined, undefined, undefined],
])('%s to %s is %s', (min, max, text) => expect(daysText(min, max)).toBe(text));
