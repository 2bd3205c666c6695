import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from './parcels.ts';
import {
  type Bundle,
  completeBundles,
  completesAny,
  completeUnits,
  type GroupedPieces,
  getScales,
  type HeldPieces,
  isCompletedBy,
  unitsIn,
  unitsLeft,
  unitsOf,
  unitsOfBundle,
  unitsOfPart,
  unreportedUnits,
} from './units.ts';

const held = (quantity: number, units: number | null, perUnit = 3): HeldPieces => ({
  line_id: 'a',
  quantity,
  units,
  pieces_per_unit: perUnit,
});
const complete = (quantity: number, others: HeldPieces[], known: HeldPieces[] = [], most = 10, isJoined = false) =>
  completeUnits([{ line_id: 'a', quantity }], () => ({ pieces_per_unit: 3, most }), known, others, isJoined)[0];

describe('units that parcels complete', () => {
  it('count once all pieces of a unit have left, with the parcel that brings the last of them', () => {
    expect(complete(2, [])).toEqual(held(2, 0));
    expect(complete(1, [held(2, 0)])).toEqual(held(1, null));
    expect(complete(4, [])).toEqual(held(4, 1));
    expect(complete(2, [held(4, 1)])).toEqual(held(2, 1));
  });

  it('are never taken back, and no more than were sold', () => {
    expect(complete(1, [], [held(3, 1)])).toEqual(held(1, null));
    expect(complete(6, [], [], 1)).toEqual(held(6, 1));
    expect(complete(6, [], [], 0)).toEqual(held(6, 0));
  });

  it('of a parcel that is shown with another one are counted for the other', () => {
    expect(complete(5, [held(1, null)], [held(2, 0)], 10, true)).toEqual(held(5, 0));
    expect(complete(1, [held(5, 0)], [held(1, null)])?.units).toBe(2);
  });

  it('are the pieces where one is a unit, less those of which none is left', () => {
    const one = (most: number) =>
      completeUnits([{ line_id: 'a', quantity: 2 }], () => ({ pieces_per_unit: 1, most }), [], [], false)[0];
    expect(one(2)).toEqual(held(2, null, 1));
    expect(one(1)).toEqual(held(2, 1, 1));
    expect(unitsLeft([{ line_id: 'a', quantity: 3 }], [held(7, 2), held(1, 1, 1)]).get('a')).toBe(0);
  });

  it('say which parcels wait for which', () => {
    expect(isCompletedBy([held(2, 0)], [held(1, null)])).toBe(true);
    expect(isCompletedBy([held(3, 1)], [held(3, 1)])).toBe(false);
    expect(isCompletedBy([{ ...held(2, 0), line_id: 'b' }], [held(3, 1)])).toBe(false);
    expect(isCompletedBy([], [held(3, 1)])).toBe(false);
    expect([completesAny([held(2, 0)]), completesAny([held(2, 0), held(1, null)])]).toEqual([false, true]);
  });

  it('let pieces of several purchases be added up', () => {
    expect([...getScales([held(3, 1), held(2, 1, 2), { ...held(1, null, 1), line_id: 'b' }])]).toEqual([
      ['a', 6],
      ['b', 1],
    ]);
  });

  it('never exceed those sold nor the whole ones, never shrink, and are all told once everything has left', () => {
    const run = fc.record({
      perUnit: fc.integer({ min: 1, max: 9 }),
      sold: fc.integer({ min: 1, max: 6 }),
      // News of parcels: which one, and how many pieces it has by now.
      news: fc.array(fc.record({ parcel: fc.integer({ min: 0, max: 4 }), quantity: fc.integer({ min: 1, max: 30 }) }), {
        maxLength: 25,
      }),
    });
    fc.assert(
      fc.property(run, ({ news, perUnit, sold }) => {
        const bought = [{ line_id: 'a', source_variant_id: 'v', quantity: sold * perUnit }];
        const parcels = new Map<number, HeldPieces[]>();
        const joined = new Set<number>();
        const told = new Map<number, number>();
        const take = (parcel: number, quantity: number) => {
          const others = [...parcels].filter(([id]) => id !== parcel).flatMap(([, own]) => own);
          const known = parcels.get(parcel) ?? [];
          const pieces = completeUnits(
            allocate([{ sourceVariantId: 'v', quantity }], bought, others),
            () => ({ pieces_per_unit: perUnit, most: sold }),
            known,
            others,
            joined.has(parcel),
          );
          if (pieces.length === 0) return;
          parcels.set(parcel, pieces);
          for (const [id, own] of parcels) if (id !== parcel && isCompletedBy(own, pieces)) joined.add(id);
        };
        const check = () => {
          const all = [...parcels.values()].flat();
          const units = unitsIn(all, 'a');
          expect(units).toBeLessThanOrEqual(sold);
          for (const [id, own] of parcels) {
            const now = own.reduce((sum, one) => sum + unitsOf(one), 0);
            expect(now).toBeGreaterThanOrEqual(told.get(id) ?? 0);
            told.set(id, now);
          }
        };
        const seen = new Map<number, number>();
        for (const { parcel, quantity } of news) {
          // A parcel that the supplier names keeps its pieces.
          seen.set(parcel, Math.max(quantity, seen.get(parcel) ?? 0));
          take(parcel, seen.get(parcel) ?? 0);
          check();
          const pieces = [...parcels.values()].flat().reduce((sum, one) => sum + one.quantity, 0);
          expect(unitsIn([...parcels.values()].flat(), 'a')).toBeLessThanOrEqual(Math.floor(pieces / perUnit));
        }
        take(9, sold * perUnit);
        for (const [id, own] of [...parcels])
          take(
            id,
            own.reduce((sum, one) => sum + one.quantity, 0),
          );
        check();
        expect(unitsIn([...parcels.values()].flat(), 'a')).toBe(sold);
      }),
    );
  });
});

describe('units of a bundle', () => {
  const bundle: Bundle = { id: 'a', parts: ['a', 'b'], sold: 2 };
  const bundles = new Map(bundle.parts.map((id) => [id, bundle]));
  const part = (line_id: string, quantity: number, perUnit: number, units = 0, group = line_id): GroupedPieces => ({
    line_id,
    quantity,
    pieces_per_unit: perUnit,
    units,
    group,
  });
  const without = ({ group: _group, ...piece }: GroupedPieces): HeldPieces => piece;

  it('count once all parts have left, on the parcel that completes them', () => {
    const mugs = part('a', 2, 1);
    expect(completeBundles([without(mugs)], bundles, 'a', [], [], false)).toEqual([without(mugs)]);
    expect(completeBundles([without(part('b', 3, 2))], bundles, 'b', [], [mugs], false)[0]?.units).toBe(1);
    expect(
      completeBundles([without(part('b', 1, 2))], bundles, 'b', [], [mugs, part('b', 3, 2, 1)], false)[0]?.units,
    ).toBe(1);
  });

  it('are those of its scarcest part, and pieces of two purchases make none', () => {
    expect(unitsOfBundle([part('a', 9, 1), part('b', 9, 2)], bundle)).toBe(2);
    expect(unitsOfPart([part('b', 1, 2, 0, 'one'), part('b', 1, 2, 0, 'two')], 'b')).toBe(0);
    expect(unitsOfBundle([part('a', 2, 1)], bundle)).toBe(0);
  });

  it('wait for no part that a person ships without a parcel', () => {
    const set: Bundle = { ...bundle, byHand: ['b'] };
    const mugs = part('a', 1, 1);
    expect(unitsOfBundle([mugs], set)).toBe(1);
    expect(unitsOfBundle([part('a', 9, 1)], set)).toBe(2);
    const known = new Map(set.parts.map((id) => [id, set]));
    expect(completeBundles([without(mugs)], known, 'a', [], [], false)[0]?.units).toBe(1);
    // Its late parcel completes no further ones.
    const late = completeBundles([without(part('b', 2, 1))], known, '', [], [part('a', 2, 1, 2)], false);
    expect(late[0]?.units).toBe(0);
  });

  it('of a parcel that is shown with another are left to that one', () => {
    const others = [part('a', 2, 1)];
    const [pieces] = completeBundles(
      [without(part('b', 4, 2))],
      bundles,
      'b',
      [without(part('b', 2, 2))],
      others,
      true,
    );
    expect(pieces?.units).toBe(0);
    expect(unreportedUnits([...others, { ...part('b', 4, 2), ...pieces }], bundle)).toBe(2);
  });

  it('are reported whole, never more than sold, never taken back, and all of them in the end', () => {
    const parcel = fc.record({
      line: fc.integer({ min: 0, max: 2 }),
      group: fc.constantFrom('one', 'two'),
      pieces: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 3, maxLength: 3 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(parcel, { maxLength: 12 }),
        (perUnit, sold, parcels) => {
          const ids = ['a', 'b', 'c'];
          const set: Bundle = { id: 'a', parts: ids, sold };
          const known = new Map(ids.map((id) => [id, set]));
          let all: GroupedPieces[] = [];
          let before = 0;
          for (const { group, line, pieces } of parcels) {
            const one = without(part(ids[line] ?? '', pieces, perUnit[line] ?? 1));
            const counted = completeBundles([one], known, group, [], all, false);
            all = [...all, ...counted.map((piece) => ({ ...piece, group }))];
            const told = all.reduce((sum, piece) => sum + unitsOf(piece), 0);
            expect(told).toBeGreaterThanOrEqual(before);
            expect(told).toBeLessThanOrEqual(sold);
            for (const [at, id] of ids.entries()) {
              const gone = all.filter((piece) => piece.line_id === id).reduce((sum, piece) => sum + piece.quantity, 0);
              expect(gone).toBeGreaterThanOrEqual(told * (perUnit[at] ?? 1));
            }
            before = told;
          }
          expect(before).toBe(unitsOfBundle(all, set));
        },
      ),
    );
  });
});
