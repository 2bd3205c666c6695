import { newId } from '@quayside/kernel';
import { beforeEach, describe, expect, it } from 'vitest';
import { toCsv } from '../../csv/csv.ts';
import { type Executor, sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { findShipments } from '../fulfilment/index.ts';
import { findLines, findOrder, type VariantMatch } from '../orders/index.ts';
import { applyOrderFile, confirmOrderFile } from './actions/apply-file.ts';
import { createOrder, type NewOrder } from './actions/create-order.ts';
import { readOrderFile } from './actions/read-file.ts';
import { findImport, insertImport, listItems } from './import-repo.ts';
import type { ManualOrderPorts, OrderVariant } from './ports.ts';
import { refusedCsv } from './queries/import-view.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { shop, own, deps } = world;

const VARIANT = newId();
const variant = (id: string, sku: string): OrderVariant => ({
  variant_id: id,
  sku,
  title: 'Canvas tote',
  option_values: ['Navy'],
  image: null,
  price: 2_400,
  currency: 'USD',
  match: {
    productId: newId(),
    variantId: id,
    source: 'quayside',
    sourceProductId: 'p-tote',
    sourceVariantId: 'v-tote',
    sourceSku: 's-tote',
    cost: 1_000,
    currency: 'USD',
    imageUrl: null,
  } satisfies VariantMatch,
});
const ports: ManualOrderPorts = {
  match: async (_ex, _workplaceId, _storeId, wanted) => wanted.map(() => undefined),
  onNewOrders: async () => undefined,
  sourceVariants: async () => [],
  async variants(_ex, _workplaceId, _mode, by) {
    if ('ids' in by) return by.ids.includes(VARIANT) ? [variant(VARIANT, 'TOTE')] : [];
    return 'skus' in by && by.skus.includes('TOTE') ? [variant(VARIANT, 'TOTE')] : [];
  },
};

let owner: Owner;
const read = <T>(fn: (ex: Executor) => Promise<T>): Promise<T> => db.read(owner.scope, fn);
beforeEach(async () => {
  owner = await world.owner();
  for (const list of [own.books.orders, own.books.payments, shop.fulfillments, shop.calls]) list.length = 0;
  await db.global((tx) => tx.run(sql`delete from test_job`));
});

const input = (change: Partial<NewOrder> = {}): NewOrder => ({
  store_id: owner.storeId,
  currency: 'USD',
  paid: true,
  first_name: 'Ada',
  last_name: 'Byron',
  address1: '12 Main Street',
  city: 'Austin',
  province: 'TX',
  postal_code: '78701',
  country_code: 'US',
  shipping_amount: 495,
  discount_amount: 100,
  tax_amount: 320,
  tax_included: false,
  lines: [{ variant_id: VARIANT, quantity: 2, unit_price: 2_400 }],
  ...change,
});
const create = (change: Partial<NewOrder> = {}) => createOrder(deps, ports, owner.who, input(change));
const orderOf = (id: string) => read((ex) => findOrder(ex, owner.scope.workplaceId, id));
const linesOf = (id: string) => read((ex) => findLines(ex, owner.scope.workplaceId, [id]));
const names = async () =>
  (
    await read((ex) =>
      ex.rows<{ name: string }>(
        sql`select name from sales_order where workplace_id = ${owner.scope.workplaceId} order by order_id`,
      ),
    )
  ).map(({ name }) => name);

describe('an order by hand', () => {
  it('has the sums that were entered and its supplier, and is bought, paid and tracked without its store', async () => {
    const { order_id: id, name } = await create();
    expect(name).toBe('#M1001');
    expect(await orderOf(id)).toMatchObject({
      is_manual: true,
      subtotal: 4_800,
      shipping_total: 495,
      tax_total: 320,
      discount_total: 100,
      total: 5_515,
      financial_status: 'paid',
      placement_status: 'ready',
    });
    expect(await linesOf(id)).toMatchObject([
      { state: 'ready', source: 'quayside', title: 'Canvas tote', variant_title: 'Navy' },
    ]);

    await world.buy(owner, id);
    expect(await linesOf(id)).toMatchObject([{ state: 'placed' }]);
    expect(await orderOf(id)).toMatchObject({ payment_status: 'paid' });
    const [bought] = own.books.orders;
    own.ship(bought?.supplierOrderId ?? '', { parcelId: 'one', state: 'in_transit' });
    const connection = await read((ex) =>
      ex.first<{ connection_id: string; source_order_no: string }>(
        sql`select connection_id, source_order_no from supplier_order where workplace_id = ${owner.scope.workplaceId}`,
      ),
    );
    await world.buying.onSupplierOrderChanged(
      owner.scope,
      connection?.connection_id ?? '',
      connection?.source_order_no,
    );
    await world.settle(owner);
    expect(await orderOf(id)).toMatchObject({ fulfillment_status: 'fulfilled', tab: 'fulfilled' });
    const parcels = await read((ex) => findShipments(ex, owner.scope.workplaceId, id, 'en'));
    expect(parcels).toMatchObject([{ report_state: 'not_needed', tracking_number: 'T-one' }]);
    expect(shop.calls).toEqual([]);
  });

  it('is no matter of its store: comparing the two asks nothing about it and closes nothing', async () => {
    const { order_id: id } = await create();
    const compare = world.handlers.find(({ kind }) => kind.name === 'compare-orders')?.kind;
    if (!compare) throw new Error('no such job');
    await db.tenant(owner.scope, (tx) => deps.queue.send(tx, compare, { ...owner.scope, storeId: owner.storeId }));
    await world.settle(owner);
    expect(await orderOf(id)).toMatchObject({ cancelled_at: null, tab: 'unfulfilled' });
    expect(shop.calls.filter((call) => call === 'orderStates')).toEqual([]);
  });

  it('can be fulfilled manually, and its parcel is reported to no store', async () => {
    const { order_id: id } = await create({ lines: [{ title: 'Custom mug', quantity: 1, unit_price: 900 }] });
    expect(await linesOf(id)).toMatchObject([{ state: 'unmapped' }]);
    await world.sendByHand(owner, { order_id: id, tracking: { carrier: 'DHL', number: 'X1' } });
    await world.settle(owner);
    expect(await orderOf(id)).toMatchObject({ fulfillment_status: 'fulfilled' });
    expect(shop.calls).toEqual([]);
  });

  it('has a number that no other order of the store has, also when two are created at once', async () => {
    const taken = world.shop.orders;
    taken.clear();
    await expect(create({ order_number: 'm1001 ' })).resolves.toMatchObject({ name: '#m1001' });
    await expect(create({ order_number: '#M1001' })).rejects.toMatchObject({
      fields: { order_number: ['ORDER_NUMBER_TAKEN'] },
    });
    const made = await Promise.all([1, 2, 3, 4].map(() => create()));
    expect(new Set(made.map((one) => one.name)).size).toBe(4);
  });

  it('keeps the tax number that customs ask for', async () => {
    const { order_id: id } = await create({ tax_id: '123.456.789-09' });
    expect((await orderOf(id))?.address).toMatchObject({ taxId: '123.456.789-09', address1: '12 Main Street' });
  });

  it('is refused at the field that is wrong, and nothing is written', async () => {
    await expect(create({ country_code: 'XX' })).rejects.toMatchObject({
      fields: { country_code: ['ADDRESS_COUNTRY_UNKNOWN'] },
    });
    await expect(create({ currency: 'ZZZ' })).rejects.toMatchObject({ fields: { currency: ['CURRENCY_UNKNOWN'] } });
    await expect(create({ discount_amount: 6_000 })).rejects.toMatchObject({
      fields: { discount_amount: ['ORDER_DISCOUNT_TOO_LARGE'] },
    });
    await expect(create({ lines: [{ quantity: 1, unit_price: 1 }] })).rejects.toMatchObject({
      fields: { 'lines.0.title': ['ORDER_LINE_NEEDS_TITLE'] },
    });
    await expect(create({ lines: [{ variant_id: newId(), quantity: 1, unit_price: 1 }] })).rejects.toThrow();
    expect(await names()).toEqual([]);
  });
});

describe('a file of orders', () => {
  const HEAD = [
    'Order number',
    'Full name',
    'Address line 1',
    'City',
    'Postal code',
    'Country code',
    'SKU',
    'Item',
    'Quantity',
    'Unit price',
  ];
  const line = (number: string, change: { country?: string; sku?: string; price?: string } = {}) => [
    number,
    'Bo Lee',
    'Linden 5',
    'Berlin',
    '10117',
    change.country ?? 'DE',
    change.sku ?? '',
    'Tote',
    '1',
    change.price ?? '24.00',
  ];
  const upload = async (rows: string[][]) => {
    const importId = newId();
    const file = Buffer.from(toCsv([HEAD, ...rows]));
    await db.tenant(owner.scope, (tx) =>
      insertImport(tx, owner.scope.workplaceId, {
        importId,
        storeId: owner.storeId,
        fileName: 'a.csv',
        file,
        actor: 'Ada',
      }),
    );
    await readOrderFile(deps, owner.scope, importId);
    return importId;
  };
  const row = (id: string) => read((ex) => findImport(ex, owner.scope.workplaceId, id));
  const items = (id: string) => read((ex) => listItems(ex, owner.scope.workplaceId, id, { after: -1, size: 100 }));
  const apply = async (id: string) => {
    await confirmOrderFile(deps, owner.scope, id);
    return applyOrderFile(deps, ports, owner.scope, id);
  };

  it('is shown first; orders with errors stay out as a whole, and the same file twice creates nothing', async () => {
    await create({ order_number: 'P-9' });
    const rows = [
      line('P-1', { sku: 'TOTE' }),
      line('P-2', { country: 'XX' }),
      line('P-1'),
      line('P-2'),
      line('#p-9'),
      line('', {}),
    ];
    const id = await upload(rows);
    expect(await row(id)).toMatchObject({ state: 'ready', rows: 6, counts: { new: 1, known: 1, refused: 2 } });
    expect((await items(id)).map((one) => [one.order_number, one.fate, one.lines])).toEqual([
      ['p-1', 'new', 2],
      ['p-2', 'refused', 2],
      ['p-9', 'known', 1],
      ['row 7', 'refused', 1],
    ]);
    expect(await names()).toEqual(['#P-9']);
    const csv = await read((ex) => refusedCsv(ex, owner.scope.workplaceId, id, 'en'));
    expect(csv).toContain('Country code: XX isn’t a country code.');

    expect(await apply(id)).toBe(true);
    expect(await names()).toEqual(['#P-9', '#P-1']);
    const created = (await items(id)).find((one) => one.order_id)?.order_id ?? '';
    expect(await linesOf(created)).toMatchObject([{ state: 'ready', sku: 'TOTE' }, { state: 'unmapped' }]);
    expect(await row(id)).toMatchObject({ state: 'done' });
    await expect(confirmOrderFile(deps, owner.scope, id)).rejects.toThrow('IMPORT_NOT_READY');

    const again = await upload(rows);
    expect(await row(again)).toMatchObject({ counts: { known: 2, refused: 2 } });
    await apply(again);
    expect(await names()).toHaveLength(2);
  });

  it('goes on where a worker stopped, and two workers create each order once', async () => {
    const id = await upload(Array.from({ length: 130 }, (_, at) => line(`Q-${at}`)));
    await confirmOrderFile(deps, owner.scope, id);
    const stop = new AbortController();
    const first = {
      ...ports,
      variants: async (...args: Parameters<typeof ports.variants>) => {
        stop.abort();
        return ports.variants(...args);
      },
    };
    expect(await applyOrderFile(deps, first, owner.scope, id, stop.signal)).toBe(false);
    expect(await names()).toHaveLength(50);
    const both = await Promise.all([1, 2].map(() => applyOrderFile(deps, ports, owner.scope, id)));
    expect(both).toEqual([true, true]);
    expect(new Set(await names()).size).toBe(130);
    expect(await names()).toHaveLength(130);
    const left = await read((ex) =>
      ex.first<{ n: number }>(
        sql`select count(*)::int as n from order_import_row where workplace_id = ${owner.scope.workplaceId}`,
      ),
    );
    expect(left?.n).toBe(0);
  });

  it('that was read takes no number that was taken since', async () => {
    const id = await upload([line('R-1'), line('R-2')]);
    await create({ order_number: 'R-1' });
    await apply(id);
    expect((await items(id)).map((one) => one.fate)).toEqual(['known', 'new']);
    expect((await names()).sort()).toEqual(['#R-1', '#R-2']);
  });

  it('that is no CSV is refused with the reason', async () => {
    const importId = newId();
    await db.tenant(owner.scope, (tx) =>
      insertImport(tx, owner.scope.workplaceId, {
        importId,
        storeId: owner.storeId,
        fileName: 'a.csv',
        file: Buffer.from('PK\u0003\u0004'),
        actor: '',
      }),
    );
    await readOrderFile(deps, owner.scope, importId);
    expect(await row(importId)).toMatchObject({ state: 'refused', fault: 'IMPORT_COLUMNS_MISSING' });
  });
});
