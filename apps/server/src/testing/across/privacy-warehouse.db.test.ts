import { createGuardedHttp } from '@quayside/connector-kit';
import { quayside } from '@quayside/connector-quayside';
import { newId, newToken } from '@quayside/kernel';
import { fakeOrder, orderLine } from '@quayside/testing/fakes/fake-trade.ts';
import fastify from 'fastify';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { sql, withClient } from '../../db/index.ts';
import { feedbackTexts } from '../../features/order-feedback/index.ts';
import { fileRequest } from '../../features/privacy/actions/file-request.ts';
import { requestErasure } from '../../features/privacy/actions/request-erasure.ts';
import { workPrivacy } from '../../features/privacy/actions/work-requests.ts';
import { register } from '../../features/privacy/index.ts';
import { ERASING_SUPPLIERS } from '../../features/privacy/rules/suppliers.ts';
import { requestTexts } from '../../features/purchasing/index.ts';
import { returnTexts } from '../../features/returns/index.ts';
import { addParcelEvent } from '../../features/warehouse/actions/add-parcel-event.ts';
import { packOrder } from '../../features/warehouse/actions/pack-order.ts';
import { refuseLine } from '../../features/warehouse/actions/refuse-line.ts';
import { shipParcel } from '../../features/warehouse/actions/ship-order.ts';
import {
  ensureInstallation,
  serveWarehouse,
  stockWarehouse,
  WAREHOUSE_PREFIX,
} from '../../features/warehouse/index.ts';
import { PEOPLE } from '../../features/warehouse/staff.ts';
import { installed } from '../../installed/index.ts';
import { testDatabase } from '../db/index.ts';
import { type Owner, tradeWorld } from '../fakes/trade-world.ts';
import { mug } from '../warehouse/warehouse-goods.ts';

/** The real warehouse of this installation, reached as a supplier: over HTTP, by its connector. */
const db = await testDatabase();
const world = await tradeWorld(db);
const { deps, shop, own } = world;
const key = newToken();
await ensureInstallation(db, { name: 'Own', mode: 'sandbox', role: 'client', key });
await stockWarehouse(db, [mug()]);
const app = fastify({ forceCloseConnections: true });
await serveWarehouse(app, deps);
const baseUrl = (await app.listen({ host: '127.0.0.1', port: 0 })) + WAREHOUSE_PREFIX;
const http = createGuardedHttp({ allowHosts: () => [new URL(baseUrl).host] });
for (const [name, method] of Object.entries(quayside))
  if (typeof method === 'function' && !name.includes('ebhook'))
    Object.assign(own, {
      [name]: (ctx: object, ...rest: unknown[]) =>
        (method as (...args: unknown[]) => unknown)({ ...ctx, http, baseUrl, credentials: { key } }, ...rest),
    });
for (const [sku, id] of [
  ['SKU-A', 'T-1-R'],
  ['SKU-B', 'T-1-B'],
] as const)
  world.sources[sku] = { sourceProductId: 'T-1', sourceVariantId: id, sourceSku: id, cost: 310 };
afterAll(async () => {
  await app.close();
  await http.close();
});

const MARKER = /jane\d+@|Jane|Doe|Main Street|Springfield|555 0100|zz-secret/;
const handlers = register(deps, { refundRequests: requestTexts, returns: returnTexts, feedback: feedbackTexts }).jobs;
let owner: Owner;
let next = 9_000;
beforeEach(async () => {
  owner = await world.owner();
  shop.orders.clear();
  await db.global(async (tx) => {
    await tx.run(sql`delete from test_job`);
    await tx.run(sql`update warehouse.variant set stock = 100`);
  });
});

/** Bought at the warehouse, and completed as far as the store knows. Returns the warehouse's id. */
async function bought(email: string): Promise<{ id: string; externalId: string; warehouseId: string }> {
  next += 1;
  const order = fakeOrder(next, { customerEmail: email, lines: [orderLine('a', 'SKU-A'), orderLine('b', 'SKU-B')] });
  shop.orders.set(order.externalOrderId, order);
  await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  const { workplaceId } = owner.scope;
  const row = await db.read(owner.scope, (ex) =>
    ex.first<{ order_id: string }>(sql`select order_id from sales_order
      where workplace_id = ${workplaceId} and external_order_id = ${order.externalOrderId}`),
  );
  const id = row?.order_id ?? '';
  await world.buy(owner, id);
  const made = await db.read(owner.scope, (ex) =>
    ex.first<{ no: string }>(sql`select source_order_no as no from supplier_order
      where workplace_id = ${workplaceId} and order_id = ${id} and pay_state = 'paid'`),
  );
  if (!made) throw new Error('the order was not bought');
  await db.tenant(owner.scope, (tx) =>
    tx.run(
      sql`update sales_order set fulfillment_status = 'fulfilled' where workplace_id = ${workplaceId} and order_id = ${id}`,
    ),
  );
  await sync(made.no);
  return { id, externalId: order.externalOrderId, warehouseId: made.no };
}

async function sync(warehouseId: string): Promise<void> {
  const { workplaceId } = owner.scope;
  const row = await db.read(owner.scope, (ex) =>
    ex.first<{ id: string }>(sql`select connection_id as id from supplier_order
      where workplace_id = ${workplaceId} and source_order_no = ${warehouseId}`),
  );
  await world.buying.onSupplierOrderChanged(owner.scope, row?.id ?? '', warehouseId);
  await world.settle(owner);
}

async function deliver(warehouseId: string): Promise<string> {
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 2, hour)).toISOString();
  await packOrder(deps, PEOPLE, warehouseId);
  const parcelId = await shipParcel(deps, PEOPLE, {
    orderId: warehouseId,
    carrier: 'UPS',
    trackingNumber: `T-${warehouseId}`,
    trackingUrl: 'https://example.com/?to=zz-secret',
    at: at(1),
  });
  const words = { description: 'Left with zz-secret', location: 'Springfield' };
  await addParcelEvent(deps, PEOPLE, parcelId, { at: at(2), state: 'delivered', ...words });
  await sync(warehouseId);
  return parcelId;
}

/** Tables of the warehouse in which a row still shows the shopper. */
async function traces(): Promise<string[]> {
  return withClient(db.superuserUrl, 'traces', async (client) => {
    const tables = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'warehouse' order by 1`,
    );
    const found: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from warehouse.${name} t`);
      if (rows.some(({ row }) => MARKER.test(row))) found.push(name);
    }
    return found;
  });
}

const books = () =>
  db.global((tx) =>
    tx.rows<
      Record<string, unknown>
    >(sql`select p.order_id, p.number, p.reference, p.order_name, p.state, p.currency, p.items_cost, p.shipping_cost, p.paid_at,
        p.updated_at, p.address ->> 'countryCode' as country,
        (select jsonb_agg(to_jsonb(y) order by y.payment_id) from warehouse.payment y where y.order_id = p.order_id) as payments,
        (select sum(l.quantity * l.unit_cost) from warehouse.purchase_line l where l.order_id = p.order_id) as lines,
        (select jsonb_agg(jsonb_build_array(c.tracking_number, c.state) order by c.parcel_id) from warehouse.parcel c where c.order_id = p.order_id) as parcels
      from warehouse.purchase p order by p.order_id`),
  );
const request = () =>
  db.read(owner.scope, (ex) =>
    ex.first<{ request_id: string; state: string; outcome: Record<string, unknown> }>(
      sql`select request_id, state, outcome from privacy_request where workplace_id = ${owner.scope.workplaceId}`,
    ),
  );
const view = (warehouseId: string) =>
  db.global((tx) =>
    tx.first<{ state: string; address: object; refunded: number }>(sql`select state, address,
        (select coalesce(sum(amount), 0)::int from warehouse.payment y where y.order_id = p.order_id and kind = 'refund') as refunded
      from warehouse.purchase p where order_id = ${warehouseId}`),
  );

it('an erased shopper is nowhere in our own warehouse, and its books are as they were', async () => {
  const done = await bought('jane1@example.com');
  const parcelId = await deliver(done.warehouseId);
  const packing = await bought('jane1@example.com');
  expect(await traces()).toEqual(['parcel', 'parcel_event', 'purchase']);
  const before = await books();
  const wanted = { by: 'email' as const, value: 'jane1@example.com' };
  // Its store says that it is completed, but the warehouse has not sent it yet.
  await expect(requestErasure(deps, owner.who, wanted, 'now')).rejects.toThrow('PRIVACY_ORDERS_UNDER_WAY');
  await requestErasure(deps, owner.who, wanted, 'completed');
  await world.jobs.drain(handlers);
  expect(await request()).toMatchObject({ state: 'waiting', outcome: { orders: 1, suppliers: [] } });
  expect(await view(done.warehouseId)).toEqual({ state: 'delivered', address: { countryCode: 'US' }, refunded: 0 });
  expect((await view(packing.warehouseId))?.address).toMatchObject({ firstName: 'Jane' });

  await deliver(packing.warehouseId);
  const shipped = await books();
  await workPrivacy(deps, owner.scope);
  await world.jobs.drain(handlers);
  expect(await request()).toMatchObject({ state: 'done', outcome: { orders: 2, suppliers: [] } });
  expect(await traces()).toEqual([]);
  expect(await books()).toEqual(shipped);
  expect(shipped.slice(0, 1)).toEqual(before.slice(0, 1));
  // A late word of the carrier moves the parcel, and says nothing of the shopper.
  const late = { description: 'zz-secret refused it', location: 'Springfield' };
  await addParcelEvent(deps, PEOPLE, parcelId, { at: '2026-01-03T00:00:00.000Z', state: 'exception', ...late });
  expect(await traces()).toEqual([]);
  const parcel = await db.global((tx) =>
    tx.first(sql`select state from warehouse.parcel where parcel_id = ${parcelId}`),
  );
  expect(parcel).toEqual({ state: 'exception' });
});

it('a platform’s last day cancels what can be cancelled, and erases what is being packed', async () => {
  const paid = await bought('jane2@example.com');
  const packing = await bought('jane2@example.com');
  await packOrder(deps, PEOPLE, packing.warehouseId);
  const subject = {
    kind: 'erase' as const,
    platformDomain: 'x',
    customer: { email: 'jane2@example.com' },
    orderIds: [],
  };
  await fileRequest(deps, owner.scope, { store_id: owner.storeId, platform: 'shopify' }, subject, newId());
  await workPrivacy(deps, owner.scope);
  expect(await request()).toMatchObject({ state: 'waiting' });
  await db.tenant(owner.scope, (tx) =>
    tx.run(sql`update privacy_request set requested_at = now() - interval '29 days 1 hour'
      where workplace_id = ${owner.scope.workplaceId}`),
  );
  await workPrivacy(deps, owner.scope);
  await world.jobs.drain(handlers);
  expect(await request()).toMatchObject({ state: 'done' });
  const address = { countryCode: 'US' };
  const cost = (await books()).find((one) => one.order_id === paid.warehouseId) as Record<string, number>;
  const due = (cost.items_cost ?? 0) + (cost.shipping_cost ?? 0);
  expect(await view(paid.warehouseId)).toEqual({ state: 'cancelled', address, refunded: due });
  expect(await view(packing.warehouseId)).toEqual({ state: 'processing', address, refunded: 0 });
  await refuseLine(deps, PEOPLE, { orderId: packing.warehouseId, lineNo: 1, reason: 'zz-secret called' });
  await deliver(packing.warehouseId);
  expect(await view(packing.warehouseId)).toMatchObject({ state: 'delivered', address });
  expect(await traces()).toEqual([]);
});

it('asks again later while the warehouse still has to send something', async () => {
  const one = await bought('jane3@example.com');
  const connection = await db.read(owner.scope, (ex) =>
    ex.first<{ id: string; reference: string }>(sql`select connection_id as id, reference from supplier_order
      where workplace_id = ${owner.scope.workplaceId} and order_id = ${one.id}`),
  );
  const job = handlers.find(({ kind }) => kind.name === 'erase-at-supplier');
  const erase = () =>
    job?.handle(
      { ...owner.scope, connectionId: connection?.id, references: [connection?.reference], isForced: false },
      {} as never,
    );
  await expect(erase()).rejects.toMatchObject({ name: 'Later' });
  expect(await traces()).toEqual(['purchase']);
  await deliver(one.warehouseId);
  await erase();
  expect(await traces()).toEqual([]);
});

it('the suppliers that erase at our request are those whose connectors can', () => {
  const able = Object.values(installed.suppliers).filter((one) => one.eraseOrders);
  expect(able.map((one) => one.id)).toEqual([...ERASING_SUPPLIERS]);
});
