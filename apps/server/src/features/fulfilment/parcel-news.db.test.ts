import type { ConnectorErrorKind } from '@quayside/connector-kit';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { PATIENCE } from '../../jobs/effect/pauses.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { findOrder } from '../orders/index.ts';
import { retrySync } from './actions/retry-sync.ts';
import { createParcelSync } from './actions/sync-parcel.ts';
import { findShipments } from './queries/shipments.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { shop, own, jobs } = world;

let owner: Owner;
let orderId: string;
let next = 1;

const shipments = () => db.read(owner.scope, (ex) => findShipments(ex, owner.scope.workplaceId, orderId, 'en'));
const order = () => db.read(owner.scope, (ex) => findOrder(ex, owner.scope.workplaceId, orderId));
const events = async (kind: string) =>
  db.read(owner.scope, (ex) =>
    ex.rows<{ params: object }>(sql`select params from order_event
      where workplace_id = ${owner.scope.workplaceId} and order_id = ${orderId} and kind = ${kind}`),
  );

/** A parcel with some lines of the order, as its supplier tells of it from now on. */
function ship(parcelId: string, lines: readonly number[], more: object = {}): void {
  const [made] = own.books.orders;
  if (!made) throw new Error('nothing to ship');
  own.ship(made.supplierOrderId, { parcelId, lines: lines.flatMap((line) => made.lines[line] ?? []), ...more });
}

async function hear(): Promise<void> {
  const row = await db.read(owner.scope, (ex) =>
    ex.first<{ connection_id: string; source_order_no: string }>(
      sql`select connection_id, source_order_no from supplier_order where workplace_id = ${owner.scope.workplaceId}`,
    ),
  );
  await world.buying.onSupplierOrderChanged(owner.scope, row?.connection_id ?? '', row?.source_order_no);
}

async function told(parcelId: string, lines: readonly number[], more: object = {}): Promise<void> {
  ship(parcelId, lines, more);
  await hear();
  await hear();
  await world.settle(owner);
}

beforeEach(async () => {
  owner = await world.owner();
  for (const list of [own.books.orders, own.books.payments, shop.fulfillments, shop.updates]) list.length = 0;
  shop.edited.clear();
  shop.hides = false;
  await db.global((tx) => tx.run(sql`delete from test_job`));
  next += 1;
  orderId = await world.request(owner, fakeOrder(next));
  await world.settle(owner);
});

const CORRECTION = {
  from: { carrier: 'DHL', number: 'T-one' },
  to: { carrier: 'UPS', number: 'T-right', url: 'https://ups.example/T-right' },
};
const corrected = { carrier: 'UPS', trackingNumber: 'T-right', trackingUrl: 'https://ups.example/T-right' };

describe('a parcel whose number was corrected', () => {
  it('is corrected in the store, once, and shown with the time', async () => {
    await told('one', [0]);
    await told('one', [0], corrected);
    const [first] = shop.fulfillments;
    expect(shop.updates).toEqual([
      expect.objectContaining({
        ...CORRECTION,
        externalFulfillmentId: first?.id,
        ref: first?.input.ref,
        notifyCustomer: true,
      }),
    ]);
    expect(shop.fulfillments).toHaveLength(1);
    expect(await shipments()).toMatchObject([
      {
        report_state: 'sent',
        tracking_number: 'T-right',
        told_number: 'T-right',
        told_at: expect.any(String),
        problem: null,
      },
    ]);
    expect(await events('tracking_changed')).toEqual([{ params: { before: 'T-one', number: 'T-right' } }]);
  });

  it('is the same parcel where the supplier names it by its number', async () => {
    await told('T-one', [0], { trackingNumber: 'T-one' });
    for (const made of own.books.orders) made.parcels = [];
    await told('T-right', [0], corrected);
    expect(shop.updates).toMatchObject([CORRECTION]);
    expect(await shipments()).toMatchObject([{ tracking_number: 'T-right', report_state: 'sent' }]);
  });

  it('tells no shopper of a carrier that was put right', async () => {
    await told('one', [0]);
    await told('one', [0], { carrier: 'UPS' });
    expect(shop.updates).toMatchObject([{ to: { carrier: 'UPS', number: 'T-one' }, notifyCustomer: false }]);
  });

  it('keeps the number that the merchant put in its place, says so, and goes on when asked', async () => {
    await told('one', [0]);
    shop.edited.set('T-one', 'M-1');
    await told('one', [0], corrected);
    expect(shop.updates).toEqual([]);
    const [parcel] = await shipments();
    expect(parcel).toMatchObject({
      report_state: 'failed',
      problem: { key: 'STORE_TRACKING_EDITED' },
      told_number: 'T-one',
    });
    expect(await events('tracking_edited')).toEqual([{ params: { number: 'T-right' } }]);
    shop.edited.clear();
    await retrySync(world.deps, owner.scope, parcel?.id ?? '');
    await world.settle(owner);
    expect(shop.updates).toHaveLength(1);
    expect(await shipments()).toMatchObject([{ report_state: 'sent', told_number: 'T-right' }]);
  });

  it('has its later items reported although the merchant put another number in its place', async () => {
    await told('one', [0]);
    shop.edited.set('T-one', 'M-1');
    await told('one', [0, 1], corrected);
    const [first, further] = shop.fulfillments;
    expect(shop.fulfillments).toHaveLength(2);
    expect(further?.input).toMatchObject({
      externalFulfillmentId: first?.id,
      tracking: { number: 'T-right' },
      completesOrder: true,
    });
    expect(shop.updates).toEqual([]);
    expect(await events('tracking_edited')).toHaveLength(1);
    expect(await order()).toMatchObject({ fulfillment_status: 'fulfilled' });
    expect(await shipments()).toMatchObject([{ report_state: 'sent' }]);
  });

  it('while it is being reported is reported first and corrected then', async () => {
    const meanwhile = async () => {
      ship('one', [0], corrected);
      await hear();
    };
    shop.fault('createFulfillment', { kind: 'unknown', after: true, meanwhile });
    await told('one', [0]);
    expect(shop.fulfillments.map((one) => one.input.tracking.number)).toEqual(['T-one']);
    expect(shop.updates).toMatchObject([CORRECTION]);
    expect(await shipments()).toMatchObject([{ report_state: 'sent', told_number: 'T-right' }]);
  });

  it('after the store refused the first is reported with the right one', async () => {
    shop.fault('createFulfillment', { kind: 'rejected', code: 'other' });
    await told('one', [0]);
    await told('one', [0], corrected);
    expect(shop.fulfillments.map((one) => one.input.tracking.number)).toEqual(['T-right']);
    expect(shop.updates).toEqual([]);
  });

  it('of a cancelled order stays', async () => {
    await told('one', [0]);
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update sales_order set cancelled_at = now() where workplace_id = ${owner.scope.workplaceId}`),
    );
    await told('one', [0], corrected);
    expect(shop.updates).toEqual([]);
    expect(await shipments()).toMatchObject([{ report_state: 'sent', told_number: 'T-one' }]);
  });
});

describe('further items and parcels', () => {
  it('items that are matched later are fulfilled under the same number, once', async () => {
    await told('one', [0]);
    await told('one', [0, 1]);
    expect(shop.fulfillments.map(({ input }) => [input.ref, input.tracking.number, input.completesOrder])).toEqual([
      [shop.fulfillments[0]?.input.ref, 'T-one', false],
      [shop.fulfillments[0]?.input.ref, 'T-one', true],
    ]);
    expect(shop.fulfillments[1]?.input.lines.map((line) => line.externalLineId)).toEqual(['a', 'b']);
    expect(await order()).toMatchObject({ fulfillment_status: 'fulfilled' });
    expect(await shipments()).toMatchObject([{ report_state: 'sent' }]);
  });

  it('a parcel that is sent again is added beside the first, once', async () => {
    await told('one', [0, 1]);
    await told('again', [0]);
    expect(shop.fulfillments).toHaveLength(1);
    const [first, again] = await shipments();
    expect(shop.updates).toEqual([
      {
        externalOrderId: shop.fulfillments[0]?.input.externalOrderId,
        externalFulfillmentId: shop.fulfillments[0]?.id,
        ref: again?.id,
        to: { carrier: 'DHL', number: 'T-again' },
        notifyCustomer: true,
      },
    ]);
    expect(again).toMatchObject({ report_state: 'sent', same_items_as: first?.id, line_items: [] });
  });

  it('a parcel that is sent again waits for the first to be reported', async () => {
    shop.fault('createFulfillment', { kind: 'temporary' }, 2);
    ship('one', [0, 1]);
    await hear();
    await told('again', [0]);
    expect(shop.updates).toMatchObject([{ externalFulfillmentId: shop.fulfillments[0]?.id }]);
    expect(await shipments()).toMatchObject([{ report_state: 'sent' }, { report_state: 'sent' }]);
  });
});

const FAULTS: [ConnectorErrorKind | 'crash', 'before' | 'after'][] = [
  ['unknown', 'before'],
  ['unknown', 'after'],
  ['unexpected', 'after'],
  ['temporary', 'before'],
  ['crash', 'after'],
];

describe('a correction is sent once', () => {
  it.each(FAULTS)('when the call ends in %s %s its effect', async (kind, when) => {
    await told('one', [0]);
    shop.fault('updateTracking', { kind, after: when === 'after' });
    ship('one', [0], corrected);
    await hear();
    await jobs.drain(world.handlers);
    await db.global((tx) => tx.run(sql`delete from test_job`));
    await world.passTime(owner, 200);
    await world.sweeping.now();
    await world.settle(owner);
    expect(shop.updates).toMatchObject([CORRECTION]);
    expect(await shipments()).toMatchObject([{ report_state: 'sent', told_number: 'T-right' }]);
  });

  it('when its effect comes to light only later', async () => {
    await told('one', [0]);
    shop.fault('updateTracking', { kind: 'unknown', after: true });
    shop.hides = true;
    ship('one', [0], corrected);
    await hear();
    await jobs.drain(world.handlers);
    await world.passTime(owner, 25);
    await jobs.drain(world.handlers);
    shop.hides = false;
    await world.settle(owner);
    expect(shop.updates).toHaveLength(1);
  });

  it.each([
    ['leaves the row to the one that holds it', 0, 'another worker'],
    ['asks, and sends nothing, where the first seems dead and is only slow', 46, 'unknown'],
  ])('when two workers meet: the second %s', async (_what, seconds, said) => {
    await told('one', [0]);
    const [parcel] = await shipments();
    let heard = 'nothing';
    const meanwhile = async () => {
      await world.passTime(owner, seconds);
      const another = createParcelSync(world.deps, PATIENCE);
      heard = await another.run(owner.scope, parcel?.id ?? '').then(
        () => 'done',
        (error: unknown) => (error instanceof Error ? error.message : 'no error'),
      );
    };
    shop.fault('updateTracking', { kind: 'unknown', after: true, meanwhile });
    ship('one', [0], corrected);
    await hear();
    await jobs.drain(world.handlers);
    expect(heard).toContain(said);
    await world.settle(owner);
    expect(shop.updates).toMatchObject([CORRECTION]);
  });

  it('when two jobs ask for it at the same moment', async () => {
    await told('one', [0]);
    ship('one', [0], corrected);
    await hear();
    await db.global((tx) => tx.run(sql`delete from test_job`));
    const [parcel] = await shipments();
    const [one, two] = [createParcelSync(world.deps, PATIENCE), createParcelSync(world.deps, PATIENCE)];
    await Promise.allSettled([one, one, two].map((report) => report.run(owner.scope, parcel?.id ?? '')));
    await world.settle(owner);
    expect(shop.updates).toMatchObject([CORRECTION]);
  });
});

describe('a worker that freezes between two requests of a report', () => {
  /** Renews so seldom that it never does within a test, as a frozen process. */
  const frozen = { ...PATIENCE, renewMs: 3_600_000 };
  const plain = shop.createFulfillment;
  const noNetwork = world.deps.http;
  let sent: string[] = [];

  beforeEach(() => {
    sent = [];
    world.deps.http = {
      async send({ url }) {
        sent.push(url);
        return { status: 200, headers: {}, text: '', body: Buffer.from('') };
      },
    };
  });
  afterEach(() => {
    shop.createFulfillment = plain;
    world.deps.http = noNetwork;
  });

  it('sends no second one', async () => {
    ship('one', [0]);
    await hear();
    const [parcel] = await shipments();
    shop.createFulfillment = async (ctx, input) => {
      await ctx.http.send({ method: 'POST', url: 'https://example.com/first', effect: true });
      await world.passTime(owner, 46);
      await ctx.http.send({ method: 'POST', url: 'https://example.com/second', effect: true });
      return plain(ctx, input);
    };
    const reporting = createParcelSync(world.deps, frozen);
    await expect(reporting.run(owner.scope, parcel?.id ?? '')).rejects.toThrow('another worker');
    expect(sent).toEqual(['https://example.com/first']);
    shop.createFulfillment = plain;
    await world.settle(owner);
    expect(shop.fulfillments).toHaveLength(1);
  });
});
