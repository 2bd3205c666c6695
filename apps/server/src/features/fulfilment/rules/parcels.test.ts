import { SHIPMENT_STATES } from '@quayside/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, completesOrder, isCovered, lineStateBy, publicState, recognise, shareParcel } from './parcels.ts';
import { afterNews, getState } from './shipment-states.ts';

const state = fc.constantFrom(...SHIPMENT_STATES);

describe('states of a parcel', () => {
  it('go forward; late news do not lead back', () => {
    expect(afterNews('in_transit', 'info_received')).toBe('in_transit');
    expect(afterNews('info_received', 'in_transit')).toBe('in_transit');
    expect(afterNews('exception', 'in_transit')).toBe('in_transit');
    expect(afterNews('out_for_delivery', 'exception')).toBe('exception');
    expect(afterNews('out_for_delivery', 'available_for_pickup')).toBe('available_for_pickup');
  });

  it('end with delivered, whatever comes after', () => {
    fc.assert(
      fc.property(fc.array(state), (told) => {
        expect(told.reduce(afterNews, 'delivered')).toBe('delivered');
      }),
    );
  });

  it('are the same however often and in whatever order the events come', () => {
    const event = fc.record({ at: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()), state });
    fc.assert(
      fc.property(fc.uniqueArray(event, { selector: (one) => one.at }), (events) => {
        const once = getState(undefined, events, undefined);
        expect(getState(undefined, [...events].reverse(), undefined)).toBe(once);
        expect(getState(undefined, [...events, ...events], undefined)).toBe(
          getState(
            undefined,
            events.flatMap((one) => [one, one]),
            undefined,
          ),
        );
      }),
    );
  });
});

it('fills lines of one variant in their order, with no more than the parcel holds', () => {
  const twice = ['1', '2', '3'].map((line_id) => ({ line_id, source_variant_id: 'a', quantity: 2 }));
  const held = (quantity: number) => allocate([{ sourceVariantId: 'a', quantity }], twice, []);
  expect(held(2)).toEqual([{ line_id: '1', quantity: 2 }]);
  expect(held(3)).toEqual([
    { line_id: '1', quantity: 2 },
    { line_id: '2', quantity: 1 },
  ]);
});

describe('pieces in parcels', () => {
  const bought = [
    { line_id: 'a', source_variant_id: 'v', quantity: 2 },
    { line_id: 'b', source_variant_id: 'v', quantity: 1 },
    { line_id: 'c', source_variant_id: 'w', quantity: 1 },
  ];

  it('fill the lines of a variant in their order', () => {
    expect(allocate([{ sourceVariantId: 'v', quantity: 3 }], bought, [])).toEqual([
      { line_id: 'a', quantity: 2 },
      { line_id: 'b', quantity: 1 },
    ]);
    expect(allocate([{ sourceVariantId: 'v', quantity: 1 }], bought, [{ line_id: 'a', quantity: 2 }])).toEqual([
      { line_id: 'b', quantity: 1 },
    ]);
    expect(allocate([], bought, [{ line_id: 'a', quantity: 1 }])).toEqual([
      { line_id: 'a', quantity: 1 },
      { line_id: 'b', quantity: 1 },
      { line_id: 'c', quantity: 1 },
    ]);
  });

  it('are never more than were bought', () => {
    const parcel = fc.array(fc.record({ sourceVariantId: fc.constantFrom('v', 'w', 'x'), quantity: fc.nat(5) }));
    fc.assert(
      fc.property(fc.array(parcel, { maxLength: 5 }), (parcels) => {
        const shipped: { line_id: string; quantity: number }[] = [];
        for (const one of parcels) shipped.push(...allocate(one, bought, shipped));
        for (const line of bought) {
          const sum = shipped.filter((one) => one.line_id === line.line_id).reduce((n, one) => n + one.quantity, 0);
          expect(sum).toBeLessThanOrEqual(line.quantity);
        }
      }),
    );
  });

  it('complete an order when all that is to be sent has left, counting no piece twice', () => {
    const line = (id: string, quantity: number, open: number, more: object = {}) => ({
      line_id: id,
      quantity,
      refunded_quantity: 0,
      fulfillable_quantity: open,
      requires_shipping: true,
      state: 'placed',
      ...more,
    });
    const lines = [line('a', 2, 2), line('b', 1, 1), line('d', 1, 1, { requires_shipping: false })];
    const a = [{ line_id: 'a', quantity: 2 }];
    const b = [{ line_id: 'b', quantity: 1 }];
    expect(completesOrder(lines, [], a)).toBe(false);
    expect(completesOrder(lines, a, b)).toBe(true);
    expect(completesOrder([line('a', 2, 0), line('b', 1, 1)], a, b)).toBe(true);
    expect(completesOrder([line('a', 2, 1), line('b', 1, 0)], [], [{ line_id: 'a', quantity: 1 }])).toBe(true);
    expect(completesOrder([line('a', 2, 2), line('b', 1, 1, { state: 'cancelled' })], [], a)).toBe(true);
    // One of three was refunded: the second parcel is the last, whether or not the store has counted the first.
    const piece = [{ line_id: 'a', quantity: 1 }];
    const refunded = (open: number) => [line('a', 3, open, { refunded_quantity: 1 })];
    expect(completesOrder(refunded(2), [], piece)).toBe(false);
    expect([2, 1].map((open) => completesOrder(refunded(open), piece, piece))).toEqual([true, true]);
  });

  it('make a line shipped, then delivered', () => {
    expect(lineStateBy(2, [{ quantity: 1, delivered: true }])).toBeUndefined();
    expect(
      lineStateBy(2, [
        { quantity: 1, delivered: true },
        { quantity: 1, delivered: false },
      ]),
    ).toBe('shipped');
    expect(lineStateBy(2, [{ quantity: 2, delivered: true }])).toBe('delivered');
  });
});

describe('a parcel that the store may know', () => {
  const lines = [{ externalLineId: '1', quantity: 2 }];
  const parcel = { ref: 'r1', number: 'T1', lines };

  it('is recognised by our reference, or by number and lines', () => {
    const byRef = { externalFulfillmentId: 'f1', ref: 'r1', trackingNumbers: [], lines: [] };
    const byNumber = { externalFulfillmentId: 'f2', trackingNumbers: ['T1'], lines };
    expect(recognise([byRef], parcel)?.externalFulfillmentId).toBe('f1');
    expect(recognise([byNumber], parcel)?.externalFulfillmentId).toBe('f2');
    expect(recognise([{ ...byNumber, ref: 'r2' }], parcel)).toBeUndefined();
    expect(recognise([{ ...byNumber, lines: [{ externalLineId: '1', quantity: 1 }] }], parcel)).toBeUndefined();
    expect(recognise([{ ...byNumber, trackingNumbers: ['T2'] }], parcel)).toBeUndefined();
  });
});

it('tells a shopper how the order stands', () => {
  expect(publicState({ cancelled: false, fulfillment_status: 'unfulfilled' }, [])).toBe('preparing');
  expect(publicState({ cancelled: true, fulfillment_status: 'unfulfilled' }, [])).toBe('cancelled');
  const parcels = [{ state: 'delivered' }, { state: 'in_transit' }];
  expect(publicState({ cancelled: false, fulfillment_status: 'partially_fulfilled' }, parcels)).toBe(
    'partially_shipped',
  );
  expect(publicState({ cancelled: false, fulfillment_status: 'fulfilled' }, parcels)).toBe('shipped');
  expect(publicState({ cancelled: false, fulfillment_status: 'fulfilled' }, [{ state: 'delivered' }])).toBe(
    'delivered',
  );
});

describe('a parcel in parts', () => {
  const bought = [
    { line_id: 'a', source_variant_id: 'v', quantity: 2 },
    { line_id: 'b', source_variant_id: 'w', quantity: 1 },
  ];

  it('holds only what is left of the variants that it names', () => {
    expect(allocate([{ sourceVariantId: 'w', quantity: 5 }], bought, [])).toEqual([{ line_id: 'b', quantity: 1 }]);
    expect(allocate([{ sourceVariantId: 'x', quantity: 1 }], bought, [])).toEqual([]);
    expect(allocate([{ sourceVariantId: 'v', quantity: 0 }], bought, [])).toEqual([]);
    expect(allocate([{ sourceVariantId: 'v', quantity: -1 }], bought, [])).toEqual([]);
    expect(allocate([{ sourceVariantId: 'v', quantity: 2 }], bought, [{ line_id: 'a', quantity: 1 }])).toEqual([
      { line_id: 'a', quantity: 1 },
    ]);
    expect(allocate([], bought, [{ line_id: 'a', quantity: 5 }])).toEqual([{ line_id: 'b', quantity: 1 }]);
  });

  it('may name a variant more than once', () => {
    const twice = [
      { sourceVariantId: 'v', quantity: 1 },
      { sourceVariantId: 'v', quantity: 1 },
    ];
    expect(allocate(twice, bought, [])).toEqual([{ line_id: 'a', quantity: 2 }]);
  });
});

describe('fulfilments of a parcel', () => {
  const lines = [
    { externalLineId: '1', quantity: 2 },
    { externalLineId: '2', quantity: 1 },
  ];
  const parcel = { ref: 'r1', number: 'T1', lines };
  const entry = (id: string, more: object = {}) => ({
    externalFulfillmentId: id,
    trackingNumbers: ['T1'],
    lines,
    ...more,
  });
  const found = (known: ReturnType<typeof entry>[], isOurs?: (ref: string) => boolean) =>
    recognise(known, parcel, isOurs)?.externalFulfillmentId;

  it('are recognised by our reference first', () => {
    expect(found([entry('by number'), entry('by ref', { ref: 'r1', trackingNumbers: [] })])).toBe('by ref');
  });

  it('are recognised by the number under a reference that nobody knows, after a restore', () => {
    const foreign = [entry('f', { ref: 'r9' })];
    expect(found(foreign)).toBeUndefined();
    expect(found(foreign, (ref) => ref === 'r9')).toBeUndefined();
    expect(found(foreign, () => false)).toBe('f');
  });

  it('are recognised by the number only with the same lines, or where none are named', () => {
    expect(found([entry('f', { lines: [] })])).toBe('f');
    expect(found([entry('f', { lines: lines.slice(0, 1) })])).toBeUndefined();
    expect(found([entry('f', { lines: [lines[0], { externalLineId: '2', quantity: 2 }] })])).toBeUndefined();
    expect(found([entry('f', { lines: [lines[0], { externalLineId: '3', quantity: 1 }] })])).toBeUndefined();
    expect(found([entry('f', { lines: lines.toReversed() })])).toBe('f');
  });

  it('cover it when together they hold all its lines', () => {
    const [one, other] = lines.map((line) => entry(line.externalLineId, { lines: [line] }));
    if (!one || !other) throw new Error('two entries are expected');
    expect(isCovered([], parcel)).toBe(false);
    expect(isCovered([one], parcel)).toBe(false);
    expect(isCovered([one, other], parcel)).toBe(true);
    expect(isCovered([entry('f', { ref: 'r1', trackingNumbers: [] })], parcel)).toBe(true);
    expect(isCovered([entry('f', { ref: 'r2' })], parcel)).toBe(false);
    expect(isCovered([entry('f', { trackingNumbers: ['T2'] })], parcel)).toBe(false);
    const half = entry('half', { lines: [{ externalLineId: '1', quantity: 1 }] });
    expect(isCovered([half, other], parcel)).toBe(false);
    expect(isCovered([half, half, other], parcel)).toBe(true);
  });
});

it('an order counts a line without refunds in full', () => {
  const line = {
    line_id: 'a',
    quantity: 2,
    refunded_quantity: null,
    fulfillable_quantity: 2,
    requires_shipping: true,
    state: 'placed',
  };
  expect(completesOrder([line], [], [{ line_id: 'a', quantity: 1 }])).toBe(false);
  expect(completesOrder([line], [], [{ line_id: 'a', quantity: 2 }])).toBe(true);
  expect(completesOrder([line], [{ line_id: 'b', quantity: 2 }], [])).toBe(false);
});

it('a line of which nothing was bought is never sent', () => {
  expect(lineStateBy(0, [])).toBeUndefined();
  expect(lineStateBy(0, [{ quantity: 0, delivered: true }])).toBeUndefined();
  expect(lineStateBy(1, [{ quantity: 2, delivered: false }])).toBe('shipped');
});

it('tells a shopper of an order that was fulfilled without a parcel', () => {
  expect(publicState({ cancelled: false, fulfillment_status: 'fulfilled' }, [])).toBe('shipped');
  expect(publicState({ cancelled: true, fulfillment_status: 'fulfilled' }, [{ state: 'in_transit' }])).toBe('shipped');
  expect(publicState({ cancelled: false, fulfillment_status: 'unfulfilled' }, [{ state: 'delivered' }])).toBe(
    'partially_shipped',
  );
});

describe('a parcel of a supplier order for several orders', () => {
  const bought = [
    { order_id: 'a', line_id: 'a1', source_variant_id: 'x', quantity: 2 },
    { order_id: 'b', line_id: 'b1', source_variant_id: 'x', quantity: 1 },
    { order_id: 'b', line_id: 'b2', source_variant_id: 'y', quantity: 1 },
  ];
  const of = (variant: string, quantity: number) => ({ sourceVariantId: variant, quantity });

  it('is shared by variant, the first order first', () => {
    expect(shareParcel([of('x', 3), of('y', 1)], bought, [])).toEqual(
      new Map([
        ['a', [of('x', 2)]],
        ['b', [of('x', 1), of('y', 1)]],
      ]),
    );
    expect(shareParcel([of('x', 1)], bought, [])).toEqual(new Map([['a', [of('x', 1)]]]));
  });

  it('has what earlier parcels left', () => {
    expect(shareParcel([of('x', 1)], bought, [{ line_id: 'a1', quantity: 2 }])).toEqual(new Map([['b', [of('x', 1)]]]));
  });

  it('without a list has all that is left', () => {
    expect(shareParcel([], bought, [{ line_id: 'b1', quantity: 1 }])).toEqual(
      new Map([
        ['a', [of('x', 2)]],
        ['b', [of('y', 1)]],
      ]),
    );
  });

  it('with items that have all left before has them again', () => {
    const gone = bought.map(({ line_id, quantity }) => ({ line_id, quantity }));
    expect(shareParcel([of('y', 1)], bought, gone)).toEqual(new Map([['b', [of('y', 1)]]]));
  });

  it('with items that match no order is reported with the first', () => {
    expect(shareParcel([of('z', 1)], bought, [])).toEqual(new Map([['a', [of('z', 1)]]]));
    expect(shareParcel([of('z', 1)], [], [])).toEqual(new Map());
  });
});
