import { describe, expect, it } from 'vitest';
import type { ListedBundle } from '../../products/index.ts';
import type { SupplierFact } from '../tables.ts';
import { judgeBundle } from './bundle-facts.ts';

const AT = '2026-05-01T00:00:00.000Z';
const part = (variant_id: string, pieces: number, is_own: boolean) => ({
  product_id: `p-${variant_id}`,
  variant_id,
  pieces,
  is_own,
  cost: 100,
  stock: 10,
});
const bundle: ListedBundle = {
  store_id: 's',
  listing_id: 'l',
  product_id: 'p-mug',
  variant_id: 'mug',
  parts: [part('mug', 1, true), part('spoon', 3, false)],
};
const fact = (change: Partial<SupplierFact>): SupplierFact => ({
  variant_id: 'spoon',
  product_id: 'p-spoon',
  currency: 'USD',
  cost_was: 100,
  cost: 100,
  stock_was: 10,
  stock: 10,
  found_was: true,
  found: true,
  at: AT,
  ...change,
});

describe('a unit of a bundle', () => {
  it('moves with any part: cost of all, stock of the scarcest', () => {
    const moved = judgeBundle(bundle, new Map([['spoon', fact({ cost: 150, stock: 2 })]]), new Map(), new Map());
    expect(moved).toMatchObject({ found: true, stock: 0 });
    expect(moved.fact).toMatchObject({ variant_id: 'mug', cost_was: 400, cost: 550, stock_was: 3, stock: 0 });
  });

  it('is gone with any part, and counts what was seen of the others', () => {
    const seen = new Map([['mug', { found: true, cost: 90, stock: 1 }]]);
    const gone = judgeBundle(
      bundle,
      new Map([['spoon', fact({ found: false, cost: null, stock: null })]]),
      seen,
      new Map(),
    );
    expect(gone).toMatchObject({ found: false, stock: 1 });
    expect(gone.fact).toMatchObject({ cost_was: 390, cost: null, found_was: true, found: false });
  });

  it('stays where no part moved', () => {
    expect(judgeBundle(bundle, new Map(), new Map(), new Map())).toEqual({
      found: true,
      stock: 3,
      ships: true,
      fact: undefined,
    });
  });

  const ship = (change: object) => ({ cost_was: 400, cost: 400, ships_was: true, ships: true, at: AT, ...change });
  const known = (ships: boolean | null, shipping: number | null) => new Map([['p-mug', { ships, shipping }]]);

  it('is shipped in as many parcels as it has products: their sum', () => {
    const dearer = new Map([['spoon', fact({ ship: ship({ cost: 700 }) })]]);
    expect(judgeBundle(bundle, dearer, new Map(), known(true, 250))).toMatchObject({
      ships: true,
      fact: { ship: { cost_was: 650, cost: 950, ships_was: true, ships: true, at: AT } },
    });
    // What a supplier never said of another part is left out.
    expect(judgeBundle(bundle, dearer, new Map(), new Map()).fact?.ship).toMatchObject({ cost_was: 400, cost: 700 });
    const same = { ...bundle, parts: bundle.parts.map((one) => ({ ...one, product_id: 'p-spoon' })) };
    const both = new Map([...dearer, ['mug', fact({ variant_id: 'mug', ship: ship({ cost: 700 }) })]]);
    expect(judgeBundle(same, both, new Map(), new Map()).fact?.ship).toMatchObject({ cost_was: 400, cost: 700 });
  });

  it('is not shipped while one of its parts is not', () => {
    const ended = new Map([['spoon', fact({ ship: ship({ cost: null, ships: false }) })]]);
    expect(judgeBundle(bundle, ended, new Map(), known(true, 250))).toMatchObject({
      ships: false,
      fact: { ship: { cost_was: 650, cost: null, ships_was: true, ships: false } },
    });
    const back = new Map([['spoon', fact({ ship: ship({ ships_was: false }) })]]);
    expect(judgeBundle(bundle, back, new Map(), known(true, 250)).fact?.ship).toMatchObject({
      ships_was: false,
      ships: true,
    });
    expect(judgeBundle(bundle, back, new Map(), known(false, 250))).toMatchObject({
      ships: false,
      fact: { ship: { ships_was: false, ships: false } },
    });
    expect(judgeBundle(bundle, new Map(), new Map(), known(null, null)).ships).toBe(true);
  });
});
