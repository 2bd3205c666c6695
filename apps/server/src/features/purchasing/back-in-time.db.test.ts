import { fakeOrder, orderLine } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { findHold, resumeSending, watchServer } from '../../sending/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { copyRows } from '../../testing/db/time-machine.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { readWallet } from '../wallet/index.ts';
import { checkAllRestored } from './actions/check-restored.ts';
import { dismissLostOrder } from './actions/dismiss-lost-order.ts';
import { requestPlacement } from './actions/request-placement.ts';
import { unrecordedOrders } from './queries/unrecorded-orders.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { shop, own, jobs } = world;
const MONEY = 1_000_000;
const signal = new AbortController().signal;

let owner: Owner;
beforeEach(async () => {
  await db.global((tx) => tx.run(sql`delete from test_job`));
  await db.global((tx) => resumeSending(tx));
  await db.global((tx) =>
    tx.run(sql`update installation set server = null, restored_at = null, current_until = null, seen_at = null`),
  );
  await watchServer(db);
  own.books.orders.length = 0;
  own.books.payments.length = 0;
  shop.fulfillments.length = 0;
  shop.orders.clear();
  shop.pageSize = 100;
  owner = await world.owner(MONEY);
});

const orderIds = () =>
  db.read(owner.scope, async (ex) =>
    (
      await ex.rows<{ order_id: string }>(
        sql`select order_id from sales_order where workplace_id = ${owner.scope.workplaceId}`,
      )
    ).map((row) => ({ order_id: row.order_id })),
  );

const comeIn = () => world.ordering.pollOrders(owner.scope, owner.storeId);
/** Lines that were stopped are asked for by their names. */
const placeAgain = async () => {
  const lines = await db.read(owner.scope, (ex) =>
    ex.rows<{ order_id: string; line_id: string }>(sql`select order_id, line_id from order_line
      where workplace_id = ${owner.scope.workplaceId} and state in ('ready', 'blocked')`),
  );
  const wanted = [...Map.groupBy(lines, (line) => line.order_id)].map(([order_id, own]) => ({
    order_id,
    line_item_ids: own.map((line) => line.line_id),
  }));
  await requestPlacement(world.deps, owner.scope, wanted, true);
};
const place = async () => {
  await requestPlacement(world.deps, owner.scope, await orderIds(), true);
};

/** The supplier sends everything, and is asked what became of it. */
async function ship(): Promise<void> {
  for (const order of own.books.orders)
    if (order.state === 'paid')
      own.ship(order.supplierOrderId, { parcelId: order.supplierOrderId, state: 'in_transit' });
  await tellOfParcels();
}

async function tellOfParcels(): Promise<void> {
  const connections = await db.read(owner.scope, (ex) =>
    ex.rows<{ connection_id: string }>(sql`select connection_id from supplier_connection
      where workplace_id = ${owner.scope.workplaceId} and supplier = 'quayside'`),
  );
  for (const { connection_id } of connections) await world.buying.pollSupplierOrders(owner.scope, connection_id);
}

/** The data is what it was, on a server that is not the one it was written on. */
async function goBack(putBack: () => Promise<void>): Promise<void> {
  await putBack();
  await db.global((tx) => tx.run(sql`update installation set server = '7000000000000000000/00000001/5'`));
}

const STEPS: readonly { name: string; run: () => Promise<void> }[] = [
  { name: 'the orders come in', run: async () => void (await comeIn()) },
  { name: 'they are asked for', run: place },
  { name: 'they are placed and paid', run: () => world.settle(owner) },
  { name: 'the goods leave', run: ship },
  { name: 'the store is told', run: () => world.settle(owner) },
];

async function runFrom(step: number): Promise<void> {
  for (const { run } of STEPS.slice(step)) await run();
}

async function expectOnce(orders: number): Promise<void> {
  expect(own.books.orders).toHaveLength(orders);
  expect(own.books.payments).toHaveLength(orders);
  expect(shop.fulfillments).toHaveLength(orders);
  expect(new Set(own.books.orders.map((one) => one.reference)).size).toBe(orders);
}

describe('the data goes back in time', () => {
  it.each(STEPS.map((step, at) => ({ at, before: step.name })))(
    'to before $before: nothing is bought, paid or told twice',
    async ({ at }) => {
      const many = 4;
      for (let n = 0; n < many; n += 1) shop.orders.set(String(1000 + n), fakeOrder(n));
      for (const { run } of STEPS.slice(0, at)) await run();
      const putBack = await copyRows(db.superuserUrl);
      await runFrom(at);
      await expectOnce(many);

      await goBack(putBack);
      expect(await db.global((tx) => findHold(tx, {}))).toMatchObject({ reason: 'server_changed' });
      expect(await watchServer(db)).toBe('changed');
      await comeIn();
      await place();
      await jobs.drain(world.handlers);
      await expectOnce(many);

      await db.global((tx) => resumeSending(tx));
      await world.settle(owner);
      await tellOfParcels();
      await world.settle(owner);
      await expectOnce(many);
      const wallet = await db.read(owner.scope, (ex) => readWallet(ex, owner.scope.accountId, 'sandbox'));
      expect(wallet).toMatchObject({ reserved: 0 });
    },
  );

  it('to before they were placed, and the store does not show that they left: the books agree again', async () => {
    for (let n = 0; n < 50; n += 1) shop.orders.set(String(1000 + n), fakeOrder(n));
    const putBack = await copyRows(db.superuserUrl);
    await comeIn();
    await place();
    await world.settle(owner);
    expect(own.books.payments).toHaveLength(50);
    const before = await db.read(owner.scope, (ex) => readWallet(ex, owner.scope.accountId, 'sandbox'));

    await goBack(putBack);
    await watchServer(db);
    expect(await checkAllRestored(world.deps, signal)).toMatchObject({ unasked: 0, lost: 50 });
    await db.global((tx) => resumeSending(tx));
    await comeIn();
    await place();
    await world.settle(owner);
    expect(own.books.orders).toHaveLength(50);
    expect(own.books.payments).toHaveLength(50);
    const after = await db.read(owner.scope, (ex) => readWallet(ex, owner.scope.accountId, 'sandbox'));
    expect(after).toEqual(before);
    expect(await checkAllRestored(world.deps, signal)).toMatchObject({ lost: 0 });
  });

  it.each([
    { when: 'before both were reported', reported: 0 },
    { when: 'between the two', reported: 1 },
    { when: 'after both', reported: 2 },
  ])(
    'to $when: two parcels of one order are reported once each, and a third after the restore',
    async ({ reported }) => {
      const lines = [orderLine('a', 'SKU-A', { quantity: 3, fulfillableQuantity: 3 })];
      shop.orders.set('1000', fakeOrder(0, { lines }));
      await comeIn();
      await place();
      await world.settle(owner);
      const [order] = own.books.orders;
      const send = async (parcelId: string) => {
        const pieces = (order?.lines ?? []).map((line) => ({ ...line, quantity: 1 }));
        own.ship(order?.supplierOrderId ?? '', { parcelId, state: 'in_transit', lines: pieces });
        await tellOfParcels();
      };
      const numbers = () => shop.fulfillments.map(({ input }) => input.tracking.number);
      let putBack = await copyRows(db.superuserUrl);
      for (const [at, parcelId] of ['one', 'two'].entries()) {
        await send(parcelId);
        await world.settle(owner);
        if (reported > at) putBack = await copyRows(db.superuserUrl);
      }
      expect(numbers()).toEqual(['T-one', 'T-two']);

      await goBack(putBack);
      expect(await watchServer(db)).toBe('changed');
      await send('three');
      await jobs.drain(world.handlers);
      expect(numbers()).toEqual(['T-one', 'T-two']);
      await db.global((tx) => resumeSending(tx));
      for (const _time of [1, 2]) {
        await tellOfParcels();
        await world.settle(owner);
      }
      expect(numbers()).toEqual(['T-one', 'T-two', 'T-three']);
    },
  );

  it('finds what was bought at the second try, and asks a person where other goods of the order were bought', async () => {
    shop.orders.set('1000', fakeOrder(0));
    shop.orders.set('1001', fakeOrder(1));
    const putBack = await copyRows(db.superuserUrl);
    await comeIn();
    own.fault('createOrder', { kind: 'rejected', code: 'other' }, 2);
    await place();
    await world.settle(owner);
    expect(own.books.orders).toHaveLength(0);
    await placeAgain();
    await world.settle(owner);
    expect(own.books.orders).toHaveLength(2);

    await goBack(putBack);
    await watchServer(db);
    await db.global((tx) => resumeSending(tx));
    // Of one of them a line was changed at the store meanwhile.
    const changed = fakeOrder(1, { lines: [orderLine('a', 'SKU-A', { quantity: 2, fulfillableQuantity: 2 })] });
    shop.orders.set('1001', { ...changed, updatedAt: new Date().toISOString() });
    await comeIn();
    await place();
    await world.settle(owner);
    expect(own.books.orders).toHaveLength(2);
    const stopped = await db.read(owner.scope, (ex) =>
      ex.rows<{ error_key: string }>(sql`select error_key from supplier_order
        where workplace_id = ${owner.scope.workplaceId} and state = 'failed'`),
    );
    expect(stopped).toEqual([{ error_key: 'MAY_BE_BOUGHT_ALREADY' }]);
    // A person settles it; until then asking again changes nothing.
    await placeAgain();
    await world.settle(owner);
    expect(own.books.orders).toHaveLength(2);
    const { workplaceId } = owner.scope;
    const { items } = await db.read(owner.scope, (ex) => unrecordedOrders(ex, workplaceId, { page_size: 25 }, 'en'));
    expect(items).toHaveLength(1);
    await dismissLostOrder(world.deps, owner.scope, items[0]?.id ?? '');
    await placeAgain();
    await world.settle(owner);
    expect(own.books.orders).toHaveLength(3);
  });
});
