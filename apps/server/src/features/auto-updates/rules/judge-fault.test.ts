import { expect, it } from 'vitest';
import type { SupplierFact, SupplierReport } from '../tables.ts';
import { isStillHeld, judgeFault, measuredFrom } from './judge-fault.ts';

const fact = (at: number, change: Partial<SupplierFact>): SupplierFact => ({
  variant_id: `v${at}`,
  product_id: `p${Math.floor(at / 2)}`,
  currency: 'USD',
  cost_was: 1_000,
  cost: 1_000,
  stock_was: 10,
  stock: 10,
  found_was: true,
  found: true,
  at: '2026-01-01T00:00:00Z',
  ...change,
});
const report = (count: number, change: Partial<SupplierFact>, checked = 20): SupplierReport => ({
  costs: checked,
  stocks: checked,
  found: checked,
  shipped: checked,
  facts: Array.from({ length: count }, (_none, at) => fact(at, change)),
});

it.each([
  ['costs in another unit', report(20, { cost: 100_000 }), { fault: 'cost_up', affected: 20, checked: 20 }],
  ['everything at half', report(7, { cost: 500 }), { fault: 'cost_down', affected: 7, checked: 20 }],
  ['everything for nothing', report(7, { cost: 0 }), { fault: 'cost_down', affected: 7, checked: 20 }],
  ['no stock at all', report(20, { stock: 0 }), { fault: 'stock', affected: 20, checked: 20 }],
  [
    'most products gone',
    report(11, { found: false, stock: null, cost: null }),
    { fault: 'vanished', affected: 11, checked: 20 },
  ],
])('%s is a fault', (_what, given, expected) => expect(judgeFault(given)).toEqual(expected));

const shipped = (count: number, cost: number | null, checked = 10): SupplierReport => ({
  ...report(0, {}),
  shipped: checked,
  facts: Array.from({ length: count * 2 }, (_none, at) =>
    fact(at, { ship: { cost_was: 400, cost, ships_was: true, ships: cost !== null, at: '2026-01-01T00:00:00Z' } }),
  ),
});

it.each([
  ['every shipping cost doubled', shipped(10, 800), { fault: 'shipping_up', affected: 10, checked: 10 }],
  ['many at half', shipped(4, 200), { fault: 'shipping_down', affected: 4, checked: 10 }],
  ['most not shipped', shipped(6, null), { fault: 'shipping_gone', affected: 6, checked: 10 }],
])('%s is a fault', (_what, given, expected) => expect(judgeFault(given)).toEqual(expected));

it.each([
  ['dearer shipping', shipped(10, 700)],
  ['a few that doubled', shipped(3, 800)],
  ['too few to tell', shipped(2, 800, 2)],
  ['some not shipped', shipped(5, null)],
])('%s is news', (_what, given) => expect(judgeFault(given)).toBeUndefined());

it('shipping that returns to what was believed is no jump', () => {
  const faulty = shipped(10, 4_000);
  const believed = new Map(faulty.facts.map((one) => [one.variant_id, one]));
  const back = faulty.facts.map((one) => ({
    ...one,
    ship: { cost_was: 4_000, cost: 400, ships_was: true, ships: true, at: '2026-01-02T00:00:00Z' },
  }));
  expect(judgeFault({ ...faulty, facts: back })?.fault).toBe('shipping_down');
  const measured = measuredFrom(back, believed);
  expect(judgeFault({ ...faulty, facts: measured })).toBeUndefined();
  expect(measured.some((one) => isStillHeld('shipping_up', one))).toBe(false);
});

it('a variant of a hold stays held while it shows what it is held for, whatever else moved', () => {
  const faulty = shipped(1, 4_000).facts;
  const believed = new Map(faulty.map((one) => [one.variant_id, one]));
  const [later] = measuredFrom([fact(0, { stock: 0 })], believed);
  expect(later && isStillHeld('shipping_up', later)).toBe(true);
  expect(isStillHeld('cost_up', fact(0, { cost: 2_000 }))).toBe(true);
  expect(isStillHeld('cost_up', fact(0, { cost: 1_100 }))).toBe(false);
});

it.each([
  ['nothing new', report(0, {})],
  ['a usual increase', report(20, { cost: 1_900 })],
  ['a few that doubled', report(6, { cost: 2_000 })],
  ['too few to tell', report(4, { cost: 2_000 }, 4)],
  ['some out of stock', report(16, { stock: 0 })],
  [
    'one product on clearance',
    { ...report(5, {}), costs: 5, facts: [0, 1, 2, 3, 4].map((at) => fact(at, { product_id: 'p', cost: 400 })) },
  ],
  ['a cost that was unknown', report(20, { cost_was: null, cost: 5_000 })],
])('%s is news', (_what, given) => expect(judgeFault(given)).toBeUndefined());

it('an answer that returns to what was believed before a fault is no jump', () => {
  const faulty = report(20, { cost: 100_000 });
  const back = report(20, { cost_was: 100_000, cost: 1_000 });
  expect(judgeFault(back)?.fault).toBe('cost_down');
  const believed = new Map(faulty.facts.map((one) => [one.variant_id, one]));
  expect(judgeFault({ ...back, facts: measuredFrom(back.facts, believed) })).toBeUndefined();
});
