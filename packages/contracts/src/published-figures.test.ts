import { BODY_STATUS, CURRENCY_CODES, INTERVAL_SEPARATOR, SYMBOL_AFTER, shownDigits } from '@quayside/kernel';
import { TIME_ZONES } from '@quayside/kernel/time-zones.ts';
import { describe, expect, it } from 'vitest';
import { META_KEYS } from './account-data.ts';
import { GUIDELINE_STEPS, languageSchema } from './accounts.ts';
import { FAMILIES, FAMILY_LIMITS, getPlan, MONTH_DAYS, PLANS, RECOMMENDED_PLAN, SOLD_PLANS } from './plan-table.ts';
import { PUBLISHED } from './published-figures.ts';
import { CREDIT_COSTS, isUnlimited, MANAGED_COST, UNLIMITED_CREDITS } from './quota.ts';
import { SLOW_PAGE } from './slow-page.ts';

/** Compares our figures with the specification. */

it('body codes are those of the catalogue, with two of ours: a body that is too large, and what nobody expected', () => {
  const { SERVER_ERROR, TOO_LARGE, ...ours } = BODY_STATUS;
  expect(TOO_LARGE).toEqual({ body: BODY_STATUS.BAD_REQUEST.body, http: 413 });
  expect(Object.fromEntries(Object.entries(ours).map(([name, { body }]) => [name, body]))).toEqual(PUBLISHED.codes);
  expect(SERVER_ERROR).toEqual({ body: 500, http: 500 });
});

it('names of languages, onboarding keys and steps', () => {
  expect(languageSchema.options).toEqual(PUBLISHED.languages);
  expect(META_KEYS).toEqual(PUBLISHED.onboardingKeys);
  expect(GUIDELINE_STEPS).toEqual(PUBLISHED.guidelineSteps);
});

describe('currencies and time zones', () => {
  it('are about as many', () => {
    expect(Math.abs(CURRENCY_CODES.length - PUBLISHED.currencies.about)).toBeLessThan(20);
    expect(Math.abs(TIME_ZONES.length - PUBLISHED.timeZonesAbout)).toBeLessThan(10);
  });
  it('put the symbol after the amount, and leave decimals out, where it is said', () => {
    // Their first two letters are the country code.
    expect([...SYMBOL_AFTER].map((code) => code.slice(0, 2)).sort()).toEqual(
      [...PUBLISHED.currencies.symbolAfterIn].sort(),
    );
    expect(PUBLISHED.currencies.withoutDecimals.map(shownDigits)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(INTERVAL_SEPARATOR).toBe(PUBLISHED.currencies.intervalSeparator);
  });
});

describe('plans', () => {
  const { plans } = PUBLISHED;
  it('have the keys, prices and credits that are published', () => {
    expect(PLANS.map((plan) => plan.key).sort()).toEqual([...plans.keys].sort());
    expect(Object.fromEntries(SOLD_PLANS.map((plan) => [plan.key, [plan.price / 100, plan.credits]]))).toEqual(
      plans.sold,
    );
    expect(getPlan('FREE_AO_MKT')).toMatchObject({ price: 0, credits: 25 });
    expect(RECOMMENDED_PLAN).toBe(plans.recommended);
    expect(MONTH_DAYS).toBe(plans.cycles[0]);
  });
  it('B443 to B447: have the limits of the comparison table, column by column', () => {
    const column = <K extends 'name' | 'listings' | 'ai' | 'tracking' | 'orders' | 'workspaces'>(key: K) =>
      FAMILIES.map((family) => FAMILY_LIMITS[family][key]);
    expect(column('name')).toEqual(plans.columns);
    expect(column('listings')).toEqual(plans.listings);
    expect(column('ai')).toEqual(plans.ai);
    // Unmentioned for the free plan means none.
    expect(column('tracking')).toEqual(plans.tracking.map((limit) => limit ?? 0));
    expect(column('orders')).toEqual(plans.orders);
    expect(column('workspaces')).toEqual(plans.workspaces);
  });
  it('B406, B407: open their gates from the plan that is named', () => {
    for (const [gate, from] of Object.entries(plans.gates)) {
      const first = FAMILIES.map((family) => FAMILY_LIMITS[family]).find(
        (one) => one[gate as keyof typeof plans.gates],
      );
      expect([gate, first?.name]).toEqual([gate, from]);
    }
  });
  it('cost the credits that are published', () => {
    expect(CREDIT_COSTS).toEqual(PUBLISHED.creditCosts);
    expect(MANAGED_COST).toBe(PUBLISHED.managedCost);
    expect(plans.unlimited.every(isUnlimited)).toBe(true);
    expect(UNLIMITED_CREDITS).toBe(plans.unlimitedText);
  });
});

it('a page counts as slow above the published thresholds', () => expect(SLOW_PAGE).toEqual(PUBLISHED.slowPage));
