import { describe, expect, it } from 'vitest';
import { afterPage, cursorOf } from './poll-cursor.ts';

const now = '2026-05-10T12:00:00.000Z';

describe('looking for changed orders', () => {
  it('begins sixty days back and goes on where it stood', () => {
    expect(cursorOf(null, now)).toEqual({ since: '2026-03-11T12:00:00.000Z' });
    const kept = { since: now, newest: now, cursor: 'p2' };
    expect(cursorOf(kept, now)).toEqual(kept);
    expect(cursorOf({ since: 'nonsense' }, now).since).toBe('2026-03-11T12:00:00.000Z');
  });

  it('keeps the newest change through the pages and begins again a little before it', () => {
    const start = { since: '2026-05-01T00:00:00.000Z' };
    const first = afterPage(start, ['2026-05-09T08:00:00.000Z', '2026-05-09T07:00:00.000Z'], 'p2', now);
    expect(first).toEqual({ ...start, newest: '2026-05-09T08:00:00.000Z', cursor: 'p2' });
    expect(afterPage(first, ['2026-05-09T07:30:00.000Z'], undefined, now)).toEqual({
      since: '2026-05-09T07:55:00.000Z',
    });
  });

  it('never goes back, and never past now when a store’s clock is ahead', () => {
    const start = { since: '2026-05-10T11:58:00.000Z' };
    expect(afterPage(start, [], undefined, now)).toEqual(start);
    expect(afterPage(start, ['2026-05-10T11:59:00.000Z'], undefined, now)).toEqual(start);
    expect(afterPage(start, ['2027-01-01T00:00:00.000Z'], undefined, now)).toEqual({ since: start.since });
    expect(afterPage({ since: '2026-05-10T11:00:00.000Z' }, ['2027-01-01T00:00:00.000Z'], undefined, now)).toEqual({
      since: '2026-05-10T11:55:00.000Z',
    });
  });
});
