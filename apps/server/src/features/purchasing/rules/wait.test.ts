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

test('daily keeps its time of day when the clocks change', () => {
  const before = Date.parse('2026-03-28T12:00:00Z');
  expect(placedAt({ wait: 'daily', wait_at: '09:00' }, before, 'Europe/Berlin')).toBe('2026-03-29T07:00:00.000Z');
  const autumn = Date.parse('2026-10-24T12:00:00Z');
  expect(placedAt({ wait: 'daily', wait_at: '09:00' }, autumn, 'Europe/Berlin')).toBe('2026-10-25T08:00:00.000Z');
});
