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
  const line = (state: string, key?: string) => ({ state, problem: key ? { key, text: '' } : null }) as never;
  it('has no line that was to go along and cannot', () => {
    const goes = (...lines: never[]) => canGo({ can_place: true, line_items: lines });
    expect(goes(line('ready'), line('ready'))).toBe(true);
    expect(goes(line('ready'), line('ready', 'ProductOutOfStock'))).toBe(false);
    expect(goes(line('ready'), line('ready', 'TheProductCannotBeShippedToCountry'))).toBe(false);
    // What needs another decision anyway keeps nothing back: the server waits with the payment.
    expect(goes(line('ready'), line('unmapped', 'LINE_UNMAPPED'))).toBe(true);
    expect(goes(line('ready'), line('blocked', 'ProductOutOfStock'))).toBe(true);
    expect(canGo({ can_place: false, line_items: [line('ready')] })).toBe(false);
  });
});
