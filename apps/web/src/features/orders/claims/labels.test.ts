import { expect, it } from 'vitest';
import { earliestDeadline } from './labels.ts';

it('the first deadline counts, whatever item has none', () => {
  const lines = ['2026-11-30T00:00:00+02:00', null, '2026-11-29T23:00:00Z', '2026-12-02T00:00:00Z'];
  expect(earliestDeadline(lines.map((deadline) => ({ deadline })))).toBe('2026-11-30T00:00:00+02:00');
  expect(earliestDeadline([{ deadline: null }])).toBeNull();
});
