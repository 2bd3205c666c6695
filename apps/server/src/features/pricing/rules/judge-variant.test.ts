import { defaultPriceRule } from '@quayside/contracts';
import { money } from '@quayside/kernel';
import { expect, it } from 'vitest';
import { type CurrentPrice, judgeVariant } from './judge-variant.ts';

// 2.5 times 10.00 is 25.99.
const rule = defaultPriceRule('USD');
const input = { cost: money(1000, 'USD'), shipping: null };
const current = (changes: Partial<CurrentPrice> = {}): CurrentPrice => ({
  price: 2000,
  compareAt: null,
  computed: 2000,
  own: 2000,
  ...changes,
});

it.each([
  ['a higher price', {}, { direction: 'up', changes: true, edited: false }],
  ['a lower price', { price: 3000, own: 3000, computed: 3000 }, { direction: 'down', changes: true }],
  ['the same price', { price: 2599, own: 2599, computed: 2599 }, { direction: 'same', changes: false, edited: false }],
  ['a first price in a store', { price: null }, { direction: 'fresh', changes: true }],
  ['a price set by a person', { computed: 1900 }, { direction: 'up', changes: false, edited: true }],
  ['a price that nothing is known of', { computed: null }, { changes: false, edited: true }],
  ['a price set by a person that the rule agrees with', { price: 2599, own: 2599, computed: 1900 }, { edited: false }],
  ['a compare-at price above the new price', { compareAt: 3000 }, { compareAfter: 3000, changes: true }],
  ['a compare-at price below the new price', { compareAt: 2200 }, { compareAfter: null, changes: true }],
])('%s', (_name, changes, judged) => {
  expect(judgeVariant(input, rule, undefined, current(changes), false)).toMatchObject(judged);
});

it('changes a price set by a person when asked to', () => {
  expect(judgeVariant(input, rule, undefined, current({ computed: 1900 }), true)).toMatchObject({
    edited: true,
    changes: true,
  });
});

it('leaves what has no price', () => {
  expect(judgeVariant(input, { ...rule, shipping_included: true }, undefined, current(), true)).toMatchObject({
    result: { missing: 'shipping' },
    changes: false,
  });
});

it('sets the compare-at price of a rule that has one', () => {
  const above = { ...rule, compare_at_percent: 2_000 };
  expect(judgeVariant(input, above, undefined, current({ compareAt: 9999 }), false).compareAfter).toBe(3199);
});
