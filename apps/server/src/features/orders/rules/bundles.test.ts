import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getBundles, missingParts, sharePrices, soldLines, withPartCosts, withParts } from './bundles.ts';

const line = (line_id: string, state: 'ready' | 'blocked' | 'placed' = 'ready', of: string | null = null, at = 0) => ({
  line_id,
  state,
  bundle_line_id: of,
  bundle_position: of === null ? null : at,
  unit_price: 0,
  discount: 0,
  pieces_per_unit: 1,
  unit_cost: 100 as number | null,
  cost_currency: 'USD' as string | null,
});

describe('bundles among lines', () => {
  it('are lines with further parts, in their order', () => {
    const lines = [line('a'), line('c', 'ready', 'a', 2), line('x'), line('b', 'ready', 'a', 1)];
    expect([...getBundles(lines)].map(([id, own]) => [id, own.map((one) => one.line_id)])).toEqual([
      ['a', ['a', 'b', 'c']],
    ]);
    expect(soldLines(lines).map((one) => one.line_id)).toEqual(['a', 'x']);
  });

  it('miss parts while others are bought', () => {
    expect(
      missingParts([line('a', 'placed'), line('b', 'blocked', 'a', 1), line('x')]).map((one) => one.line_id),
    ).toEqual(['b']);
    expect(missingParts([line('a'), line('b', 'ready', 'a', 1)])).toEqual([]);
  });

  it('are bought with all parts that are not bought yet', () => {
    const lines = [line('a', 'placed'), line('b', 'blocked', 'a', 1), line('c', 'ready', 'a', 2), line('x')];
    expect(withParts(lines, ['c'])).toEqual(['c', 'b']);
    expect(withParts(lines, ['x'])).toEqual(['x']);
  });

  it('cost what all parts cost, if it is known', () => {
    const parts = [line('a'), { ...line('b', 'ready', 'a', 1), pieces_per_unit: 3 }];
    expect(withPartCosts(parts)).toMatchObject([{ line_id: 'a', unit_cost: 400, pieces_per_unit: 1 }]);
    expect(withPartCosts([line('a'), { ...line('b', 'ready', 'a', 1), unit_cost: null }])[0]?.unit_cost).toBeNull();
  });

  it('share what was paid for them without losing any of it', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000_000),
        fc.array(fc.option(fc.nat(50_000)), { minLength: 2, maxLength: 6 }),
        (price, costs) => {
          const lines = costs.map((cost, at) => ({
            ...line(`l${at}`, 'ready', at === 0 ? null : 'l0', at),
            unit_cost: cost,
            unit_price: at === 0 ? price : 0,
          }));
          const shares = sharePrices(lines).map((one) => one.unit_price);
          expect(shares.reduce((sum, one) => sum + one, 0)).toBe(price);
          expect(shares.every((one) => one >= 0)).toBe(true);
        },
      ),
    );
  });
});
