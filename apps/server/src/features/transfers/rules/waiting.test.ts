import { expect, it } from 'vitest';
import { hasWaited } from './waiting.ts';

it('waits for a quarter of an hour', () => {
  const transfer = { created_at: '2026-01-01T10:00:00.000Z' };
  expect(hasWaited('2026-01-01T10:14:59.000Z', transfer)).toBe(false);
  expect(hasWaited('2026-01-01T10:15:00.000Z', transfer)).toBe(true);
});
