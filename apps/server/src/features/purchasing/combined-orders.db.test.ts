import type { SupplierOrderView } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { readWallet } from '../wallet/index.ts';
import { previewPlacement } from './actions/preview.ts';
import { requestPlacement } from './actions/request-placement.ts';
import { findOpenClaims } from './queries/claims.ts';
import { findSupplierOrders, listPlacement } from './queries/purchases.ts';
import { findPurchasesOfOrders } from './repo.ts';
import { byOrder } from './tables.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { own, shop } = world;
const FUNDS = 1_000_000;

async function twoOrders(): Promise<{ owner: Owner; ids: [string, string]; orders: ReturnType<typeof fakeOrder>[] }> {
  const owner = await world.owner(FUNDS);
  for (const other of [own, shop]) other.heal();
  for (const book of [own.books.orders, own.books.payments, shop.fulfillments]) book.length = 0;
  shop.orders.clear();
  const orders = [1, 2].map((at) => fakeOrder(at, { customerEmail: 'jane@example.com' }));
  for (const order of orders) {
    shop.orders.set(order.externalOrderId, order);
    await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  }
  const rows = await db.read(owner.scope, (ex) =>
    ex.rows<{ order_id: string }>(sql`select order_id from sales_order
      where workplace_id = ${owner.scope.workplaceId} order by external_order_id`),
  );
  const [first, second] = rows.map((row) => row.order_id);
  if (!first || !second) throw new Error('orders not imported');
  await chooseMethods(owner);
  return { owner, ids: [first, second], orders };
}

/** Combined orders need a shipping method that is known before. */
const chooseMethods = ({ scope }: Owner, method: string | null = 'standard') =>
  db.tenant(scope, (tx) =>
    tx.run(sql`update order_line set shipping_method = ${method} where workplace_id = ${scope.workplaceId}`),
  );

const place = ({ scope }: Owner, ids: readonly string[]) =>
  requestPlacement(
    world.deps,
    scope,
    ids.map((order_id) => ({ order_id })),
    true,
    null,
    [[...ids]],
  );

const purchases = ({ scope }: Owner, ids: readonly string[]) =>
  db.read(scope, (ex) => findPurchasesOfOrders(ex, scope.workplaceId, ids));

const states = ({ scope }: Owner) =>
  db.read(scope, (ex) =>
    ex.rows<{ order_id: string; state: string }>(
      sql`select order_id, state from order_line where workplace_id = ${scope.workplaceId}`,
    ),
  );

it('places several orders as one, pays once, and ships a parcel to each store order once', async () => {
  const { owner, ids } = await twoOrders();
  const answer = await place(owner, ids);
  expect(answer.failed).toEqual(new Map());
  expect(answer.requested).toBe(1);
  await world.settle(owner);
  expect(own.books.orders).toHaveLength(1);
  expect(own.books.payments).toHaveLength(1);
  const [made] = own.books.orders;
  const [row] = await purchases(owner, [ids[1]]);
  expect(row).toMatchObject({ order_id: ids[0], other_order_ids: [ids[1]], state: 'placed', pay_state: 'paid' });
  if (!row || !made) throw new Error('supplier order not found');
  expect(made.lines).toHaveLength(4);
  const parts = byOrder(row);
  expect(parts.reduce((sum, one) => sum + (one.total_cost ?? 0), 0)).toBe(made.total.amount);
  const costs = await db.read(owner.scope, (ex) =>
    ex.rows<{ order_id: string; cost: number }>(sql`select order_id, cost from sales_order
      where workplace_id = ${owner.scope.workplaceId} order by external_order_id`),
  );
  expect(costs.map((one) => one.cost)).toEqual(parts.map((one) => one.total_cost));
  own.ship(made.supplierOrderId, { parcelId: 'p1', state: 'in_transit' });
  for (const _twice of [1, 2]) {
    await world.buying.onSupplierOrderChanged(owner.scope, row.connection_id ?? '', made.supplierOrderId);
    await world.settle(owner);
  }
  expect(shop.fulfillments).toHaveLength(2);
  expect(new Set(shop.fulfillments.map((one) => one.input.externalOrderId)).size).toBe(2);
  const wallet = await db.read(owner.scope, (ex) => readWallet(ex, owner.scope.accountId, 'sandbox'));
  expect((wallet?.bonus ?? 0) + (wallet?.topup ?? 0)).toBe(FUNDS - made.total.amount);
});

it('places one order when two people ask at once', async () => {
  const { owner, ids } = await twoOrders();
  const both = await Promise.all([place(owner, ids), place(owner, ids)]);
  expect(both.map((one) => one.requested).sort()).toEqual([0, 1]);
  await world.settle(owner);
  expect(own.books.orders).toHaveLength(1);
  expect(own.books.payments).toHaveLength(1);
});

it('places and pays once wherever the process is killed', async () => {
  for (let at = 1; at < 200; at++) {
    const { owner, ids } = await twoOrders();
    await db.global((tx) => tx.run(sql`delete from test_job`));
    await place(owner, ids);
    const process = world.killedAt(at);
    await world.jobs.drain(process.handlers).catch(() => undefined);
    const died = process.died();
    await world.passTime(owner, 300);
    await world.settle(owner);
    expect(own.books.orders, `killed at step ${at}`).toHaveLength(1);
    expect(own.books.payments, `killed at step ${at}`).toHaveLength(1);
    expect((await purchases(owner, ids)).map((row) => row.pay_state)).toEqual(['paid']);
    if (!died) return;
  }
}, 120_000);

it('stops the supplier order when one of the orders is canceled before placing', async () => {
  const { owner, ids, orders } = await twoOrders();
  await place(owner, ids);
  const [, second] = orders;
  if (!second) throw new Error('no second order');
  second.cancelledAt = new Date().toISOString();
  second.updatedAt = new Date(Date.parse(second.updatedAt) + 1_000).toISOString();
  await world.settle(owner);
  expect(own.books.orders).toHaveLength(0);
  const [row] = await purchases(owner, ids);
  expect(row).toMatchObject({ state: 'cancelled', error_key: 'COMBINED_ORDER_STOPPED' });
  const lines = await states(owner);
  expect(new Set(lines.filter((line) => line.order_id === ids[0]).map((line) => line.state))).toEqual(
    new Set(['ready']),
  );
  expect(lines.some((line) => line.state === 'placing')).toBe(false);
  // The other one can be bought without it.
  await chooseMethods(owner, null);
  const again = await requestPlacement(world.deps, owner.scope, [{ order_id: ids[0] }], true);
  expect([again.requested, [...again.failed]]).toEqual([1, []]);
  await world.passTime(owner, 300);
  await world.settle(owner);
  expect(own.books.orders).toHaveLength(1);
});

it('is not placed once one of the orders is recorded as canceled, though its store says that it is open', async () => {
  const { owner, ids } = await twoOrders();
  await place(owner, ids);
  await db.tenant(owner.scope, (tx) =>
    tx.run(sql`update sales_order set cancelled_at = now(), cancelled_by = 'channel'
      where workplace_id = ${owner.scope.workplaceId} and order_id = ${ids[1]}`),
  );
  await world.jobs.drain(world.handlers);
  expect(own.books.orders).toHaveLength(0);
  expect(await purchases(owner, ids)).toMatchObject([{ state: 'cancelled', error_key: 'COMBINED_ORDER_STOPPED' }]);
});

it('books a refund once and shares it among the orders', async () => {
  const { owner, ids } = await twoOrders();
  await place(owner, ids);
  await world.settle(owner);
  const [made] = own.books.orders;
  const [row] = await purchases(owner, ids);
  if (!made || !row) throw new Error('supplier order not found');
  Object.assign(made, {
    state: 'cancelled',
    refunds: [{ refundId: 'r1', amount: { ...made.total, amount: 1_001 } }],
  });
  for (const _twice of [1, 2]) {
    await world.buying.onSupplierOrderChanged(owner.scope, row.connection_id ?? '', made.supplierOrderId);
    await world.settle(owner);
  }
  const wallet = await db.read(owner.scope, (ex) => readWallet(ex, owner.scope.accountId, 'sandbox'));
  expect((wallet?.bonus ?? 0) + (wallet?.topup ?? 0)).toBe(FUNDS - made.total.amount + 1_001);
  const [after] = await purchases(owner, ids);
  const total = after ? byOrder(after).reduce((sum, one) => sum + (one.total_cost ?? 0), 0) : 0;
  expect(total).toBe(made.total.amount - 1_001);
  const events = await db.read(owner.scope, (ex) =>
    ex.rows<{ order_id: string }>(
      sql`select order_id from order_event where workplace_id = ${owner.scope.workplaceId} and kind = 'refunded'`,
    ),
  );
  expect(new Set(events.map((one) => one.order_id))).toEqual(new Set(ids));
  expect(events).toHaveLength(2);
});

it('refuses orders to different addresses', async () => {
  const { owner, ids } = await twoOrders();
  await db.tenant(owner.scope, (tx) =>
    tx.run(sql`update sales_order set address = address || '{"address1": "9 Other Road"}'
      where workplace_id = ${owner.scope.workplaceId} and order_id = ${ids[1]}`),
  );
  const answer = await place(owner, ids);
  expect(answer.requested).toBe(0);
  expect([...answer.failed.values()].flat().map((one) => one.key)).toEqual([
    'COMBINE_NOT_POSSIBLE',
    'COMBINE_NOT_POSSIBLE',
  ]);
});

it('refuses groups that name an order twice or an order that is not to be placed', async () => {
  const { owner, ids } = await twoOrders();
  const ask = (combine: string[][]) =>
    requestPlacement(
      world.deps,
      owner.scope,
      ids.map((order_id) => ({ order_id })),
      true,
      null,
      combine,
    );
  const [first, second] = ids;
  for (const combine of [
    [[first, first]],
    [[first, newId()]],
    [
      [first, second],
      [second, first],
    ],
  ])
    await expect(ask(combine)).rejects.toMatchObject({ code: 'COMBINE_NOT_POSSIBLE' });
  expect(await purchases(owner, ids)).toEqual([]);
});

it('shows a shared supplier order with the names and titles of all its orders', async () => {
  const { owner, ids, orders } = await twoOrders();
  const { processId } = await place(owner, ids);
  await world.settle(owner);
  const { workplaceId } = owner.scope;
  const names = orders.map((one) => one.name);
  const [[fromFirst], [fromSecond], shown] = await db.read(owner.scope, async (ex) => [
    await findSupplierOrders(ex, workplaceId, ids[0], 'en'),
    await findSupplierOrders(ex, workplaceId, ids[1], 'en'),
    (await listPlacement(ex, workplaceId, processId ?? '', { page_size: 10 }, 'en')).items,
  ]);
  expect(fromFirst).toMatchObject({
    order_id: ids[0],
    order_name: names.join(', '),
    combined_orders: ids.map((order_id, at) => ({ order_id, name: names[at] })),
  });
  expect({ ...fromSecond, order_part: null }).toEqual({ ...fromFirst, order_part: null });
  // Each order names its own part, and the parts make the whole.
  const part = (one: SupplierOrderView | undefined) => one?.order_part?.cost?.amount ?? 0;
  expect(part(fromFirst)).toBeGreaterThan(0);
  expect(part(fromSecond)).toBeGreaterThan(0);
  expect(part(fromFirst) + part(fromSecond)).toBe(fromFirst?.total_cost?.amount);
  const titles = orders.flatMap((one) => one.lines.map((line) => line.title));
  expect(fromFirst?.line_items.map((one) => one.title).toSorted()).toEqual(titles.toSorted());
  expect(shown).toMatchObject([{ order_name: names.join(', '), status: 'success' }]);
});

it('counts deliveries of every order before it asks for a claim', async () => {
  const { owner, ids } = await twoOrders();
  await place(owner, ids);
  await world.settle(owner);
  const [made] = own.books.orders;
  const [row] = await purchases(owner, ids);
  if (!made || !row) throw new Error('supplier order not found');
  const { workplaceId } = owner.scope;
  const open = () =>
    db.read(owner.scope, (ex) => findOpenClaims(ex, workplaceId, [row.supplier_order_id], new Date().toISOString()));
  expect(await open()).toHaveLength(1);
  own.ship(made.supplierOrderId, { parcelId: 'p1', state: 'in_transit' });
  await world.buying.onSupplierOrderChanged(owner.scope, row.connection_id ?? '', made.supplierOrderId);
  await world.settle(owner);
  await db.tenant(owner.scope, (tx) =>
    tx.run(sql`update shipment set state = 'delivered', delivered_at = now() where workplace_id = ${workplaceId}`),
  );
  expect(await open()).toEqual([]);
});

it('offers to combine with the saving, once the supplier has quoted all items together', async () => {
  const { owner, ids } = await twoOrders();
  await chooseMethods(owner, null);
  const preview = (wanted: readonly string[] = ids) =>
    previewPlacement(
      world.deps,
      owner.scope,
      wanted.map((order_id) => ({ order_id })),
      'en',
    );
  await preview();
  await world.settle(owner);
  const asked = await preview();
  expect(asked.groups).toMatchObject([{ order_ids: ids, shipping_cost: null, saving: null, quotes_pending: true }]);
  expect(asked.groups[0]?.shares.map((one) => one.shipping_cost)).toEqual([null, null]);
  await world.settle(owner);
  const { groups, orders } = await preview();
  const alone = orders.reduce((sum, one) => sum + (one.shipping_cost?.amount ?? 0), 0);
  expect(groups).toMatchObject([{ order_ids: ids, quotes_pending: false }]);
  expect(groups[0]?.shipping_cost?.amount).toBeGreaterThan(0);
  expect(groups[0]?.saving?.amount).toBe(alone - (groups[0]?.shipping_cost?.amount ?? 0));
  const shares = groups[0]?.shares ?? [];
  expect(shares.map((one) => one.separate_cost)).toEqual(orders.map((one) => one.shipping_cost));
  expect((await preview([ids[0]])).groups).toEqual([]);
  // The bill is what was shown.
  await place(owner, ids);
  const placed = await purchases(owner, ids);
  expect(placed).toMatchObject([{ quoted_shipping: groups[0]?.shipping_cost?.amount }]);
  expect(placed.flatMap(byOrder).map((one) => [one.order_id, one.quoted_shipping])).toEqual(
    shares.map((one) => [one.order_id, one.shipping_cost?.amount]),
  );
});
