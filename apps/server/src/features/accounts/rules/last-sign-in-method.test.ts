import { expect, it } from 'vitest';
import { isLastSignInMethod } from './last-sign-in-method.ts';

it('keeps a way into every account', () => {
  expect(isLastSignInMethod({ password: false, houses: 1, shops: 0 })).toBe(true);
  expect(isLastSignInMethod({ password: false, houses: 2, shops: 0 })).toBe(false);
  expect(isLastSignInMethod({ password: true, houses: 1, shops: 0 })).toBe(false);
  // A shop's admin vouches for its user.
  expect(isLastSignInMethod({ password: false, houses: 1, shops: 1 })).toBe(false);
});
