import { describe, expect, it } from 'vitest';
import {
  canGo,
  combineOrders,
  groupKey,
  offeredGroups,
  orderToPlace,
  placementSums,
  shippingSaved,
  shortage,
} from './placement.ts';

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

describe('orders combined in one supplier order', () => {
  const usd = (amount: number) => ({ amount, currency: 'USD' });
  const order = (id: string, shipping: number, more: object = {}) =>
    ({
      order_id: id,
      name: `#${id}`,
      packages: [{ payer: 'wallet', shipping_cost: usd(shipping), total: usd(1_000 + shipping), problem: null }],
      shipping_cost: usd(shipping),
      total: usd(1_000 + shipping),
      sale: usd(3_000),
      profit: usd(2_000 - shipping),
      profit_rate: null,
      ...more,
    }) as never;
  const share = (id: string, alone: number, part: number | null) => ({
    order_id: id,
    separate_cost: usd(alone),
    shipping_cost: part === null ? null : usd(part),
  });
  const group = (...shares: ReturnType<typeof share>[]) =>
    ({ order_ids: shares.map((one) => one.order_id), shares }) as never;

  it('cost their part of the shipping together', () => {
    const { orders, rows } = combineOrders(
      [order('a', 500), order('b', 600), order('c', 700)],
      [group(share('a', 500, 250), share('b', 600, 350))],
    );
    expect(orders.map((one) => [one.total?.amount, one.profit?.amount, one.packages[0]?.total?.amount])).toEqual([
      [1_250, 1_750, 1_250],
      [1_350, 1_650, 1_350],
      [1_700, 1_300, 1_700],
    ]);
    expect(placementSums(orders)).toEqual({ total: usd(4_300), wallet: usd(4_300) });
    expect([...rows]).toEqual([
      ['a', { others: ['#b'], saved: usd(250) }],
      ['b', { others: ['#a'], saved: usd(250) }],
    ]);
  });

  it('cost as before until the price together is known', () => {
    const before = [order('a', 500), order('b', 600)];
    expect(combineOrders(before, [group(share('a', 500, null), share('b', 600, null))]).orders).toEqual(before);
  });

  it('keep a profit in the currency of the sale, and none where there was none', () => {
    const rate = { rate: '0.5' };
    const euros = { sale: { amount: 3_000, currency: 'EUR' }, profit: { amount: 2_250, currency: 'EUR' } };
    const { orders } = combineOrders(
      [order('a', 500, { ...euros, profit_rate: rate }), order('b', 500, { profit: null })],
      [group(share('a', 500, 300), share('b', 500, 300))],
    );
    expect(orders.map((one) => one.profit)).toEqual([{ amount: 2_350, currency: 'EUR' }, null]);
  });

  it('are offered while all of them can be placed, whatever their sequence', () => {
    const both = group(share('b', 1, 1), share('a', 1, 1));
    expect(offeredGroups([both], [{ order_id: 'a' }, { order_id: 'b' }])).toEqual([both]);
    expect(offeredGroups([both], [{ order_id: 'a' }])).toEqual([]);
    expect(groupKey(both)).toBe(groupKey(group(share('a', 1, 1), share('b', 1, 1))));
  });
});
