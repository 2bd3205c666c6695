import type { ShippingOption } from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import { expect, test } from 'vitest';
import { chooseMethod, findRule, NO_SETTING, needsWeight, type ShippingRule, shipsTo } from './choose-method.ts';

const option = (serviceName: string, cents: number): ShippingOption => ({ serviceName, amount: money(cents, 'USD') });
const OPTIONS = [option('Slow', 300), option('Fast', 900), option('Express', 1900)];
const rule = (shipping_method: string, more: Partial<ShippingRule> = {}): ShippingRule => ({
  country_code: null,
  weight_from: null,
  weight_to: null,
  cost_from: null,
  cost_to: null,
  shipping_method,
  otherwise: null,
  ...more,
});
const parcel = { country: 'US', grams: 500, cost: 2000 };

test('without settings the cheapest method is chosen', () => {
  expect(chooseMethod(NO_SETTING, parcel, OPTIONS)).toMatchObject({
    reason: 'cheapest',
    option: { serviceName: 'Slow' },
  });
  expect(chooseMethod(NO_SETTING, parcel, []).option).toBeUndefined();
});

test('R069: the first matching row decides, then its other method, then the default', () => {
  const rules = [rule('Express', { country_code: 'DE' }), rule('Gone', { country_code: 'US', otherwise: 'Fast' })];
  const setting = { ...NO_SETTING, shipping_method: 'Slow', rules };
  expect(chooseMethod(setting, parcel, OPTIONS)).toMatchObject({
    reason: 'rule_otherwise',
    row: 1,
    option: { serviceName: 'Fast' },
  });
  expect(chooseMethod(setting, { ...parcel, country: 'DE' }, OPTIONS)).toMatchObject({ reason: 'rule', row: 0 });
  expect(chooseMethod(setting, { ...parcel, country: 'FR' }, OPTIONS)).toMatchObject({ reason: 'default', row: null });
  expect(chooseMethod(setting, parcel, [OPTIONS[2] as ShippingOption])).toMatchObject({
    reason: 'cheapest',
    row: 1,
    option: { serviceName: 'Express' },
  });
});

test.each([
  [{ weight_to: 500 }, true],
  [{ weight_to: 499 }, false],
  [{ weight_from: 500, weight_to: 600 }, true],
  [{ weight_from: 501 }, false],
  [{ cost_from: 2000 }, true],
  [{ cost_from: 2001 }, false],
  [{ cost_to: 1999 }, false],
  [{ country_code: 'US', weight_to: 1000, cost_to: 5000 }, true],
])('limits are inclusive: %o matches %s', (limits, matches) => {
  expect(findRule([rule('Fast', limits)], parcel)).toBe(matches ? 0 : -1);
});

test('a row with a limit on something unknown does not match', () => {
  expect(findRule([rule('Fast', { weight_to: 100_000 })], { ...parcel, grams: null })).toBe(-1);
  expect(findRule([rule('Fast', { cost_from: 0 })], { ...parcel, cost: null })).toBe(-1);
  expect(findRule([rule('Fast')], { country: 'US', grams: null, cost: null })).toBe(0);
});

test('weights are needed only for rows that limit them', () => {
  expect(needsWeight({ ...NO_SETTING, rules: [rule('Fast', { cost_to: 1 })] })).toBe(false);
  expect(needsWeight({ ...NO_SETTING, rules: [rule('Fast', { weight_to: 1 })] })).toBe(true);
});

test('an empty list of countries allows all', () => {
  expect(shipsTo(NO_SETTING, 'US')).toBe(true);
  expect(shipsTo({ ...NO_SETTING, countries: ['DE', 'FR'] }, 'US')).toBe(false);
  expect(shipsTo({ ...NO_SETTING, countries: ['DE', 'FR'] }, 'FR')).toBe(true);
});
