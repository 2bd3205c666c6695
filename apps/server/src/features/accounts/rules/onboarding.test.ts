import { describe, expect, it } from 'vitest';
import { isMarketplaceUser, onboardingOrder, openSteps } from './onboarding.ts';

const usual = { v2: false, planReinstalled: false };
const v2 = { v2: true, planReinstalled: false };

describe('the onboarding', () => {
  it('B063: begins by the usual ranks', () => {
    expect(onboardingOrder(['normal_import', 'pricing'], usual)[0]).toBe('pricing');
    expect(onboardingOrder(['normal_import', 'order', 'pricing', 'marketplace_import'], usual)).toEqual([
      'marketplace_import',
      'pricing',
      'order',
      'normal_import',
    ]);
  });
  it('B064: imports first with the second set, but not for a plan that was installed anew', () => {
    expect(onboardingOrder(['normal_import', 'pricing'], v2)[0]).toBe('normal_import');
    expect(onboardingOrder(['normal_import', 'pricing'], { v2: true, planReinstalled: true })[0]).toBe('pricing');
    expect(onboardingOrder(['pricing', 'order', 'normal_import', 'marketplace_import'], v2)).toEqual([
      'marketplace_import',
      'normal_import',
      'order',
      'pricing',
    ]);
  });
  it('B002, B065: counts who comes from a marketplace or a phone without a store, or sits in the phone’s app', () => {
    const user = { fromMarketplace: false, fromMobile: false, inMobileApp: false, stores: 0 };
    expect(isMarketplaceUser({ ...user, fromMarketplace: true, stores: 1 })).toBe(false);
    expect(isMarketplaceUser({ ...user, fromMarketplace: true })).toBe(true);
    expect(isMarketplaceUser({ ...user, fromMobile: true })).toBe(true);
    expect(isMarketplaceUser({ ...user, inMobileApp: true, stores: 3 })).toBe(true);
    expect(isMarketplaceUser(user)).toBe(false);
  });
  it('leaves out what was done', () => {
    const usual = { marketplace: false, withoutPlan: false };
    expect(openSteps(new Set(), usual)).toEqual(['normal_import', 'order']);
    expect(openSteps(new Set(), { ...usual, marketplace: true })).toEqual(['marketplace_import', 'order']);
    expect(openSteps(new Set(['FIND_AND_IMPORT']), { ...usual, marketplace: true })).toEqual(['order']);
    expect(openSteps(new Set(['FIND_AND_IMPORT', 'PLACE_ORDER']), usual)).toEqual([]);
    expect(openSteps(new Set(['FIND_AND_IMPORT']), { ...usual, withoutPlan: true })).toEqual(['pricing', 'order']);
  });
});
