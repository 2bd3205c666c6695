import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getClaimClock } from './claim-clock.ts';

const UNTIL = '2026-12-12T23:59:59.999Z';
const at = (time: string): number => Date.parse(time);

describe('the clock of a claim', () => {
  it.each([
    ['five days before', '2026-12-08T09:00:00Z', { phase: 'open', daysLeft: 5 }],
    ['in the first hour of the third last day', '2026-12-10T00:00:00Z', { phase: 'near', daysLeft: 3 }],
    ['just before that', '2026-12-09T23:59:59.998Z', { phase: 'open', daysLeft: 4 }],
    ['on the last day', '2026-12-12T00:00:00Z', { phase: 'near', daysLeft: 1 }],
    ['in the last moment', UNTIL, { phase: 'near', daysLeft: 1 }],
    ['a moment later', '2026-12-13T00:00:00Z', { phase: 'over', daysLeft: 0 }],
  ])('%s', (_when, now, clock) => expect(getClaimClock(UNTIL, at(now))).toEqual(clock));

  it('only runs down, and is over exactly when no day is left', () => {
    const minutes = fc.integer({ min: -100_000, max: 100_000 });
    fc.assert(
      fc.property(minutes, fc.nat(100_000), (start, wait) => {
        const now = at(UNTIL) + start * 60_000;
        const before = getClaimClock(UNTIL, now);
        const after = getClaimClock(UNTIL, now + wait * 60_000);
        expect(after.daysLeft).toBeLessThanOrEqual(before.daysLeft);
        expect(after.daysLeft === 0).toBe(after.phase === 'over');
        if (before.phase === 'over') expect(after.phase).toBe('over');
        expect(before.daysLeft - after.daysLeft).toBeLessThanOrEqual(Math.ceil(wait / 1_440) + 1);
      }),
    );
  });
});
