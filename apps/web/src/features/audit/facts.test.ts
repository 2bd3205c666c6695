import { expect, it } from 'vitest';
import { factText, isMoment } from './facts.ts';

it('knows a moment from other words', () => {
  expect(isMoment('2026-11-22T12:57:14.623343+00:00')).toBe(true);
  expect(isMoment('2026-11-22T12:57:14Z')).toBe(true);
  for (const other of ['2026-11-22', 'T12:57:14Z', 'at 2026-11-22T12:57:14Z', 5, null, undefined])
    expect(isMoment(other)).toBe(false);
});

it('writes a value as a person reads it', () => {
  expect([factText('a'), factText(null), factText(undefined), factText(false), factText({ a: 1 })]).toEqual([
    'a',
    '',
    '',
    'false',
    '{"a":1}',
  ]);
});
