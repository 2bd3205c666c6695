import { money } from '@quayside/kernel';
import { fakeOrder, orderLine } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { findLines, findOrder } from '../orders/index.ts';
import { failManualPurchase, reportPlaceError, saveManualPurchase } from './actions/manual-purchase.ts';
import { pastePurchases } from './actions/paste-purchases.ts';
import { findPurchasesOfOrders } from './repo.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { deps, shop, ordering, sources } = world;

let owner: Owner;
let next = 30_000;
beforeEach(async () => {
  owner = await world.owner();
  shop.orders.clear();
  for (const sku of Object.keys(sources)) delete sources[sku];
});

const read = <T>(fn: (ex: Executor) => Promise<T>): Promise<T> => db.read(owner.scope, fn);
const here = () => owner.scope.workplaceId;
/** An order of two lines: one mapped to our supplier, one without a supplier. */
async function take(): Promise<{ id: string; name: string }> {
  next += 1;
  sources['SKU-X'] = null;
  const order = fakeOrder(next, { lines: [orderLine('l1', 'SKU-A'), orderLine('l2', 'SKU-X')] });
  shop.orders.set(order.externalOrderId, order);
  await ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  const row = await read((ex) =>
    ex.first<{ order_id: string }>(sql`select order_id from sales_order
      where workplace_id = ${here()} and external_order_id = ${order.externalOrderId}`),
  );
  return { id: row?.order_id ?? '', name: order.name };
}
const linesOf = (id: string) => read((ex) => findLines(ex, here(), [id]));
const statesOf = async (id: string) => (await linesOf(id)).map((line) => line.state);
const purchasesOf = (id: string) => read((ex) => findPurchasesOfOrders(ex, here(), [id]));
const parcelsOf = (id: string) =>
  read((ex) =>
    ex.rows<{
      tracking_number: string;
      report_state: string;
      pieces: number;
    }>(sql`select h.tracking_number, h.report_state,
      (select coalesce(sum(quantity), 0)::int from shipment_line l where l.workplace_id = h.workplace_id and l.shipment_id = h.shipment_id) as pieces
      from shipment h where h.workplace_id = ${here()} and h.order_id = ${id}`),
  );
const save = (order_id: string, change: object = {}) =>
  saveManualPurchase(deps, owner.who, { order_id, source: 'ebay', order_no: '12-345', ...change });

describe('a purchase at a marketplace', () => {
  it('is recorded with number and cost for every line that is not bought, and counts as paid', async () => {
    const { id } = await take();
    await save(id, { items_cost: money(1_500, 'USD'), shipping_cost: money(300, 'USD') });
    expect(await statesOf(id)).toEqual(['placed', 'placed']);
    const [row] = await purchasesOf(id);
    expect(row).toMatchObject({
      manual: true,
      connection_id: null,
      supplier: 'ebay',
      state: 'placed',
      pay_state: 'paid',
      source_order_no: '12-345',
      total_cost: 1_800,
    });
    const order = await read((ex) => findOrder(ex, here(), id));
    expect(order).toMatchObject({
      placement_status: 'placed',
      payment_status: 'paid',
      cost: 1_800,
      cost_is_whole: true,
    });
    // No job places, pays or reads it, however much time passes.
    await world.settle(owner);
    expect(await purchasesOf(id)).toMatchObject([{ state: 'placed', pay_state: 'paid', attempts: 0, pay_attempts: 0 }]);
    expect(world.own.books.orders).toHaveLength(0);
  });

  it('with the same number again is changed, not doubled, also by two people at once', async () => {
    const { id } = await take();
    const both = await Promise.allSettled([save(id), save(id)]);
    expect(both.map((one) => one.status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await purchasesOf(id)).toHaveLength(1);
    await save(id, { items_cost: money(900, 'EUR'), shipping_cost: money(0, 'EUR') });
    expect(await purchasesOf(id)).toMatchObject([{ total_cost: 900, currency: 'EUR' }]);
    await expect(save(id, { order_no: 'another' })).rejects.toMatchObject({ code: 'MANUAL_LINE_BOUGHT' });
  });

  it('gains the lines that are named with its number later, unless they are bought elsewhere', async () => {
    const { id } = await take();
    const [first, second] = (await linesOf(id)).map((line) => line.line_id);
    await save(id, { line_item_ids: [first] });
    await save(id, { line_item_ids: [second] });
    expect(await statesOf(id)).toEqual(['placed', 'placed']);
    expect(await purchasesOf(id)).toHaveLength(1);
    await save(id, { line_item_ids: [first, second] });
    const other = await take();
    const [third, fourth] = (await linesOf(other.id)).map((line) => line.line_id);
    await save(other.id, { line_item_ids: [third], order_no: 'one' });
    await save(other.id, { line_item_ids: [fourth], order_no: 'two' });
    await expect(save(other.id, { line_item_ids: [fourth], order_no: 'one' })).rejects.toMatchObject({
      code: 'MANUAL_LINE_BOUGHT',
    });
  });

  it('with tracking ships its lines and reaches the store once; a corrected number replaces it', async () => {
    const { id } = await take();
    const tracking = { carrier: 'DHL', number: 'JD0001' };
    const { supplierOrderId, shipped } = await save(id, { tracking });
    expect(shipped).toBe(true);
    expect(await statesOf(id)).toEqual(['shipped', 'shipped']);
    await world.settle(owner);
    expect(await parcelsOf(id)).toEqual([{ tracking_number: 'JD0001', report_state: 'sent', pieces: 2 }]);
    await save(id, { supplier_order_id: supplierOrderId, tracking: { carrier: 'DHL', number: 'JD0002' } });
    await world.settle(owner);
    expect(await parcelsOf(id)).toEqual([{ tracking_number: 'JD0002', report_state: 'sent', pieces: 2 }]);
    await expect(failManualPurchase(deps, owner.who, supplierOrderId)).rejects.toMatchObject({
      code: 'MANUAL_SHIPPED',
    });
  });

  it('recorded again with another number has two parcels, both in the store', async () => {
    const { id } = await take();
    await save(id, { tracking: { carrier: 'DHL', number: 'JD0001' } });
    await world.settle(owner);
    for (const _again of [1, 2]) {
      await save(id, { tracking: { carrier: 'UPS', number: '1Z0002' } });
      await world.settle(owner);
    }
    const parcels = await parcelsOf(id);
    expect(parcels.toSorted((a, b) => b.pieces - a.pieces)).toEqual([
      { tracking_number: 'JD0001', report_state: 'sent', pieces: 2 },
      { tracking_number: '1Z0002', report_state: 'sent', pieces: 0 },
    ]);
  });

  it('that failed frees its lines: the mapped one is ready, the other has no supplier', async () => {
    const { id } = await take();
    const { supplierOrderId } = await save(id);
    expect(await failManualPurchase(deps, owner.who, supplierOrderId)).toHaveLength(2);
    expect(await statesOf(id)).toEqual(['ready', 'unmapped']);
    expect(await purchasesOf(id)).toMatchObject([{ state: 'cancelled' }]);
    await expect(failManualPurchase(deps, owner.who, supplierOrderId)).rejects.toMatchObject({
      code: 'SUPPLIER_ORDER_FAILED_BEFORE',
    });
    // It can be bought again, with the same number even.
    await save(id);
    expect(await statesOf(id)).toEqual(['placed', 'placed']);
  });

  it('is refused where a supplier reports the number itself, and for an order of another workspace', async () => {
    const { id } = await take();
    sources['SKU-X'] = {};
    await ordering.onListed(owner.scope, owner.storeId);
    await world.buy(owner, id);
    const [row] = await purchasesOf(id);
    const change = { supplier_order_id: row?.supplier_order_id };
    await expect(save(id, change)).rejects.toMatchObject({ code: 'SUPPLIER_ORDER_NOT_MANUAL' });
    await expect(failManualPurchase(deps, owner.who, row?.supplier_order_id ?? '')).rejects.toMatchObject({
      code: 'SUPPLIER_ORDER_NOT_MANUAL',
    });
    const stranger = await world.owner();
    const foreign = saveManualPurchase(deps, stranger.who, { order_id: id, source: 'ebay', order_no: '1' });
    await expect(foreign).rejects.toMatchObject({ code: 'OrderDetailNotFound' });
  });

  it('that could not be made blocks its lines with the reason (B427), which a later purchase clears', async () => {
    const { id } = await take();
    const [line] = await linesOf(id);
    const input = { order_id: id, source: 'temu', code: 'product_out_of_stock' } as const;
    expect(await reportPlaceError(deps, owner.who, input)).toEqual([line?.line_id]);
    expect((await linesOf(id))[0]).toMatchObject({ state: 'blocked', block_key: 'product_out_of_stock' });
    await save(id);
    expect((await linesOf(id))[0]).toMatchObject({ state: 'placed', block_key: null });
  });
});

describe('pasted purchases', () => {
  it('are recorded row by row, bad ones refused by field, and a dry run saves nothing', async () => {
    const [a, b] = [await take(), await take()];
    const items = [
      { order: a.name, source: 'amazon', order_no: '111-1', carrier: 'UPS', tracking_number: '1Z1' },
      { order: '#nowhere', source: 'amazon', order_no: '111-2' },
      { order: b.name.slice(1), source: 'aliexpress', order_no: '8100', sku: 'SKU-X' },
      { order: b.name, source: 'aliexpress', order_no: '8101', carrier: 'UPS' },
      { order: b.name, source: 'aliexpress', order_no: '8102', sku: 'SKU-?' },
    ] as const;
    const expected = [
      { row: 0, status: 'recorded' },
      { row: 1, status: 'refused', field: 'order', problem: { key: 'MANUAL_ORDER_UNKNOWN' } },
      { row: 2, status: 'recorded' },
      { row: 3, status: 'refused', field: 'tracking_number' },
      { row: 4, status: 'refused', field: 'sku' },
    ];
    expect(await pastePurchases(deps, owner.who, items, true)).toMatchObject(expected);
    expect([...(await purchasesOf(a.id)), ...(await purchasesOf(b.id))]).toEqual([]);
    expect(await pastePurchases(deps, owner.who, items, false)).toMatchObject(expected);
    expect(await statesOf(a.id)).toEqual(['shipped', 'shipped']);
    expect(await statesOf(b.id)).toEqual(['ready', 'placed']);
    const again = await pastePurchases(deps, owner.who, items, false);
    expect(again.filter((one) => one.status === 'changed').map((one) => one.row)).toEqual([0, 2]);
    expect(await purchasesOf(a.id)).toHaveLength(1);
  });
});
