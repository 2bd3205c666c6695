import { newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, sql } from '../../db/index.ts';
import { overlap, testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { saveOrder } from './actions/save-orders.ts';
import { lockOrder, lockOrderOfStore, lockOrders } from './repo.ts';
import { deleteUnreadableOrders, upsertUnreadableOrder } from './unreadable-order-repo.ts';

const db = await testDatabase();
const world = await tradeWorld(db);

let owner: Owner;
let workplaceId = '';
let next = 1;
beforeEach(async () => {
  owner = await world.owner();
  workplaceId = owner.scope.workplaceId;
});
const tenant = <T>(fn: (tx: Executor) => Promise<T>): Promise<T> => db.tenant(owner.scope, fn);

async function take() {
  next += 1;
  const order = fakeOrder(next);
  world.shop.orders.set(order.externalOrderId, order);
  await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  const row = await tenant((tx) => lockOrderOfStore(tx, workplaceId, owner.storeId, order.externalOrderId));
  if (!row) throw new Error('the order did not come in');
  return { order, orderId: row.order_id };
}
const nameOf = async (orderId: string) =>
  (
    await db.read(owner.scope, (ex) =>
      ex.first<{ name: string }>(sql`select name from sales_order where order_id = ${orderId}`),
    )
  )?.name;

describe('two transactions with one order', () => {
  it.each([
    ['alone', (tx: Executor, id: string) => lockOrder(tx, workplaceId, id)],
    ['among others', async (tx: Executor, id: string) => (await lockOrders(tx, workplaceId, [newId(), id]))[0]],
  ])('work one after the other: %s', async (_how, lock) => {
    const { orderId } = await take();
    const both = await overlap(
      db,
      (meet) =>
        tenant(async (tx) => {
          await lock(tx, orderId);
          await tx.run(
            sql`update sales_order set note = 'first' where workplace_id = ${workplaceId} and order_id = ${orderId}`,
          );
          await meet();
        }),
      () => tenant(async (tx) => (await lock(tx, orderId))?.note),
    );
    expect(both).toEqual({ first: undefined, second: 'first', waited: true });
  });

  it('keep the newer of two readings, whichever began first', async () => {
    const { order, orderId } = await take();
    const at = (seconds: number) => new Date(Date.parse(order.updatedAt) + seconds * 1_000).toISOString();
    const keep = (tx: Executor, name: string, seconds: number) =>
      saveOrder(tx, world.deps, { match: world.match, onNewOrders: async () => undefined }, owner.scope, place(), {
        order: { ...order, name, updatedAt: at(seconds) },
        readAt: at(seconds),
      });
    const place = () => ({ storeId: owner.storeId, mode: 'sandbox' as const });
    await overlap(
      db,
      (meet) =>
        tenant(async (tx) => {
          await keep(tx, 'newer', 20);
          await meet();
        }),
      () => tenant((tx) => keep(tx, 'older', 10)),
    );
    expect(await nameOf(orderId)).toBe('newer');
  });

  it('touch nothing while the store is carried to another workspace', async () => {
    const { orderId } = await take();
    await tenant((tx) => tx.run(sql`update store set moving = 'carrying' where workplace_id = ${workplaceId}`));
    await expect(tenant((tx) => lockOrder(tx, workplaceId, orderId))).rejects.toThrow('STORE_MOVING');
  });
});

it('a reading from before does not clear what a later one could not read', async () => {
  const row = {
    store_id: owner.storeId,
    external_order_id: '77',
    name: null,
    reason_key: 'ORDER_UNREAD_FORM',
    reason_params: {},
    last_at: '2026-05-01T12:00:00.000Z',
  };
  await tenant((tx) => upsertUnreadableOrder(tx, workplaceId, row));
  const drop = (readAt: string) =>
    tenant((tx) => deleteUnreadableOrders(tx, workplaceId, owner.storeId, [{ externalOrderId: '77', readAt }]));
  expect(await drop('2026-05-01T11:59:59.000Z')).toBe(false);
  expect(await drop('2026-05-01T12:00:00.000Z')).toBe(true);
});
