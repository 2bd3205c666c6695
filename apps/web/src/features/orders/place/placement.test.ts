import { describe, expect, it } from 'vitest';
import { canGo, orderToPlace, shippingSaved, shortage } from './placement.ts';

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

describe('shipping of several lines together', () => {
  const usd = (amount: number) => ({ amount, currency: 'USD' });
  const line = (id: string, cost: number | null) =>
    ({
      id,
      shipping_method: 'Standard',
      shipping_options: [
        { service_name: 'Express', cost: usd(9_999) },
        { service_name: 'Standard', cost: cost === null ? null : usd(cost) },
      ],
    }) as never;
  const order = { line_items: [line('a', 599), line('b', 709), line('c', null)] };

  it('says what it saves against the prices that the lines show', () => {
    expect(shippingSaved(order, { line_item_ids: ['a', 'b'], shipping_cost: usd(969) })).toEqual(usd(339));
  });

  it('says nothing of one line, of an unknown price, and where nothing is saved', () => {
    expect(shippingSaved(order, { line_item_ids: ['a'], shipping_cost: usd(500) })).toBeUndefined();
    expect(shippingSaved(order, { line_item_ids: ['a', 'c'], shipping_cost: usd(1) })).toBeUndefined();
    expect(shippingSaved(order, { line_item_ids: ['a', 'b'], shipping_cost: null })).toBeUndefined();
    expect(shippingSaved(order, { line_item_ids: ['a', 'b'], shipping_cost: usd(1_308) })).toBeUndefined();
  });
});
