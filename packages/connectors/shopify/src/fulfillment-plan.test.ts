import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OpenFulfillmentOrder, planFulfillments, stillWanted } from './fulfillment-plan.ts';

const order = (
  id: string,
  lines: Record<string, number>,
  more: Partial<OpenFulfillmentOrder> = {},
): OpenFulfillmentOrder => ({
  id,
  status: 'OPEN',
  fulfillAt: null,
  actions: ['CREATE_FULFILLMENT'],
  holds: [],
  locationId: 'here',
  locationName: 'Here',
  lines: Object.entries(lines).map(([lineItemId, remaining]) => ({ id: `${id}-${lineItemId}`, lineItemId, remaining })),
  ...more,
});
const want = (lines: Record<string, number>) =>
  Object.entries(lines).map(([externalLineId, quantity]) => ({ externalLineId, quantity }));
const plan = (orders: OpenFulfillmentOrder[], lines: Record<string, number>) => planFulfillments(orders, want(lines));

test('pieces go to the fulfilment orders that hold them, also split over two', () => {
  expect(plan([order('f1', { a: 1, b: 2 }), order('f2', { a: 3 })], { a: 2, b: 1 })).toEqual([
    [
      {
        fulfillmentOrderId: 'f1',
        fulfillmentOrderLineItems: [
          { id: 'f1-a', quantity: 1 },
          { id: 'f1-b', quantity: 1 },
        ],
      },
      { fulfillmentOrderId: 'f2', fulfillmentOrderLineItems: [{ id: 'f2-a', quantity: 1 }] },
    ],
  ]);
});

test('each location is a fulfilment of its own', () => {
  const plans = plan([order('f1', { a: 1 }), order('f2', { b: 1 }, { locationId: 'there' })], { a: 1, b: 1 });
  expect(plans.map((group) => group.map((one) => one.fulfillmentOrderId))).toEqual([['f1'], ['f2']]);
});

test.each([
  [
    order(
      'f',
      { a: 1 },
      {
        status: 'ON_HOLD',
        actions: ['RELEASE_HOLD'],
        holds: [{ displayReason: 'High risk of fraud', reasonNotes: 'call first' }],
      },
    ),
    /^High risk of fraud: call first$/,
    'held_back',
  ],
  [
    order('f', { a: 1 }, { status: 'SCHEDULED', fulfillAt: '2026-12-01T00:00:00Z' }),
    /^scheduled for 2026-12-01/,
    'held_back',
  ],
  [
    order('f', { a: 1 }, { actions: ['REQUEST_FULFILLMENT'], locationName: 'Big Warehouse' }),
    /given it to Big Warehouse/,
    'other',
  ],
  [order('f', { a: 1 }), /2 of its pieces are not left/, 'other'],
  [order('f', { b: 1 }), /3 of its pieces are not left/, 'other'],
])('what cannot be fulfilled is explained, with the line', (blocked, words, code) => {
  expect(() => plan([blocked], { a: 3 })).toThrow(
    expect.objectContaining({ kind: 'rejected', code, detail: expect.stringMatching(words), lines: ['a'] }),
  );
});

test('all of a parcel or nothing of it: one blocked line holds the other back', () => {
  const held = order('f2', { b: 1 }, { status: 'ON_HOLD', actions: [] });
  expect(() => plan([order('f1', { a: 1 }), held], { a: 1, b: 1 })).toThrow(expect.objectContaining({ lines: ['b'] }));
});

test('a hold is no reason to wait where something else stands in the way too', () => {
  const held = order('f', { a: 1 }, { status: 'ON_HOLD', actions: [] });
  expect(() => plan([held], { a: 1, b: 1 })).toThrow(expect.objectContaining({ code: 'other', lines: ['a', 'b'] }));
});

test('what was reported already is not wanted again', () => {
  expect(stillWanted(want({ a: 2, b: 1 }), want({ a: 1, c: 5 }))).toEqual(want({ a: 1, b: 1 }));
  expect(stillWanted(want({ a: 2 }), [...want({ a: 1 }), ...want({ a: 1 })])).toEqual([]);
  expect(stillWanted([...want({ a: 1 }), ...want({ a: 1 })], want({ a: 1 }))).toEqual(want({ a: 1 }));
});

test('whatever the orders hold: exactly what is wanted is planned, never more than is left', () => {
  const lines = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 5 }));
  fc.assert(
    fc.property(fc.array(lines, { maxLength: 4 }), lines, (held, wanted) => {
      const orders = held.map((one, at) => order(`f${at}`, one, { locationId: at % 2 ? 'x' : 'y' }));
      const left = (line: string) => held.reduce((sum, one) => sum + (one[line] ?? 0), 0);
      const enough = Object.entries(wanted).every(([line, quantity]) => quantity <= left(line));
      if (!enough) {
        expect(() => plan(orders, wanted)).toThrow();
        return;
      }
      const sum: Record<string, number> = {};
      for (const one of plan(orders, wanted)
        .flat()
        .flatMap((each) => each.fulfillmentOrderLineItems)) {
        const line = one.id.split('-')[1] ?? '';
        const at = orders.flatMap((each) => each.lines).find((each) => each.id === one.id);
        expect(one.quantity).toBeLessThanOrEqual(at?.remaining ?? 0);
        sum[line] = (sum[line] ?? 0) + one.quantity;
      }
      expect(sum).toEqual({ ...wanted });
    }),
  );
});
