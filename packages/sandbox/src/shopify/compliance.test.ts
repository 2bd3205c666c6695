import { expect, it } from 'vitest';
import { eraseDue } from './compliance.ts';

const DAY = 86_400_000;
const now = Date.UTC(2026, 8, 1);
const boughtAt = (at: number) => [
  { createdAt: new Date(at - 300 * DAY).toISOString() },
  { createdAt: new Date(at).toISOString() },
];

it('erases a customer ten days after the request where the last order is older than six months', () => {
  expect(eraseDue(now, boughtAt(Date.UTC(2026, 1, 28)))).toBe(now + 10 * DAY);
});

it('withholds the erasure of a customer until six months after the last order', () => {
  expect(eraseDue(now, boughtAt(Date.UTC(2026, 7, 20)))).toBe(Date.UTC(2027, 1, 20));
});
