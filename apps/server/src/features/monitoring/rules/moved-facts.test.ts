import { expect, it } from 'vitest';
import { movedFacts } from './moved-facts.ts';

const variant = {
  variant_id: 'v',
  product_id: 'p',
  source_variant_id: 's',
  sku: 'S',
  option_values: [],
  cost: 500,
  stock: 5,
  enabled: true,
};
const told = (stock: number, multiples: ReadonlyMap<string, readonly number[]> = new Map()) =>
  movedFacts(
    [variant],
    new Map(),
    [{ variant_id: 'v', product_id: 'p', found: true, cost: 500, stock, seen_at: null, told_cost: null }],
    { currency: 'USD', at: '2026-01-01T00:00:00Z' },
    multiples,
  ).facts.map((one) => one.stock);

it('tells of stock that no longer is enough for a unit of several pieces, or is again', () => {
  expect(told(2)).toEqual([]);
  expect(told(2, new Map([['v', [3]]]))).toEqual([2]);
  expect(told(3, new Map([['v', [3]]]))).toEqual([]);
  expect(told(0, new Map([['v', [3]]]))).toEqual([0]);
  expect(told(9, new Map([['v', [6]]]))).toEqual([9]);
});

it('tells of changed shipping with every variant that is sold', () => {
  const row = { variant_id: 'v', product_id: 'p', found: true, cost: 500, stock: 5, seen_at: null, told_cost: null };
  const move = { cost_was: 400, cost: 600, ships_was: true, ships: true, at: '2026-01-01T00:00:00Z' };
  const kept = { ships: true, shipping: 600, told_shipping: 600, shipping_at: move.at };
  const asked = { currency: 'USD', at: '2026-01-01T00:00:00Z', shipping: { row: kept, move, isCompared: true } };
  expect(movedFacts([variant], new Map(), [row], asked)).toMatchObject({ shipped: 1, facts: [{ ship: move }] });
  expect(movedFacts([{ ...variant, enabled: false }], new Map(), [row], asked).facts).toEqual([]);
});
