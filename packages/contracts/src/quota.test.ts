import { describe, expect, it } from 'vitest';
import { cycleName, FAMILY_LIMITS, getPlan, RECOMMENDED_PLAN, SOLD_PLANS, yearlyPrice } from './plan-table.ts';
import {
  creditsUsed,
  creditText,
  getCost,
  isAllowed,
  isDemoMode,
  isOutOfCredit,
  isPermitted,
  mayChooseStore,
  refusedBy,
  usageAfter,
  usageBar,
  usagePercent,
} from './quota.ts';

const room = (limit: number, usage: number) => ({ limit, usage });
const credits = (total_credit: number, total_credit_used: number) => ({ total_credit, total_credit_used });

describe('a feature of a plan', () => {
  it('B079: is allowed without limit or below it, denied at 0 and at or over it', () => {
    expect(isAllowed(room(-1, 999))).toBe(true);
    expect(isAllowed(room(-2, 999))).toBe(true);
    expect(isAllowed(room(10, 9))).toBe(true);
    expect(isAllowed(room(10, 10))).toBe(false);
    expect(isAllowed(room(10, 11))).toBe(false);
    expect(isAllowed(room(0, 0))).toBe(false);
  });
  it('B080: counts up only while it stays within the limit', () => {
    expect(usageAfter(room(10, 9), 1)).toBe(10);
    expect(usageAfter(room(10, 9), 2)).toBe(9);
    expect(usageAfter(room(-1, 9), 2)).toBe(11);
  });
  it('B278: is blocked for each gated feature where the plan has none of it', () => {
    for (const feature of ['PRODUCT_LISTING', 'PRODUCT_IMPORT', 'AI_IMAGE_GENERATION', 'ORDER_FULFILLMENT'])
      expect(refusedBy(feature, room(0, 0), credits(-1, 0)), feature).toBe('limit');
  });
  it('B101, B102: is permitted when its limit is not 0', () => {
    expect(isPermitted({ limit: 5 })).toBe(true);
    expect(isPermitted({ limit: 0 })).toBe(false);
    expect(isPermitted({ limit: -1 })).toBe(true);
  });
  it('B037: another store needs WP_ADD_STORE, the current one never', () => {
    expect(mayChooseStore({ limit: 0 }, false)).toBe(false);
    expect(mayChooseStore({ limit: 0 }, true)).toBe(true);
    expect(mayChooseStore({ limit: 2 }, false)).toBe(true);
  });
});

describe('credits', () => {
  it('B082: are out when all are used, or when what comes costs more than is left', () => {
    expect(isOutOfCredit(credits(25, 25))).toBe(true);
    expect(isOutOfCredit(credits(25, 22), 4)).toBe(true);
    expect(isOutOfCredit(credits(25, 21), 4)).toBe(false);
  });
  it('B083: are never out without end', () => {
    expect(isOutOfCredit(credits(-1, 100_000), 4)).toBe(false);
  });
  it('B135, B136: cost what the table says, a managed product on top of an import and a listing', () => {
    expect(getCost('AI_IMAGE_GENERATION')).toBe(3);
    expect(getCost('PRODUCT_IMPORT')).toBe(4);
    expect(getCost('PRODUCT_LISTING')).toBe(4);
    expect(getCost('WP_STORE_PRODUCT_COPY')).toBe(2);
    const imports = (count: number) => creditsUsed({ imports: count, listings: 0, listedProducts: 0, records: {} });
    expect(imports(6)).toBe(24);
    expect(isOutOfCredit(credits(25, imports(6)), getCost('PRODUCT_IMPORT'))).toBe(true);
  });
  it('B467: content and search words on three products cost six', () => {
    const records = { AI_PRODUCT_CONTENT: 3, AI_PRODUCT_SEO: 3 };
    expect(creditsUsed({ imports: 0, listings: 0, listedProducts: 0, records })).toBe(6);
  });
  it('A44: a product in two stores is managed once', () => {
    expect(creditsUsed({ imports: 0, listings: 2, listedProducts: 1, records: {} })).toBe(7);
  });
  it('B455: the limit of the feature refuses first, then the credits', () => {
    expect(refusedBy('PRODUCT_LISTING', room(30, 30), credits(150, 50))).toBe('limit');
    expect(refusedBy('PRODUCT_IMPORT', room(-1, 6), credits(25, 22))).toBe('credits');
    expect(refusedBy('PRODUCT_IMPORT', room(-1, 5), credits(25, 20))).toBeUndefined();
    expect(refusedBy('ORDER_FULFILLMENT', room(-1, 5), credits(25, 25))).toBeUndefined();
  });
  it('B094: as a percentage are rounded', () => {
    expect(usagePercent(credits(150, 37))).toBe(25);
    expect(usagePercent(credits(250, 1))).toBe(0);
  });
  it('B095: fill at least 1 of the bar, and 3 of it where there is no total', () => {
    expect(usageBar(credits(250, 1))).toBe(1);
    expect(usageBar(credits(0, 0))).toBe(3);
    expect(usageBar(credits(-1, 5))).toBe(3);
    expect(usageBar(credits(150, 37))).toBe(25);
    expect(usageBar(credits(25, 50))).toBe(100);
  });
  it('B096: are named so without end, and 0 for an unknown plan', () => {
    const write = (count: number) => `${count} credits`;
    expect(creditText(-1, write)).toBe('Unlimted');
    expect(creditText(undefined, write)).toBe('0 credits');
    expect(creditText(getPlan('GROWTH_CREDIT_TIER_2')?.credits, write)).toBe('800 credits');
  });
});

describe('the plans', () => {
  it('B085: an unknown key is no plan', () => {
    expect(getPlan('GROWTH_CREDIT_TIER_4')).toBeUndefined();
    expect(getPlan('DEMO_MODE_QUAYSIDE')).toBeDefined();
    expect(getPlan('FREE_AO_MKT')).toMatchObject({ price: 0, credits: 25, legacy: true });
  });
  it('B086, B449: Growth 2 carries the badge', () => {
    expect(getPlan(RECOMMENDED_PLAN)?.family).toBe('growth');
  });
  it('B110: demo mode is on while its key is there', () => {
    expect(isDemoMode({ DEMO_MODE: true })).toBe(true);
    expect(isDemoMode({ AI_ENHANCER: true })).toBe(false);
  });
  it('B133, B377: 30 days are a month, anything else a year', () => {
    expect(cycleName(30)).toBe('monthly');
    expect(cycleName(365)).toBe('yearly');
    expect(cycleName(undefined)).toBe('monthly');
  });
  it('B137, B138: have the credits and prices of the specification', () => {
    const sold = SOLD_PLANS.map(({ key, price, credits: all }) => [key, price / 100, all]);
    expect(sold).toEqual([
      ['FREE_CREDIT', 0, 25],
      ['STARTER_CREDIT_TIER_1', 9.9, 150],
      ['STARTER_CREDIT_TIER_2', 14.9, 250],
      ['GROWTH_CREDIT_TIER_1', 19.9, 400],
      ['GROWTH_CREDIT_TIER_2', 39.9, 800],
      ['GROWTH_CREDIT_TIER_3', 69.9, 1500],
      ['PRO_CREDIT_TIER_1', 79.9, 2200],
      ['PRO_CREDIT_TIER_2', 99.9, 3300],
      ['PRO_CREDIT_TIER_3', 199.9, 6600],
      ['ENTERPRISE_CREDIT_TIER_1', 999.9, 99_990],
      ['ENTERPRISE_CREDIT_TIER_2', 1999.9, 199_990],
      ['ENTERPRISE_CREDIT_TIER_3', 4999.9, 200_000],
    ]);
    expect(yearlyPrice({ price: 1990 })).toBe(19_900);
  });
  it('B442 to B448: have the limits of the table', () => {
    const column = (name: keyof (typeof FAMILY_LIMITS)['free']) => Object.values(FAMILY_LIMITS).map((one) => one[name]);
    expect(column('listings')).toEqual([10, 30, 150, 500, 6000, -1]);
    expect(column('ai')).toEqual([10, 20, 100, 300, 4000, -1]);
    expect(column('tracking')).toEqual([0, 10, 30, 150, 500, 1000]);
    expect(column('orders')).toEqual([50, 100, 150, -1, -1, -1]);
    expect(column('workspaces')).toEqual([3, 5, 5, 10, 25, -1]);
    expect(column('multiStore')).toEqual([false, false, false, false, true, true]);
    expect(column('cashback')).toEqual([0, 0, 0, 1, 2, 3]);
  });
});
