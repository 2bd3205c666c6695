import { fulfilment as calls } from '@quayside/contracts';

import { newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { createStoreNames, findLines, findOrder } from '../orders/index.ts';
import { retrySync } from './actions/retry-sync.ts';
import { syncWaitingParcels } from './actions/sync-waiting-parcels.ts';
import { countOpenAlarms, dismissAlarm, openAlarms } from './alarm-repo.ts';
import { publicTracking } from './queries/public-tracking.ts';
import { countShipments, findShipments, listShipments } from './queries/shipments.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { shop, own } = world;

let owner: Owner;
let next = 100;
let orderId: string;
let external: string;
const read = <T>(fn: (ex: Executor) => Promise<T>): Promise<T> => db.read(owner.scope, fn);
const order = () => read((ex) => findOrder(ex, owner.scope.workplaceId, orderId));
const lineStates = async () =>
  (await read((ex) => findLines(ex, owner.scope.workplaceId, [orderId]))).map((l) => l.state);
const shipments = () => read((ex) => findShipments(ex, owner.scope.workplaceId, orderId, 'en'));

/** The supplier's news reach us. */
async function hear(): Promise<void> {
  const row = await read((ex) =>
    ex.first<{ connection_id: string; source_order_no: string }>(
      sql`select connection_id, source_order_no from supplier_order where workplace_id = ${owner.scope.workplaceId}`,
    ),
  );
  await world.buying.onSupplierOrderChanged(owner.scope, row?.connection_id ?? '', row?.source_order_no);
}

function ship(parcelId: string, line: number, more: object = {}): void {
  const [made] = own.books.orders;
  const piece = made?.lines[line];
  if (!made || !piece) throw new Error('nothing to ship');
  own.ship(made.supplierOrderId, { parcelId, lines: [piece], ...more });
}

beforeEach(async () => {
  owner = await world.owner();
  for (const list of [own.books.orders, own.books.payments, shop.fulfillments]) list.length = 0;
  await db.global((tx) => tx.run(sql`delete from test_job`));
  next += 1;
  const made = fakeOrder(next);
  external = made.externalOrderId;
  shop.orders.clear();
  shop.orders.set(external, made);
  await world.ordering.onOrderChanged(owner.scope, owner.storeId, external);
  const row = await read((ex) =>
    ex.first<{ order_id: string }>(
      sql`select order_id from sales_order where workplace_id = ${owner.scope.workplaceId}`,
    ),
  );
  orderId = row?.order_id ?? '';
});

const buy = () => world.buy(owner, orderId);

describe('parcels', () => {
  it('that leave one after the other fulfil the order partly, then wholly, each told once', async () => {
    await buy();
    ship('one', 0, { state: 'in_transit' });
    await hear();
    await world.settle(owner);
    expect(await lineStates()).toEqual(['shipped', 'placed']);
    expect(await order()).toMatchObject({ fulfillment_status: 'partially_fulfilled', tab: 'unfulfilled' });
    expect(shop.fulfillments[0]?.input).toMatchObject({
      completesOrder: false,
      lines: [{ externalLineId: 'a', quantity: 1 }],
      tracking: { carrier: 'DHL', number: 'T-one' },
    });

    ship('two', 1, { state: 'in_transit' });
    await hear();
    await hear();
    await world.settle(owner);
    expect(await order()).toMatchObject({ fulfillment_status: 'fulfilled', tab: 'fulfilled' });
    expect(shop.fulfillments.map((one) => one.input.completesOrder)).toEqual([false, true]);
    expect((await shipments()).map((one) => [one.report_state, one.state])).toEqual(
      Array(2).fill(['sent', 'in_transit']),
    );
  });

  it('whose goods the supplier names only later are told then, once', async () => {
    await buy();
    const named = own.books.orders[0]?.lines[0];
    ship('one', 0, { lines: [{ sourceVariantId: 'not-bought', quantity: 1 }] });
    await hear();
    await world.settle(owner);
    expect((await shipments())[0]).toMatchObject({ report_state: 'not_needed' });
    expect(shop.fulfillments).toEqual([]);

    ship('one', 0, { lines: [named] });
    await hear();
    await hear();
    await world.settle(owner);
    expect((await shipments())[0]).toMatchObject({ report_state: 'sent' });
    expect(await lineStates()).toEqual(['shipped', 'placed']);
    expect(await order()).toMatchObject({ fulfillment_status: 'partially_fulfilled' });
    expect(shop.fulfillments.map((one) => one.input.lines)).toEqual([[{ externalLineId: 'a', quantity: 1 }]]);
  });

  it('of a cancelled order are not told when their goods are named later', async () => {
    await buy();
    const named = own.books.orders[0]?.lines[0];
    ship('one', 0, { lines: [{ sourceVariantId: 'not-bought', quantity: 1 }] });
    await hear();
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update sales_order set cancelled_at = now() where workplace_id = ${owner.scope.workplaceId}`),
    );
    ship('one', 0, { lines: [named] });
    await hear();
    await world.settle(owner);
    expect((await shipments())[0]).toMatchObject({ report_state: 'not_needed' });
    expect(shop.fulfillments).toEqual([]);
  });

  it('move forward, keep late news as events only, and make lines delivered', async () => {
    await buy();
    const now = Date.now();
    const at = (hour: number) => new Date(now - (10 - hour) * 3_600_000).toISOString();
    const events = [
      { at: at(1), state: 'info_received' as const, description: 'Label made' },
      { at: at(5), state: 'delivered' as const, description: 'Handed over', location: 'Springfield' },
    ];
    ship('one', 0, { events });
    await hear();
    expect((await shipments())[0]).toMatchObject({ state: 'delivered', delivered_at: at(5) });
    expect(await lineStates()).toEqual(['delivered', 'placed']);
    ship('one', 0, { events: [...events, { at: at(6), state: 'in_transit' as const, description: 'Scanned late' }] });
    await hear();
    const [parcel] = await shipments();
    expect(parcel).toMatchObject({ state: 'delivered' });
    expect(parcel?.events).toHaveLength(3);
  });

  it('that the store refuses are shown with the reason and told again when asked', async () => {
    await buy();
    shop.fault('createFulfillment', { kind: 'rejected', code: 'other' });
    ship('one', 0);
    await hear();
    await world.settle(owner);
    const [parcel] = await shipments();
    expect(parcel).toMatchObject({ report_state: 'failed', problem: { key: 'STORE_REFUSED_PARCEL' } });
    expect(shop.fulfillments).toEqual([]);
    await retrySync(world.deps, owner.scope, parcel?.id ?? '');
    await world.settle(owner);
    expect((await shipments())[0]).toMatchObject({ report_state: 'sent', problem: null });
    expect(shop.fulfillments).toHaveLength(1);
    await expect(retrySync(world.deps, owner.scope, parcel?.id ?? '')).rejects.toMatchObject({
      code: 'REPORT_NOT_FAILED',
    });
  });

  it('wait for as long as a busy store asks for, to the part of a second, and are told of then', async () => {
    await buy();
    shop.fault('createFulfillment', { kind: 'rate-limited', retryAfterMs: 1_180 });
    ship('one', 0);
    await hear();
    await world.jobs.drain(world.handlers);
    expect((await shipments())[0]).toMatchObject({ report_state: 'waiting', problem: null });
    await world.settle(owner);
    expect((await shipments())[0]).toMatchObject({ report_state: 'sent' });
    expect(shop.fulfillments).toHaveLength(1);
  });

  it('that the store holds back are told when it lets them go, by itself and once', async () => {
    await buy();
    shop.calls.length = 0;
    const heldBack = () => shop.fault('createFulfillment', { kind: 'rejected', code: 'held_back' });
    const jobsWaiting = async () => (await world.jobs.waiting()).length;
    heldBack();
    ship('one', 0);
    await hear();
    await world.jobs.drain(world.handlers);
    const [parcel] = await shipments();
    expect(parcel).toMatchObject({ report_state: 'waiting', problem: { key: 'STORE_HOLDS_ORDER' } });
    expect(await jobsWaiting()).toBe(1);

    heldBack();
    await syncWaitingParcels(world.deps, owner.scope, owner.storeId);
    await world.jobs.drain(world.handlers);
    const timeline = () =>
      read((ex) =>
        ex.rows<{ params: object }>(sql`select params from order_event
          where workplace_id = ${owner.scope.workplaceId} and order_id = ${orderId} and kind = 'report_held'`),
      );
    expect(await timeline()).toEqual([{ params: { number: 'T-one', detail: 'as the test asked' } }]);
    expect(shop.fulfillments).toEqual([]);

    await syncWaitingParcels(world.deps, owner.scope, newId());
    expect(shop.calls.filter((call) => call === 'createFulfillment')).toHaveLength(2);
    await syncWaitingParcels(world.deps, owner.scope, owner.storeId);
    await syncWaitingParcels(world.deps, owner.scope, owner.storeId);
    await world.jobs.drain(world.handlers);
    expect((await shipments())[0]).toMatchObject({ report_state: 'sent', problem: null });
    await world.settle(owner);
    expect(shop.fulfillments).toHaveLength(1);
    expect(await timeline()).toHaveLength(1);
  });

  it('that the store holds back are found to be free by looking, and at once when asked', async () => {
    await buy();
    shop.fault('createFulfillment', { kind: 'rejected', code: 'held_back' }, 3);
    ship('one', 0);
    await hear();
    await world.jobs.drain(world.handlers);
    const [parcel] = await shipments();
    await retrySync(world.deps, owner.scope, parcel?.id ?? '');
    await world.jobs.drain(world.handlers);
    expect((await shipments())[0]).toMatchObject({ report_state: 'waiting', problem: { key: 'STORE_HOLDS_ORDER' } });
    for (let look = 0; look < 2; look++) {
      await world.passTime(owner, 16 * 60);
      await world.jobs.drain(world.handlers);
    }
    expect((await shipments())[0]).toMatchObject({ report_state: 'sent', problem: null });
    await world.settle(owner);
    expect(shop.fulfillments).toHaveLength(1);
  });

  it('that may have been told of, are not to be found and are held back then, hold up no other of their order', async () => {
    await buy();
    shop.fault('createFulfillment', { kind: 'unknown' });
    shop.fault('createFulfillment', { kind: 'rejected', code: 'held_back' });
    ship('one', 0);
    await hear();
    await world.jobs.drain(world.handlers);
    expect((await shipments())[0]?.report_state).toBe('unknown');
    await world.passTime(owner, 90);
    await world.jobs.drain(world.handlers);
    expect((await shipments())[0]).toMatchObject({ report_state: 'waiting', problem: { key: 'STORE_HOLDS_ORDER' } });

    ship('two', 1);
    await hear();
    await world.jobs.drain(world.handlers);
    expect(shop.fulfillments.map((one) => one.input.tracking.number)).toEqual(['T-two']);
    await syncWaitingParcels(world.deps, owner.scope, owner.storeId);
    await world.settle(owner);
    expect(shop.fulfillments.map((one) => [one.input.tracking.number, one.input.completesOrder])).toEqual([
      ['T-two', false],
      ['T-one', true],
    ]);
  });

  it.each([0, 1])('that are let go while look %i is under way get another look at once', async (looksBefore) => {
    await buy();
    const heldBack = (more: object = {}) =>
      shop.fault('createFulfillment', { kind: 'rejected', code: 'held_back', ...more });
    if (looksBefore > 0) heldBack();
    heldBack({ meanwhile: () => syncWaitingParcels(world.deps, owner.scope, owner.storeId, orderId) });
    ship('one', 0);
    await hear();
    await world.jobs.drain(world.handlers);
    if (looksBefore > 0) {
      await syncWaitingParcels(world.deps, owner.scope, owner.storeId);
      await world.jobs.drain(world.handlers);
    }
    await world.jobs.drain(world.handlers);
    expect((await shipments())[0]?.report_state).toBe('sent');
    await world.settle(owner);
    expect(shop.fulfillments).toHaveLength(1);
  });

  it('that are let go bring their own order its look, once, and no other', async () => {
    await buy();
    shop.fault('createFulfillment', { kind: 'rejected', code: 'held_back' }, 2);
    ship('one', 0);
    ship('two', 1);
    await hear();
    await world.jobs.drain(world.handlers);
    const looks = async () => (await world.jobs.waiting()).filter((one) => one.name === 'report-parcel').length;
    expect(await looks()).toBe(2);
    await syncWaitingParcels(world.deps, owner.scope, owner.storeId, newId());
    expect(await looks()).toBe(2);
    for (let told = 0; told < 3; told++)
      await syncWaitingParcels(world.deps, owner.scope, owner.storeId, told === 1 ? undefined : orderId);
    expect(await looks()).toBe(4);
    await world.settle(owner);
    expect(shop.fulfillments).toHaveLength(2);
  });

  it('wait for a store that must be reconnected, and are told of then', async () => {
    await buy();
    const status = (to: string) =>
      db.tenant(owner.scope, (tx) =>
        tx.run(sql`update store set status = ${to} where workplace_id = ${owner.scope.workplaceId}`),
      );
    await status('needs_reconnect');
    ship('one', 0);
    await hear();
    await world.jobs.drain(world.handlers);
    expect((await shipments())[0]?.report_state).toBe('waiting');
    await status('active');
    await world.passTime(owner, 90);
    await world.settle(owner);
    expect((await shipments())[0]?.report_state).toBe('sent');
  });
});

describe('the tracking tab', () => {
  it('lists parcels by state and word, counts them, and answers in the shape of its contract', async () => {
    await buy();
    ship('one', 0, { state: 'in_transit' });
    ship('two', 1, { state: 'exception' });
    await hear();
    const names = createStoreNames(() => 0);
    const list = (query: object = {}) =>
      read((ex) => listShipments(ex, names, owner.scope.workplaceId, { page_size: 25, ...query }, 'en'));
    expect((await list()).items).toHaveLength(2);
    expect((await list({ state: ['exception'] })).items.map((one) => one.tracking_number)).toEqual(['T-two']);
    expect((await list({ keyword: 'T-on' })).items).toHaveLength(1);
    expect((await list({ keyword: 'jane' })).items).toHaveLength(2);
    expect((await list({ keyword: 'nobody' })).items).toHaveLength(0);
    const first = await list({ page_size: 1 });
    const second = await list({ page_size: 1, cursor: first.next_cursor });
    expect(second.items[0]?.id).not.toBe(first.items[0]?.id);
    expect(second.next_cursor).toBeUndefined();
    expect(calls.shipments.data.safeParse(first).error).toBeUndefined();
    expect(await read((ex) => countShipments(ex, owner.scope.workplaceId, {}))).toMatchObject({
      all: 2,
      in_transit: 1,
      exception: 1,
      delivered: 0,
    });
  });
});

describe('alarms', () => {
  it('are counted up to the limit of each kind, and limit the list to their parcels', async () => {
    await buy();
    ship('one', 0);
    ship('two', 1);
    await hear();
    const { workplaceId } = owner.scope;
    const [parcel] = await shipments();
    const about = { order_id: orderId, store_id: owner.storeId, params: {} };
    const late = [1, 2, 3].map(() => ({
      ...about,
      alarm_id: newId(),
      kind: 'no_number' as const,
      subject_id: newId(),
      shipment_id: null,
    }));
    const id = parcel?.id ?? '';
    const unseen = { ...about, alarm_id: newId(), kind: 'no_scan' as const, subject_id: id, shipment_id: id };
    const opened = await db.tenant(owner.scope, (tx) => openAlarms(tx, workplaceId, [...late, unseen]));
    expect(opened).toHaveLength(4);
    expect(Object.fromEntries(await read((ex) => countOpenAlarms(ex, workplaceId, {}, 2)))).toMatchObject({
      no_number: 2,
      no_scan: 1,
      no_movement: 0,
    });
    const names = createStoreNames(() => 0);
    const list = async (alarm: 'any' | 'no_scan' | 'no_movement') =>
      (await read((ex) => listShipments(ex, names, workplaceId, { alarm, page_size: 25 }, 'en'))).items.map(
        (one) => one.id,
      );
    expect([await list('any'), await list('no_scan'), await list('no_movement')]).toEqual([[id], [id], []]);
    await db.tenant(owner.scope, (tx) => dismissAlarm(tx, workplaceId, unseen.alarm_id));
    expect(await list('any')).toEqual([]);
  });
});

describe('the public page', () => {
  it('shows the store, carriers, tracking numbers, states and events, and nothing about the customer', async () => {
    await buy();
    const events = [
      {
        at: new Date().toISOString(),
        state: 'in_transit' as const,
        description: 'Left the hub',
        location: 'Springfield',
      },
    ];
    ship('one', 0, { events });
    await hear();
    const publicId = (await order())?.public_tracking_id ?? '';
    const page = await publicTracking(world.deps, publicId);
    expect(calls.publicTracking.data.safeParse(page).error).toBeUndefined();
    expect(page).toMatchObject({
      state: 'partially_shipped',
      country_code: 'US',
      store_name: expect.stringMatching(/\S/),
      parcels: [{ carrier: 'DHL', tracking_number: 'T-one', pieces: 1 }],
    });
    const text = JSON.stringify(page);
    for (const secret of ['Jane', 'Doe', 'Main Street', 'Springfield', '62701', '2500', orderId, external])
      expect(text).not.toContain(secret);
    expect(calls.publicTracking.params.safeParse({ order_id: publicId }).success).toBe(true);
    await expect(publicTracking(world.deps, 'a'.repeat(26))).rejects.toMatchObject({ code: 'TRACKING_NOT_FOUND' });
  });
});

describe('sending by hand', () => {
  it('takes lines out of buying, keeps the parcel, tells the store once', async () => {
    const [lineA] = await read((ex) => findLines(ex, owner.scope.workplaceId, [orderId]));
    const tracking = { carrier: 'UPS', number: '1Z999' };
    await world.sendByHand(owner, { order_id: orderId, line_item_ids: [lineA?.line_id ?? ''], tracking });
    await world.settle(owner);
    expect(await lineStates()).toEqual(['shipped', 'ready']);
    expect(shop.fulfillments).toHaveLength(1);
    const again = world.sendByHand(owner, { order_id: orderId, tracking });
    await expect(again).rejects.toMatchObject({ code: 'PARCEL_KNOWN' });
    expect(await lineStates()).toEqual(['shipped', 'ready']);
    await buy();
    expect(own.books.orders[0]?.lines).toHaveLength(1);
    const late = world.sendByHand(owner, { order_id: orderId, line_item_ids: [lineA?.line_id ?? ''] });
    await expect(late).rejects.toMatchObject({ code: 'LINE_NOT_TO_TAKE_OVER' });
  });
});
