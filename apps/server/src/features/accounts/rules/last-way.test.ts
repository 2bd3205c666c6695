import { expect, it } from 'vitest';
import { isLastWay } from './last-way.ts';

it('keeps a way into every account', () => {
  expect(isLastWay({ password: false, houses: 1, shops: 0 })).toBe(true);
  expect(isLastWay({ password: false, houses: 2, shops: 0 })).toBe(false);
  expect(isLastWay({ password: true, houses: 1, shops: 0 })).toBe(false);
  // A shop's admin vouches for its user.
  expect(isLastWay({ password: false, houses: 1, shops: 1 })).toBe(false);
});
