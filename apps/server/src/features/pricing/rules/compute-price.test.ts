import { defaultPriceRule, type PriceRule, ROUNDINGS } from '@quayside/contracts';
import { getDecimals, money } from '@quayside/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestedPrice } from '../../sourcing/index.ts';
import { type ComputedPrice, computePrice, convertRule, feesOf } from './compute-price.ts';

const rule = (changes: Partial<PriceRule> = {}, currency = 'USD'): PriceRule => ({
  ...defaultPriceRule(currency),
  rounding: 'exact',
  ...changes,
});
const compute = (cost: number, by: PriceRule, shipping: number | null = null): ComputedPrice => {
  const found = computePrice(
    {
      cost: money(cost, by.currency),
      shipping: shipping === null ? null : money(shipping, by.currency),
    },
    by,
    undefined,
  );
  if ('missing' in found) throw new Error(found.missing);
  return found;
};
const markup = (from: number, multiply: number, add = 0) => ({ kind: 'markup' as const, from, multiply, add });

describe('a price by a rule', () => {
  it.each([
    ['a multiple', 1000, rule(), 2500],
    ['a part of a cent is raised', 333, rule({ bands: [markup(0, 2_001)] }), 667],
    ['a multiple and an amount', 1000, rule({ bands: [markup(0, 1_500, 300)] }), 1800],
    ['the band below its start', 999, rule({ bands: [markup(0, 3_000), markup(1000, 2_000)] }), 2997],
    ['the band from its start', 1000, rule({ bands: [markup(0, 3_000), markup(1000, 2_000)] }), 2000],
    ['a margin', 600, rule({ bands: [{ kind: 'margin', from: 0, margin: 4_000 }] }), 1000],
    [
      'a margin after fees',
      600,
      rule({
        bands: [{ kind: 'margin', from: 0, margin: 3_000 }],
        fees: { percent: 1_000, fixed: 0, included: false },
      }),
      1000,
    ],
    ['fees in the price', 350, rule({ fees: { percent: 1_000, fixed: 25, included: true } }), 1000],
    ['fees beside the price', 400, rule({ fees: { percent: 1_000, fixed: 25, included: false } }), 1000],
    ['a least profit', 1000, rule({ bands: [markup(0, 1_000)], floor: { profit: 500, margin: 0 } }), 1500],
    ['a least margin', 750, rule({ bands: [markup(0, 1_000)], floor: { profit: 0, margin: 2_500 } }), 1000],
    ['a loss', 1000, rule({ bands: [markup(0, 500)] }), 1000],
  ])('%s', (_name, cost, by, price) => {
    expect(compute(cost, by).price).toBe(price);
  });

  it.each([
    ['USD', '99', 1000, 1099],
    ['USD', '95', 995, 995],
    ['USD', '0.5', 1024, 1000],
    ['USD', '0.5', 1025, 1050],
    ['USD', '1', 1049, 1000],
    ['USD', '5', 1250, 1500],
    ['USD', '10', 1499, 1000],
    ['USD', '100', 15000, 20000],
    ['JPY', '99', 1000, 1000],
    ['JPY', '0.5', 1000, 1000],
    ['JPY', '100', 1049, 1000],
    ['KWD', '99', 1000, 1990],
    ['KWD', '0.5', 1249, 1000],
    ['KWD', '5', 12500, 15000],
  ] as const)('in %s to %s: %i becomes %i', (currency, rounding, amount, price) => {
    // The floor is out of the way: the cost is a tenth.
    const by = rule({ bands: [markup(0, 0, amount)], rounding }, currency);
    expect(compute(Math.floor(amount / 10), by).price).toBe(price);
  });

  it('is raised to the floor where rounding down would pass it', () => {
    const by = rule({ bands: [markup(0, 1_000)], rounding: '10' });
    expect(compute(1400, by)).toMatchObject({ price: 2000, raised: false });
  });

  it('has a compare-at price above it, with the same ending', () => {
    const by = rule({ rounding: '99', compare_at_percent: 2_000 });
    expect(compute(1000, by)).toMatchObject({ price: 2599, compareAt: 3199 });
  });

  it('includes shipping only where the rule does, and is not guessed without', () => {
    expect(compute(1000, rule(), 400)).toMatchObject({ price: 2500, cost: 1000 });
    expect(compute(1000, rule({ shipping_included: true }), 400)).toMatchObject({
      price: 3500,
      cost: 1400,
      profit: 2100,
    });
    const unknown = { cost: money(1000, 'USD'), shipping: null };
    expect(computePrice(unknown, rule({ shipping_included: true }), undefined)).toEqual({ missing: 'shipping' });
    expect(computePrice({ ...unknown, cost: money(0, 'USD') }, rule(), undefined)).toEqual({ missing: 'cost' });
  });

  it('is converted by the rate, and is not guessed without one', () => {
    const input = { cost: money(1000, 'USD'), shipping: money(200, 'USD') };
    const by = rule({ shipping_included: true }, 'EUR');
    expect(computePrice(input, by, '0.9')).toMatchObject({ price: 2700, cost: 1080 });
    expect(computePrice(input, by, undefined)).toEqual({ missing: 'rate' });
  });

  it('by default is that of an import', () => {
    for (const currency of ['USD', 'JPY', 'KWD'])
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 50_000_000 }), (cost) => {
          const { price } = compute(cost, defaultPriceRule(currency));
          expect(price).toBe(suggestedPrice(money(cost, currency)).amount);
        }),
      );
  });

  it('follows a rule whose amounts are in another currency', () => {
    const by = rule({ bands: [markup(0, 3_000), markup(1000, 2_000, 100)], floor: { profit: 300, margin: 0 } });
    expect(convertRule(by, 'JPY', '150')).toEqual({
      ...by,
      currency: 'JPY',
      bands: [markup(0, 3_000), markup(1500, 2_000, 150)],
      floor: { profit: 450, margin: 0 },
    });
  });
});

const currencies = fc.constantFrom('USD', 'JPY', 'KWD', 'EUR');
const amounts = fc.integer({ min: 1, max: 200_000 });
const bands = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.nat(2_000), fc.nat(2_000)), { maxLength: 4 })
  .map((steps) => {
    // Each band multiplies and adds at least as much as the one before.
    let [from, multiply, add] = [0, 900, 0];
    return [
      markup(0, multiply, add),
      ...steps.map(([width, more, plus]) => {
        [from, multiply, add] = [from + width, multiply + more, add + plus];
        return markup(from, multiply, add);
      }),
    ];
  });
const anyRule = fc
  .record({
    currency: currencies,
    bands,
    margin: fc.option(fc.nat(4_000)),
    fees: fc.record({ percent: fc.nat(4_000), fixed: fc.nat(500), included: fc.boolean() }),
    shipping_included: fc.boolean(),
    rounding: fc.constantFrom(...ROUNDINGS),
    compare_at_percent: fc.option(fc.integer({ min: 1, max: 90_000 })),
    floor: fc.record({ profit: fc.nat(5_000), margin: fc.nat(5_000) }),
  })
  .map(
    ({ margin, ...one }): PriceRule =>
      margin === null ? one : { ...one, bands: [{ kind: 'margin', from: 0, margin }] },
  );

describe('any rule', () => {
  it('never passes its floor, and gives whole amounts', () => {
    fc.assert(
      fc.property(anyRule, amounts, amounts, (by, cost, shipping) => {
        const { price, compareAt = price + 1, cost: whole } = compute(cost, by, shipping);
        expect(Number.isSafeInteger(price)).toBe(true);
        expect(compareAt).toBeGreaterThan(price);
        expect(whole).toBe(by.shipping_included ? cost + shipping : cost);
        // Fees are not rounded here: what is left is compared exactly.
        const left = BigInt(price) * BigInt(10_000 - by.fees.percent) - BigInt(by.fees.fixed + whole) * 10_000n;
        expect(left >= BigInt(by.floor.profit) * 10_000n).toBe(true);
        expect(left >= BigInt(price) * BigInt(by.floor.margin)).toBe(true);
        expect(feesOf(by, price)).toBeGreaterThanOrEqual(by.fees.fixed);
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives no lower price for a higher cost', () => {
    fc.assert(
      fc.property(anyRule, amounts, fc.nat(5_000), amounts, (by, cost, more, shipping) => {
        expect(compute(cost + more, by, shipping).price).toBeGreaterThanOrEqual(compute(cost, by, shipping).price);
      }),
      { numRuns: 1_000 },
    );
  });

  it('rounds to what its currency has', () => {
    fc.assert(
      fc.property(anyRule, amounts, (by, cost) => {
        const { price } = compute(cost, { ...by, shipping_included: false });
        const unit = 10 ** getDecimals(by.currency);
        if (by.rounding === '99' && unit > 1) expect(price % unit).toBe(Math.round(unit * 0.99));
        if (by.rounding === '95' && unit > 1) expect(price % unit).toBe(Math.round(unit * 0.95));
        if (['1', '5', '10', '100'].includes(by.rounding)) expect(price % (unit * Number(by.rounding))).toBe(0);
        if (by.rounding === '0.5') expect(price % Math.max(1, unit / 2)).toBe(0);
      }),
    );
  });
});
