import { newId } from '@quayside/kernel';
import { fakeProduct } from '@quayside/testing/fakes/fake-supplier.ts';
import { fakeOrder, orderLine, type TradingSupplier } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, sql } from '../../db/index.ts';
import { findShipments } from '../../features/fulfilment/index.ts';
import { mapVariants } from '../../features/mapping/actions/map-variants.ts';
import { findProductMapping } from '../../features/mapping/queries/product-mapping.ts';
import { type BundlePart, findLines, findOrder, sharePrices } from '../../features/orders/index.ts';
import { bundlesWith, createImport, findVariants, getImportName, multiplesIn } from '../../features/products/index.ts';
import { changeSupplier } from '../../features/purchasing/actions/change-supplier.ts';
import { failManualPurchase, saveManualPurchase } from '../../features/purchasing/actions/manual-purchase.ts';
import { pastePurchases } from '../../features/purchasing/actions/paste-purchases.ts';
import { payOrders } from '../../features/purchasing/actions/pay-orders.ts';
import { createPlacing } from '../../features/purchasing/actions/place-supplier-order.ts';
import { previewPlacement } from '../../features/purchasing/actions/preview.ts';
import { requestPlacement } from '../../features/purchasing/actions/request-placement.ts';
import { createStoreGate } from '../../features/purchasing/actions/store-gate.ts';
import { findSupplierOrders } from '../../features/purchasing/queries/purchases.ts';
import { findPurchasesOfOrders, linesOfPurchases } from '../../features/purchasing/repo.ts';
import { sameItem } from '../../features/returns/actions/exchange-items.ts';
import { syncCatalogue } from '../../features/sourcing/index.ts';
import { readWallet } from '../../features/wallet/index.ts';
import { PATIENCE } from '../../jobs/effect/pauses.ts';
import { testDatabase } from '../db/index.ts';
import { type Owner, tradeWorld } from '../fakes/trade-world.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { deps, jobs, own, cj, shop } = world;
own.products = [fakeProduct(1), fakeProduct(2)];
await syncCatalogue(deps, 'quayside', 'sandbox');

const shipping = cj.shipping;
const MONEY = 1_000_000;
const MUG = 1_000;
const SPOON = 300;
/** Two gift sets of one mug and two spoons, with the shipping of both suppliers. */
const MUGS = 2 * MUG + 400;
const SPOONS = 4 * SPOON + 400;

const spoon = {
  productId: null,
  variantId: null,
  source: 'cj',
  sourceProductId: 'p-spoon',
  sourceVariantId: 'v-spoon',
  sourceSku: 's-spoon',
  piecesPerUnit: 2,
  cost: SPOON,
  currency: 'USD',
  imageUrl: null,
  title: 'Spoon',
  variantTitle: 'Steel',
} as const satisfies BundlePart;

let owner: Owner;
let next = 1;

const read = <T>(fn: (ex: Executor) => Promise<T>): Promise<T> => db.read(owner.scope, fn);
const here = () => owner.scope.workplaceId;
const lines = (orderId: string) => read((ex) => findLines(ex, here(), [orderId]));
const order = (orderId: string) => read((ex) => findOrder(ex, here(), orderId));
const parcels = (orderId: string) => read((ex) => findShipments(ex, here(), orderId, 'en'));
const idle = ['draw-pictures', 'refresh-source', 'take-order'].map((name) => ({
  kind: { name, payload: { parse: (payload: unknown) => payload } },
  handle: async () => undefined,
}));
const drain = () => jobs.drain([...world.handlers, ...(idle as never[])]);
const place = (orderId: string, ids?: string[]) =>
  requestPlacement(deps, owner.scope, [{ order_id: orderId, ...(ids ? { line_item_ids: ids } : {}) }], true);

async function orderIn(units = 2): Promise<string> {
  next += 1;
  const sold = fakeOrder(next, {
    lines: [orderLine('a', 'SKU-A', { quantity: units, fulfillableQuantity: units })],
  });
  shop.orders.set(sold.externalOrderId, sold);
  await world.ordering.onOrderChanged(owner.scope, owner.storeId, sold.externalOrderId);
  const row = await read((ex) =>
    ex.first<{ order_id: string }>(sql`select order_id from sales_order
      where workplace_id = ${here()} and external_order_id = ${sold.externalOrderId}`),
  );
  return row?.order_id ?? '';
}

/** The store changes its order. */
async function change(orderId: string, with_: object): Promise<void> {
  const row = await order(orderId);
  const sold = shop.orders.get(row?.external_order_id ?? '');
  if (!sold) throw new Error('no such order');
  shop.orders.set(sold.externalOrderId, { ...sold, ...with_, updatedAt: new Date(Date.now() + 60_000).toISOString() });
  await world.ordering.onOrderChanged(owner.scope, owner.storeId, sold.externalOrderId);
}

const purchases = async (orderId: string) => {
  const all = await read((ex) => findPurchasesOfOrders(ex, here(), [orderId]));
  const rows = all.filter((row) => row.state !== 'failed');
  const ids = rows.map((row) => row.supplier_order_id);
  return { rows, lines: await read((ex) => linesOfPurchases(ex, here(), ids)) };
};

async function hear(supplier: TradingSupplier): Promise<void> {
  const row = await read((ex) =>
    ex.first<{ connection_id: string; source_order_no: string }>(sql`select connection_id, source_order_no
      from supplier_order where workplace_id = ${here()} and source_order_no is not null and supplier = ${supplier.id}
      order by supplier_order_id desc limit 1`),
  );
  if (row) await world.buying.onSupplierOrderChanged(owner.scope, row.connection_id, row.source_order_no);
}

/** A supplier sends pieces in a parcel, and tells of it twice. */
async function ship(
  supplier: TradingSupplier,
  parcelId: string,
  quantity: number,
  state: 'in_transit' | 'delivered' = 'in_transit',
): Promise<void> {
  const made = supplier.books.orders.at(-1);
  const sourceVariantId = made?.lines[0]?.sourceVariantId;
  if (!made || !sourceVariantId) throw new Error('nothing to ship');
  supplier.ship(made.supplierOrderId, { parcelId, lines: [{ sourceVariantId, quantity }], state });
  for (const _time of [1, 2]) await hear(supplier);
}

const toldUnits = () =>
  shop.fulfillments.flatMap((one) => one.input.lines).reduce((sum, line) => sum + line.quantity, 0);
const bought = (supplier: TradingSupplier) =>
  supplier.books.orders.map((one) => one.lines.map((line) => [line.sourceVariantId, line.quantity]));

beforeEach(fresh);
async function fresh(): Promise<void> {
  owner = await world.owner(MONEY);
  for (const supplier of [own, cj])
    for (const list of [supplier.books.orders, supplier.books.payments]) list.length = 0;
  for (const list of [shop.fulfillments, shop.updates]) list.length = 0;
  own.prices = { 'v-SKU-A': MUG };
  cj.prices = { 'v-spoon': SPOON };
  cj.shipping = { ...shipping };
  for (const one of [own, cj, shop]) {
    one.hides = false;
    one.heal();
  }
  shop.orders.clear();
  world.sources['SKU-A'] = { further: [spoon] };
  await db.global((tx) => tx.run(sql`delete from test_job`));
}

/** Both parts were bought once, and each supplier was paid once. */
async function expectBoughtOnce(orderId: string): Promise<void> {
  expect(bought(own)).toEqual([[['v-SKU-A', 2]]]);
  expect(bought(cj)).toEqual([[['v-spoon', 4]]]);
  expect(own.books.payments.map((one) => one.amount.amount)).toEqual([MUGS]);
  expect(cj.books.payments.map((one) => one.amount.amount)).toEqual([SPOONS]);
  const { rows, lines: own_ } = await purchases(orderId);
  expect(rows.map((row) => [row.supplier, row.state, row.pay_state, row.total_cost]).sort()).toEqual([
    ['cj', 'placed', 'paid', SPOONS],
    ['quayside', 'placed', 'paid', MUGS],
  ]);
  expect(own_.map((line) => [line.quantity, line.pieces_per_unit]).sort()).toEqual([
    [2, 1],
    [4, 2],
  ]);
  // CJ is paid from the owner's account there.
  const wallet = await read((ex) => readWallet(ex, owner.scope.accountId, 'sandbox'));
  expect(wallet).toMatchObject({ bonus: MONEY - MUGS, reserved: 0 });
  expect(await order(orderId)).toMatchObject({
    cost: MUGS + SPOONS,
    cost_is_whole: true,
    placement_status: 'placed',
    payment_status: 'paid',
  });
}

describe('a bundle', () => {
  it('is bought as a whole, each part at its supplier, at the sum of their costs', async () => {
    const id = await orderIn();
    const [mug, part] = await lines(id);
    expect(mug).toMatchObject({ state: 'ready', quantity: 2, pieces_per_unit: 1, bundle_line_id: null });
    expect(part).toMatchObject({
      state: 'ready',
      title: 'Spoon',
      quantity: 2,
      pieces_per_unit: 2,
      unit_price: 0,
      bundle_line_id: mug?.line_id,
      source: 'cj',
    });
    expect(await order(id)).toMatchObject({ cost: 2 * MUG + 4 * SPOON, placement_status: 'ready' });
    const { orders } = await previewPlacement(deps, owner.scope, [{ order_id: id }], 'en');
    expect(orders[0]?.line_items.map((one) => [one.title, one.bundle_line_id])).toEqual([
      [mug?.title, null],
      ['Spoon', mug?.line_id],
    ]);
    expect(orders[0]?.packages.map((one) => one.source).sort()).toEqual(['cj', 'quayside']);
    await world.buy(owner, id);
    await expectBoughtOnce(id);
  });

  it('is bought only once when it is requested again or by two workers', async () => {
    const id = await orderIn();
    await Promise.all([1, 2].map(() => place(id)));
    const { rows } = await purchases(id);
    expect(rows).toHaveLength(2);
    const another = createPlacing({
      deps,
      patience: PATIENCE,
      progress: world.buying.progress,
      storeGate: createStoreGate(deps),
    });
    const meanwhile = async () => {
      for (const row of rows)
        await another.run(owner.scope, row.supplier_order_id).then(
          () => undefined,
          () => undefined,
        );
    };
    own.fault('createOrder', { kind: 'unknown', after: true, meanwhile });
    cj.fault('createOrder', { kind: 'unknown', after: true });
    await world.settle(owner);
    await expectBoughtOnce(id);
  });

  it('is bought once by a process that is killed at any step', async () => {
    let steps = 0;
    for (let at = 1; at < 240; at += 2) {
      await fresh();
      const id = await orderIn();
      await place(id);
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
  }, 240_000);

  it('waits for a part that its supplier refuses: nothing is paid, and it is bought alone later', async () => {
    const id = await orderIn();
    const [, part] = await lines(id);
    cj.fault('createOrder', { kind: 'rejected' });
    await place(id);
    await world.settle(owner);
    expect((await lines(id)).find((line) => line.line_id === part?.line_id)?.state).toBe('blocked');
    expect(await order(id)).toMatchObject({ placement_status: 'needs_attention' });
    expect([own.books.payments, cj.books.payments]).toEqual([[], []]);
    // Nor by hand, unless a person says that the rest is to be paid.
    const mugs = (await purchases(id)).rows.find((row) => row.supplier === 'quayside')?.supplier_order_id ?? '';
    const asked = await payOrders(deps, owner.scope, { supplier_order_ids: [mugs], allow_partial: false });
    expect(asked.failed.get(mugs)).toMatchObject({ key: 'ORDER_HAS_FAILED_LINES' });
    // What was bought says what to do, until the part is bought.
    const waits = async () =>
      (await read((ex) => findSupplierOrders(ex, here(), id, 'en'))).map((one) => one.waiting?.key);
    expect(await waits()).toContain('BUNDLE_WAITS_FOR_PART');
    await place(id, [part?.line_id ?? '']);
    await world.settle(owner);
    await expectBoughtOnce(id);
    expect(await waits()).not.toContain('BUNDLE_WAITS_FOR_PART');
  });

  it('shows a part that its supplier cancels, and buys it again alone', async () => {
    const id = await orderIn();
    await world.buy(owner, id);
    const [made] = cj.books.orders;
    if (!made) throw new Error('nothing was bought');
    made.state = 'cancelled';
    await hear(cj);
    await world.settle(owner);
    expect((await lines(id)).map((line) => line.state)).toEqual(['placed', 'blocked']);
    expect(await order(id)).toMatchObject({ placement_status: 'needs_attention' });
    const [, part] = await lines(id);
    await place(id, [part?.line_id ?? '']);
    await world.settle(owner);
    expect(bought(own)).toEqual([[['v-SKU-A', 2]]]);
    expect(bought(cj)).toEqual([[['v-spoon', 4]], [['v-spoon', 4]]]);
    expect((await lines(id)).map((line) => line.state)).toEqual(['placed', 'placed']);
  });

  it('is not bought at all where one part has no supplier that ships', async () => {
    await db.tenant(owner.scope, (tx) =>
      tx.run(
        sql`update supplier_connection set status = 'needs_reconnect' where workplace_id = ${here()} and supplier = 'cj'`,
      ),
    );
    const id = await orderIn();
    const { failed } = await place(id);
    expect(
      failed
        .get(id)
        ?.map((one) => one.key)
        .sort(),
    ).toEqual(['BUNDLE_PART_REFUSED', 'SUPPLIER_NEEDS_RECONNECT']);
    await world.settle(owner);
    expect([bought(own), bought(cj)]).toEqual([[], []]);
    const [mug] = await lines(id);
    expect((await place(id, [mug?.line_id ?? ''])).requested).toBe(0);
  });

  it('is shown as not shippable where one part is not, before anybody tries', async () => {
    cj.shipping = {};
    const id = await orderIn();
    await world.settle(owner);
    expect((await lines(id)).map((line) => [line.state, line.block_key])).toEqual([
      ['ready', null],
      ['ready', 'shipped_country_notfound'],
    ]);
    expect(await order(id)).toMatchObject({ placement_status: 'needs_attention' });
    await place(id);
    await world.settle(owner);
    expect([bought(own), bought(cj)]).toEqual([[], []]);
  });

  it('shares its price with the parts that two suppliers declare', async () => {
    const id = await orderIn();
    const sold = sharePrices(await lines(id));
    const [mug, part] = sold;
    // A mug of 1,000 and two spoons of 300.
    const price = (await lines(id))[0]?.unit_price ?? 0;
    expect(mug?.unit_price).toBe(Math.round((price * 1_000) / 1_600));
    expect((mug?.unit_price ?? 0) + (part?.unit_price ?? 0)).toBe(price);
  });

  it('is bought again as it was when its items are exchanged', async () => {
    const id = await orderIn();
    const [mug, part] = await lines(id);
    if (!mug || !part) throw new Error('no bundle');
    const made = await db.tenant(owner.scope, async (tx) => {
      const from = await findOrder(tx, here(), id);
      if (!from) throw new Error('no order');
      const ask = { lines: [sameItem(mug, [part], 1)], note: 'Return', actor: 'Ada' };
      return world.returnPorts.createExchange(tx, owner.scope, from, ask);
    });
    const again = await lines(made.order_id);
    expect(again.map((line) => [line.source_variant_id, line.pieces_per_unit, line.quantity])).toEqual([
      ['v-SKU-A', 1, 1],
      ['v-spoon', 2, 1],
    ]);
  });

  it('withdraws a part that was not sent yet when another one failed', async () => {
    const id = await orderIn();
    await place(id);
    const [mug, part] = await lines(id);
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update order_line set state = 'blocked', block_key = 'SUPPLIER_REFUSED_LINE'
        where workplace_id = ${here()} and line_id = ${part?.line_id ?? ''}`),
    );
    const { rows } = await purchases(id);
    const mugs = rows.find((row) => row.supplier === 'quayside')?.supplier_order_id ?? '';
    await world.settle(owner);
    expect(bought(own)).toEqual([]);
    expect((await purchases(id)).rows.find((row) => row.supplier_order_id === mugs)).toMatchObject({
      state: 'cancelled',
      error_key: 'BUNDLE_PART_FAILED',
    });
    expect((await lines(id)).find((line) => line.line_id === mug?.line_id)?.state).toBe('ready');
  });

  it('is not placed in part when the variant of one part is found missing after the request', async () => {
    const id = await orderIn();
    await place(id);
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`insert into mapping_proposal (workplace_id, proposal_id, source, mode, source_product_id, source_variant_id, source_sku,
          title, kind, held)
        values (${here()}, ${newId()}, 'cj', 'sandbox', 'p-spoon', 'v-spoon', 's-spoon', 'Spoon', 'variant_gone', true)`),
    );
    const ids = (await purchases(id)).rows.map((row) => row.supplier_order_id);
    const placing = createPlacing({
      deps,
      patience: PATIENCE,
      progress: world.buying.progress,
      storeGate: createStoreGate(deps),
    });
    await Promise.all(ids.map((one) => placing.run(owner.scope, one)));
    await world.settle(owner);
    expect([bought(own), bought(cj)]).toEqual([[], []]);
    expect((await lines(id)).map((line) => line.state)).toEqual(['ready', 'blocked']);
  });

  it('is withdrawn as a whole when the store cancels, and comes back with it', async () => {
    const id = await orderIn();
    await change(id, { cancelledAt: '2026-05-02T10:00:00.000Z' });
    expect((await lines(id)).map((line) => line.state)).toEqual(['cancelled', 'cancelled']);
    await change(id, { cancelledAt: undefined });
    expect((await lines(id)).map((line) => line.state)).toEqual(['ready', 'ready']);
  });

  it('follows what the store sells of it until it is bought, and is flagged afterwards', async () => {
    const id = await orderIn();
    await change(id, { lines: [orderLine('a', 'SKU-A', { quantity: 3, fulfillableQuantity: 3 })] });
    expect((await lines(id)).map((line) => line.quantity)).toEqual([3, 3]);
    await world.buy(owner, id);
    expect([bought(own), bought(cj)]).toEqual([[[['v-SKU-A', 3]]], [[['v-spoon', 6]]]]);
    await change(id, { lines: [orderLine('a', 'SKU-A', { quantity: 2, fulfillableQuantity: 2 })] });
    expect((await lines(id)).map((line) => line.block_key)).toEqual(['ORDER_LINE_CHANGED', 'ORDER_LINE_CHANGED']);
  });

  it('gets another supplier for one part, or its own again', async () => {
    const id = await orderIn();
    const [, part] = await lines(id);
    const wish = { id: part?.line_id ?? '', source: 'quayside', source_product_id: 'p1', sku_id: 'p1-v2' } as const;
    await changeSupplier(deps, { match: world.match }, owner.who, id, [wish]);
    expect((await lines(id))[1]).toMatchObject({ source_variant_id: 'p1-v2', pieces_per_unit: 2, replaced: true });
    await changeSupplier(deps, { match: world.match }, owner.who, id, [{ id: wish.id, original: true }]);
    expect((await lines(id))[1]).toMatchObject({ source_variant_id: 'v-spoon', state: 'ready', replaced: false });
  });

  describe('that a person buys at a marketplace', () => {
    const record = (id: string, orderNo: string, ids?: string[], number?: string) =>
      saveManualPurchase(deps, owner.who, {
        order_id: id,
        source: 'aliexpress',
        order_no: orderNo,
        ...(ids ? { line_item_ids: ids } : {}),
        items_cost: { amount: 1_500, currency: 'USD' },
        shipping_cost: { amount: 0, currency: 'USD' },
        ...(number ? { tracking: { carrier: 'DHL', number } } : {}),
      });

    it('is one purchase with all of its parts, and one parcel with whole units', async () => {
      const id = await orderIn();
      await record(id, 'A-1');
      const { rows, lines: bought_ } = await purchases(id);
      expect(rows.map((row) => [row.supplier, row.state, row.total_cost])).toEqual([['aliexpress', 'placed', 1_500]]);
      expect(bought_.map((line) => [line.quantity, line.pieces_per_unit])).toEqual([
        [2, 1],
        [2, 1],
      ]);
      expect(await order(id)).toMatchObject({ cost: 1_500, placement_status: 'placed' });
      for (const _time of [1, 2]) await record(id, 'A-1', undefined, 'MINE-1');
      await world.settle(owner);
      expect(toldUnits()).toBe(2);
      expect((await lines(id)).map((line) => line.state)).toEqual(['shipped', 'shipped']);
      expect(await order(id)).toMatchObject({ fulfillment_status: 'fulfilled' });
    });

    it('may be a part alone: the others are bought elsewhere, and units wait for all of them', async () => {
      const id = await orderIn();
      const [mug, part] = await lines(id);
      await record(id, 'A-1', [mug?.line_id ?? ''], 'MINE-1');
      await world.settle(owner);
      expect((await lines(id)).map((line) => line.state)).toEqual(['shipped', 'ready']);
      expect(toldUnits()).toBe(0);
      await place(id, [part?.line_id ?? '']);
      await world.settle(owner);
      expect(bought(cj)).toEqual([[['v-spoon', 4]]]);
      await ship(cj, 'spoons', 4);
      await world.settle(owner);
      expect(toldUnits()).toBe(2);
      expect((await parcels(id)).map((one) => one.report_state)).toEqual(['sent', 'sent']);
    });

    it('frees its parts again when it failed there', async () => {
      const id = await orderIn();
      const { supplierOrderId } = await record(id, 'A-1');
      await failManualPurchase(deps, owner.who, supplierOrderId);
      expect((await lines(id)).map((line) => line.state)).toEqual(['ready', 'ready']);
      await world.buy(owner, id);
      expect([bought(own), bought(cj)]).toEqual([[[['v-SKU-A', 2]]], [[['v-spoon', 4]]]]);
    });

    it('is pasted with all of its parts by the SKU that the store sold', async () => {
      const id = await orderIn();
      const name = (await order(id))?.name ?? '';
      const item = { order: name, source: 'aliexpress', order_no: 'A-1', sku: 'SKU-A' } as const;
      expect(await pastePurchases(deps, owner.who, [item], false)).toMatchObject([{ status: 'recorded' }]);
      expect((await lines(id)).map((line) => line.state)).toEqual(['placed', 'placed']);
    });
  });
});

describe('parcels of a bundle', () => {
  async function ordered(): Promise<string> {
    const id = await orderIn();
    await world.buy(owner, id);
    return id;
  }

  it('tell the store of units of which all parts have left', async () => {
    const id = await ordered();
    await ship(own, 'mugs', 2);
    await world.settle(owner);
    expect(toldUnits()).toBe(0);
    expect((await parcels(id)).map((one) => one.problem?.key)).toEqual(['PARCEL_PART_OF_BUNDLE']);
    await ship(cj, 'one', 3);
    await world.settle(owner);
    expect(shop.fulfillments.map(({ input }) => [input.tracking.number, input.lines, input.completesOrder])).toEqual([
      ['T-one', [{ externalLineId: 'a', quantity: 1 }], false],
    ]);
    expect(shop.updates.map((one) => one.to.number)).toEqual(['T-mugs']);
    expect((await lines(id)).map((line) => [line.state, line.fulfillable_quantity])).toEqual([
      ['shipped', 1],
      ['placed', 1],
    ]);
    await ship(cj, 'two', 1);
    await world.settle(owner);
    expect(toldUnits()).toBe(2);
    expect(shop.fulfillments.at(-1)?.input.completesOrder).toBe(true);
    expect((await parcels(id)).map((one) => [one.report_state, one.problem])).toEqual(Array(3).fill(['sent', null]));
    expect(await order(id)).toMatchObject({ fulfillment_status: 'fulfilled' });
  });

  it('are told when the parcel that is shown with another gets the missing pieces', async () => {
    await ordered();
    await ship(own, 'mugs', 2);
    await ship(cj, 'one', 2);
    await world.settle(owner);
    expect(toldUnits()).toBe(1);
    await ship(cj, 'one', 4);
    await world.settle(owner);
    expect(shop.fulfillments.map(({ input }) => input.lines[0]?.quantity).at(-1)).toBe(2);
    expect(shop.fulfillments.every(({ input }) => input.lines.length === 1)).toBe(true);
  });

  it('are told once by a process that is killed at any step', async () => {
    let steps = 0;
    for (let at = 1; at < 240; at += 2) {
      await fresh();
      const id = await ordered();
      await ship(own, 'mugs', 2);
      await ship(cj, 'spoons', 4);
      const dying = world.killedAt(at);
      await jobs.drain(dying.handlers).catch(() => undefined);
      await world.passTime(owner, 3_600);
      await world.sweeping.now();
      await world.settle(owner);
      expect(toldUnits()).toBe(2);
      expect((await parcels(id)).map((one) => one.report_state)).toEqual(['sent', 'sent']);
      if (!dying.died()) break;
      steps = at;
    }
    expect(steps).toBeGreaterThan(8);
  }, 240_000);

  it('leave no more to buy again than what is missing, also of what the store is not told of', async () => {
    const id = await ordered();
    await ship(cj, 'one', 2);
    await world.settle(owner);
    expect(toldUnits()).toBe(0);
    const [made] = cj.books.orders;
    if (!made) throw new Error('nothing was bought');
    made.lines = [{ sourceVariantId: 'v-spoon', quantity: 2, state: 'refused' }];
    await hear(cj);
    await world.settle(owner);
    const [, part] = await lines(id);
    expect(part).toMatchObject({ state: 'blocked', fulfillable_quantity: 2, shipped_ahead: 1 });
    await place(id, [part?.line_id ?? '']);
    await world.settle(owner);
    expect(bought(cj).at(-1)).toEqual([['v-spoon', 2]]);
    await ship(cj, 'late', 2);
    await ship(own, 'mugs', 2);
    await world.settle(owner);
    expect(toldUnits()).toBe(2);
    expect((await lines(id)).map((line) => [line.state, line.shipped_ahead])).toEqual([
      ['shipped', 0],
      ['shipped', 0],
    ]);
  });

  /** The spoons are refused, so that a person ships them; the mugs are bought. */
  async function spoonsByHand(): Promise<{ id: string; part: string }> {
    const id = await orderIn();
    const [, part] = await lines(id);
    cj.fault('createOrder', { kind: 'rejected' });
    await place(id);
    await world.settle(owner);
    return { id, part: part?.line_id ?? '' };
  }
  const shownNumbers = () => [
    ...shop.fulfillments.map(({ input }) => input.tracking),
    ...shop.updates.map((one) => one.to),
  ];

  it('wait for no part that a person ships without a tracking number', async () => {
    const { id, part } = await spoonsByHand();
    await world.sendByHand(owner, { order_id: id, line_item_ids: [part] });
    await ship(own, 'one', 1);
    await world.settle(owner);
    expect(toldUnits()).toBe(1);
    await ship(own, 'two', 1);
    await world.settle(owner);
    expect(toldUnits()).toBe(2);
    expect(shop.fulfillments.at(-1)?.input.completesOrder).toBe(true);
    expect(await order(id)).toMatchObject({ fulfillment_status: 'fulfilled' });
    expect((await lines(id)).map((line) => [line.state, line.shipped_ahead])).toEqual([
      ['shipped', 0],
      ['manual', 0],
    ]);
    // Its number, which comes late, is shown beside the parcel's and reports nothing twice.
    const tracking = { carrier: 'DHL', number: 'MINE-1' };
    await world.sendByHand(owner, { order_id: id, line_item_ids: [part], tracking });
    await world.settle(owner);
    expect(toldUnits()).toBe(2);
    expect(shownNumbers().map((one) => one.number)).toEqual(['T-one', 'T-two', 'MINE-1']);
    expect((await parcels(id)).map((one) => [one.report_state, one.problem])).toEqual(Array(3).fill(['sent', null]));
    expect((await lines(id)).map((line) => line.state)).toEqual(['shipped', 'shipped']);
  });

  it('that left before are reported once a person ships the last part without a tracking number', async () => {
    const { id, part } = await spoonsByHand();
    await ship(own, 'one', 1);
    await ship(own, 'two', 1);
    await world.settle(owner);
    expect(toldUnits()).toBe(0);
    await world.sendByHand(owner, { order_id: id, line_item_ids: [part] });
    await world.settle(owner);
    expect(toldUnits()).toBe(2);
    expect(
      shownNumbers()
        .map((one) => one.number)
        .sort(),
    ).toEqual(['T-one', 'T-two']);
    expect((await parcels(id)).map((one) => [one.report_state, one.problem])).toEqual(Array(2).fill(['sent', null]));
    await world.sendByHand(owner, { order_id: id, line_item_ids: [part] });
    await world.settle(owner);
    expect(toldUnits()).toBe(2);
    expect(await order(id)).toMatchObject({ fulfillment_status: 'fulfilled' });
  });

  it('count one that a person ships', async () => {
    const id = await orderIn();
    await world.sendByHand(owner, { order_id: id, tracking: { carrier: 'DHL', number: 'MINE-1' } } as never);
    await world.settle(owner);
    expect((await lines(id)).map((line) => line.state)).toEqual(['shipped', 'shipped']);
    expect(shop.fulfillments.map(({ input }) => input.lines)).toEqual([[{ externalLineId: 'a', quantity: 2 }]]);
  });
});

describe('a mapped bundle', () => {
  let productId: string;
  let partId: string;
  const quota = {
    admit: async (_s: unknown, _f: unknown, wanted: number) => ({ fits: wanted, confirm: async () => undefined }),
  };
  const importProducts = createImport(deps, { quota, onImported: async () => undefined });
  const importOne = async (sourceProductId: string): Promise<string> => {
    const ask = { source: 'quayside' as const, mode: 'sandbox' as const, sourceProductId, shipTo: 'US' };
    return (await importProducts(owner.scope, [ask])).imported.get(getImportName(ask))?.productId ?? '';
  };
  const choice = (product: string, sku: string, pieces = 1) => ({
    source: 'quayside',
    source_product_id: product,
    sku_id: sku,
    pieces_per_unit: pieces,
  });
  const variant = { store_id: '', external_product_id: 'xp-SKU-A', external_variant_id: 'xv-SKU-A' };
  const map = (further: ReturnType<typeof choice>[], pieces = 1) =>
    mapVariants(deps, owner.scope, productId, [
      {
        ...variant,
        store_id: owner.storeId,
        title: 'Gift set',
        variant_title: '',
        choices: [{ ...choice('p1', 'p1-v1', pieces), further, ship_to: [] }],
      },
    ]);

  beforeEach(async () => {
    world.sources['SKU-A'] = null;
    productId = await importOne('p1');
    partId = '';
  });

  it('needs parts that are imported, each once', async () => {
    await expect(map([choice('p2', 'p2-v1')])).rejects.toMatchObject({
      code: 'BUNDLE_PART_NOT_IMPORTED',
      fields: { 'items.0.choices.0.further.0.source_product_id': ['BUNDLE_PART_NOT_IMPORTED'] },
    });
    await expect(map([choice('p1', 'p1-v1', 2)])).rejects.toMatchObject({ code: 'BUNDLE_PART_TWICE' });
    expect(await read((ex) => findProductMapping(ex, here(), productId))).toEqual([]);
  });

  it('gives orders its parts, and takes them away while they are not bought', async () => {
    partId = await importOne('p2');
    const id = await orderIn();
    expect((await lines(id)).map((line) => line.state)).toEqual(['unmapped']);
    await map([choice('p2', 'p2-v1', 2)]);
    await drain();
    const parts = async () =>
      (await lines(id)).map((line) => [line.source_variant_id, line.pieces_per_unit, line.state]);
    expect(await parts()).toEqual([
      ['p1-v1', 1, 'ready'],
      ['p2-v1', 2, 'ready'],
    ]);
    const [mapped] = await read((ex) => findProductMapping(ex, here(), productId));
    expect(mapped?.choices[0]?.further).toMatchObject([{ sku_id: 'p2-v1', pieces_per_unit: 2 }]);
    await map([choice('p2', 'p2-v2', 3)], 2);
    await drain();
    expect(await parts()).toEqual([
      ['p1-v1', 2, 'ready'],
      ['p2-v2', 3, 'ready'],
    ]);
    await map([]);
    await drain();
    expect(await parts()).toEqual([['p1-v1', 1, 'ready']]);
    await map([choice('p2', 'p2-v1', 2)]);
    await drain();
    own.prices = { 'p1-v1': MUG, 'p2-v1': SPOON };
    await world.buy(owner, id);
    // Of one supplier: one order, one shipping.
    expect(bought(own)).toEqual([
      [
        ['p1-v1', 2],
        ['p2-v1', 4],
      ],
    ]);
    await map([]);
    await drain();
    expect(await parts()).toEqual([
      ['p1-v1', 1, 'placed'],
      ['p2-v1', 2, 'placed'],
    ]);
    await ship(own, 'mugs', 2);
    await world.settle(owner);
    expect(toldUnits()).toBe(0);
    const spoons = [{ sourceVariantId: 'p2-v1', quantity: 4 }];
    own.ship(own.books.orders.at(-1)?.supplierOrderId ?? '', { parcelId: 'spoons', lines: spoons });
    await hear(own);
    await world.settle(owner);
    expect(toldUnits()).toBe(2);
    expect((await lines(id)).map((line) => line.state)).toEqual(['shipped', 'shipped']);
  });

  it('keeps its parts once some of them are bought', async () => {
    partId = await importOne('p2');
    await map([choice('p2', 'p2-v1', 2)]);
    const id = await orderIn();
    const [, part] = await lines(id);
    await db.tenant(owner.scope, (tx) =>
      tx.run(
        sql`update order_line set state = 'placing' where workplace_id = ${here()} and line_id = ${part?.line_id ?? ''}`,
      ),
    );
    // The parts change places: the mug must not become another spoon.
    await mapVariants(deps, owner.scope, productId, [
      {
        ...variant,
        store_id: owner.storeId,
        title: 'Gift set',
        variant_title: '',
        choices: [{ ...choice('p2', 'p2-v1', 2), further: [choice('p1', 'p1-v1')], ship_to: [] }],
      },
    ]);
    await drain();
    expect((await lines(id)).map((line) => line.source_variant_id)).toEqual(['p1-v1', 'p2-v1']);
  });

  it('tells listings of the cost of all parts, and of the units that their stock is enough for', async () => {
    partId = await importOne('p2');
    const variants = await read((ex) => findVariants(ex, here(), [productId]));
    const [first] = variants;
    const listing = newId();
    await db.tenant(owner.scope, async (tx) => {
      await tx.run(sql`insert into listing (workplace_id, listing_id, product_id, store_id, state, publish_status, variant_ids, external_product_id)
        values (${here()}, ${listing}, ${productId}, ${owner.storeId}, 'listed', 'active', ${variants.map((one) => one.variant_id)}, 'xp-SKU-A')`);
      await tx.run(sql`insert into listing_variant (workplace_id, listing_id, store_id, variant_id, external_variant_id, sku)
        values (${here()}, ${listing}, ${owner.storeId}, ${first?.variant_id ?? ''}, 'xv-SKU-A', 'SKU-A')`);
    });
    await map([choice('p2', 'p2-v1', 3)]);
    const units = () => read((ex) => multiplesIn(ex, here(), owner.storeId, [productId]));
    // 40 pieces in stock, 3 of them in one unit.
    const shipped = [{ source: 'quayside', mode: 'sandbox', sourceProductId: 'p2', shipTo: 'US' }];
    expect([...(await units())]).toEqual([
      [first?.variant_id, { pieces: 1, rest: { cost: 3 * 1002, units: 13, shipped } }],
    ]);
    const [bundle] = await read((ex) => bundlesWith(ex, here(), [partId]));
    expect(bundle).toMatchObject({ listing_id: listing, variant_id: first?.variant_id, product_id: productId });
    expect(bundle?.parts.map((one) => [one.is_own, one.pieces])).toEqual([
      [true, 1],
      [false, 3],
    ]);
    await map([]);
    expect((await units()).size).toBe(0);
    expect(await read((ex) => bundlesWith(ex, here(), [partId]))).toEqual([]);
  });
});

it('knows a supplier that is down from one that refuses', async () => {
  const id = await orderIn();
  cj.fault('createOrder', { kind: 'temporary' }, 2);
  await place(id);
  await world.settle(owner);
  await expectBoughtOnce(id);
});
