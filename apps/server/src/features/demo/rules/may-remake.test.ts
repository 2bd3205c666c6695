import { expect, it } from 'vitest';
import { mayRemake } from './may-remake.ts';

const made = { at: '2026-09-01T08:00:00.000Z' };
const now = '2026-09-09T08:00:00.000Z';

it('replaces an account that is older than seven days and that nobody changed', () => {
  expect(mayRemake(made, now, [undefined, '2026-09-01T08:00:30.000Z'])).toBe(true);
  expect(mayRemake(made, '2026-09-08T08:00:00.000Z', [])).toBe(true);
});

it('keeps one that is younger, that was never completed, or that somebody changed', () => {
  expect(mayRemake(made, '2026-09-08T07:59:59.000Z', [])).toBe(false);
  expect(mayRemake(undefined, now, [])).toBe(false);
  expect(mayRemake(made, now, ['2026-09-01T07:00:00.000Z', '2026-09-05T08:00:00.000Z'])).toBe(false);
});
