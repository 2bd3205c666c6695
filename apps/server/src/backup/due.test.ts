import { expect, it } from 'vitest';
import { isDue, isLate, lastSlot, surplus } from './due.ts';

const at = (text: string) => new Date(`2026-03-${text}Z`);
const times = (attempt: string | null, success: string | null) => ({
  attemptAt: attempt && at(attempt).toISOString(),
  successAt: success && at(success).toISOString(),
});

it('the last slot is today or yesterday', () => {
  expect(lastSlot('02:30', at('10T02:30:00'))).toEqual(at('10T02:30:00'));
  expect(lastSlot('02:30', at('10T02:29:59'))).toEqual(at('09T02:30:00'));
});

it('a backup is due once a day, after a missed day, and an hour after a failure', () => {
  expect(isDue('02:30', times(null, null), at('10T02:29:00'))).toBe(true);
  expect(isDue('02:30', times('10T02:30:01', '10T02:30:01'), at('10T23:00:00'))).toBe(false);
  expect(isDue('02:30', times('10T02:30:01', '10T02:30:01'), at('11T02:30:00'))).toBe(true);
  expect(isDue('02:30', times('10T02:30:01', '09T02:30:01'), at('10T03:30:00'))).toBe(false);
  expect(isDue('02:30', times('10T02:30:01', '09T02:30:01'), at('10T03:30:01'))).toBe(true);
  expect(isDue('02:30', times('08T02:30:01', '08T02:30:01'), at('10T12:00:00'))).toBe(true);
});

it('a requested backup is due, and one is due as soon as the log is kept', () => {
  const done = times('10T02:30:01', '10T02:30:01');
  expect(isDue(undefined, done, at('10T23:00:00'))).toBe(false);
  expect(isDue(undefined, { ...done, isRequested: true }, at('10T23:00:00'))).toBe(true);
  const walSince = at('10T12:00:00').toISOString();
  expect(isDue('02:30', { ...done, walSince }, at('10T12:00:05'))).toBe(true);
  expect(isDue('02:30', { ...times('10T12:00:10', '10T02:30:01'), walSince }, at('10T12:30:00'))).toBe(false);
  expect(isDue('02:30', { ...times('10T12:00:10', '10T12:00:10'), walSince }, at('10T23:00:00'))).toBe(false);
});

it('the last verified backup is late after 26 hours, while a schedule is set', () => {
  expect(isLate('02:30', times('10T02:30:00', '10T02:30:00'), at('11T04:30:00'))).toBe(false);
  expect(isLate('02:30', times('11T02:30:00', '10T02:30:00'), at('11T04:30:01'))).toBe(true);
  expect(isLate(undefined, times('11T02:30:00', '01T02:30:00'), at('11T04:30:01'))).toBe(false);
  expect(isLate('02:30', times(null, null), at('11T04:30:01'))).toBe(false);
});

it('keeps the newest', () => expect(surplus(['c', 'b', 'a'], 2)).toEqual(['a']));
