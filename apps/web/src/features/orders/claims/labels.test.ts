import { expect, it } from 'vitest';
import { limitOf } from './labels.ts';

const line = { quantity: 2, asked: 1, unitCost: 1_000 };

it.each([
  ['one of two items', [line], 1_000],
  ['all of them, with shipping', [{ ...line, asked: 2 }], 2_400],
  ['an unknown cost', [{ ...line, unitCost: null }], 2_400],
  ['another line that is not asked for', [line, { quantity: 1, asked: 0, unitCost: null }], 1_000],
])('limits a request for %s', (_what, lines, most) => expect(limitOf(2_400, lines)).toBe(most));
