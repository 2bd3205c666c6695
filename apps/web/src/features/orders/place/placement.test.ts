import { describe, expect, it } from 'vitest';
import { canGo, orderToPlace, shortage } from './placement.ts';

const NONE = { left: new Set<string>(), shipping: {} };

describe('an order as it is sent', () => {
  it('names no lines while none was taken out', () => {
    expect(orderToPlace('o', ['a', 'b'], NONE)).toEqual({ order_id: 'o' });
  });

  it('names the lines that stay, and only their shipping', () => {
    expect(orderToPlace('o', ['a', 'b'], { left: new Set(['a']), shipping: { a: 'Fast', b: 'Slow' } })).toEqual({
      order_id: 'o',
      line_item_ids: ['b'],
      shipping_methods: { b: 'Slow' },
    });
  });

  it('is left out when no line stays', () => {
    expect(orderToPlace('o', ['a'], { left: new Set(['a']), shipping: {} })).toBeUndefined();
  });

  it('keeps to the lines that were asked for', () => {
    expect(orderToPlace('o', ['a', 'b'], { ...NONE, only: ['b'] })).toEqual({ order_id: 'o', line_item_ids: ['b'] });
  });
});

it('tells what is missing only in the same currency', () => {
  const usd = (amount: number) => ({ amount, currency: 'USD' });
  expect(shortage(usd(500), usd(200))).toEqual(usd(300));
  expect(shortage(usd(200), usd(200))).toBeUndefined();
  expect(shortage({ amount: 500, currency: 'EUR' }, usd(200))).toBeUndefined();
});

describe('an order that can go out', () => {
  const line = (stock: number | null, quantity = 1) =>
    ({
      stock,
      quantity,
      problem: stock !== null && stock < quantity ? { key: 'ProductOutOfStock', text: '' } : null,
    }) as never;
  it('has no line that the supplier has too few of', () => {
    expect(canGo({ can_place: true, line_items: [line(5), line(null)] })).toBe(true);
    expect(canGo({ can_place: true, line_items: [line(5), line(0)] })).toBe(false);
    expect(canGo({ can_place: true, line_items: [line(2, 3)] })).toBe(false);
    expect(canGo({ can_place: false, line_items: [line(5)] })).toBe(false);
  });
});
