import { expect, it } from 'vitest';
import { pushGate } from './push-gates.ts';

const free = { activeStores: 1, isMarketplaceUser: false, demoMode: false };

it('lets an owner with a store push', () => expect(pushGate(free)).toBeUndefined());

it.each([
  [{ activeStores: 0, demoMode: true, listingQuotaLeft: false }, 'PUSH_NEEDS_STORE'],
  [{ isMarketplaceUser: true, demoMode: true }, 'PUSH_NEEDS_STORE'],
  [{ demoMode: true, listingQuotaLeft: false }, 'DEMO_MODE'],
  [{ listingQuotaLeft: false, creditsLeft: false }, 'QUOTA_EXPIRED'],
  [{ creditsLeft: false }, 'OUT_OF_CREDITS'],
])('B079, B122, A48: %j is told %s', (facts, code) => expect(pushGate({ ...free, ...facts })?.code).toBe(code));

it('answers with the status of the reason', () => {
  const status = (facts: object) => pushGate({ ...free, ...facts })?.status;
  expect(status({ activeStores: 0 })).toBe('BAD_REQUEST');
  expect(status({ demoMode: true })).toBe('FORBIDDEN');
  expect(status({ listingQuotaLeft: false })).toBe('QUOTA_EXPIRED');
  expect(status({ creditsLeft: false })).toBe('QUOTA_EXPIRED');
  expect(status({ listingQuotaLeft: true, creditsLeft: true })).toBeUndefined();
});
