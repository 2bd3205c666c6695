import type { SupplierOrder } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, expect, it } from 'vitest';
import { type Executor, sql } from '../../db/index.ts';
import { makeEvidence } from '../../features/evidence/actions/make-evidence.ts';
import { requestEvidence } from '../../features/evidence/actions/request-evidence.ts';
import { evidenceView } from '../../features/evidence/queries/evidence-view.ts';
import { readFile } from '../../features/files/index.ts';
import { createStoreNames, findTimeline } from '../../features/orders/index.ts';
import { requestPlacement } from '../../features/purchasing/actions/request-placement.ts';
import { requestRefund } from '../../features/purchasing/actions/request-refund.ts';
import { findOpenClaims, findPartlySent, findUnshipped, unsentRequests } from '../../features/purchasing/index.ts';
import { findPurchasesOfOrders, linesOfPurchases } from '../../features/purchasing/repo.ts';
import { byOrder } from '../../features/purchasing/tables.ts';
import { checkAlarms } from '../../features/tracking/actions/check-alarms.ts';
import { testDatabase } from '../db/index.ts';
import { type Owner, tradeWorld } from '../fakes/trade-world.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { shop, own, deps } = world;

let owner: Owner;
let ids: [string, string];
let names: [string, string];
let made: SupplierOrder;
const workplaceId = () => owner.scope.workplaceId;
const read = <T>(work: (ex: Executor) => Promise<T>): Promise<T> => db.read(owner.scope, work);
const purchase = async () => {
  const [row] = await read((ex) => findPurchasesOfOrders(ex, workplaceId(), ids));
  if (!row) throw new Error('supplier order not found');
  return row;
};

/** Two orders of one customer in one paid supplier order. */
beforeEach(async () => {
  await db.global((tx) => tx.run(sql`delete from test_job`));
  owner = await world.owner(1_000_000);
  for (const book of [own.books.orders, own.books.payments, shop.fulfillments]) book.length = 0;
  shop.orders.clear();
  for (const at of [1, 2]) {
    const order = fakeOrder(at, { customerEmail: 'jane@example.com' });
    if (at === 2) order.lines.splice(1);
    shop.orders.set(order.externalOrderId, order);
    await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  }
  const rows = await read((ex) =>
    ex.rows<{ order_id: string; name: string }>(
      sql`select order_id, name from sales_order where workplace_id = ${workplaceId()} order by external_order_id`,
    ),
  );
  const [first, second] = rows;
  if (!first || !second) throw new Error('orders not imported');
  ids = [first.order_id, second.order_id];
  names = [first.name, second.name];
  await db.tenant(owner.scope, (tx) =>
    tx.run(sql`update order_line set shipping_method = 'standard' where workplace_id = ${workplaceId()}`),
  );
  const wanted = ids.map((order_id) => ({ order_id }));
  await requestPlacement(deps, owner.scope, wanted, true, null, [ids]);
  await world.settle(owner);
  const [only] = own.books.orders;
  if (!only) throw new Error('nothing was placed');
  made = only;
});

async function ship(): Promise<void> {
  own.ship(made.supplierOrderId, { parcelId: 'p1', state: 'in_transit' });
  const { connection_id: id } = await purchase();
  await world.buying.onSupplierOrderChanged(owner.scope, id ?? '', made.supplierOrderId);
  await world.settle(owner);
}

it('names the other order in the timeline of each', async () => {
  const textOf = async (id: string) =>
    (await read((ex) => findTimeline(ex, workplaceId(), id, 'en'))).find((one) => one.kind === 'created_to_supplier')
      ?.text;
  expect(await textOf(ids[0])).toBe(`Placed with Quayside together with ${names[1]}, number ${made.number}`);
  expect(await textOf(ids[1])).toBe(`Placed with Quayside together with ${names[0]}, number ${made.number}`);
});

async function evidence(subject: { order_id: string; refund_request_id?: string }) {
  const id = await requestEvidence(deps, owner.who, subject);
  const run = { isLastTry: true, signal: new AbortController().signal };
  await makeEvidence(deps, createStoreNames(Date.now), owner.scope, id, run);
  const { zip } = await evidenceView(deps, owner.who, id);
  const files = unzipSync((await readFile(deps, zip?.id ?? ''))?.bytes ?? new Uint8Array());
  return JSON.parse(strFromU8(files['evidence.json'] ?? new Uint8Array()));
}

it('gives evidence of an order with its own items and its part of the costs', async () => {
  await ship();
  const parts = byOrder(await purchase());
  const costs = (at: number) => ({
    combined_orders: names,
    items_cost: { amount: parts[at]?.items_cost, currency: 'USD' },
    shipping_cost: { amount: parts[at]?.shipping_cost, currency: 'USD' },
    total_cost: { amount: parts[at]?.total_cost, currency: 'USD' },
  });
  const [first, second] = [
    (await evidence({ order_id: ids[0] })).supplier_orders,
    (await evidence({ order_id: ids[1] })).supplier_orders,
  ];
  expect(first).toMatchObject([costs(0)]);
  expect(second).toMatchObject([costs(1)]);
  expect([first[0].items.length, second[0].items.length]).toEqual([2, 1]);
  expect(first[0].total_cost.amount + second[0].total_cost.amount).toBe(made.total.amount);
});

it('gives evidence of a refund request with nothing of the other order', async () => {
  await ship();
  const [, part] = byOrder(await purchase());
  const { supplier_order_id: supplierOrderId } = await purchase();
  const bought = await read((ex) => linesOfPurchases(ex, workplaceId(), [supplierOrderId]));
  const requests = [];
  for (const [at, order_id] of ids.entries())
    requests.push(
      await requestRefund(deps, owner.who, {
        order_id,
        line_items: bought
          .filter((line) => line.order_id === order_id)
          .map((line) => ({ id: line.line_id, quantity: line.quantity })),
        type: 'refund',
        reason: 'item_not_received',
        description: `Not received ${at}`,
        photo_ids: [],
        idempotency_key: newId(),
      }),
    );
  const own = bought.filter((line) => line.order_id === ids[1]).map((line) => line.line_id);
  const found = await evidence({ order_id: ids[1], refund_request_id: requests[1] ?? '' });
  expect(found.claims).toMatchObject([
    { description: 'Not received 1', amount: { amount: part?.total_cost }, items: [{ line_id: own[0] }] },
  ]);
  expect(found.supplier_orders).toMatchObject([{ total_cost: { amount: part?.total_cost }, items: [{ id: own[0] }] }]);
  expect(found.order).toMatchObject({ name: names[1], items: [{ id: own[0] }] });
  expect(found.parcels).toMatchObject([{ items: [{ id: own[0] }] }]);
  expect(JSON.stringify(found)).not.toContain('Not received 0');
});

it('alarms about the order that still waits', async () => {
  const ports = { findUnshipped, findPartlySent, findOpenClaims, unsentRequests };
  const check = () => checkAlarms(deps, ports, owner.scope, new AbortController().signal);
  const alarms = () =>
    read((ex) =>
      ex.rows(sql`select order_id, state from shipment_alarm where workplace_id = ${workplaceId()} and kind = 'no_number'
        order by opened_at, alarm_id`),
    );
  await db.tenant(owner.scope, (tx) =>
    tx.run(sql`update supplier_order set paid_at = seconds_after(paid_at, -777600), placed_at = seconds_after(placed_at, -777600)
      where workplace_id = ${workplaceId()}`),
  );
  await check();
  expect(await alarms()).toEqual([{ order_id: ids[0], state: 'open' }]);
  await db.tenant(owner.scope, (tx) =>
    tx.run(sql`update sales_order set cancelled_at = now(), cancelled_by = 'channel'
      where workplace_id = ${workplaceId()} and order_id = ${ids[0]}`),
  );
  for (const _twice of [1, 2]) await check();
  expect(await alarms()).toEqual([
    { order_id: ids[0], state: 'closed' },
    { order_id: ids[1], state: 'open' },
  ]);
});

it('points a claim at the order whose items did not arrive', async () => {
  await ship();
  const { supplier_order_id: id } = await purchase();
  const arrived = (orderId: string) =>
    db.tenant(owner.scope, (tx) =>
      tx.run(sql`update shipment set state = 'delivered', delivered_at = now()
        where workplace_id = ${workplaceId()} and order_id = ${orderId}`),
    );
  const claims = () => read((ex) => findOpenClaims(ex, workplaceId(), [id], new Date().toISOString()));
  await arrived(ids[0]);
  expect(await claims()).toMatchObject([{ order_id: ids[1] }]);
  await arrived(ids[1]);
  expect(await claims()).toEqual([]);
});
