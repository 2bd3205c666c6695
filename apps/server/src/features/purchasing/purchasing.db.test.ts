import { ConnectorError } from '@quayside/connector-kit';
import { AppError, newId } from '@quayside/kernel';
import { fakeProduct } from '@quayside/testing/fakes/fake-supplier.ts';
import { fakeOrder, orderLine } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { findLines } from '../orders/index.ts';
import { readWallet } from '../wallet/index.ts';
import { changeSupplier } from './actions/change-supplier.ts';
import { chooseShipping } from './actions/choose-shipping.ts';
import { fillCosts } from './actions/fill-costs.ts';
import { cancelPayments, payOrders } from './actions/pay-orders.ts';
import { previewPlacement } from './actions/preview.ts';
import { requestPlacement } from './actions/request-placement.ts';
import { startSync } from './actions/sync-orders.ts';
import { listPlacement } from './queries/purchases.ts';
import { findPurchasesOfOrders } from './repo.ts';
import { noteSynced } from './sync-repo.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { shop, own, cj, buying, handlers, jobs } = world;

let owner: Owner;
let next = 1;

beforeEach(async () => {
  owner = await world.owner();
  for (const supplier of [own, cj]) {
    supplier.books.orders.length = 0;
    supplier.books.payments.length = 0;
    supplier.hides = false;
    supplier.shippingPrice = 400;
  }
  shop.fulfillments.length = 0;
  shop.orders.clear();
  for (const sku of Object.keys(world.sources)) delete world.sources[sku];
  await db.global((tx) => tx.run(sql`delete from test_job`));
});

const read = <T>(fn: (ex: Executor) => Promise<T>): Promise<T> => db.read(owner.scope, fn);

/** An order comes in; answers its id. */
async function orderIn(change: Parameters<typeof fakeOrder>[1] = {}): Promise<string> {
  next += 1;
  const order = fakeOrder(next, change);
  shop.orders.set(order.externalOrderId, order);
  await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  const row = await read((ex) =>
    ex.first<{ order_id: string }>(
      sql`select order_id from sales_order where workplace_id = ${owner.scope.workplaceId} and external_order_id = ${order.externalOrderId}`,
    ),
  );
  return row?.order_id ?? '';
}

const place = (orderId: string, pay = true, more: object = {}) =>
  requestPlacement(world.deps, owner.scope, [{ order_id: orderId, ...more }], pay);
const purchases = (orderId: string) => read((ex) => findPurchasesOfOrders(ex, owner.scope.workplaceId, [orderId]));
const lines = (orderId: string) => read((ex) => findLines(ex, owner.scope.workplaceId, [orderId]));
const order = (orderId: string) =>
  read((ex) =>
    ex.first<{ placement_status: string; payment_status: string; cost: number | null; problems: { key: string }[] }>(
      sql`select placement_status, payment_status, cost, problems from sales_order where workplace_id = ${owner.scope.workplaceId} and order_id = ${orderId}`,
    ),
  );
const wallet = () => read((ex) => readWallet(ex, owner.scope.accountId, 'sandbox'));
const kinds = (orderId: string) =>
  read(async (ex) =>
    (
      await ex.rows<{ kind: string }>(
        sql`select kind from order_event where workplace_id = ${owner.scope.workplaceId} and order_id = ${orderId} order by event_id`,
      )
    ).map((row) => row.kind),
  );

describe('what an order will cost, before anybody opens it', () => {
  const summary = (orderId: string) =>
    read((ex) =>
      ex.first<{ cost: number | null; cost_currency: string | null; cost_is_whole: boolean }>(
        sql`select cost, cost_currency, cost_is_whole from sales_order where workplace_id = ${owner.scope.workplaceId} and order_id = ${orderId}`,
      ),
    );
  const asked = () => own.calls.filter((call) => call === 'quoteShipping').length;

  it('is asked for by jobs as the order comes in, and kept with shipping', async () => {
    const id = await orderIn();
    expect(await summary(id)).toEqual({ cost: 2_000, cost_currency: 'USD', cost_is_whole: false });
    await world.settle(owner);
    expect(await summary(id)).toEqual({ cost: 2_400, cost_currency: 'USD', cost_is_whole: true });
  });

  it('is asked once for a set of lines and a destination, however often the order is told', async () => {
    const id = await orderIn();
    await world.settle(owner);
    const before = asked();
    for (let n = 0; n < 3; n++) {
      await world.ordering.onOrderChanged(owner.scope, owner.storeId, String(1000 + next));
      await world.settle(owner);
    }
    expect(asked()).toBe(before);
    expect((await summary(id))?.cost_is_whole).toBe(true);
  });

  it('is asked on where the supplier does not answer, and whoever waits for it is told so meanwhile', async () => {
    const quote = own.quoteShipping;
    own.quoteShipping = async () => {
      throw new ConnectorError('temporary', 'away');
    };
    await db.global((tx) => tx.run(sql`delete from source_quote`));
    const id = await orderIn();
    const preview = async () => (await previewPlacement(world.deps, owner.scope, [{ order_id: id }], 'en')).orders[0];
    try {
      await jobs.drain(handlers);
      await preview();
      await jobs.drain(handlers);
      expect(await preview()).toMatchObject({
        can_place: false,
        quotes_pending: false,
        packages: [{ problem: { key: 'OUTSIDE_NOT_ANSWERING' } }],
      });
    } finally {
      own.quoteShipping = quote;
    }
    await world.settle(owner);
    expect(await preview()).toMatchObject({ can_place: true, packages: [{ problem: null }] });
    expect((await summary(id))?.cost_is_whole).toBe(true);
  });

  it('is not asked for what cannot be bought', async () => {
    world.sources['SKU-B'] = null;
    world.sources['SKU-A'] = null;
    const before = asked();
    await orderIn();
    await orderIn({ financialStatus: 'refunded' });
    await orderIn({ shippingAddress: {} });
    await world.settle(owner);
    expect(asked()).toBe(before);
  });

  it('is found out once for orders of before, a page of a store at a time', async () => {
    const ids = [await orderIn(), await orderIn()];
    const unbuyable = await orderIn({ financialStatus: 'refunded' });
    await world.settle(owner);
    // As an upgrade finds them.
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update sales_order set expected_for = null, expected_shipping = null, cost = 2000, cost_is_whole = false
        where workplace_id = ${owner.scope.workplaceId}`),
    );
    await db.global((tx) =>
      tx.run(sql`insert into cost_backfill (store_id, workplace_id, account_id)
        values (${owner.storeId}, ${owner.scope.workplaceId}, ${owner.scope.accountId})`),
    );
    await fillCosts(world.deps);
    await world.settle(owner);
    for (const id of ids) expect(await summary(id)).toEqual({ cost: 2_400, cost_currency: 'USD', cost_is_whole: true });
    expect((await summary(unbuyable))?.cost_is_whole).toBe(false);
    // It is over: nothing is asked again.
    await fillCosts(world.deps);
    expect(await jobs.waiting()).toEqual([]);
  });

  it('says beforehand that a line cannot be sent there, until it can', async () => {
    const berlin = { firstName: 'Ada', address1: 'Am Ufer 3', city: 'Berlin', postalCode: '10115', countryCode: 'DE' };
    for (const sku of ['SKU-A', 'SKU-B']) {
      world.sources['SKU-B'] = sku === 'SKU-A' ? null : {};
      const id = await orderIn({ shippingAddress: berlin });
      await world.settle(owner);
      const told = await lines(id);
      const going = told.filter((line) => line.state === 'ready');
      expect(going.map((line) => [line.block_key, line.block_params])).toEqual(
        going.map((line) => ['shipped_country_notfound', { title: line.title, country: 'DE' }]),
      );
      expect(going).toHaveLength(sku === 'SKU-A' ? 1 : 2);
      expect(await order(id)).toMatchObject({ placement_status: 'needs_attention' });
      // A repeated report changes nothing and asks no supplier again.
      const before = asked();
      await world.ordering.onOrderChanged(owner.scope, owner.storeId, String(1000 + next));
      await world.settle(owner);
      expect(asked()).toBe(before);
      expect((await lines(id)).filter((line) => line.block_key).length).toBe(going.length);
      const blocked = await read((ex) =>
        ex.rows(sql`select 1 from notification_event where workplace_id = ${owner.scope.workplaceId}
          and kind = 'order_blocked' and subject_id = ${id}`),
      );
      expect(blocked.length).toBe(1);
    }
    const id = await orderIn({ shippingAddress: berlin });
    await world.settle(owner);
    own.shipping.DE = own.shipping.US ?? [];
    try {
      await db.tenant(owner.scope, (tx) =>
        tx.run(sql`update supplier_quote set known_at = now() - interval '1 hour', asked_at = now() - interval '1 hour'
          where workplace_id = ${owner.scope.workplaceId}`),
      );
      await db.global((tx) => tx.run(sql`delete from source_quote`));
      await previewPlacement(world.deps, owner.scope, [{ order_id: id }], 'en');
      await world.settle(owner);
    } finally {
      delete own.shipping.DE;
    }
    expect((await lines(id)).map((line) => [line.state, line.block_key])).toEqual([
      ['ready', null],
      ['ready', null],
    ]);
    expect(await order(id)).toMatchObject({ placement_status: 'ready' });
    expect((await summary(id))?.cost_is_whole).toBe(true);
  });

  it('says that a line can be sent there after all, though what the others cost is not known', async () => {
    world.sources['SKU-B'] = { source: 'cj' };
    const option = own.shipping.US?.[0];
    if (!option) throw new Error('no service to the US');
    const shippingAddress = { firstName: 'Ada', address1: 'Am Ufer 3', city: 'Berlin', postalCode: '10115' };
    await db.global((tx) => tx.run(sql`delete from source_quote`));
    const quote = own.quoteShipping;
    world.cj.shipping.DE = [{ ...option, amount: { ...option.amount, currency: 'EUR' } }];
    try {
      const id = await orderIn({ shippingAddress: { ...shippingAddress, countryCode: 'DE' } });
      await world.settle(owner);
      const blocks = async () => (await lines(id)).map((line) => [line.state, line.block_key]);
      const foreseen = [
        ['ready', 'shipped_country_notfound'],
        ['ready', null],
      ];
      expect(await blocks()).toEqual(foreseen);
      own.shipping.DE = [option];
      const askAgain = async () => {
        await db.tenant(owner.scope, (tx) =>
          tx.run(sql`update supplier_quote set known_at = now() - interval '1 hour', asked_at = now() - interval '1 hour'
            where workplace_id = ${owner.scope.workplaceId}`),
        );
        await db.global((tx) => tx.run(sql`delete from source_quote`));
        await previewPlacement(world.deps, owner.scope, [{ order_id: id }], 'en');
        await world.settle(owner);
      };
      own.quoteShipping = () => Promise.reject(new ConnectorError('rejected', 'as the test asked'));
      await askAgain();
      expect(await blocks()).toEqual(foreseen);
      own.quoteShipping = quote;
      await askAgain();
      expect(await blocks()).toEqual(Array(2).fill(['ready', null]));
      expect(await order(id)).toMatchObject({ placement_status: 'ready' });
      expect((await summary(id))?.cost_is_whole).toBe(false);
    } finally {
      own.quoteShipping = quote;
      await db.global((tx) => tx.run(sql`delete from source_quote`));
      delete own.shipping.DE;
      delete world.cj.shipping.DE;
      delete world.sources['SKU-B'];
    }
  });

  it('is previewed from kept rates with their age while the supplier is asked again', async () => {
    const id = await orderIn();
    await world.settle(owner);
    const read = async () => {
      const [preview] = (await previewPlacement(world.deps, owner.scope, [{ order_id: id }], 'en')).orders;
      return preview?.packages[0];
    };
    const kept = await read();
    expect(kept).toMatchObject({ quotes_pending: false, total: expect.anything(), quoted_at: expect.any(String) });
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update supplier_quote set known_at = seconds_after(known_at, -3600), asked_at = seconds_after(asked_at, -3600)
        where workplace_id = ${owner.scope.workplaceId}`),
    );
    const aged = await read();
    expect(aged).toMatchObject({ quotes_pending: true, total: kept?.total });
    expect(Date.parse(kept?.quoted_at ?? '') - Date.parse(aged?.quoted_at ?? '')).toBe(3_600_000);
  });

  it('is asked anew when lines find their suppliers, and follows another service', async () => {
    world.sources['SKU-B'] = null;
    const id = await orderIn();
    await world.settle(owner);
    expect((await summary(id))?.cost_is_whole).toBe(false);
    delete world.sources['SKU-B'];
    await world.ordering.onListed(owner.scope, owner.storeId);
    await world.settle(owner);
    expect(await summary(id)).toMatchObject({ cost: 2_400, cost_is_whole: true });
  });
});

describe('placing and paying', () => {
  it('buys an order once and pays it exactly from the wallet', async () => {
    const id = await orderIn();
    const answer = await place(id);
    expect(answer).toMatchObject({ requested: 1 });
    await world.settle(owner);
    expect(own.books.orders).toHaveLength(1);
    expect(own.books.payments.map((one) => one.amount.amount)).toEqual([2_400]);
    expect(await purchases(id)).toMatchObject([{ state: 'placed', pay_state: 'paid', total_cost: 2_400 }]);
    expect(await lines(id)).toMatchObject([{ state: 'placed' }, { state: 'placed' }]);
    // People read the supplier's number; his id stays the one that calls are made with.
    expect((await lines(id))[0]?.source_order_no).toBe('QW-1');
    expect(own.books.payments[0]?.supplierOrderId).toBe('quayside-1');
    expect(await order(id)).toMatchObject({ placement_status: 'placed', payment_status: 'paid', cost: 2_400 });
    expect(await wallet()).toMatchObject({ bonus: 1_000_000 - 2_400, reserved: 0 });
    expect(await kinds(id)).toEqual(['received', 'created_to_supplier', 'ordered']);
  });

  it('makes one supplier order per supplier, and the owner’s own account pays its own', async () => {
    world.sources['SKU-B'] = { source: 'cj' };
    const id = await orderIn();
    expect(await place(id)).toMatchObject({ requested: 2 });
    await world.settle(owner);
    expect([own.books.payments.length, cj.books.payments.length]).toEqual([1, 1]);
    expect(await wallet()).toMatchObject({ bonus: 1_000_000 - 1_400, reserved: 0 });
    expect(await order(id)).toMatchObject({ payment_status: 'paid', cost: 2_800 });
  });

  it('gives what a connector noted of a payment to whoever goes on with it', async () => {
    const id = await orderIn();
    const pay = own.payOrder;
    const kept: object[] = [];
    own.payOrder = async (ctx, input) => {
      kept.push({ ...input.notes?.kept });
      if (kept.length > 1) return pay(ctx, input);
      await input.notes?.keep({ bill: 'B1' });
      await input.notes?.keep({ step: '2' });
      throw new ConnectorError('unknown', 'the process ended here');
    };
    try {
      await place(id);
      await world.settle(owner);
    } finally {
      own.payOrder = pay;
    }
    expect(kept).toEqual([{}, { bill: 'B1', step: '2' }]);
    expect(own.books.payments).toHaveLength(1);
    expect(await purchases(id)).toMatchObject([{ pay_state: 'paid' }]);
  });

  it('asked twice, even at once, buys nothing twice', async () => {
    const id = await orderIn();
    const [a, b] = await Promise.all([place(id), place(id)]);
    expect(a.requested + b.requested).toBe(1);
    await world.settle(owner);
    const again = await place(id);
    expect(again.failed.get(id)?.map((one) => one.key)).toEqual(['ORDER_PLACED_ALREADY']);
    expect(own.books.orders).toHaveLength(1);
  });

  it('two jobs for one supplier order never both call out', async () => {
    const id = await orderIn();
    await place(id);
    const job = (await jobs.waiting()).find((one) => one.name === 'place-supplier-order');
    const handle = handlers.find((one) => one.kind.name === 'place-supplier-order');
    const { signal } = new AbortController();
    const run = { jobId: '1', attempt: 0, isLastTry: false, signal, lost: signal };
    await Promise.allSettled([1, 2, 3, 4].map(() => handle?.handle(job?.payload, run)));
    await world.settle(owner);
    expect(own.books.orders).toHaveLength(1);
  });

  it('says of what is not paid that it is not, and of what is paid at the door that it is, and places both', async () => {
    const warned = async (change: Parameters<typeof orderIn>[0]) => {
      const id = await orderIn(change);
      const [preview] = (await previewPlacement(world.deps, owner.scope, [{ order_id: id }], 'en')).orders;
      return { id, keys: preview?.warnings.map((one) => one.key) };
    };
    expect((await warned({})).keys).toEqual([]);
    expect((await warned({ financialStatus: 'pending' })).keys).toEqual(['ORDER_NOT_PAID_BY_SHOPPER']);
    const atDoor = { method: 'Cash on delivery', onDelivery: true };
    expect((await warned({ payment: atDoor })).keys).toEqual([]);
    const { id, keys } = await warned({ financialStatus: 'pending', payment: atDoor });
    expect(keys).toEqual(['ORDER_PAID_ON_DELIVERY']);
    await place(id);
    await world.settle(owner);
    expect(await order(id)).toMatchObject({ placement_status: 'placed', payment_status: 'paid' });
  });

  it('names unmapped lines and places the rest', async () => {
    world.sources['SKU-B'] = null;
    const id = await orderIn();
    expect(await order(id)).toMatchObject({ placement_status: 'unmapped' });
    const answer = await place(id);
    expect(answer.failed.get(id)).toMatchObject([{ key: 'LINE_UNMAPPED', params: { title: 'Lamp SKU-B' } }]);
    await world.settle(owner);
    expect(own.books.orders[0]?.lines).toHaveLength(1);
    delete world.sources['SKU-B'];
    await world.ordering.onListed(owner.scope, owner.storeId);
    expect((await lines(id)).map((line) => line.state)).toEqual(['placed', 'ready']);
  });
});

describe('a line that cannot be bought (B9)', () => {
  /** Places an order of two suppliers while CJ, which has SKU-B, cannot be asked for prices. */
  async function placeWithoutPrice(pay: boolean) {
    world.sources['SKU-B'] = { source: 'cj' };
    const quote = cj.quoteShipping;
    cj.quoteShipping = async () => {
      throw new ConnectorError('temporary', 'away');
    };
    await db.global((tx) => tx.run(sql`delete from source_quote`));
    const id = await orderIn();
    await jobs.drain(handlers);
    const answer = await place(id, pay);
    cj.quoteShipping = quote;
    return { id, answer };
  }

  it('blocks the automatic payment of its order while its supplier gives no price', async () => {
    const { id, answer } = await placeWithoutPrice(true);
    expect(answer.requested).toBe(1);
    expect(answer.failed.get(id)).toMatchObject([{ key: 'OUTSIDE_NOT_ANSWERING', params: { name: 'CJ' } }]);
    await world.settle(owner);
    expect((await lines(id)).map((line) => [line.state, line.block_key])).toEqual([
      ['placed', null],
      ['blocked', 'OUTSIDE_NOT_ANSWERING'],
    ]);
    expect(await order(id)).toMatchObject({ placement_status: 'needs_attention', payment_status: 'pending' });
    expect(own.books.payments).toEqual([]);

    const [, lineB] = await lines(id);
    await place(id, true, { line_item_ids: [lineB?.line_id] });
    await world.settle(owner);
    expect([own.books.payments.length, cj.books.payments.length]).toEqual([1, 1]);
    expect(await order(id)).toMatchObject({ placement_status: 'placed', payment_status: 'paid' });
  });

  it('stays ready while its supplier gives no price, if the order is placed without payment', async () => {
    const { id, answer } = await placeWithoutPrice(false);
    expect(answer.failed.get(id)).toMatchObject([{ key: 'OUTSIDE_NOT_ANSWERING' }]);
    await world.settle(owner);
    expect((await lines(id)).map((line) => line.state)).toEqual(['placed', 'ready']);
  });

  it('stops its supplier order before any payment, names the line, and lets the order go on', async () => {
    world.sources['SKU-B'] = { source: 'cj' };
    const id = await orderIn();
    const [, lineB] = await lines(id);
    cj.fault('createOrder', { kind: 'rejected', code: 'product_out_of_stock', lines: [lineB?.line_id ?? ''] });
    await place(id);
    await world.settle(owner);

    expect((await lines(id)).map((line) => [line.state, line.block_key])).toEqual([
      ['placed', null],
      ['blocked', 'product_out_of_stock'],
    ]);
    expect(await order(id)).toMatchObject({ placement_status: 'needs_attention', payment_status: 'pending' });
    expect([...own.books.payments, ...cj.books.payments]).toEqual([]);
    const refused = await payOrders(world.deps, owner.scope, { order_ids: [id], allow_partial: false });
    expect([...refused.failed.values()][0]).toMatchObject({
      key: 'ORDER_HAS_FAILED_LINES',
      params: { title: 'Lamp SKU-B' },
    });

    // The same line again, by name: a new supplier order with a new reference; then the whole order is paid.
    await place(id, true, { line_item_ids: [lineB?.line_id] });
    await world.settle(owner);
    expect(cj.books.orders).toHaveLength(1);
    expect([own.books.payments.length, cj.books.payments.length]).toEqual([1, 1]);
    expect(await order(id)).toMatchObject({ placement_status: 'placed', payment_status: 'paid' });
    const references = (await purchases(id)).map((one) => one.reference);
    expect(new Set(references).size).toBe(3);
  });

  it('frees the other lines of the same supplier order', async () => {
    const id = await orderIn();
    const [lineA] = await lines(id);
    own.fault('createOrder', { kind: 'rejected', code: 'product_out_of_stock', lines: [lineA?.line_id ?? ''] });
    await place(id);
    await world.settle(owner);
    expect((await lines(id)).map((line) => line.state)).toEqual(['blocked', 'ready']);
    expect(await kinds(id)).toContain('create_failed');
    expect((await purchases(id))[0]?.error_params).toMatchObject({ title: 'Lamp SKU-A' });
  });

  it('cannot be shipped to that country: nothing is sent, the lines are named', async () => {
    const shippingAddress = {
      firstName: 'Ada',
      address1: 'Am Ufer 3',
      city: 'Berlin',
      postalCode: '10115',
      countryCode: 'DE',
    };
    const id = await orderIn({ shippingAddress });
    await place(id);
    await world.settle(owner);
    expect((await lines(id)).map((line) => line.block_key)).toEqual(Array(2).fill('shipped_country_notfound'));
    expect(own.books.orders).toEqual([]);
  });

  it('cannot be sent there alone: the rest is placed and waits with its payment, another service frees the line', async () => {
    own.shipping.CA = own.shipping.US ?? [];
    const shippingAddress = {
      ...{ firstName: 'Ada', address1: '1 Queen Street', city: 'Toronto', province: 'Ontario' },
      ...{ postalCode: 'M5H 2N2', countryCode: 'CA' },
    };
    const id = await orderIn({ shippingAddress });
    const [, lineB] = await lines(id);
    const quote = own.quoteShipping;
    own.quoteShipping = (ctx, asked) =>
      asked.lines.some((line) => line.sourceVariantId === lineB?.source_variant_id)
        ? Promise.resolve([])
        : quote(ctx, asked);
    try {
      await world.settle(owner);
      await previewPlacement(world.deps, owner.scope, [{ order_id: id }], 'en');
      await world.settle(owner);
      const [preview] = (await previewPlacement(world.deps, owner.scope, [{ order_id: id }], 'en')).orders;
      expect(preview?.line_items.map((line) => line.problem?.key)).toEqual([
        undefined,
        'TheProductCannotBeShippedToCountry',
      ]);
      const answer = await place(id);
      expect([answer.requested, [...answer.failed]]).toEqual([2, []]);
      await world.settle(owner);
    } finally {
      own.quoteShipping = quote;
    }
    expect((await lines(id)).map((line) => [line.state, line.block_key])).toEqual([
      ['placed', null],
      ['blocked', 'shipped_country_notfound'],
    ]);
    expect(await order(id)).toMatchObject({ placement_status: 'needs_attention', payment_status: 'pending' });
    const wish = { order_id: id, line_item_ids: [lineB?.line_id ?? ''], shipping_method: 'Fast' };
    await chooseShipping(world.deps, owner.scope, [wish]);
    await world.settle(owner);
    expect((await lines(id)).map((line) => line.state)).toEqual(['placed', 'ready']);
    expect(own.books.orders.map((one) => one.lines.length)).toEqual([1]);
    // Free again it is not bought yet: the rest still waits for it, until its owner says otherwise.
    expect(own.books.payments).toEqual([]);
    await payOrders(world.deps, owner.scope, { order_ids: [id], allow_partial: true });
    await world.settle(owner);
    expect(own.books.payments).toHaveLength(1);
  });

  it('asks the owner when the bill is above what he was shown', async () => {
    const id = await orderIn();
    await previewPlacement(world.deps, owner.scope, [{ order_id: id }], 'en');
    await world.settle(owner);
    own.shippingPrice = 900;
    await place(id);
    await world.settle(owner);
    expect(await purchases(id)).toMatchObject([{ state: 'placed', pay_state: 'failed', error_key: 'PRICE_CHANGED' }]);
    expect(own.books.payments).toEqual([]);
    await payOrders(world.deps, owner.scope, { order_ids: [id], allow_partial: false });
    await world.settle(owner);
    expect(own.books.payments.map((one) => one.amount.amount)).toEqual([2_900]);
  });
});

describe('the wallet', () => {
  it('that is short refuses before anything is written, and says by how much', async () => {
    owner = await world.owner(1_000);
    const id = await orderIn();
    await place(id, false);
    await world.settle(owner);
    const refused = await payOrders(world.deps, owner.scope, { all: true, allow_partial: false }).catch(
      (e: unknown) => e,
    );
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ code: 'WALLET_SHORT', params: { available: '10.00 USD', short: '14.00 USD' } });
    expect(await purchases(id)).toMatchObject([{ pay_state: 'unpaid' }]);
  });

  it('that is short while an order pays itself leaves the payment refused and nothing held', async () => {
    owner = await world.owner(1_000);
    const id = await orderIn();
    await place(id);
    await world.settle(owner);
    expect(await purchases(id)).toMatchObject([{ pay_state: 'failed', error_key: 'WALLET_SHORT' }]);
    expect(await wallet()).toMatchObject({ bonus: 1_000, reserved: 0 });
    expect(own.books.payments).toEqual([]);
  });

  it('gets back what was set aside for a payment that is refused, and pays under a new reference', async () => {
    const id = await orderIn();
    own.fault('payOrder', { kind: 'rejected', code: 'balance_too_low' });
    await place(id);
    await world.settle(owner);
    expect(await purchases(id)).toMatchObject([{ pay_state: 'failed', error_key: 'balance_too_low' }]);
    expect(await wallet()).toMatchObject({ bonus: 1_000_000, reserved: 0 });
    await payOrders(world.deps, owner.scope, { all: true, failedOnly: true, allow_partial: false });
    await world.settle(owner);
    expect(own.books.payments).toHaveLength(1);
    expect(own.books.payments[0]?.reference).toMatch(/-P2$/);
    expect(await wallet()).toMatchObject({ bonus: 1_000_000 - 2_400, reserved: 0 });
  });

  it('pays all that waits of one store where it is named', async () => {
    const id = await orderIn();
    await place(id, false);
    await world.settle(owner);
    const pay = (store_id: string) => payOrders(world.deps, owner.scope, { all: true, store_id, allow_partial: false });
    expect((await pay(newId())).requested).toBe(0);
    expect((await pay(owner.storeId)).requested).toBe(1);
  });

  it('gives a payment back that was not sent', async () => {
    const id = await orderIn();
    await place(id, false);
    await world.settle(owner);
    const asked = await payOrders(world.deps, owner.scope, { order_ids: [id], allow_partial: false });
    expect(asked.requested).toBe(1);
    const [row] = await purchases(id);
    const taken = await cancelPayments(world.deps, owner.scope, [row?.supplier_order_id ?? '']);
    expect(taken.cancelled).toHaveLength(1);
    await world.settle(owner);
    expect(own.books.payments).toEqual([]);
    expect(await purchases(id)).toMatchObject([{ pay_state: 'unpaid' }]);
    const late = await cancelPayments(world.deps, owner.scope, [row?.supplier_order_id ?? '']);
    expect([...late.failed.values()]).toEqual([{ key: 'PAYMENT_SENT_ALREADY' }]);
  });
});

describe('play and real', () => {
  const makeLive = (id: string) =>
    db.tenant(owner.scope, (tx) =>
      tx.run(
        sql`update sales_order set mode = 'live' where workplace_id = ${owner.scope.workplaceId} and order_id = ${id}`,
      ),
    );

  it('never meet, when placing and when paying', async () => {
    const id = await orderIn();
    await place(id, false);
    await world.settle(owner);
    await makeLive(id);
    await payOrders(world.deps, owner.scope, { order_ids: [id], allow_partial: false });
    await world.settle(owner);
    expect(own.books.payments).toEqual([]);
    expect(await purchases(id)).toMatchObject([{ pay_state: 'failed', error_key: 'SANDBOX_AND_LIVE_MIXED' }]);
    expect(await wallet()).toMatchObject({ bonus: 1_000_000, reserved: 0 });

    const sandbox = await orderIn();
    const live = await orderIn();
    await makeLive(live);
    const mixed = [{ order_id: sandbox }, { order_id: live }];
    await expect(requestPlacement(world.deps, owner.scope, mixed, true)).rejects.toMatchObject({
      code: 'SANDBOX_AND_LIVE_MIXED',
    });
    const alone = await place(live);
    expect(alone.failed.get(live)?.[0]?.key).toBe('SANDBOX_AND_LIVE_MIXED');
    await world.settle(owner);
    expect(own.books.orders).toHaveLength(1);
  });

  it('never meet where the order was requested before its mode changed', async () => {
    const id = await orderIn();
    await place(id);
    await makeLive(id);
    await world.settle(owner);
    expect(own.books.orders).toEqual([]);
    expect(await purchases(id)).toMatchObject([{ state: 'cancelled', error_key: 'SANDBOX_AND_LIVE_MIXED' }]);
  });
});

describe('what the store changes', () => {
  it('stops an order that is cancelled before it is sent', async () => {
    const id = await orderIn();
    await place(id);
    const external = [...shop.orders.values()].at(-1);
    if (!external) throw new Error('no order');
    shop.orders.set(external.externalOrderId, {
      ...external,
      cancelledAt: new Date().toISOString(),
      updatedAt: new Date(Date.now() + 1_000).toISOString(),
    });
    await world.ordering.onOrderChanged(owner.scope, owner.storeId, external.externalOrderId);
    await world.settle(owner);
    expect(own.books.orders).toEqual([]);
    expect(await purchases(id)).toMatchObject([{ state: 'cancelled', error_key: 'ORDER_CANCELLED' }]);
    expect((await lines(id)).map((line) => line.state)).toEqual(['cancelled', 'cancelled']);
    expect(await order(id)).toMatchObject({ placement_status: 'nothing_to_place', problems: [] });
  });

  const moveTo = async (address1: string) => {
    const external = [...shop.orders.values()].at(-1);
    if (!external) throw new Error('no order');
    shop.orders.set(external.externalOrderId, {
      ...external,
      shippingAddress: { ...external.shippingAddress, address1 },
      updatedAt: new Date(Date.now() + 1_000).toISOString(),
    });
    await world.ordering.onOrderChanged(owner.scope, owner.storeId, external.externalOrderId);
  };

  it('sends nothing to an address of before: the order is free again, and goes to the new one', async () => {
    const id = await orderIn();
    await place(id);
    await moveTo('Other Street 9');
    await world.settle(owner);
    expect(own.books.orders).toEqual([]);
    expect(await order(id)).toMatchObject({ placement_status: 'ready', problems: [] });
    await place(id);
    await world.settle(owner);
    expect((await purchases(id)).map((row) => row.address.address1)).toContain('Other Street 9');
    expect(own.books.orders).toHaveLength(1);
  });

  it('flags an address that changed after the goods were placed, and pays for them only when asked', async () => {
    const id = await orderIn();
    await place(id, false);
    await world.settle(owner);
    await moveTo('Other Street 9');
    expect(await order(id)).toMatchObject({ problems: [{ key: 'ORDER_ADDRESS_CHANGED' }] });
    expect(await kinds(id)).toContain('changed_at_store');
    await world.settle(owner);
    expect(own.books.payments).toEqual([]);
    await payOrders(world.deps, owner.scope, { order_ids: [id], allow_partial: true });
    await world.settle(owner);
    expect(own.books.payments).toHaveLength(1);
  });

  it('flags an order that is cancelled after it was placed, and does not pay it', async () => {
    const id = await orderIn();
    await place(id, false);
    await world.settle(owner);
    const external = [...shop.orders.values()].at(-1);
    if (!external) throw new Error('no order');
    const later = { cancelledAt: new Date().toISOString(), updatedAt: new Date(Date.now() + 1_000).toISOString() };
    shop.orders.set(external.externalOrderId, { ...external, ...later });
    await world.ordering.onOrderChanged(owner.scope, owner.storeId, external.externalOrderId);
    expect(await order(id)).toMatchObject({ problems: [{ key: 'ORDER_CANCELLED_AFTER_PLACING' }] });
    const refused = await payOrders(world.deps, owner.scope, { order_ids: [id], allow_partial: true });
    expect([...refused.failed.values()][0]).toMatchObject({ key: 'ORDER_CANCELLED' });
  });
});

describe('a preview', () => {
  it('waits for no supplier: it shows what is known, and what is asked comes later', async () => {
    const id = await orderIn({ lines: [orderLine('a', 'SKU-A', { quantity: 2, fulfillableQuantity: 2 })] });
    const calls = own.calls.length;
    const [first] = (await previewPlacement(world.deps, owner.scope, [{ order_id: id }], 'en')).orders;
    expect(own.calls.length).toBe(calls);
    expect(first).toMatchObject({ quotes_pending: true, total: null, can_place: true });
    await world.settle(owner);
    const [second] = (await previewPlacement(world.deps, owner.scope, [{ order_id: id }], 'en')).orders;
    expect(second).toMatchObject({
      quotes_pending: false,
      items_cost: { amount: 2_000 },
      shipping_cost: { amount: 400 },
      total: { amount: 2_400 },
      profit: { amount: 5_000 + 500 - 2_400 },
      line_items: [
        { shipping_options: [{ service_name: 'Standard', quayside_recommend: true }, { service_name: 'Fast' }] },
      ],
    });
    expect(await jobs.waiting()).toEqual([]);
  });

  it('converts the cost at the rate of the day the order was placed, and shows no profit without a rate', async () => {
    const id = await orderIn({ lines: [orderLine('a', 'SKU-A', { quantity: 2, fulfillableQuantity: 2 })] });
    await world.settle(owner);
    await db.global((tx) =>
      tx.run(sql`insert into exchange_rate (currency, day, per_euro, source) values
        ('USD', '2026-03-09', 1.25, 'European Central Bank'), ('USD', '2026-03-11', 2, 'European Central Bank')`),
    );
    const soldIn = async (currency: string) => {
      await db.tenant(owner.scope, (tx) =>
        tx.run(sql`update sales_order set currency = ${currency}, placed_at = '2026-03-10T12:00:00Z'
          where workplace_id = ${owner.scope.workplaceId} and order_id = ${id}`),
      );
      return (await previewPlacement(world.deps, owner.scope, [{ order_id: id }], 'en')).orders[0];
    };
    // USD 24.00 at 0.8 is EUR 19.20.
    expect(await soldIn('EUR')).toMatchObject({
      total: { amount: 2_400, currency: 'USD' },
      profit: { amount: 5_000 + 500 - 1_920, currency: 'EUR' },
      profit_rate: { from: 'USD', to: 'EUR', rate: '0.8', day: '2026-03-09', source: 'European Central Bank' },
    });
    expect(await soldIn('SAR')).toMatchObject({ total: { amount: 2_400 }, profit: null, profit_rate: null });
  });
});

describe('choosing anew', () => {
  it('buys a line that failed elsewhere, and goes back to the product’s own supplier', async () => {
    const product = fakeProduct(7);
    cj.products = [product];
    const [variant] = product.variants;
    const id = await orderIn();
    const [lineA] = await lines(id);
    const lineId = lineA?.line_id ?? '';
    own.fault('createOrder', { kind: 'rejected', code: 'product_out_of_stock', lines: [lineId] });
    await place(id);
    await world.settle(owner);
    const wish = { source: 'cj' as const, source_product_id: 'p7', sku_id: variant?.sourceVariantId };
    const match = world.match;
    await changeSupplier(world.deps, { match }, owner.who, id, [{ id: lineId, ...wish }]);
    expect((await lines(id))[0]).toMatchObject({ state: 'ready', source: 'cj', replaced: true, block_key: null });
    await changeSupplier(world.deps, { match }, owner.who, id, [{ id: lineId, original: true }]);
    expect((await lines(id))[0]).toMatchObject({ state: 'ready', source: 'quayside', replaced: false });
    const unknown = changeSupplier(world.deps, { match }, owner.who, id, [{ id: lineId, ...wish, sku_id: 'nothing' }]);
    await expect(unknown).rejects.toMatchObject({ code: 'NotFoundSkuProduct', fields: { sku_id: expect.anything() } });
    await changeSupplier(world.deps, { match }, owner.who, id, [{ id: lineId, ...wish }]);
    const [, lineB] = await lines(id);
    await place(id, true, { line_item_ids: [lineB?.line_id] });
    await world.settle(owner);
    expect(own.books.orders).toHaveLength(1);
    // Another supplier is chosen for the line that failed, but it is not placed: nothing is paid yet.
    expect(own.books.payments).toEqual([]);
    await place(id);
    await world.settle(owner);
    expect([own.books.orders.length, cj.books.orders.length]).toEqual([1, 1]);
    expect(await order(id)).toMatchObject({ payment_status: 'paid' });
    const late = changeSupplier(world.deps, { match }, owner.who, id, [{ id: lineId, original: true }]);
    await expect(late).rejects.toMatchObject({ code: 'LINE_PLACED_ALREADY' });
  });

  it('refuses a service that the supplier does not offer for the line (C224)', async () => {
    const id = await orderIn();
    await previewPlacement(world.deps, owner.scope, [{ order_id: id }], 'en');
    await world.settle(owner);
    const wish = { order_id: id, shipping_method: 'Pigeon' };
    const answer = await chooseShipping(world.deps, owner.scope, [wish]);
    expect(answer).toMatchObject({ updated: 0 });
    expect(answer.failed.get(id)).toMatchObject([
      { key: 'shipping_method_unavailable' },
      { key: 'shipping_method_unavailable' },
    ]);
    expect((await lines(id)).map((line) => line.shipping_method)).toEqual([null, null]);
    expect(await chooseShipping(world.deps, owner.scope, [{ ...wish, shipping_method: 'Fast' }])).toMatchObject({
      updated: 2,
    });
  });

  it('sends lines with the chosen service, apart from the others', async () => {
    const id = await orderIn();
    const [lineA] = await lines(id);
    const wish = { order_id: id, line_item_ids: [lineA?.line_id ?? ''], shipping_method: 'Fast' };
    expect(await chooseShipping(world.deps, owner.scope, [wish])).toMatchObject({ updated: 1 });
    expect(await place(id)).toMatchObject({ requested: 2 });
    await world.settle(owner);
    expect((await purchases(id)).map((one) => one.shipping_method).sort()).toEqual(['Fast', 'Standard']);
    const late = await chooseShipping(world.deps, owner.scope, [wish]);
    expect(late.failed.get(id)).toMatchObject([{ key: 'LINE_PLACED_ALREADY' }]);
  });
});

describe('many at once', () => {
  it('are placed and paid in one process that ends when all have', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 12; n++) ids.push(await orderIn());
    const answer = await requestPlacement(
      world.deps,
      owner.scope,
      [...ids, ids[0] ?? ''].map((order_id) => ({ order_id })),
      true,
    );
    expect(answer).toMatchObject({ requested: 12 });
    own.fault('createOrder', { kind: 'rejected', code: 'product_sold_out' });
    const process = () =>
      read((ex) =>
        ex.first<{ status: string; done: number; total: number; error_key: string | null }>(
          sql`select status, done, total, error_key from process where workplace_id = ${owner.scope.workplaceId} and process_id = ${answer.processId}`,
        ),
      );
    expect(await process()).toMatchObject({ status: 'processing', done: 0, total: 12 });
    // Seen by those who have the store, since it names an order of it.
    expect(
      await read((ex) =>
        ex.first(sql`select p.title, p.store_id = o.store_id as of_the_store from process p, sales_order o
          where p.workplace_id = ${owner.scope.workplaceId} and o.workplace_id = p.workplace_id
            and p.process_id = ${answer.processId} and o.order_id = ${ids[0]}`),
      ),
    ).toMatchObject({ title: expect.stringContaining('+11'), of_the_store: true });
    await world.settle(owner);
    expect(await process()).toEqual({ status: 'error', done: 12, total: 12, error_key: 'PLACEMENT_SOME_FAILED' });
    expect([own.books.orders.length, own.books.payments.length]).toEqual([11, 11]);
    const toast = await read((ex) =>
      listPlacement(ex, owner.scope.workplaceId, answer.processId ?? '', { page_size: 5 }, 'en'),
    );
    expect(toast.items[0]).toMatchObject({ status: 'error', error_key: 'ProductSoldOut', country_code: 'US' });
    expect(toast.items[0]?.error_message).toContain('Lamp SKU-A');
    expect(toast.items[1]).toMatchObject({ status: 'success', pay_state: 'paid', total: { currency: 'USD' } });
    expect(toast.next_cursor).toBe('5');
  });
});

describe('reading what the supplier says', () => {
  it('on demand notes how it went', async () => {
    const id = await orderIn();
    await place(id);
    await world.settle(owner);
    const [row] = await purchases(id);
    const sync = async () => {
      await db.tenant(owner.scope, (tx) => startSync(tx, world.deps, owner.scope, row ? [row] : []));
      await world.settle(owner);
      return (await purchases(id))[0];
    };
    expect(await sync()).toMatchObject({ sync_state: 'success', remote_state: 'paid' });
    const [made] = own.books.orders.splice(0);
    expect(await sync()).toMatchObject({ sync_state: 'error', sync_error_key: 'sync_order_not_found_order_no' });
    // B314: canceled by the supplier is an outcome, not an error.
    if (made) own.books.orders.push({ ...made, state: 'cancelled' });
    expect(await sync()).toMatchObject({ sync_state: 'success', sync_error_key: null, state: 'cancelled' });
  });

  it('by looking finds what no message told, and never takes another order with our reference for ours', async () => {
    const id = await orderIn();
    await place(id);
    await world.settle(owner);
    const [made] = own.books.orders;
    if (!made) throw new Error('no order');
    own.books.orders.unshift({
      ...structuredClone(made),
      supplierOrderId: 'part',
      total: { amount: 1, currency: 'USD' },
    });
    made.state = 'processing';
    const [row] = await purchases(id);
    await buying.pollSupplierOrders(owner.scope, row?.connection_id ?? '');
    expect(await purchases(id)).toMatchObject([
      { remote_state: 'processing', source_order_no: made.supplierOrderId, total_cost: 2_400 },
    ]);
    expect(await wallet()).toMatchObject({ bonus: 1_000_000 - 2_400 });
  });
});

it('notes what was read without waiting for what is being paid', async () => {
  const ids = [await orderIn(), await orderIn()];
  for (const id of ids) await place(id);
  await world.settle(owner);
  const rows = (await Promise.all(ids.map(purchases))).flat();
  const [paying, free] = rows.map((row) => row.supplier_order_id);
  const { workplaceId } = owner.scope;
  await db.tenant(owner.scope, (tx) =>
    tx.run(sql`update supplier_order set synced_at = null where workplace_id = ${workplaceId}`),
  );
  const held = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const payment = db.tenant(owner.scope, async (tx) => {
    await tx.run(
      sql`select 1 from supplier_order where workplace_id = ${workplaceId} and supplier_order_id = ${paying} for update`,
    );
    held.resolve();
    await done.promise;
  });
  await held.promise;
  await db.tenant(owner.scope, (tx) => noteSynced(tx, workplaceId, [paying ?? '', free ?? '']));
  done.resolve();
  await payment;
  expect((await Promise.all(ids.map(purchases))).flat().map((row) => row.synced_at === null)).toEqual([true, false]);
});

it('keeps a supplier’s cancellation and what he gives back', async () => {
  const id = await orderIn();
  await place(id);
  await world.settle(owner);
  const [made] = own.books.orders;
  if (!made) throw new Error('no order');
  made.state = 'cancelled';
  made.refunds = [{ refundId: 'r1', amount: made.total }];
  made.cancelReason = 'Burst pipe.';
  const [row] = await purchases(id);
  await buying.onSupplierOrderChanged(owner.scope, row?.connection_id ?? '', made.supplierOrderId);
  await buying.onSupplierOrderChanged(owner.scope, row?.connection_id ?? '', made.supplierOrderId);
  expect((await lines(id)).map((line) => [line.state, line.block_key])).toEqual(
    Array(2).fill(['blocked', 'SUPPLIER_CANCELLED']),
  );
  const held = await wallet();
  expect((held?.bonus ?? 0) + (held?.topup ?? 0)).toBe(1_000_000);
});

describe('polling a supplier', () => {
  it('ends when its job ended, before it asks for another page', async () => {
    const row = await read((ex) =>
      ex.first<{ connection_id: string }>(sql`select connection_id from supplier_connection
        where workplace_id = ${owner.scope.workplaceId} and supplier = 'cj'`),
    );
    const { listOrders } = cj;
    const stop = new AbortController();
    const signals: (AbortSignal | undefined)[] = [];
    cj.listOrders = async (ctx) => {
      signals.push(ctx.signal);
      stop.abort(new Error('the job ended'));
      return { items: [], ...(signals.length === 1 ? { nextCursor: 'next' } : {}) };
    };
    try {
      const polling = buying.pollSupplierOrders(owner.scope, row?.connection_id ?? '', stop.signal);
      await expect(polling).rejects.toThrow('the job ended');
    } finally {
      cj.listOrders = listOrders;
    }
    expect(signals).toEqual([stop.signal]);
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update supplier_connection set poll_place = null where workplace_id = ${owner.scope.workplaceId}`),
    );
  });

  it('goes on where a process that ended had come to, and begins anew once the list was read to its end', async () => {
    const row = await read((ex) =>
      ex.first<{ connection_id: string }>(sql`select connection_id from supplier_connection
        where workplace_id = ${owner.scope.workplaceId} and supplier = 'cj'`),
    );
    const { listOrders } = cj;
    const asked: (string | undefined)[] = [];
    let stop = new AbortController();
    cj.listOrders = async (_ctx, { cursor }) => {
      asked.push(cursor);
      if (asked.length === 2) stop.abort(new Error('the process ends'));
      return { items: [], ...(cursor === 'three' ? {} : { nextCursor: cursor === 'two' ? 'three' : 'two' }) };
    };
    const poll = () => buying.pollSupplierOrders(owner.scope, row?.connection_id ?? '', stop.signal);
    try {
      await expect(poll()).rejects.toThrow('the process ends');
      stop = new AbortController();
      await poll();
      await poll();
    } finally {
      cj.listOrders = listOrders;
    }
    expect(asked).toEqual([undefined, 'two', 'three', undefined, 'two', 'three']);
  });
});
