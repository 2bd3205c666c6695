import { RETURN_STATES } from '@quayside/contracts';
import { describe, expect, it } from 'vitest';
import { RETURN_OPEN, RETURN_TRANSITIONS } from '../../../states/order-return.ts';
import { getReturnActions, settledQuantity, withdrawMove } from './actions.ts';
import { pickAddress } from './addresses.ts';
import { getDeliveredAt, getWindow } from './window.ts';

describe('what a person can do', () => {
  it.each([
    ['requested', false, ['approve', 'reject', 'cancel']],
    ['approved', false, ['send_back', 'receive', 'cancel']],
    ['approved', true, ['refund', 'exchange', 'cancel']],
    ['sent_back', false, ['send_back', 'receive', 'cancel']],
    ['received', false, ['refund', 'exchange', 'close']],
    ['refunding', false, []],
    ['refund_failed', false, ['refund', 'close']],
    ['refunded', false, []],
    ['exchanged', false, []],
  ] as const)('with a return that is %s, kept: %s', (state, customer_keeps, actions) =>
    expect(getReturnActions({ state, customer_keeps })).toEqual(actions),
  );

  it.each([
    ['waiting', 0, ['withdraw']],
    ['waiting', 1, []],
    ['sending', 0, []],
    ['unknown', 1, []],
  ] as const)('with a refund that is %s after %s calls', (state, attempts, actions) =>
    expect(getReturnActions({ state: 'refunding', customer_keeps: false }, { state, attempts })).toEqual(actions),
  );

  it('a withdrawn refund leads back to where it was requested', () => {
    expect(withdrawMove({ customer_keeps: true }, [])).toBe('withdraw_kept');
    expect(withdrawMove({ customer_keeps: false }, [{ state: 'withdrawn' }])).toBe('withdraw_received');
    expect(withdrawMove({ customer_keeps: true }, [{ state: 'failed' }, { state: 'withdrawn' }])).toBe(
      'withdraw_failed',
    );
  });

  it('is nothing once a return ended', () => {
    const from = new Set(Object.values(RETURN_TRANSITIONS).flatMap((rule) => rule.from));
    expect([...from].sort()).toEqual([...RETURN_OPEN].sort());
    const reached = new Set(['requested', ...Object.values(RETURN_TRANSITIONS).map((rule) => rule.to)]);
    expect([...reached].sort()).toEqual([...RETURN_STATES].sort());
  });
});

it('items that did not arrive are neither refunded nor replaced, kept ones are', () => {
  expect(settledQuantity({ customer_keeps: false }, { quantity: 3, received: 2 })).toBe(2);
  expect(settledQuantity({ customer_keeps: false }, { quantity: 3, received: null })).toBe(0);
  expect(settledQuantity({ customer_keeps: true }, { quantity: 3, received: null })).toBe(3);
});

describe('the return address', () => {
  const addresses = [
    { name: 'workspace', store_id: null, source: null },
    { name: 'store', store_id: 's1', source: null },
    { name: 'cj', store_id: null, source: 'cj' },
  ];
  it.each([
    [['cj'], 's1', 'cj'],
    [['cj', 'cj'], 's2', 'cj'],
    [['cj', 'quayside'], 's1', 'store'],
    [['cj', null], 's2', 'workspace'],
    [['quayside'], 's1', 'store'],
    [[null], 's2', 'workspace'],
  ] as const)('of items of %j in store %s is that of the %s', (sources, storeId, name) =>
    expect(pickAddress(addresses, { storeId, sources })?.name).toBe(name),
  );
  it('may be missing', () => expect(pickAddress([], { storeId: 's1', sources: ['cj'] })).toBeUndefined());
});

describe('the return window', () => {
  const now = '2026-06-10T12:00:00.000Z';
  it.each([
    ['2026-05-11T12:00:00.000Z', false],
    ['2026-05-11T11:59:59.000Z', true],
    [null, false],
  ])('of 30 days after %s is over: %s', (deliveredAt, isOver) =>
    expect(getWindow(deliveredAt, 30, now).isOver).toBe(isOver),
  );

  it('starts with the last parcel of an item, and not while one is on its way', () => {
    const parcel = (line_id: string, delivered_at: string | null) => ({
      order_id: 'o',
      supplier_order_id: null,
      state: 'delivered' as const,
      shipped_at: now,
      delivered_at,
      line_id,
      quantity: 1,
    });
    const parcels = [
      parcel('a', '2026-05-01T00:00:00.000Z'),
      parcel('a', '2026-05-03T00:00:00.000Z'),
      parcel('b', null),
    ];
    expect(['a', 'b', 'c'].map((id) => getDeliveredAt(id, parcels))).toEqual(['2026-05-03T00:00:00.000Z', null, null]);
  });
});
