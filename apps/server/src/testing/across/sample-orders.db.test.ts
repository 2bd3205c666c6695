import { newId } from '@quayside/kernel';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, sql } from '../../db/index.ts';
import { findShipments } from '../../features/fulfilment/index.ts';
import { createOrder } from '../../features/manual-orders/actions/create-order.ts';
import {
  createSample,
  listSampleVariants,
  type NewSample,
} from '../../features/manual-orders/actions/create-sample.ts';
import type { ManualOrderPorts } from '../../features/manual-orders/ports.ts';
import { sampleAddress } from '../../features/manual-orders/sample-repo.ts';
import {
  createStoreNames,
  findLines,
  findOrder,
  findTimeline,
  type VariantMatch,
} from '../../features/orders/index.ts';
import { exportOrders } from '../../features/orders/queries/export-orders.ts';
import { listOrders, type OrderFilter } from '../../features/orders/queries/list-orders.ts';
import { saveGuards } from '../../features/purchasing/guard-repo.ts';
import { type GuardSetting, NO_GUARDS } from '../../features/purchasing/rules/guards.ts';
import { homeSummary } from '../../features/reports/queries/home-summary.ts';
import { analyzeOrders, listAnalyzedOrders } from '../../features/reports/queries/order-analyses.ts';
import { testDatabase } from '../db/index.ts';
import { type Owner, tradeWorld } from '../fakes/trade-world.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { shop, own, deps } = world;

const VARIANT = newId();
const PRODUCT = newId();
const match: VariantMatch = {
  productId: PRODUCT,
  variantId: VARIANT,
  source: 'quayside',
  sourceProductId: 'p-tote',
  sourceVariantId: 'v-tote',
  sourceSku: 's-tote',
  cost: 1_000,
  currency: 'USD',
  imageUrl: null,
};
const variant = { title: 'Canvas tote', option_values: ['Navy'], image: null, match };
const ports: ManualOrderPorts = {
  match: async (_ex, _workplaceId, _storeId, wanted) => wanted.map(() => undefined),
  onNewOrders: async () => undefined,
  async variants(_ex, _workplaceId, _mode, by) {
    const wanted = 'ids' in by ? by.ids.includes(VARIANT) : 'productId' in by && by.productId === PRODUCT;
    return wanted ? [{ ...variant, variant_id: VARIANT, sku: 'TOTE', price: 2_400, currency: 'USD' }] : [];
  },
  sourceVariants: async (_scope, { sourceProductId }) =>
    sourceProductId === 'p-tote' ? [{ ...variant, match: { ...match, productId: null, variantId: null } }] : [],
};

let owner: Owner;
const read = <T>(fn: (ex: Executor) => Promise<T>): Promise<T> => db.read(owner.scope, fn);
beforeEach(async () => {
  owner = await world.owner();
  for (const list of [own.books.orders, own.books.payments, shop.fulfillments, shop.calls]) list.length = 0;
  await db.global((tx) => tx.run(sql`delete from test_job`));
});

const address = {
  first_name: 'Ada',
  last_name: 'Byron',
  address1: '12 Main Street',
  city: 'Austin',
  province: 'TX',
  postal_code: '78701',
  country_code: 'US',
};
const line = { source: 'quayside', source_product_id: 'p-tote', sku_id: 'v-tote', quantity: 2 } as const;
const sample = (change: Partial<NewSample> = {}) =>
  createSample(deps, ports, owner.who, {
    store_id: owner.storeId,
    ...address,
    lines: [line],
    idempotency_key: newId(),
    ...change,
  });
const orderOf = (id: string) => read((ex) => findOrder(ex, owner.scope.workplaceId, id));

const guard = (change: Partial<GuardSetting>) =>
  db.tenant(owner.scope, (tx) => saveGuards(tx, owner.scope.workplaceId, { ...NO_GUARDS, ...change }));

describe('a sample order', () => {
  it('is placed, paid and followed like an order by hand, and reaches no store', async () => {
    const { order_id: id, name } = await sample();
    expect(name).toBe('#S1001');
    expect(await orderOf(id)).toMatchObject({
      is_manual: true,
      is_sample: true,
      total: 0,
      financial_status: 'paid',
      placement_status: 'ready',
    });
    await world.buy(owner, id);
    expect(await orderOf(id)).toMatchObject({ payment_status: 'paid', placement_status: 'placed' });
    expect(own.books.orders).toHaveLength(1);
    own.ship(own.books.orders[0]?.supplierOrderId ?? '', { parcelId: 'one', state: 'in_transit' });
    const bought = await read((ex) =>
      ex.first<{ connection_id: string; source_order_no: string }>(
        sql`select connection_id, source_order_no from supplier_order where workplace_id = ${owner.scope.workplaceId}`,
      ),
    );
    await world.buying.onSupplierOrderChanged(owner.scope, bought?.connection_id ?? '', bought?.source_order_no);
    await world.settle(owner);
    expect(await orderOf(id)).toMatchObject({ fulfillment_status: 'fulfilled' });
    const parcels = await read((ex) => findShipments(ex, owner.scope.workplaceId, id, 'en'));
    expect(parcels).toMatchObject([{ report_state: 'not_needed' }]);
    expect(shop.calls).toEqual([]);
    const kinds = (await read((ex) => findTimeline(ex, owner.scope.workplaceId, id, 'en'))).map((one) => one.kind);
    expect(kinds).toContain('sample_created');
  });

  it('is in no figure of sales', async () => {
    const { order_id: id } = await sample();
    const figures = async () => ({
      home: await read((ex) => homeSummary(ex, owner.scope.workplaceId)),
      analyses: await read((ex) =>
        analyzeOrders(ex, owner.scope.workplaceId, { period: '30_days', source: 'all' } as never),
      ),
      listed: await read((ex) =>
        listAnalyzedOrders(ex, owner.scope.workplaceId, {
          period: '30_days',
          source: 'all',
          page: 1,
          page_size: 10,
        } as never),
      ),
    });
    const before = await figures();
    expect(before.home.has_orders).toBe(false);
    expect(before.home.days.reduce((sum, day) => sum + day.orders, 0)).toBe(0);
    expect(before.analyses.funnel.received).toBe(0);
    expect(before.listed.items).toEqual([]);
    // An order that is sold counts, so that the figures above are not empty for another reason.
    const base = { currency: 'USD', paid: true, shipping_amount: 0, discount_amount: 0, tax_amount: 0 };
    await createOrder(deps, ports, owner.who, {
      ...base,
      ...address,
      store_id: owner.storeId,
      tax_included: false,
      lines: [{ variant_id: VARIANT, quantity: 1, unit_price: 2_400 }],
    });
    const after = await figures();
    expect(after.home.has_orders).toBe(true);
    expect(after.analyses.funnel.received).toBe(1);
    expect(after.listed.items.map((one) => one.order_id)).not.toContain(id);
    expect(after.home.days.reduce((sum, day) => sum + day.orders, 0)).toBe(1);
  });

  it('is stopped by a ceiling, and neither by a floor of profit nor as a duplicate', async () => {
    await sample();
    const { order_id: id } = await sample();
    await guard({ profit_amount: 100, duplicate_hours: 24 });
    await world.buy(owner, id);
    expect(await orderOf(id)).toMatchObject({ placement_status: 'placed' });
    await guard({ order_ceiling: 100 });
    const { order_id: dear } = await sample();
    await world.buy(owner, dear).catch(() => undefined);
    const lines = await read((ex) => findLines(ex, owner.scope.workplaceId, [dear]));
    expect(lines).toMatchObject([{ state: 'blocked', block_key: 'GUARD_ORDER_CEILING' }]);
  });

  it('is created once, however often and wherever the same request is sent', async () => {
    const key = newId();
    const both = await Promise.all([1, 2, 3].map(() => sample({ idempotency_key: key })));
    // Not even once the supplier no longer has the product.
    both.push(await sample({ idempotency_key: key, lines: [{ ...line, sku_id: 'gone' }] }));
    expect(new Set(both.map((one) => one.order_id)).size).toBe(1);
    expect(new Set(both.map((one) => one.name))).toEqual(new Set(['#S1001']));
    const { name } = await sample();
    expect(name).toBe('#S1002');
    const saved = await read((ex) =>
      ex.rows(sql`select order_id from sales_order where workplace_id = ${owner.scope.workplaceId}`),
    );
    expect(saved).toHaveLength(2);
  });

  it('is found by the filter of the list and named in a column of the CSV file', async () => {
    const { name } = await sample();
    const base = { currency: 'USD', paid: true, shipping_amount: 0, discount_amount: 0, tax_amount: 0 };
    const sold = await createOrder(deps, ports, owner.who, {
      ...base,
      ...address,
      store_id: owner.storeId,
      tax_included: false,
      lines: [{ variant_id: VARIANT, quantity: 1, unit_price: 2_400 }],
    });
    const filter = (isSample?: boolean): OrderFilter => ({
      workplaceId: owner.scope.workplaceId,
      source: 'all',
      mark: 'all',
      ...(isSample === undefined ? {} : { isSample }),
    });
    const page = { tab: 'all', sort: 'desc', page_size: 10 } as const;
    const listed = async (isSample?: boolean) =>
      (await read((ex) => listOrders(ex, filter(isSample), page))).orders.map((one) => one.name).toSorted();
    expect(await listed(true)).toEqual([name]);
    expect(await listed(false)).toEqual([sold.name]);
    expect(await listed()).toEqual([sold.name, name].toSorted());
    const names = createStoreNames(() => Date.now());
    const exported = async (isSample?: boolean) => {
      const { csv } = await read((ex) => exportOrders(ex, names, filter(isSample), page));
      const [header = [], ...rows] = csv
        .trim()
        .split(/\r?\n/)
        .map((row) => row.split(','));
      const at = header.indexOf('Sample');
      return rows.map((row) => [row[header.indexOf('Order')], row[at]]).toSorted();
    };
    expect(await exported()).toEqual([
      [sold.name, 'no'],
      [name, 'yes'],
    ]);
    expect(await exported(true)).toEqual([[name, 'yes']]);
  });

  it('saves its address for the next one, and refuses an incomplete one', async () => {
    await expect(sample({ postal_code: '1' })).rejects.toMatchObject({
      fields: { postal_code: ['ADDRESS_POSTAL_CODE_FORM'] },
    });
    expect(await read((ex) => sampleAddress(ex, owner.scope.workplaceId))).toBeNull();
    await sample();
    await sample({ city: 'Dallas' });
    expect(await read((ex) => sampleAddress(ex, owner.scope.workplaceId))).toMatchObject({ city: 'Dallas' });
  });

  it('takes variants that exist, each once, imported or not', async () => {
    await expect(sample({ lines: [line, line] })).rejects.toMatchObject({
      fields: { lines: ['SAMPLE_VARIANT_TWICE'] },
    });
    await expect(sample({ lines: [{ ...line, sku_id: 'gone' }] })).rejects.toMatchObject({
      fields: { 'lines.sku_id': ['VARIANT_NOT_FOUND'] },
    });
    const { order_id: id } = await sample({ lines: [{ ...line, variant_id: VARIANT }] });
    const [saved] = await read((ex) => findLines(ex, owner.scope.workplaceId, [id]));
    expect(saved).toMatchObject({ variant_id: VARIANT, state: 'ready' });
    const offered = await listSampleVariants(deps, ports, owner.who, { store_id: owner.storeId, product_id: PRODUCT });
    expect(offered).toMatchObject({ title: 'Canvas tote', items: [{ variant_id: VARIANT, sku_id: 'v-tote' }] });
  });
});
