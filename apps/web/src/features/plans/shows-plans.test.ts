import { expect, it } from 'vitest';
import { showsPlans } from './shows-plans.ts';

const facts = { isMarketplaceUser: false, embedded: false, provider: null, onboarding: false, hidesBilling: false };

it('shows the way to the plans to everybody else', () => {
  expect(showsPlans(facts)).toBe(true);
  expect(showsPlans({ ...facts, provider: 'PADDLE' })).toBe(true);
});

it('B106: not to who came from a marketplace', () =>
  expect(showsPlans({ ...facts, isMarketplaceUser: true })).toBe(false));

it('B107: not inside an admin with Paddle, not during the onboarding, not where the phone app hides it', () => {
  expect(showsPlans({ ...facts, embedded: true, provider: 'PADDLE' })).toBe(false);
  expect(showsPlans({ ...facts, embedded: true, provider: 'SHOPIFY' })).toBe(true);
  expect(showsPlans({ ...facts, onboarding: true })).toBe(false);
  expect(showsPlans({ ...facts, hidesBilling: true })).toBe(false);
});
