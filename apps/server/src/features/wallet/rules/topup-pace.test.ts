import { expect, it } from 'vitest';
import { topupPace } from './topup-pace.ts';

const HOUR = 3_600_000;

it('asks about an open checkout ever more seldom, and not for ever', () => {
  expect([0, 1, 2, 47, 48, 167].map((hours) => (topupPace(hours * HOUR) ?? 0) / 60_000)).toEqual([
    5, 5, 30, 30, 360, 360,
  ]);
  expect(topupPace(168 * HOUR)).toBeUndefined();
});
