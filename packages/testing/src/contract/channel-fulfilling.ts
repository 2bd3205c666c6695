import type { ChannelOrder, FulfillmentInput } from '@quayside/connector-kit';
import { money, newId } from '@quayside/kernel';
import { expect, test } from 'vitest';
import { type ChannelUnderTest, type ChannelWorld, getListing, toFailure } from './channel-world.ts';

/** Parcels and money out: partial then full, each once; refunds, each once. */
export function fulfillingTests(under: ChannelUnderTest, world: () => ChannelWorld): void {
  const { connector, currency } = under;

  const placed = async (): Promise<ChannelOrder> => {
    const input = getListing([{ name: 'Colour', values: ['Sand', 'Slate'] }], currency);
    await connector.createListing(world().ctx, input);
    const [shown] = await world().shown(input.title);
    const lines = (shown?.variants ?? []).map((variant, index) => ({
      productId: shown?.id ?? '',
      variantId: variant.id,
      quantity: 2 - index,
    }));
    const { orderId } = await world().buy(lines);
    return read(orderId);
  };
  const read = async (orderId: string): Promise<ChannelOrder> => {
    const order = await connector.getOrder(world().ctx, orderId);
    if (!order) throw new Error(`no order ${orderId}`);
    return order;
  };
  const parcel = (
    order: ChannelOrder,
    lines: [index: number, quantity: number][],
    completesOrder: boolean,
  ): FulfillmentInput => ({
    externalOrderId: order.externalOrderId,
    ref: newId(),
    lines: lines.map(([index, quantity]) => ({
      externalLineId: order.lines[index]?.externalLineId ?? '',
      quantity,
    })),
    tracking: {
      carrier: 'Harbour Post',
      number: `HP${newId().slice(-10).toUpperCase()}`,
      url: 'https://track.example.com/hp',
    },
    notifyCustomer: false,
    completesOrder,
  });

  test('half of an order, then the rest; each parcel once, however often it is told', async () => {
    const order = await placed();
    const first = parcel(order, [[0, 1]], false);
    const told = await connector.createFulfillment(world().ctx, first);
    expect(await connector.createFulfillment(world().ctx, first)).toMatchObject({
      externalFulfillmentId: told.externalFulfillmentId,
    });
    let known = await connector.listFulfillments(world().ctx, order.externalOrderId);
    expect(known).toHaveLength(1);
    expect(known[0]).toMatchObject({ trackingNumbers: [first.tracking.number], lines: first.lines });
    let now = await read(order.externalOrderId);
    expect(now.fulfillmentStatus).toBe('partially_fulfilled');
    expect(now.lines.map((line) => line.fulfillableQuantity)).toEqual([1, 1]);

    const rest = parcel(
      order,
      [
        [0, 1],
        [1, 1],
      ],
      true,
    );
    await connector.createFulfillment(world().ctx, rest);
    await connector.createFulfillment(world().ctx, rest);
    known = await connector.listFulfillments(world().ctx, order.externalOrderId);
    expect(known.flatMap((entry) => entry.trackingNumbers).sort()).toEqual(
      [first.tracking.number, rest.tracking.number].sort(),
    );
    now = await read(order.externalOrderId);
    expect(now.fulfillmentStatus).toBe('fulfilled');
    expect(now.lines.map((line) => line.fulfillableQuantity)).toEqual([0, 0]);
  });

  if (under.notesFirst)
    test.each(['status-429', 'status-503'])(
      'a parcel that %s turned away after the shopper was written to counts as unknown, not as untouched',
      async (kind) => {
        const order = await placed();
        await world().fault(kind, under.calls.fulfill);
        const told = connector.createFulfillment(world().ctx, parcel(order, [[0, 2]], false));
        expect((await toFailure(told)).kind).toBe('unknown');
      },
    );

  test.each(['timeout-after', 'status-500-after', 'timeout-before'])(
    'a fulfilment whose answer is lost by %s is there once in the end',
    async (kind) => {
      const order = await placed();
      const whole = parcel(
        order,
        [
          [0, 2],
          [1, 1],
        ],
        true,
      );
      await world().fault(kind, under.calls.fulfill);
      expect((await toFailure(connector.createFulfillment(world().ctx, whole))).kind).toBe('unknown');
      const known = await connector.listFulfillments(world().ctx, order.externalOrderId);
      const found = known.find(
        (entry) => entry.ref === whole.ref || entry.trackingNumbers.includes(whole.tracking.number),
      );
      if (kind !== 'timeout-before') expect(found).toBeDefined();
      await connector.createFulfillment(world().ctx, whole);
      const all = await connector.listFulfillments(world().ctx, order.externalOrderId);
      expect(all.map((entry) => entry.trackingNumbers)).toEqual([[whole.tracking.number]]);
      expect((await read(order.externalOrderId)).fulfillmentStatus).toBe('fulfilled');
    },
  );

  const told = async (lines: [index: number, quantity: number][] = [[0, 1]]) => {
    const order = await placed();
    const first = parcel(order, lines, false);
    const { externalFulfillmentId } = await connector.createFulfillment(world().ctx, first);
    const { externalOrderId, ref } = first;
    const to = { carrier: 'Harbour Express', number: `HX${newId().slice(-10).toUpperCase()}` };
    const correction = { externalOrderId, externalFulfillmentId, ref, from: first.tracking, to, notifyCustomer: true };
    return { order, first, correction };
  };
  const numbersOf = async (orderId: string): Promise<string[]> =>
    (await connector.listFulfillments(world().ctx, orderId)).flatMap((entry) => entry.trackingNumbers).sort();

  test('a corrected number takes the place of the first, once, however often it is told', async () => {
    const { correction } = await told();
    const { externalOrderId, to } = correction;
    expect(await connector.findTracking(world().ctx, correction)).toBe('pending');
    expect(await connector.updateTracking(world().ctx, correction)).toBe('done');
    expect(await connector.findTracking(world().ctx, correction)).toBe('done');
    expect(await connector.updateTracking(world().ctx, correction)).toBe('done');
    expect(await numbersOf(externalOrderId)).toEqual([to.number]);
    const again = { ...correction, from: to, to: { ...to, carrier: 'Harbour Freight' }, notifyCustomer: false };
    expect(await connector.findTracking(world().ctx, again)).toBe('pending');
    expect(await connector.updateTracking(world().ctx, again)).toBe('done');
    expect(await numbersOf(externalOrderId)).toEqual([to.number]);
  });

  test.each(['timeout-after', 'status-500-after', 'timeout-before'])(
    'a correction whose answer is lost by %s is found, or made then, also where calls are forgotten',
    async (kind) => {
      const { correction } = await told();
      await world().forget(true);
      try {
        await world().fault(kind, under.calls.retrack);
        expect((await toFailure(connector.updateTracking(world().ctx, correction))).kind).toBe('unknown');
        const found = await connector.findTracking(world().ctx, correction);
        expect(found).toBe(kind === 'timeout-before' ? 'pending' : 'done');
        expect(await connector.updateTracking(world().ctx, correction)).toBe('done');
        expect(await numbersOf(correction.externalOrderId)).toEqual([correction.to.number]);
      } finally {
        await world().forget(false);
      }
    },
  );

  test('a number that the merchant changed stays as it is', async () => {
    const { correction } = await told();
    const { externalFulfillmentId: id, externalOrderId } = correction;
    await under.retrack(world(), externalOrderId, id, 'MERCHANT-1');
    const before = await numbersOf(externalOrderId);
    expect(await connector.findTracking(world().ctx, correction)).toBe('edited');
    expect(await connector.updateTracking(world().ctx, correction)).toBe('edited');
    expect(await numbersOf(externalOrderId)).toEqual(before);
  });

  test('a further parcel for the same items stands beside the first, once, and can be corrected', async () => {
    const { correction, first } = await told();
    const { from: _from, ...rest } = correction;
    const further = { ...rest, ref: newId() };
    const { externalOrderId } = further;
    expect(await connector.findTracking(world().ctx, further)).toBe('pending');
    for (const _time of [1, 2]) expect(await connector.updateTracking(world().ctx, further)).toBe('done');
    expect(await connector.findTracking(world().ctx, further)).toBe('done');
    expect(await numbersOf(externalOrderId)).toEqual([first.tracking.number, further.to.number].sort());
    const to = { ...further.to, number: `HY${newId().slice(-10).toUpperCase()}` };
    expect(await connector.updateTracking(world().ctx, { ...further, from: further.to, to })).toBe('done');
    expect(await numbersOf(externalOrderId)).toEqual([first.tracking.number, to.number].sort());
  });

  test('further items of a parcel are fulfilled under its number, once', async () => {
    const { first, order } = await told([[0, 1]]);
    const grown = {
      ...first,
      lines: order.lines.map(({ externalLineId, quantity }) => ({ externalLineId, quantity })),
      completesOrder: true,
    };
    for (const _time of [1, 2]) await connector.createFulfillment(world().ctx, grown);
    expect(new Set(await numbersOf(order.externalOrderId))).toEqual(new Set([first.tracking.number]));
    const now = await read(order.externalOrderId);
    expect(now.fulfillmentStatus).toBe('fulfilled');
    expect(now.lines.map((line) => line.fulfillableQuantity)).toEqual([0, 0]);
  });

  test('further items are fulfilled where the merchant changed the number, which stays', async () => {
    const { correction, first, order } = await told([[0, 1]]);
    const { externalFulfillmentId, externalOrderId } = correction;
    await under.retrack(world(), externalOrderId, externalFulfillmentId, 'MERCHANT-1');
    const before = await numbersOf(externalOrderId);
    const grown = {
      ...first,
      externalFulfillmentId,
      lines: order.lines.map(({ externalLineId, quantity }) => ({ externalLineId, quantity })),
      completesOrder: true,
    };
    for (const _time of [1, 2]) await connector.createFulfillment(world().ctx, grown);
    expect(await numbersOf(externalOrderId)).toEqual(expect.arrayContaining(before));
    const now = await read(externalOrderId);
    expect(now.fulfillmentStatus).toBe('fulfilled');
    expect(now.lines.map((line) => line.fulfillableQuantity)).toEqual([0, 0]);
  });

  test('two parcels told at the same time are both kept', async () => {
    const order = await placed();
    const parcels = [parcel(order, [[0, 1]], false), parcel(order, [[1, 1]], false)];
    await Promise.all(parcels.map((entry) => connector.createFulfillment(world().ctx, entry)));
    const known = await connector.listFulfillments(world().ctx, order.externalOrderId);
    expect(known.flatMap((entry) => entry.trackingNumbers).sort()).toEqual(
      parcels.map((entry) => entry.tracking.number).sort(),
    );
  });

  test.runIf(under.connector.capabilities.refunds)('a refund is made once and found again', async () => {
    const { readRefundable } = connector;
    if (!connector.createRefund || !connector.findRefund || !readRefundable)
      throw new Error('refunds are promised but not there');
    const order = await placed();
    const [line] = order.lines;
    const refund = {
      externalOrderId: order.externalOrderId,
      ref: newId(),
      amount: money(1999, currency),
      lines: [{ externalLineId: line?.externalLineId ?? '', quantity: 1 }],
      reason: 'Arrived broken',
      restock: false,
      paysBack: !connector.capabilities.recordsRefunds,
    };
    const { externalOrderId, total } = order;
    expect(await readRefundable(world().ctx, externalOrderId)).toEqual({ paid: total, left: total });
    expect(await connector.findRefund(world().ctx, refund)).toBeUndefined();
    await world().fault('timeout-after', under.calls.refund);
    expect((await toFailure(connector.createRefund(world().ctx, refund))).kind).toBe('unknown');
    const found = await connector.findRefund(world().ctx, refund);
    expect(found).toBeDefined();
    expect(await connector.createRefund(world().ctx, refund)).toEqual(found);
    const now = await read(order.externalOrderId);
    expect(now.financialStatus).toBe('partially_refunded');
    expect(now.lines.map((entry) => entry.fulfillableQuantity)).toEqual([1, 1]);

    const left = money(total.amount - 1999, currency);
    expect(await readRefundable(world().ctx, externalOrderId)).toEqual({ paid: total, left });
    expect(await readRefundable(world().ctx, externalOrderId.replace(/\d+$/, '987654321'))).toBeUndefined();

    const tooMuch = { ...refund, ref: newId(), amount: money(left.amount + 1, currency) };
    const { kind, code } = await toFailure(connector.createRefund(world().ctx, tooMuch));
    expect([kind, code]).toEqual(['rejected', 'refund_amount']);
  });
}
