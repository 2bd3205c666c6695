import { describe, expect, it } from 'vitest';
import { getRange, startOfDay } from './period.ts';

const now = '2026-03-31T10:00:00.000Z';

describe('periods of the order list', () => {
  it('B340: 30_days reaches from today less 30 days to today', () => {
    expect(getRange({ period: '30_days' }, now, 'UTC')).toEqual({ from: '2026-03-01T00:00:00.000Z' });
    expect(getRange({ period: 'all' }, now, 'UTC')).toEqual({});
  });

  it('takes both days of another_time whole', () => {
    const range = getRange({ period: 'another_time', from_date: '2026-03-02', to_date: '2026-03-03' }, now, 'UTC');
    expect(range).toEqual({ from: '2026-03-02T00:00:00.000Z', until: '2026-03-04T00:00:00.000Z' });
  });

  it("begins days where the caller's clock does, also on the day the clocks change", () => {
    expect(getRange({ period: 'today' }, '2026-01-01T23:30:00.000Z', 'Europe/Berlin').from).toBe(
      '2026-01-01T23:00:00.000Z',
    );
    expect(startOfDay('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z');
    expect(startOfDay('2026-03-30', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z');
    expect(startOfDay('2026-07-01', 'America/New_York')).toBe('2026-07-01T04:00:00.000Z');
    // Midnight is skipped.
    expect(startOfDay('2026-09-06', 'America/Santiago')).toBe('2026-09-06T04:00:00.000Z');
  });

  it('counts in UTC where the zone is unknown', () => {
    expect(getRange({ period: 'today' }, now, 'Moon/Sea').from).toBe('2026-03-31T00:00:00.000Z');
  });
});
