import { defaultPriceRule, type PriceRule, ROUNDINGS } from '@quayside/contracts';
import { money } from '@quayside/kernel';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computePrice, convertRule, feesOf, floorPrice } from './compute-price.ts';
import { dearestShipping } from './dearest-shipping.ts';

const usd = (cost: number | null) => ({ cost, currency: 'USD' });

test.each([
  ['the dearest counts', { DE: usd(400), FR: usd(600) }, 600, []],
  ['countries that the supplier excludes do not', { DE: usd(400), FR: usd(null) }, 400, []],
  ['one that is unknown makes it unknown', { DE: usd(400), FR: undefined }, undefined, ['FR']],
  ['so does a market to which nothing is shipped', { DE: usd(null) }, undefined, []],
  ['and one without countries', {}, undefined, []],
])('%s', (_what, countries, dearest, unknown) => {
  const found = dearestShipping(Object.entries(countries));
  expect([found.dearest?.cost, found.unknown]).toEqual([dearest, unknown]);
});

const band = fc.oneof(
  fc.record({
    kind: fc.constant('markup' as const),
    from: fc.constant(0),
    multiply: fc.integer({ min: 0, max: 5_000 }),
    add: fc.nat(2_000),
  }),
  fc.record({ kind: fc.constant('margin' as const), from: fc.constant(0), margin: fc.nat(4_000) }),
);
const rule: fc.Arbitrary<PriceRule> = fc
  .record({
    band,
    percent: fc.nat(2_000),
    fixed: fc.nat(100),
    included: fc.boolean(),
    rounding: fc.constantFrom(...ROUNDINGS),
    above: fc.option(fc.integer({ min: 1, max: 10_000 })),
    profit: fc.nat(2_000),
    margin: fc.nat(2_000),
  })
  .map((one) => ({
    ...defaultPriceRule('USD'),
    bands: [one.band],
    fees: { percent: one.percent, fixed: one.fixed, included: one.included },
    shipping_included: true,
    rounding: one.rounding,
    compare_at_percent: one.above,
    floor: { profit: one.profit, margin: one.margin },
  }));

test('no price in any currency is below its floor, its cost with the dearest shipping, or its fees', () => {
  const costs = fc.record({
    cost: fc.integer({ min: 1, max: 100_000 }),
    ships: fc.array(fc.nat(20_000), { minLength: 1 }),
  });
  const rate = fc.double({ min: 0.2, max: 180, noNaN: true }).map((one) => one.toFixed(6));
  fc.assert(
    fc.property(rule, costs, rate, fc.constantFrom('EUR', 'JPY', 'KWD'), (own, { cost, ships }, per, currency) => {
      const { dearest } = dearestShipping(ships.map((one, at) => [`C${at}`, usd(one)]));
      const shipping = dearest ? money(dearest.cost, dearest.currency) : null;
      const converted = convertRule(own, currency, per);
      const result = computePrice({ cost: money(cost, 'USD'), shipping }, converted, per);
      // Less than the smallest unit of the currency is no cost.
      if ('missing' in result) return;
      expect(result.price).toBeGreaterThanOrEqual(floorPrice(converted, result.cost));
      expect(result.price - feesOf(converted, result.price)).toBeGreaterThanOrEqual(result.cost - 1);
      expect(result.compareAt ?? result.price + 1).toBeGreaterThan(result.price);
    }),
  );
});
