import { describe, expect, it } from 'vitest';
import { afterPage, getCursor } from './poll-cursor.ts';

const now = '2026-05-10T12:00:00.000Z';

describe('looking for changed orders', () => {
  it('begins sixty days back and goes on where it stood', () => {
    expect(getCursor(null, now)).toEqual({ since: '2026-03-11T12:00:00.000Z' });
    const kept = { since: now, newest: now, cursor: 'p2' };
    expect(getCursor(kept, now)).toEqual(kept);
    expect(getCursor({ since: 'nonsense' }, now).since).toBe('2026-03-11T12:00:00.000Z');
  });

  it('keeps the newest change through the pages and begins again a little before it', () => {
    const start = { since: '2026-05-01T00:00:00.000Z' };
    const first = afterPage(start, ['2026-05-09T08:00:00.000Z', '2026-05-09T07:00:00.000Z'], 'p2', now);
    expect(first).toEqual({ ...start, newest: '2026-05-09T08:00:00.000Z', seenAt: now, cursor: 'p2' });
    expect(afterPage(first, ['2026-05-09T07:30:00.000Z'], undefined, now)).toMatchObject({
      since: '2026-05-09T07:55:00.000Z',
    });
  });

  const after = (minutes: number, from = now) => new Date(Date.parse(from) + minutes * 60_000).toISOString();
  /** What is asked for in looks half a minute apart at a store that tells these changes again for as long as it is asked. */
  const looks = (changes: string[], minutes: number) => {
    let at = { since: '2026-05-10T11:00:00.000Z' } as ReturnType<typeof afterPage>;
    const told: number[] = [];
    for (let half = 0; half <= minutes * 2; half += 1) {
      const shown = changes.filter((time) => Date.parse(time) >= Date.parse(at.since));
      told.push(shown.length);
      at = afterPage(at, shown, undefined, after(half / 2));
    }
    return { told, at };
  };

  it('reads the last minutes again for as long, and then no more', () => {
    const { told, at } = looks(['2026-05-10T11:57:00.000Z', '2026-05-10T11:58:00.000Z'], 8);
    expect(told.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 2));
    expect(told.slice(-4)).toEqual([0, 0, 0, 0]);
    expect(at).toEqual({ since: '2026-05-10T11:58:01.000Z' });
  });

  it('ends so where the clock of the store is ahead or behind', () => {
    for (const skew of [-10, 10]) {
      const { told, at } = looks([after(skew)], 25);
      expect(told.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 1));
      expect(told.slice(-4)).toEqual([0, 0, 0, 0]);
      expect(at).toEqual({ since: after(skew + 1 / 60) });
    }
  });

  it('finds what a platform committed late, though it stands before the newest change', () => {
    const seen = afterPage({ since: '2026-05-10T11:00:00.000Z' }, ['2026-05-10T11:59:30.000Z'], undefined, now);
    const again = afterPage(seen, ['2026-05-10T11:59:30.000Z'], undefined, after(4));
    expect(Date.parse(again.since)).toBeLessThanOrEqual(Date.parse('2026-05-10T11:54:30.000Z'));
    const new_ = afterPage(again, ['2026-05-10T12:04:10.000Z'], undefined, after(5));
    expect(new_).toMatchObject({ since: '2026-05-10T11:59:10.000Z', seenAt: after(5) });
  });

  it('never goes back, and never past now when a store’s clock is ahead', () => {
    const start = { since: '2026-05-10T11:58:00.000Z' };
    expect(afterPage(start, [], undefined, now)).toEqual(start);
    expect(afterPage(start, ['2026-05-10T11:59:00.000Z'], undefined, now)).toMatchObject(start);
    expect(afterPage(start, ['2027-01-01T00:00:00.000Z'], undefined, now)).toMatchObject({ since: start.since });
    const ahead = { since: '2026-05-10T11:00:00.000Z' };
    const at = afterPage(ahead, ['2027-01-01T00:00:00.000Z'], undefined, now);
    expect(at).toMatchObject({ since: '2026-05-10T11:55:00.000Z' });
    expect(afterPage(at, ['2027-01-01T00:00:00.000Z'], undefined, after(60))).toMatchObject({
      since: '2026-05-10T12:55:00.000Z',
    });
  });
});

describe('a cursor', () => {
  const start = { since: '2026-05-10T11:00:00.000Z' };

  it('is read as it was kept, without what is no time and no text', () => {
    const kept = { ...start, newest: now, seenAt: now, cursor: 'p2' };
    expect(getCursor(kept, now)).toEqual(kept);
    expect(getCursor({ ...start, newest: 7, seenAt: 'soon', cursor: 3 }, now)).toEqual(start);
    expect(getCursor({ since: Date.parse(now) }, now)).toEqual({ since: '2026-03-11T12:00:00.000Z' });
  });

  it('goes through pages on which nothing says when it was changed', () => {
    expect(afterPage(start, [], 'p2', now)).toEqual({ ...start, cursor: 'p2' });
    expect(afterPage({ ...start, cursor: 'p2' }, [], undefined, now)).toEqual(start);
  });

  it('counts a change as settled five minutes after it was seen, to the millisecond', () => {
    const seenAt = '2026-05-10T11:55:00.000Z';
    const at = { ...start, newest: '2026-05-10T11:54:00.000Z', seenAt };
    expect(afterPage(at, [], undefined, now)).toEqual({ since: '2026-05-10T11:54:01.000Z' });
    expect(afterPage(at, [], undefined, '2026-05-10T11:59:59.999Z')).toEqual({
      ...at,
      since: '2026-05-10T11:49:00.000Z',
    });
  });

  it('stays with a settled change that is nearer than five minutes', () => {
    const at = { ...start, newest: '2026-05-10T11:58:00.000Z', seenAt: '2026-05-10T11:50:00.000Z' };
    expect(afterPage(at, [], undefined, now)).toEqual({ ...at, since: '2026-05-10T11:55:00.000Z' });
  });

  it('does not drop a new change because the last look was at a later time', () => {
    const at = { since: '2026-05-10T11:59:00.000Z' };
    const change = '2026-05-10T11:58:00.000Z';
    expect(afterPage(at, [change], undefined, now)).toEqual({ ...at, newest: change, seenAt: now });
  });
});
