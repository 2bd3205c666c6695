import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placedAt } from './wait.ts';

const NOW = Date.parse('2026-03-10T08:30:00Z');

test.each([
  ['none', undefined],
  ['10m', '2026-03-10T08:40:00.000Z'],
  ['1h', '2026-03-10T09:30:00.000Z'],
  ['24h', '2026-03-11T08:30:00.000Z'],
] as const)('%s places an order at %s', (wait, at) => {
  expect(placedAt({ wait, wait_at: '09:00' }, NOW, 'UTC')).toBe(at);
});

test.each([
  ['09:00', 'UTC', '2026-03-10T09:00:00.000Z'],
  ['08:30', 'UTC', '2026-03-11T08:30:00.000Z'],
  ['09:00', 'Europe/Berlin', '2026-03-11T08:00:00.000Z'],
  ['10:15', 'Europe/Berlin', '2026-03-10T09:15:00.000Z'],
  ['09:00', 'America/New_York', '2026-03-10T13:00:00.000Z'],
  ['00:00', 'Asia/Kolkata', '2026-03-10T18:30:00.000Z'],
])('daily at %s in %s is %s', (at, zone, expected) => {
  expect(placedAt({ wait: 'daily', wait_at: at }, NOW, zone)).toBe(expected);
});

test.each([
  // The clocks go from 02:00 to 03:00.
  ['02:30', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:30:00.000Z'],
  // They go from 03:00 back to 02:00: the first of the two.
  ['02:30', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
  ['02:30', 'Europe/Berlin', '2026-10-25T00:45:00Z', '2026-10-26T01:30:00.000Z'],
  ['03:00', 'Europe/Berlin', '2026-10-25T00:45:00Z', '2026-10-25T02:00:00.000Z'],
  // Midnight is skipped.
  ['00:00', 'America/Santiago', '2026-09-05T12:00:00Z', '2026-09-06T04:00:00.000Z'],
  ['00:30', 'America/Santiago', '2026-09-05T12:00:00Z', '2026-09-06T04:30:00.000Z'],
  ['09:00', 'America/Santiago', '2026-09-05T16:00:00Z', '2026-09-06T12:00:00.000Z'],
  // By half an hour.
  ['02:15', 'Australia/Lord_Howe', '2026-10-03T12:00:00Z', '2026-10-03T15:45:00.000Z'],
  ['09:00', 'Nowhere/Zone', '2026-10-03T12:00:00Z', '2026-10-04T09:00:00.000Z'],
])('daily at %s in %s, asked at %s, is %s', (at, zone, now, expected) => {
  expect(placedAt({ wait: 'daily', wait_at: at }, Date.parse(now), zone)).toBe(expected);
});

test('daily is the next moment whose clock shows the time, or the end of a gap that skips it', () => {
  const zones = fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'America/Santiago',
    'Africa/Cairo',
    'Asia/Beirut',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Kiritimati',
    'America/St_Johns',
  );
  const start = Date.parse('2026-01-01T00:00:00Z') / 60_000;
  fc.assert(
    fc.property(zones, fc.nat(366 * 1440), fc.nat(1439), (zone, minute, time) => {
      const now = (start + minute) * 60_000;
      const at = [Math.floor(time / 60), time % 60].map((part) => String(part).padStart(2, '0')).join(':');
      const placed = Date.parse(placedAt({ wait: 'daily', wait_at: at }, now, zone) ?? '');
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
      const shows = (millis: number) => clock.format(millis);
      expect(placed).toBeGreaterThan(now);
      expect(placed - now).toBeLessThanOrEqual(25 * 3_600_000);
      // Skipped: the clock showed it a day before, when it had the other offset.
      if (shows(placed) !== at) expect(shows(placed - 86_400_000)).toBe(at);
    }),
    { numRuns: 3_000 },
  );
});

test('daily keeps its time of day when the clocks change', () => {
  const before = Date.parse('2026-03-28T12:00:00Z');
  expect(placedAt({ wait: 'daily', wait_at: '09:00' }, before, 'Europe/Berlin')).toBe('2026-03-29T07:00:00.000Z');
  const autumn = Date.parse('2026-10-24T12:00:00Z');
  expect(placedAt({ wait: 'daily', wait_at: '09:00' }, autumn, 'Europe/Berlin')).toBe('2026-10-25T08:00:00.000Z');
});
