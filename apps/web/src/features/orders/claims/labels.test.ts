import { expect, it } from 'vitest';
import { earliestDeadline, limitOf } from './labels.ts';

const line = { quantity: 2, asked: 1, unitCost: 1_000 };

it.each([
  ['one of two items', [line], 1_000],
  ['all of them, with shipping', [{ ...line, asked: 2 }], 2_400],
  ['an unknown cost', [{ ...line, unitCost: null }], 2_400],
  ['another line that is not asked for', [line, { quantity: 1, asked: 0, unitCost: null }], 1_000],
])('limits a request for %s', (_what, lines, most) => expect(limitOf(2_400, lines)).toBe(most));

it('the first deadline counts, whatever item has none', () => {
  const lines = ['2026-11-30T00:00:00+02:00', null, '2026-11-29T23:00:00Z', '2026-12-02T00:00:00Z'];
  expect(earliestDeadline(lines.map((deadline) => ({ deadline })))).toBe('2026-11-30T00:00:00+02:00');
  expect(earliestDeadline([{ deadline: null }])).toBeNull();
});
