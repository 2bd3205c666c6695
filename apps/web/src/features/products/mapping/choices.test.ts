import type { MappingComponent } from '@quayside/contracts';
import { describe, expect, it } from 'vitest';
import { addChoice, addPart, changed, moveUp, removeChoice, unitCost } from './choices.ts';

const choice = (sku_id: string, ship_to: string[] = []) => ({
  source: 'quayside',
  source_product_id: 'p1',
  sku_id,
  sku: sku_id,
  title: 'Lamp',
  option_values: [],
  image: null,
  pieces_per_unit: 1,
  cost: null as MappingComponent['cost'],
  further: [] as MappingComponent[],
  ship_to,
});
const variant = (...choices: ReturnType<typeof choice>[]) => ({
  store_id: 's',
  store_name: 'Shop',
  external_product_id: null,
  external_variant_id: 'v',
  title: 'Lamp',
  variant_title: 'Red',
  image: null,
  choices,
  is_listed: true,
});

describe('supplier choices', () => {
  it('keeps each supplier variant once, and moves it up', () => {
    const two = addChoice(addChoice([], choice('a')), choice('b'));
    expect(addChoice(two, choice('a'))).toEqual(two);
    expect(moveUp(two, 1).map((one) => one.sku_id)).toEqual(['b', 'a']);
    expect(moveUp(two, 0)).toEqual(two);
    expect(removeChoice(two, 0).map((one) => one.sku_id)).toEqual(['b']);
  });

  it('adds no more than the server takes', () => {
    const full = ['a', 'b', 'c', 'd', 'e'].map((id) => choice(id));
    expect(addChoice(full, choice('f'))).toEqual(full);
  });

  it('sends only variants whose choices changed', () => {
    const before = [variant(choice('a')), { ...variant(choice('a')), external_variant_id: 'w' }];
    const after = [variant(choice('a', ['DE'])), { ...variant(choice('a')), external_variant_id: 'w' }];
    expect(changed(before, after).map((one) => one.external_variant_id)).toEqual(['v']);
    expect(changed(before, before)).toEqual([]);
    const pack = [variant({ ...choice('a'), pieces_per_unit: 3 }), ...before.slice(1)];
    expect(changed(before, pack).map((one) => one.external_variant_id)).toEqual(['v']);
  });

  it('are bundles of parts, each once, with the cost of all', () => {
    const cost = (amount: number) => ({ amount, currency: 'USD' });
    const { further: _none, ship_to: _all, ...spoon } = { ...choice('spoon'), pieces_per_unit: 2, cost: cost(300) };
    const mug = { ...choice('mug'), cost: cost(1_000) };
    const bundle = addPart(mug, spoon);
    expect(bundle.further.map((one) => one.sku_id)).toEqual(['spoon']);
    expect(addPart(bundle, spoon)).toBe(bundle);
    expect(unitCost(bundle)).toEqual(cost(1_600));
    expect(unitCost(addPart(mug, { ...spoon, cost: null }))).toBeNull();
    expect(changed([variant(mug)], [{ ...variant(mug), choices: [bundle] }])).toHaveLength(1);
  });
});
