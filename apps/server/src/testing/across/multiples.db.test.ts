import { newId } from '@quayside/kernel';
import { fakeProduct } from '@quayside/testing/fakes/fake-supplier.ts';
import { fakeOrder, orderLine } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, sql } from '../../db/index.ts';
import { findShipments } from '../../features/fulfilment/index.ts';
import { mapVariants } from '../../features/mapping/actions/map-variants.ts';
import { findProductMapping } from '../../features/mapping/queries/product-mapping.ts';
import { findLines, findOrder } from '../../features/orders/index.ts';
import { createImport, findVariants, getImportName, multiplesIn } from '../../features/products/index.ts';
import { changeSupplier } from '../../features/purchasing/actions/change-supplier.ts';
import { createPlacing } from '../../features/purchasing/actions/place-supplier-order.ts';
import { requestPlacement } from '../../features/purchasing/actions/request-placement.ts';
import { createStoreGate } from '../../features/purchasing/actions/store-gate.ts';
import { findPurchasesOfOrders, linesOfPurchases } from '../../features/purchasing/repo.ts';
import { syncCatalogue } from '../../features/sourcing/index.ts';
import { readWallet } from '../../features/wallet/index.ts';
import { PATIENCE } from '../../jobs/effect/pauses.ts';
import { testDatabase } from '../db/index.ts';
import { type Owner, tradeWorld } from '../fakes/trade-world.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { deps, jobs, own, shop } = world;
own.products = [fakeProduct(1)];
await syncCatalogue(deps, 'quayside', 'sandbox');

const MONEY = 1_000_000;
/** Of one piece. */
const PIECE = 1_001;
/** Two units of three pieces, with shipping. */
const COST = 6 * PIECE + 400;

let owner: Owner;
let productId: string;
let next = 1;

const quota = {
  admit: async (_s: unknown, _f: unknown, wanted: number) => ({ fits: wanted, confirm: async () => undefined }),
};
const importProducts = createImport(deps, { quota, onImported: async () => undefined });
const read = <T>(fn: (ex: Executor) => Promise<T>): Promise<T> => db.read(owner.scope, fn);
const here = () => owner.scope.workplaceId;
const lines = (orderId: string) => read((ex) => findLines(ex, here(), [orderId]));
const parcels = (orderId: string) => read((ex) => findShipments(ex, here(), orderId, 'en'));
const idle = ['draw-pictures', 'refresh-source', 'take-order'].map((name) => ({
  kind: { name, payload: { parse: (payload: unknown) => payload } },
  handle: async () => undefined,
}));
const drain = () => jobs.drain([...world.handlers, ...(idle as never[])]);

async function map(pieces: number): Promise<void> {
  const choice = { source: 'quayside', source_product_id: 'p1', sku_id: 'p1-v1', pieces_per_unit: pieces, ship_to: [] };
  const of = { store_id: owner.storeId, external_product_id: 'xp-SKU-A', external_variant_id: 'xv-SKU-A' };
  await mapVariants(deps, owner.scope, productId, [
    { ...of, title: 'Lamps', variant_title: '3-pack', choices: [choice] },
  ]);
}

async function orderIn(units = 2): Promise<string> {
  next += 1;
  const order = fakeOrder(next, {
    lines: [orderLine('a', 'SKU-A', { quantity: units, fulfillableQuantity: units })],
  });
  shop.orders.set(order.externalOrderId, order);
  await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  const row = await read((ex) =>
    ex.first<{ order_id: string }>(sql`select order_id from sales_order
      where workplace_id = ${here()} and external_order_id = ${order.externalOrderId}`),
  );
  return row?.order_id ?? '';
}

const purchases = async (orderId: string) => {
  const rows = await read((ex) => findPurchasesOfOrders(ex, here(), [orderId]));
  const ids = rows.map((row) => row.supplier_order_id);
  return { rows, lines: await read((ex) => linesOfPurchases(ex, here(), ids)) };
};

/** The supplier sends pieces in a parcel, and tells of it twice. */
async function ship(
  parcelId: string,
  quantity: number,
  state: 'in_transit' | 'delivered' = 'in_transit',
): Promise<void> {
  const made = own.books.orders.at(-1);
  if (!made) throw new Error('nothing to ship');
  own.ship(made.supplierOrderId, { parcelId, lines: [{ sourceVariantId: 'p1-v1', quantity }], state });
  for (const _time of [1, 2]) await hear();
}

async function hear(): Promise<void> {
  const row = await read((ex) =>
    ex.first<{
      connection_id: string;
      source_order_no: string;
    }>(sql`select connection_id, source_order_no from supplier_order
      where workplace_id = ${here()} and source_order_no is not null order by supplier_order_id desc limit 1`),
  );
  if (row) await world.buying.onSupplierOrderChanged(owner.scope, row.connection_id, row.source_order_no);
}

const toldUnits = () =>
  shop.fulfillments.flatMap((one) => one.input.lines).reduce((sum, line) => sum + line.quantity, 0);

beforeEach(fresh);
async function fresh(): Promise<void> {
  owner = await world.owner(MONEY);
  for (const list of [own.books.orders, own.books.payments, shop.fulfillments, shop.updates]) list.length = 0;
  own.prices = { 'p1-v1': PIECE };
  own.hides = false;
  shop.hides = false;
  shop.orders.clear();
  world.sources['SKU-A'] = null;
  const ask = { source: 'quayside' as const, mode: 'sandbox' as const, sourceProductId: 'p1', shipTo: 'US' };
  productId = (await importProducts(owner.scope, [ask])).imported.get(getImportName(ask))?.productId ?? '';
  await db.global((tx) => tx.run(sql`delete from test_job`));
}

/** What was bought, paid and booked: six pieces, once. */
async function expectBoughtOnce(orderId: string): Promise<void> {
  expect(own.books.orders.map((one) => one.lines)).toEqual([[{ sourceVariantId: 'p1-v1', quantity: 6 }]]);
  expect(own.books.payments.map((one) => one.amount.amount)).toEqual([COST]);
  const { rows, lines: bought } = await purchases(orderId);
  expect(rows).toMatchObject([{ state: 'placed', pay_state: 'paid', items_cost: 6 * PIECE, total_cost: COST }]);
  expect(bought).toMatchObject([{ quantity: 6, pieces_per_unit: 3, unit_cost: PIECE }]);
  const wallet = await read((ex) => readWallet(ex, owner.scope.accountId, 'sandbox'));
  expect(wallet).toMatchObject({ bonus: MONEY - COST, reserved: 0 });
  expect(await read((ex) => findOrder(ex, here(), orderId))).toMatchObject({ cost: COST, cost_is_whole: true });
}

describe('a variant sold as several pieces', () => {
  it('is bought as pieces, at their cost', async () => {
    await map(3);
    const [mapped] = await read((ex) => findProductMapping(ex, here(), productId));
    expect(mapped?.choices).toMatchObject([{ sku_id: 'p1-v1', pieces_per_unit: 3 }]);
    const id = await orderIn();
    expect((await lines(id))[0]).toMatchObject({ state: 'ready', quantity: 2, pieces_per_unit: 3, unit_cost: PIECE });
    expect(await read((ex) => findOrder(ex, here(), id))).toMatchObject({ cost: 6 * PIECE });
    await world.buy(owner, id);
    await expectBoughtOnce(id);
  });

  it('is bought only once when it is requested again or by two workers', async () => {
    await map(3);
    const id = await orderIn();
    await Promise.all([1, 2].map(() => requestPlacement(deps, owner.scope, [{ order_id: id }], true)));
    const { rows } = await purchases(id);
    expect(rows).toHaveLength(1);
    const another = createPlacing({
      deps,
      patience: PATIENCE,
      progress: world.buying.progress,
      storeGate: createStoreGate(deps),
    });
    const meanwhile = () =>
      another.run(owner.scope, rows[0]?.supplier_order_id ?? '').then(
        () => undefined,
        () => undefined,
      );
    own.fault('createOrder', { kind: 'unknown', after: true, meanwhile });
    await world.settle(owner);
    await expectBoughtOnce(id);
  });

  it('is bought once by a process that is killed at any step', async () => {
    let steps = 0;
    for (let at = 1; at < 200; at++) {
      await fresh();
      await map(3);
      const id = await orderIn();
      await requestPlacement(deps, owner.scope, [{ order_id: id }], true);
      const dying = world.killedAt(at);
      await jobs.drain(dying.handlers).catch(() => undefined);
      await world.passTime(owner, 3_600);
      await world.sweeping.now();
      await world.settle(owner);
      await expectBoughtOnce(id);
      if (!dying.died()) break;
      steps = at;
    }
    expect(steps).toBeGreaterThan(8);
  }, 180_000);

  it('keeps what it was bought as while its mapping changes; others follow', async () => {
    await map(3);
    const bought = await orderIn();
    await world.buy(owner, bought);
    const waiting = await orderIn();
    await map(2);
    await drain();
    expect((await lines(bought))[0]).toMatchObject({ state: 'placed', pieces_per_unit: 3 });
    expect((await lines(waiting))[0]).toMatchObject({ state: 'ready', pieces_per_unit: 2 });
    await world.buy(owner, waiting);
    expect(own.books.orders.map((one) => one.lines[0]?.quantity)).toEqual([6, 4]);
  });

  it('is not placed as something else than was asked for when the store sells fewer meanwhile', async () => {
    await map(3);
    const id = await orderIn();
    await requestPlacement(deps, owner.scope, [{ order_id: id }], true);
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update order_line set fulfillable_quantity = 1 where workplace_id = ${here()} and order_id = ${id}`),
    );
    await world.settle(owner);
    expect(own.books.orders).toEqual([]);
    expect((await lines(id))[0]).toMatchObject({ state: 'ready', pieces_per_unit: 3 });
  });

  it('keeps its pieces at another supplier, or gets others with him', async () => {
    await map(3);
    const id = await orderIn();
    const [line] = await lines(id);
    const wish = { id: line?.line_id ?? '', source: 'quayside', source_product_id: 'p1', sku_id: 'p1-v2' } as const;
    await changeSupplier(deps, { match: world.match }, owner.who, id, [wish]);
    expect((await lines(id))[0]).toMatchObject({ source_variant_id: 'p1-v2', pieces_per_unit: 3, replaced: true });
    await changeSupplier(deps, { match: world.match }, owner.who, id, [{ ...wish, pieces_per_unit: 5 }]);
    expect((await lines(id))[0]).toMatchObject({ pieces_per_unit: 5 });
    await changeSupplier(deps, { match: world.match }, owner.who, id, [{ id: wish.id, original: true }]);
    expect((await lines(id))[0]).toMatchObject({ source_variant_id: 'p1-v1', pieces_per_unit: 3, replaced: false });
  });
});

describe('parcels of a multiple', () => {
  async function bought(): Promise<string> {
    await map(3);
    const id = await orderIn();
    await world.buy(owner, id);
    return id;
  }

  it('tell the store of whole units, and of the number of each parcel', async () => {
    const id = await bought();
    await ship('one', 4);
    await world.settle(owner);
    expect(toldUnits()).toBe(1);
    expect((await lines(id))[0]).toMatchObject({ state: 'placed', fulfillable_quantity: 1 });
    await ship('two', 1);
    await world.settle(owner);
    expect(toldUnits()).toBe(1);
    const [, second] = await parcels(id);
    expect(second).toMatchObject({ report_state: 'not_needed', problem: { key: 'PARCEL_PART_OF_UNIT' } });
    expect(second?.line_items).toMatchObject([{ quantity: 1, pieces_per_unit: 3, units: 0 }]);
    await ship('three', 1);
    await world.settle(owner);
    expect(shop.fulfillments.map(({ input }) => [input.tracking.number, input.lines, input.completesOrder])).toEqual([
      ['T-one', [{ externalLineId: 'a', quantity: 1 }], false],
      ['T-three', [{ externalLineId: 'a', quantity: 1 }], true],
    ]);
    const all = await parcels(id);
    expect(shop.updates.map((one) => one.to.number)).toEqual(['T-two']);
    expect(all.map((one) => [one.report_state, one.problem])).toEqual(Array(3).fill(['sent', null]));
    expect(all[1]?.same_items_as).toBe(all[2]?.id);
    expect((await lines(id))[0]).toMatchObject({ state: 'shipped', fulfillable_quantity: 0 });
    expect(await read((ex) => findOrder(ex, here(), id))).toMatchObject({ fulfillment_status: 'fulfilled' });
    for (const [parcel, quantity] of [
      ['one', 4],
      ['two', 1],
    ] as const)
      await ship(parcel, quantity, 'delivered');
    expect((await lines(id))[0]?.state).toBe('shipped');
    await ship('three', 1, 'delivered');
    await world.settle(owner);
    expect((await lines(id))[0]?.state).toBe('delivered');
    expect(toldUnits()).toBe(2);
  });

  it('that get further pieces are told again, with the units that these complete', async () => {
    const id = await bought();
    await ship('one', 2);
    await world.settle(owner);
    expect(shop.fulfillments).toEqual([]);
    await ship('one', 6);
    await world.settle(owner);
    expect(shop.fulfillments.map(({ input }) => input.lines)).toEqual([[{ externalLineId: 'a', quantity: 2 }]]);
    expect((await parcels(id)).map((one) => [one.report_state, one.problem])).toEqual([['sent', null]]);
  });

  it('are told once by a process that is killed at any step', async () => {
    let steps = 0;
    for (let at = 1; at < 200; at++) {
      await fresh();
      const id = await bought();
      await ship('one', 2);
      await ship('two', 4);
      const dying = world.killedAt(at);
      await jobs.drain(dying.handlers).catch(() => undefined);
      await world.passTime(owner, 3_600);
      await world.sweeping.now();
      await world.settle(owner);
      expect(toldUnits()).toBe(2);
      expect(shop.updates.map((one) => one.to.number)).toEqual(['T-one']);
      expect((await parcels(id)).map((one) => one.report_state)).toEqual(['sent', 'sent']);
      if (!dying.died()) break;
      steps = at;
    }
    expect(steps).toBeGreaterThan(8);
  }, 180_000);

  it('of what was bought again fulfill the rest, and no more than was sold', async () => {
    const id = await bought();
    await ship('one', 3);
    await world.settle(owner);
    const [made] = own.books.orders;
    if (!made) throw new Error('nothing was bought');
    made.lines = [{ sourceVariantId: 'p1-v1', quantity: 3, state: 'refused' }];
    await hear();
    await world.settle(owner);
    const [line] = await lines(id);
    expect(line).toMatchObject({ state: 'blocked', block_key: 'SUPPLIER_REFUSED_LINE', fulfillable_quantity: 1 });
    await requestPlacement(deps, owner.scope, [{ order_id: id, line_item_ids: [line?.line_id ?? ''] }], true);
    await world.settle(owner);
    expect(own.books.orders.map((one) => one.lines[0]?.quantity)).toEqual([3, 3]);
    await ship('late', 3);
    await world.settle(owner);
    expect(toldUnits()).toBe(2);
    expect((await lines(id))[0]).toMatchObject({ state: 'shipped', fulfillable_quantity: 0 });
  });
});

it('tells listings of the pieces that one unit takes of what they are listed from', async () => {
  const variants = await read((ex) => findVariants(ex, here(), [productId]));
  const listing = newId();
  await db.tenant(owner.scope, async (tx) => {
    await tx.run(sql`insert into listing (workplace_id, listing_id, product_id, store_id, state, publish_status, variant_ids, external_product_id)
      values (${here()}, ${listing}, ${productId}, ${owner.storeId}, 'listed', 'active', ${variants.map((one) => one.variant_id)}, 'xp-SKU-A')`);
    for (const [at, one] of variants.entries())
      await tx.run(sql`insert into listing_variant (workplace_id, listing_id, store_id, variant_id, external_variant_id, sku)
        values (${here()}, ${listing}, ${owner.storeId}, ${one.variant_id}, ${at === 0 ? 'xv-SKU-A' : `other-${at}`}, ${one.sku})`);
  });
  const pieces = () => read((ex) => multiplesIn(ex, here(), owner.storeId, [productId]));
  await map(3);
  expect([...(await pieces())]).toEqual([[variants[0]?.variant_id, { pieces: 3 }]]);
  await map(2);
  expect([...(await pieces()).values()]).toEqual([{ pieces: 2 }]);
  await map(1);
  expect((await pieces()).size).toBe(0);
});
