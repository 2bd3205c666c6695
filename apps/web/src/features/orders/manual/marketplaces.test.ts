import { expect, it } from 'vitest';
import { needsSignIn } from './marketplaces.ts';

it('B452: Temu always asks for a sign-in unless it is known, AliExpress only when the check fails', () => {
  expect(needsSignIn('temu', 'unknown')).toBe(true);
  expect(needsSignIn('temu', 'signed_out')).toBe(true);
  expect(needsSignIn('temu', 'signed_in')).toBe(false);
  expect(needsSignIn('aliexpress', 'unknown')).toBe(false);
  expect(needsSignIn('aliexpress', 'signed_out')).toBe(true);
  expect(needsSignIn('ebay', 'signed_out')).toBe(false);
});
