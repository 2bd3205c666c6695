import { expect, it } from 'vitest';
import { remainingMetaKeys } from './meta-keys.ts';

it('B171: has every onboarding key at first, and no demo mode', () => {
  expect(Object.keys(remainingMetaKeys([]))).toEqual([
    'order_onboarding_ao',
    'NEW_FEATURE_ORDER',
    'OB_MAPPED_BY_QUAYSIDE',
    'AI_ENHANCER',
    'LUNAR_NEW_YEAR',
    'OB_SETTING_PHONE_NUMBER',
  ]);
});

it('B171: does not bring back what was put away', () => {
  expect(remainingMetaKeys(['meta-done:AI_ENHANCER'])).not.toHaveProperty('AI_ENHANCER');
});

it('has demo mode on while it is switched on, and never else', () => {
  expect(remainingMetaKeys(['meta:DEMO_MODE'])).toHaveProperty('DEMO_MODE', true);
  expect(remainingMetaKeys(['meta-done:DEMO_MODE'])).not.toHaveProperty('DEMO_MODE');
});
