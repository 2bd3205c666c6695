import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planMove, type StockCase, wasWritten } from './plan-move.ts';

const move = (given: Partial<StockCase> & { a?: number | null; b?: number | null }) => {
  const { a = 10, b = null, ...rest } = given;
  const levels = new Map([
    ['a', a],
    ['b', b],
  ]);
  const { moves, kept } = planMove({ sent: 10, wanted: 10, levels, sources: ['a'], target: 'b', ...rest });
  const after = new Map(levels);
  for (const { locationId, to } of moves) after.set(locationId, to);
  return { a: after.get('a'), b: after.get('b'), kept };
};

describe('planMove', () => {
  it.each([
    ['moves what we wrote', {}, { a: 0, b: 10, kept: false }],
    ['leaves what the merchant added', { a: 14 }, { a: 4, b: 10, kept: true }],
    ['does not restock what was sold', { a: 7 }, { a: 0, b: 7, kept: false }],
    ['writes what the supplier has by now', { wanted: 4 }, { a: 0, b: 4, kept: false }],
    ['takes nothing where we never wrote', { sent: null }, { a: 10, b: 10, kept: false }],
    ['writes everything where the former location has none', { a: null }, { a: null, b: 10, kept: false }],
    ['replaces what the chosen location has', { b: 3 }, { a: 0, b: 10, kept: false }],
    ['leaves a chosen location that a push has written', { a: 0, b: 10 }, { a: 0, b: 10, kept: false }],
    ['leaves a former location that oversold', { a: -2, b: null }, { a: -2, b: 0, kept: false }],
    ['stocks what is sold out', { wanted: 0 }, { a: 0, b: 0, kept: false }],
    ['finds stock at several former locations', { a: 4, b: 6, sources: ['a', 'b'] }, { a: 0, b: 10, kept: false }],
    ['writes again where it is already', { a: null, b: 10, wanted: 0, sources: ['b'] }, { a: null, b: 0, kept: false }],
  ])('%s', (_what, given, expected) => expect(move(given)).toEqual(expected));

  const level = fc.option(fc.integer({ min: -5, max: 40 }), { nil: null });
  const anyCase = fc.record({
    sent: fc.option(fc.nat(30), { nil: null }),
    wanted: fc.nat(30),
    levels: fc.record({ a: level, b: level, c: level }),
    sources: fc.constantFrom<string[]>(['a'], ['a', 'b'], ['b', 'a'], ['c'], ['a', 'c']),
    target: fc.constantFrom<string>('c', 'd'),
  });

  it('never takes more than was written, never raises another location, never writes more than is wanted', () => {
    fc.assert(
      fc.property(anyCase, ({ levels: given, ...rest }) => {
        const levels = new Map<string, number | null>(Object.entries(given));
        const { moves } = planMove({ ...rest, levels });
        for (const { locationId, from, to } of moves) {
          expect(from).toBe(levels.get(locationId) ?? null);
          if (locationId === rest.target) {
            expect(to).toBeGreaterThanOrEqual(0);
            if (!rest.sources.includes(rest.target)) expect(to).toBeLessThanOrEqual(rest.wanted);
            continue;
          }
          expect(rest.sources).toContain(locationId);
          expect(to).toBeGreaterThanOrEqual(0);
          expect(to).toBeLessThan(from ?? 0);
          expect((from ?? 0) - to).toBeLessThanOrEqual(rest.sent ?? 0);
        }
        expect(moves.filter((one) => one.locationId === rest.target).length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('wasWritten', () => {
  it.each([
    ['as written', [{ from: 10, to: 0, now: 0 }], true],
    ['as before', [{ from: 10, to: 0, now: 10 }], false],
    [
      'written, one sold since',
      [
        { from: 10, to: 4, now: 3 },
        { from: null, to: 6, now: 6 },
      ],
      true,
    ],
    [
      'not written, one sold since',
      [
        { from: 10, to: 4, now: 9 },
        { from: null, to: 6, now: null },
      ],
      false,
    ],
    ['nothing to write', [], false],
  ])('%s', (_what, moves, expected) => expect(wasWritten(moves)).toBe(expected));
});
