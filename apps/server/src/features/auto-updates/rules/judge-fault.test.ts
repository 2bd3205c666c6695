import { expect, it } from 'vitest';
import type { SupplierFact, SupplierReport } from '../tables.ts';
import { judgeFault, measuredFrom } from './judge-fault.ts';

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
