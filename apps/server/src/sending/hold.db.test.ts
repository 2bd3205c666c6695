import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { expect, it } from 'vitest';
import { sql } from '../db/index.ts';
import { requestPlacement } from '../features/purchasing/actions/request-placement.ts';
import { findPurchasesOfOrders } from '../features/purchasing/repo.ts';
import { testDatabase } from '../testing/db/index.ts';
import { tradeWorld } from '../testing/fakes/trade-world.ts';
import { findHold, SendingHeld } from './index.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { shop, own, jobs } = world;

const hold = (reason: string | null) =>
  db.global((tx) =>
    tx.run(sql`update installation set sending_held_since = case when ${reason}::text is null then null else ${new Date().toISOString()}::timestamptz end,
      sending_held_reason = ${reason}`),
  );

it('keeps held work as it is and goes on with it afterwards', async () => {
  const owner = await world.owner();
  const order = fakeOrder(1);
  shop.orders.set(order.externalOrderId, order);
  await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  const { workplaceId } = owner.scope;
  const row = await db.read(owner.scope, (ex) =>
    ex.first<{ order_id: string }>(sql`select order_id from sales_order where workplace_id = ${workplaceId}`),
  );
  const orderId = row?.order_id ?? '';
  await hold('operator');
  await requestPlacement(world.deps, owner.scope, [{ order_id: orderId }], true);
  const errors = await jobs.drain(world.handlers);
  expect(errors.some((error) => error instanceof SendingHeld)).toBe(true);
  expect(own.books.orders).toEqual([]);
  const held = await db.read(owner.scope, (ex) => findPurchasesOfOrders(ex, workplaceId, [orderId]));
  expect(held).toMatchObject([{ state: 'requested', attempts: 0 }]);
  expect(await jobs.waiting()).toMatchObject([{ name: 'place-supplier-order', attempt: 0 }]);

  await hold(null);
  await world.settle(owner);
  expect(own.books.orders).toHaveLength(1);
  expect(own.books.payments).toHaveLength(1);

  // Held during the payment or parcel: the guard at the call catches what the claim let through.
  const [made] = own.books.orders;
  own.ship(made?.supplierOrderId ?? '', { parcelId: 'one', state: 'in_transit' });
  const [bought] = await db.read(owner.scope, (ex) => findPurchasesOfOrders(ex, workplaceId, [orderId]));
  await hold('operator');
  await world.buying.onSupplierOrderChanged(owner.scope, bought?.connection_id ?? '', bought?.source_order_no ?? '');
  await jobs.drain(world.handlers);
  expect(shop.fulfillments).toEqual([]);
  await hold(null);
  await world.settle(owner);
  expect(shop.fulfillments).toHaveLength(1);
});

it('holds from the first statement on another server, before anybody noted it', async () => {
  await db.global((tx) => tx.run(sql`update installation set server = server_identity()`));
  expect(await db.global((tx) => findHold(tx, {}))).toBeUndefined();
  await db.global((tx) => tx.run(sql`update installation set server = '7000000000000000000/00000001/5'`));
  expect(await db.global((tx) => findHold(tx, {}))).toMatchObject({ reason: 'server_changed' });
  await db.global((tx) => tx.run(sql`update installation set server = null`));
});
