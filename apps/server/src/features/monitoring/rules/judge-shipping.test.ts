import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasCostChanged } from './judge-check.ts';
import { judgeShipping, type ShippingMove, type ShippingRow } from './judge-shipping.ts';

const AT = '2026-01-01T00:00:00Z';
const NONE: ShippingRow = { ships: null, shipping: null, told_shipping: null, shipping_at: null };
const known = (cost: number): ShippingRow => ({ ships: true, shipping: cost, told_shipping: cost, shipping_at: AT });

/** Checks one after the other; undefined: the supplier says nothing. */
function follow(seen: readonly (number | null | undefined)[], percent = 5) {
  let row = NONE;
  const moves: ShippingMove[] = [];
  for (const cost of seen) {
    const judged = judgeShipping(row, cost === undefined ? undefined : { cost, at: AT }, percent);
    row = judged.row;
    if (judged.move) moves.push(judged.move);
  }
  return { row, moves };
}

describe('the shipping of a tracked product', () => {
  it('starts with the first figure, which is no news', () => {
    expect(judgeShipping(NONE, { cost: 400, at: AT }, 5)).toEqual({ row: known(400), isCompared: false });
  });

  it('is news once it is dearer or cheaper by more than the percentage', () => {
    expect(follow([400, 420]).moves).toEqual([]);
    expect(follow([400, 421]).moves).toMatchObject([{ cost_was: 400, cost: 421, ships_was: true, ships: true }]);
    expect(follow([400, 300]).moves).toMatchObject([{ cost_was: 400, cost: 300 }]);
  });

  it('adds small steps up, and tells each step once', () => {
    expect(follow([400, 410, 420, 425, 425]).moves).toMatchObject([{ cost_was: 400, cost: 425 }]);
  });

  it('is news when the supplier stops shipping, and when it begins again', () => {
    const { moves, row } = follow([400, null, null, 400]);
    expect(moves).toMatchObject([
      { cost_was: 400, cost: null, ships_was: true, ships: false },
      { cost_was: 400, cost: 400, ships_was: false, ships: true },
    ]);
    expect(row).toEqual(known(400));
  });

  it('stays as it is while the supplier says nothing of it', () => {
    expect(judgeShipping(known(400), undefined, 5)).toEqual({ row: known(400), isCompared: false });
    expect(follow([400, undefined, 400]).moves).toEqual([]);
  });

  it('tells of free shipping that has a cost now', () => {
    expect(follow([0, 1]).moves).toHaveLength(1);
  });

  it('whatever the supplier says, the moves lead from the first to the last figure without a gap', () => {
    const cost = fc.option(fc.option(fc.integer({ min: 0, max: 5_000 }), { nil: null }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(cost, { maxLength: 12 }), fc.integer({ min: 1, max: 100 }), (seen, percent) => {
        const { moves, row } = follow(seen, percent);
        let ships: boolean | undefined;
        let told: number | null | undefined;
        for (const move of moves) {
          if (ships !== undefined) expect(move.ships_was).toBe(ships);
          if (told !== undefined && told !== null) expect(move.cost_was).toBe(told);
          ships = move.ships;
          if (move.cost !== null) told = move.cost;
        }
        const last = seen.findLast((one) => one !== undefined);
        if (last !== undefined) expect(row.ships).toBe(last !== null);
        if (row.told_shipping !== null && row.shipping !== null)
          expect(hasCostChanged(row.told_shipping, row.shipping, percent)).toBe(false);
      }),
    );
  });
});
