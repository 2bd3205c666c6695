import { type ChannelOrder, ConnectorError } from '@quayside/connector-kit';
import { AppError, newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { approveOrder } from './actions/approve-order.ts';
import { buyAnyway } from './actions/buy-anyway.ts';
import { saveGuards } from './guard-repo.ts';
import { findSupplierOrders } from './queries/purchases.ts';
import { NO_GUARDS } from './rules/guards.ts';

vi.setConfig({ testTimeout: 120_000 });
const db = await testDatabase();
const world = await tradeWorld(db);
const { shop, own, jobs, handlers } = world;
const askThem = shop.orderStates;

let owner: Owner;
let next = 1;
beforeEach(async () => {
  owner = await world.owner();
  own.books.orders.length = 0;
  own.books.payments.length = 0;
  shop.orders.clear();
  await db.global((tx) => tx.run(sql`delete from test_job`));
});
afterEach(() => {
  shop.orderStates = askThem;
});

async function begin(): Promise<{ id: string; order: ChannelOrder }> {
  next += 1;
  const order = fakeOrder(next);
  return { id: await world.request(owner, order), order };
}
const view = async (id: string) => {
  const views = await db.read(owner.scope, (ex) => findSupplierOrders(ex, owner.scope.workplaceId, id, 'en'));
  const last = views.at(-1);
  if (!last) throw new Error('no supplier order');
  return last;
};
const changed = (order: ChannelOrder, change: Partial<ChannelOrder>) =>
  shop.orders.set(order.externalOrderId, {
    ...order,
    updatedAt: new Date(Date.parse(order.updatedAt) + 60_000).toISOString(),
    ...change,
  });
const silent = () => {
  shop.orderStates = async () => {
    throw new ConnectorError('temporary', 'out of reach');
  };
};
/** A plan without a limit. */
const free = async () => undefined;
const member = () => ({ kind: 'member' as const, id: owner.scope.accountId, name: 'Ada Owner', action: 'POST /buy' });

it('buys and pays while the store is silent, in the name of the person', async () => {
  silent();
  const { id } = await begin();
  await jobs.drain(handlers);
  expect(await view(id)).toMatchObject({ state: 'requested', actions: expect.arrayContaining(['buy_anyway']) });
  const scope = { ...owner.scope, actor: member() };
  const answer = await buyAnyway(world.deps, scope, id, scope.accountId, free);
  expect(answer).toEqual({ requested: 1, failed: [] });
  await world.settle(owner);
  expect(own.books.payments).toHaveLength(1);
  const paid = await view(id);
  expect(paid).toMatchObject({ state: 'placed', pay_state: 'paid' });
  expect(paid.actions).not.toContain('buy_anyway');
  const entries = await db.read(owner.scope, (ex) =>
    ex.rows<{ actor_name: string; after: object }>(sql`select actor_name, after from audit_entry
      where workplace_id = ${owner.scope.workplaceId} and entity = 'order'`),
  );
  expect(entries).toMatchObject([{ actor_name: 'Ada Owner', after: { store_check_skipped_until: expect.anything() } }]);
});

it('does not buy what the store cancelled meanwhile, as its webhook tells, and says so', async () => {
  silent();
  const { id, order } = await begin();
  await jobs.drain(handlers);
  own.fault('createOrder', { kind: 'unknown' });
  await buyAnyway(world.deps, owner.scope, id, owner.scope.accountId, free);
  await jobs.drain(handlers);
  expect(await view(id)).toMatchObject({ state: 'unknown' });
  changed(order, { cancelledAt: new Date(Date.parse(order.updatedAt) + 60_000).toISOString() });
  await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  await world.settle(owner);
  expect(own.books.orders).toEqual([]);
  expect(await view(id)).toMatchObject({ state: 'cancelled', problem: { key: 'ORDER_CANCELLED' } });
});

it('buys and pays what the shopper has not paid, and asks again for what was refused', async () => {
  const { id, order } = await begin();
  changed(order, { financialStatus: 'pending' });
  await world.settle(owner);
  expect(await view(id)).toMatchObject({ state: 'failed', actions: expect.arrayContaining(['buy_anyway']) });
  expect(await buyAnyway(world.deps, owner.scope, id, owner.scope.accountId, free)).toMatchObject({ requested: 1 });
  await world.settle(owner);
  expect(await view(id)).toMatchObject({ state: 'placed', pay_state: 'paid' });
  expect(own.books.payments).toHaveLength(1);
});

it('leaves the second approval to another member than the one who buys anyway', async () => {
  const { id, order } = await begin();
  changed(order, { financialStatus: 'pending' });
  await world.settle(owner);
  const { accountId, workplaceId } = owner.scope;
  await db.tenant(owner.scope, (tx) => saveGuards(tx, workplaceId, { ...NO_GUARDS, approval_above: 100 }));
  await buyAnyway(world.deps, owner.scope, id, accountId, free);
  await world.settle(owner);
  expect(own.books.orders).toEqual([]);
  const approve = (by: string, admit = free) =>
    approveOrder(world.deps, owner.scope, id, { accountId: by, name: 'Somebody', note: null }, admit);
  await expect(approve(accountId)).rejects.toMatchObject({ code: 'GUARD_OWN_REQUEST' });
  const full = async () => {
    throw new AppError('FORBIDDEN', 'QUOTA');
  };
  await expect(approve(newId(), full)).rejects.toMatchObject({ code: 'QUOTA' });
  expect(own.books.orders).toEqual([]);
  expect(await approve(newId())).toMatchObject({ requested: 1 });
});

it('does not buy what turns out not to be paid where a person accepted that the store is silent', async () => {
  silent();
  const { id, order } = await begin();
  await jobs.drain(handlers);
  shop.orderStates = askThem;
  changed(order, { financialStatus: 'pending' });
  await world.passTime(owner, 61);
  await buyAnyway(world.deps, owner.scope, id, owner.scope.accountId, free);
  await world.settle(owner);
  expect(own.books.orders).toEqual([]);
  expect(await view(id)).toMatchObject({ state: 'failed', problem: { key: 'ORDER_NOT_PAID_BY_SHOPPER' } });
});

it('waits for a silent store where a person accepted that the shopper has not paid', async () => {
  const { id, order } = await begin();
  changed(order, { financialStatus: 'pending' });
  await world.settle(owner);
  silent();
  await world.passTime(owner, 61);
  await buyAnyway(world.deps, owner.scope, id, owner.scope.accountId, free);
  await jobs.drain(handlers);
  expect(own.books.orders).toEqual([]);
  expect(await view(id)).toMatchObject({ state: 'requested', waiting: { key: 'WAITS_STORE_ANSWER' } });
});

it('reads an order again before buying it where the store is back and says that a part was refunded', async () => {
  silent();
  const { id, order } = await begin();
  await jobs.drain(handlers);
  await buyAnyway(world.deps, owner.scope, id, owner.scope.accountId, free);
  shop.orderStates = askThem;
  const [first, ...others] = order.lines;
  if (!first) throw new Error('no line');
  changed(order, {
    financialStatus: 'partially_refunded',
    lines: [{ ...first, refundedQuantity: first.quantity, fulfillableQuantity: 0 }, ...others],
  });
  shop.fault('getOrder', { kind: 'temporary' });
  await world.passTime(owner, 61);
  await jobs.drain(handlers);
  expect(own.books.orders).toEqual([]);
  await world.settle(owner);
  expect(own.books.orders).toEqual([]);
  expect(await view(id)).toMatchObject({ problem: { key: 'ORDER_CHANGED_BEFORE_PLACING' } });
});

it('waits while another worker is asking the store', async () => {
  silent();
  const { id } = await begin();
  await jobs.drain(handlers);
  await buyAnyway(world.deps, owner.scope, id, owner.scope.accountId, free);
  await db.tenant(owner.scope, (tx) =>
    tx.run(sql`update store_check set asking_until = db_clock() + interval '10 minutes'
      where workplace_id = ${owner.scope.workplaceId}`),
  );
  await world.passTime(owner, 61);
  await jobs.drain(handlers);
  expect(own.books.orders).toEqual([]);
});

it('does not buy what the store cancelled', async () => {
  silent();
  const { id, order } = await begin();
  await jobs.drain(handlers);
  await buyAnyway(world.deps, owner.scope, id, owner.scope.accountId, free);
  shop.orderStates = askThem;
  changed(order, { cancelledAt: new Date().toISOString() });
  await world.passTime(owner, 61);
  await world.settle(owner);
  expect(own.books.orders).toEqual([]);
  await expect(buyAnyway(world.deps, owner.scope, id, owner.scope.accountId, free)).rejects.toMatchObject({
    code: 'ORDER_CANCELLED',
  });
});

it('is refused where nothing waits for the store, and for an order that is not there', async () => {
  const { id } = await begin();
  await world.settle(owner);
  await expect(buyAnyway(world.deps, owner.scope, id, owner.scope.accountId, free)).rejects.toMatchObject({
    code: 'NOTHING_WAITS_FOR_STORE',
  });
  const other = await world.owner();
  await expect(buyAnyway(world.deps, other.scope, id, other.scope.accountId, free)).rejects.toMatchObject({
    code: 'OrderDetailNotFound',
  });
});
