import { describe, expect, it } from 'vitest';
import type { ListedBundle } from '../../products/index.ts';
import type { SupplierFact } from '../tables.ts';
import { judgeBundle } from './bundle-facts.ts';

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
  at: '2026-05-01T00:00:00.000Z',
  ...change,
});

describe('a unit of a bundle', () => {
  it('moves with any part: cost of all, stock of the scarcest', () => {
    const moved = judgeBundle(bundle, new Map([['spoon', fact({ cost: 150, stock: 2 })]]), new Map());
    expect(moved).toMatchObject({ found: true, stock: 0 });
    expect(moved.fact).toMatchObject({ variant_id: 'mug', cost_was: 400, cost: 550, stock_was: 3, stock: 0 });
  });

  it('is gone with any part, and counts what was seen of the others', () => {
    const seen = new Map([['mug', { found: true, cost: 90, stock: 1 }]]);
    const gone = judgeBundle(bundle, new Map([['spoon', fact({ found: false, cost: null, stock: null })]]), seen);
    expect(gone).toMatchObject({ found: false, stock: 1 });
    expect(gone.fact).toMatchObject({ cost_was: 390, cost: null, found_was: true, found: false });
  });

  it('stays where no part moved', () => {
    expect(judgeBundle(bundle, new Map(), new Map())).toEqual({ found: true, stock: 3, fact: undefined });
  });
});
