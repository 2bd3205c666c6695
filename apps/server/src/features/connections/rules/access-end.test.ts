import { expect, it } from 'vitest';
import { accessEnd, endsSoon, warningDue } from './access-end.ts';

const at = (iso: string) => String(Date.parse(iso));

it('ends with the token that renews the others', () => {
  const hour = at('2026-01-01T01:00:00Z');
  const quarter = at('2026-04-01T00:00:00Z');
  const credentials = { accessTokenExpiresAt: hour, refreshToken: 'r', refreshTokenExpiresAt: quarter };
  expect(accessEnd(credentials)).toBe('2026-04-01T00:00:00.000Z');
  expect(accessEnd({ accessTokenExpiresAt: hour })).toBe('2026-01-01T01:00:00.000Z');
  expect(accessEnd({ accessTokenExpiresAt: hour, refreshToken: 'r' })).toBeNull();
  expect(accessEnd({ consumerKey: 'ck', consumerSecret: 'cs' })).toBeNull();
});

it('is told of two weeks before', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(endsSoon('2026-01-14T00:00:00Z', now)).toBe(true);
  expect(endsSoon('2026-01-16T00:00:00Z', now)).toBe(false);
  expect(endsSoon('2025-12-31T00:00:00Z', now)).toBe(true);
  expect(endsSoon(null, now)).toBe(false);
});

it('warns two weeks, three days and a day before, and no more when it has ended', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString();
  expect([20, 13, 4, 2.5, 0.5, -1].map((days) => warningDue(inDays(days), now))).toEqual([
    undefined,
    14,
    14,
    3,
    1,
    undefined,
  ]);
  expect(warningDue(null, now)).toBeUndefined();
});
