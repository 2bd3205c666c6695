import { SPLIT_DEFAULTS } from '@quayside/contracts';
import { describe, expect, it } from 'vitest';
import { type PlanInput, planPush } from './push-plan.ts';

const input: PlanInput = {
  product: { mode: 'live', currency: 'USD' },
  variantIds: ['a', 'b', 'c'],
  store: { storeId: 's', name: 'shop', mode: 'live', status: 'active', currency: 'USD', maxVariants: 100 },
  existing: [],
  split: SPLIT_DEFAULTS,
  rate: undefined,
};
const refusal = (change: Partial<PlanInput>) => {
  const plan = planPush({ ...input, ...change });
  return 'refused' in plan ? plan.refused.key : 'none';
};
const split = { ...SPLIT_DEFAULTS, threshold: 1, max_variants_per_product: 2 };

describe('planPush', () => {
  it('makes one product, or parts when there are too many variants', () => {
    expect(planPush(input)).toMatchObject({ parts: [{ part: 1, parts: 1, variantIds: ['a', 'b', 'c'] }] });
    expect(planPush({ ...input, split })).toMatchObject({ parts: [{ variantIds: ['a', 'b'] }, { variantIds: ['c'] }] });
  });

  it('goes on with what is there: a failed part, and a listed one that was edited', () => {
    const existing = [
      { listingId: 'l1', part: 1, state: 'listed' as const, variantIds: ['a', 'b'] },
      { listingId: 'l2', part: 2, state: 'failed' as const, variantIds: ['c'] },
    ];
    expect(planPush({ ...input, split, existing })).toMatchObject({
      parts: [{ listingId: 'l1' }, { listingId: 'l2' }],
    });
  });

  it('keeps the parts that a store has where the push names no split, with new variants in the last one', () => {
    const listing = (part: number, variantIds: string[]) => ({
      listingId: `l${part}`,
      part,
      state: 'listed' as const,
      variantIds,
    });
    const existing = [listing(2, ['b']), listing(1, ['a', 'gone'])];
    expect(planPush({ ...input, existing, keepParts: true })).toMatchObject({
      parts: [
        { part: 1, parts: 2, listingId: 'l1', variantIds: ['a'] },
        { part: 2, parts: 2, listingId: 'l2', variantIds: ['b', 'c'] },
      ],
    });
    expect(planPush({ ...input, split, existing: [listing(1, ['a', 'b', 'c'])], keepParts: true })).toMatchObject({
      parts: [{ listingId: 'l1', variantIds: ['a', 'b', 'c'] }],
    });
    expect(planPush({ ...input, split, keepParts: true })).toMatchObject({ parts: [{ part: 1 }, { part: 2 }] });
    expect(refusal({ split, existing: [listing(1, ['a', 'b', 'c'])] })).toBe('SPLIT_DIFFERS');
  });

  it('carries a rate only where currencies differ', () => {
    const euro = { ...input.store, currency: 'EUR' };
    expect(planPush({ ...input, store: euro, rate: 0.9 })).toMatchObject({ rate: 0.9 });
    expect(planPush({ ...input, rate: 0.9 })).toMatchObject({ rate: undefined });
  });

  it.each<[string, Partial<PlanInput>]>([
    ['STORE_DISCONNECTED', { store: { ...input.store, status: 'uninstalled' } }],
    ['STORE_NEEDS_RECONNECT', { store: { ...input.store, status: 'needs_reconnect' } }],
    ['SANDBOX_MIXED', { store: { ...input.store, mode: 'sandbox' } }],
    ['PUSH_ALREADY_RUNNING', { existing: [{ listingId: 'l', part: 1, state: 'unknown', variantIds: [] }] }],
    ['PUSH_NEEDS_RATE', { store: { ...input.store, currency: 'EUR' } }],
    ['TOO_MANY_VARIANTS', { store: { ...input.store, maxVariants: 2 } }],
    ['SPLIT_DIFFERS', { split, existing: [{ listingId: 'l', part: 1, state: 'listed', variantIds: [] }] }],
  ])('refuses: %s', (key, change) => expect(refusal(change)).toBe(key));

  it('refuses a store that moves to another workspace before anything else but a lost connection', () => {
    expect(refusal({ store: { ...input.store, moving: true, status: 'needs_reconnect' } })).toBe('STORE_MOVING');
    expect(refusal({ store: { ...input.store, moving: true, status: 'uninstalled' } })).toBe('STORE_DISCONNECTED');
  });

  it('names the store and what does not fit', () => {
    const refused = (change: Partial<PlanInput>) => {
      const plan = planPush({ ...input, ...change });
      return 'refused' in plan ? plan.refused.params : undefined;
    };
    expect(refused({ store: { ...input.store, mode: 'sandbox' } })).toEqual({ name: 'shop' });
    expect(refused({ store: { ...input.store, currency: 'EUR' } })).toEqual({ name: 'shop', from: 'USD', to: 'EUR' });
    expect(refused({ store: { ...input.store, maxVariants: 2 } })).toEqual({ name: 'shop', variants: 3, count: 2 });
    expect(refused({ split, existing: [{ listingId: 'l', part: 1, state: 'listed', variantIds: [] }] })).toEqual({
      name: 'shop',
      count: 1,
      wanted: 2,
    });
  });

  it('takes as many variants as the platform does', () => {
    expect(refusal({ store: { ...input.store, maxVariants: 3 } })).toBe('none');
    expect(refusal({ split, store: { ...input.store, maxVariants: 2 } })).toBe('none');
    expect(refusal({ split, store: { ...input.store, maxVariants: 1 } })).toBe('TOO_MANY_VARIANTS');
  });

  it('numbers the parts, and adds those that are missing while none is listed', () => {
    const existing = [{ listingId: 'l2', part: 2, state: 'failed' as const, variantIds: ['c'] }];
    expect(planPush({ ...input, split, existing })).toEqual({
      rate: undefined,
      parts: [
        { part: 1, parts: 2, variantIds: ['a', 'b'], listingId: undefined },
        { part: 2, parts: 2, variantIds: ['c'], listingId: 'l2' },
      ],
    });
  });
});
