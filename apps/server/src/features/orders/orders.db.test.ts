import { orders as calls } from '@quayside/contracts';
import { decodeCursor, type MessageParams, money } from '@quayside/kernel';
import { fakeOrder, orderLine } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, json, sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import type { FakeClock } from '../../testing/fakes/fake-deps.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { addEvents } from './actions/add-events.ts';
import { cancelManualOrder, markManualPaid } from './actions/change-manual-order.ts';
import { pollOrders } from './actions/poll-orders.ts';
import { retryUnreadableOrders } from './actions/retry-unreadable.ts';
import { saveOrder } from './actions/save-orders.ts';
import { createOrderIntake } from './actions/take-order.ts';
import { updateCustomer } from './actions/update-customer.ts';
import { compareOrdersJob, compareStoresJob } from './jobs/orders.ts';
import { countTabs, listOrders, type OrderFilter } from './queries/list-orders.ts';
import { orderView } from './queries/order-view.ts';
import { findTimeline } from './queries/timeline.ts';
import { findLines, findOrder } from './repo.ts';
import { getAdjustment } from './rules/order-summary.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { shop, ordering } = world;

let owner: Owner;
let next = 1;
beforeEach(async () => {
  owner = await world.owner();
  shop.orders.clear();
  world.own.books.orders.length = 0;
  for (const sku of Object.keys(world.sources)) delete world.sources[sku];
});

const read = <T>(fn: (ex: Executor) => Promise<T>): Promise<T> => db.read(owner.scope, fn);
const put = (change: Parameters<typeof fakeOrder>[1] = {}) => {
  next += 1;
  const order = fakeOrder(next, change);
  shop.orders.set(order.externalOrderId, order);
  return order;
};
const take = (id: string) => ordering.onOrderChanged(owner.scope, owner.storeId, id);
const all = () =>
  read((ex) =>
    ex.rows<{ order_id: string; external_order_id: string; name: string; tab: string }>(
      sql`select order_id, external_order_id, name, tab from sales_order where workplace_id = ${owner.scope.workplaceId} order by placed_at`,
    ),
  );
const filter = (change: Partial<OrderFilter> = {}): OrderFilter => ({
  workplaceId: owner.scope.workplaceId,
  source: 'all',
  mark: 'all',
  ...change,
});
const page = (change: object = {}) => ({ tab: 'all' as const, sort: 'desc' as const, page_size: 25, ...change });
const namesOf = async (f: OrderFilter, p: Parameters<typeof listOrders>[2] = page()) =>
  (await read((ex) => listOrders(ex, f, p))).orders.map((order) => order.name);

describe('orders coming in', () => {
  it('are kept once, however often and however at once they are told', async () => {
    const order = put();
    await Promise.all([1, 2, 3, 4].map(() => take(order.externalOrderId)));
    expect(await all()).toHaveLength(1);
    expect(await read((ex) => countTabs(ex, filter()))).toMatchObject({ unfulfilled: 1, fulfilled: 0, most: null });
    const [row] = await all();
    const timeline = await read((ex) => findTimeline(ex, owner.scope.workplaceId, row?.order_id ?? '', 'en'));
    expect(timeline).toMatchObject([{ kind: 'received', text: 'Order received', actor: 'system' }]);
  });

  it('say how many lines were mapped, also in rows that name the number otherwise', async () => {
    await take(put().externalOrderId);
    const [row] = await all();
    const { workplaceId } = owner.scope;
    const orderId = row?.order_id ?? '';
    const written: MessageParams[] = [{ lines: 1 }, { count: 2 }];
    for (const params of written)
      await db.tenant(owner.scope, (tx) => addEvents(tx, workplaceId, [{ orderId, kind: 'mapped', params }]));
    const timeline = await read((ex) => findTimeline(ex, workplaceId, orderId, 'en', ['mapped']));
    expect(timeline.map(({ text }) => text)).toEqual(['Supplier found for 2 items', 'Supplier found for 1 item']);
  });

  it('are found by what belongs to them in their store, and kept', async () => {
    const order = put();
    shop.orders.set('fulfilment-order-1', order);
    const behind = (named: string) => ordering.orderBehind(owner.scope, owner.storeId, named);
    const found = await behind('fulfilment-order-1');
    expect(await all()).toMatchObject([{ order_id: found, external_order_id: order.externalOrderId }]);
    expect(await behind('fulfilment-order-1')).toBe(found);
    expect(await behind('of-nothing')).toBeUndefined();
  });

  it('keep the language of their customer, which an erased order does not take again', async () => {
    const order = put({ customerLocale: 'fr-CA' });
    await take(order.externalOrderId);
    const locale = async () =>
      read((ex) =>
        ex.rows(sql`select customer_locale from sales_order where workplace_id = ${owner.scope.workplaceId}`),
      );
    expect(await locale()).toEqual([{ customer_locale: 'fr-CA' }]);
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update sales_order set customer_locale = null, erased_at = now()
        where workplace_id = ${owner.scope.workplaceId}`),
    );
    const updatedAt = new Date(Date.parse(order.updatedAt) + 1_000).toISOString();
    shop.orders.set(order.externalOrderId, { ...order, updatedAt });
    await take(order.externalOrderId);
    expect(await locale()).toEqual([{ customer_locale: null }]);
  });

  it('never let an older state overwrite a newer one', async () => {
    const order = put({ name: 'new' });
    await take(order.externalOrderId);
    const before = new Date(Date.parse(order.updatedAt) - 1_000).toISOString();
    shop.orders.set(order.externalOrderId, { ...order, name: 'old', updatedAt: before });
    await take(order.externalOrderId);
    expect(await all()).toMatchObject([{ name: 'new' }]);
  });

  it('are told apart when a poll finds them: those that a webhook should have reported, and those that it did', async () => {
    const poll = () => ordering.pollOrders(owner.scope, owner.storeId);
    const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000).toISOString();
    const old = put({ updatedAt: minutesAgo(10) });
    // Without webhooks nothing is missed.
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update store set orders_by = 'polling' where workplace_id = ${owner.scope.workplaceId}`),
    );
    expect(await poll()).toBe(false);
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update store set orders_by = 'webhook' where workplace_id = ${owner.scope.workplaceId}`),
    );
    expect(await poll()).toBe(false);
    shop.orders.set(old.externalOrderId, { ...old, updatedAt: minutesAgo(1) });
    expect(await poll()).toBe(false);
    const missed = put({ updatedAt: minutesAgo(5) });
    expect(await poll()).toBe(true);
    expect((await all()).map((row) => row.external_order_id)).toContain(missed.externalOrderId);
    expect(await poll()).toBe(false);
  });

  it('are found by looking, page by page, and the look goes on where it was cut', async () => {
    for (let n = 0; n < 5; n++) put();
    shop.fault('listOrders', { kind: 'temporary' });
    await expect(ordering.pollOrders(owner.scope, owner.storeId)).rejects.toThrow('temporary');
    await ordering.pollOrders(owner.scope, owner.storeId);
    expect(await all()).toHaveLength(5);
    const cursor = await read((ex) =>
      ex.first<{ order_cursor: { since: string; cursor?: string } }>(
        sql`select order_cursor from store where workplace_id = ${owner.scope.workplaceId}`,
      ),
    );
    expect(cursor?.order_cursor.cursor).toBeUndefined();
    const late = put();
    await ordering.pollOrders(owner.scope, owner.storeId);
    expect((await all()).map((row) => row.external_order_id)).toContain(late.externalOrderId);
  });

  it('are read from the first page again when the store no longer accepts the cursor of the next one', async () => {
    const order = put();
    const cursor = { since: new Date(Date.parse(order.updatedAt) - 3_600_000).toISOString(), cursor: 'expired' };
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update store set order_cursor = ${json(cursor)} where workplace_id = ${owner.scope.workplaceId}`),
    );
    shop.fault('listOrders', { kind: 'temporary' });
    await expect(ordering.pollOrders(owner.scope, owner.storeId)).rejects.toThrow('temporary');
    shop.fault('listOrders', { kind: 'rejected' });
    await ordering.pollOrders(owner.scope, owner.storeId);
    expect((await all()).map((row) => row.external_order_id)).toEqual([order.externalOrderId]);
  });

  it('are not passed over when one of a page cannot be kept for now: the look begins at that page again', async () => {
    shop.pageSize = 3;
    // Hours apart: no second look at the last minutes finds one that was passed over.
    for (let n = 6; n > 0; n--) put({ updatedAt: new Date(Date.now() - n * 3_600_000).toISOString() });
    const first = world.match;
    let asked = 0;
    const ports = {
      onNewOrders: async () => undefined,
      match: async (...of: Parameters<typeof first>) => {
        asked += 1;
        if (asked === 2) throw new Error('the connection to the database was lost');
        return first(...of);
      },
    };
    const look = () => pollOrders(world.deps, ports, owner.scope, owner.storeId);
    await expect(look()).rejects.toThrow('was lost');
    expect(await all()).toHaveLength(3);
    await look();
    expect(await all()).toHaveLength(6);
    shop.pageSize = 2;
  });

  it('show lines without a supplier, and find it when something is listed', async () => {
    world.sources['SKU-B'] = null;
    const order = put();
    await take(order.externalOrderId);
    const [row] = await all();
    const orderId = row?.order_id ?? '';
    const states = async () =>
      (await read((ex) => findLines(ex, owner.scope.workplaceId, [orderId]))).map((l) => l.state);
    expect(await states()).toEqual(['ready', 'unmapped']);
    delete world.sources['SKU-B'];
    await ordering.onListed(owner.scope, owner.storeId);
    expect(await states()).toEqual(['ready', 'ready']);
    expect(await read((ex) => findOrder(ex, owner.scope.workplaceId, orderId))).toMatchObject({
      placement_status: 'ready',
      cost: 2_000,
      cost_is_whole: false,
    });
  });

  it('move between tabs with their state, and the kept counts follow', async () => {
    const order = put();
    await take(order.externalOrderId);
    const later = (seconds: number) => new Date(Date.parse(order.updatedAt) + seconds * 1_000).toISOString();
    const done = order.lines.map((line) => ({ ...line, fulfillableQuantity: 0 }));
    shop.orders.set(order.externalOrderId, {
      ...order,
      fulfillmentStatus: 'fulfilled',
      lines: done,
      updatedAt: later(1),
    });
    await take(order.externalOrderId);
    expect(await read((ex) => countTabs(ex, filter()))).toMatchObject({ unfulfilled: 0, fulfilled: 1, archived: 0 });
    shop.orders.set(order.externalOrderId, { ...order, cancelledAt: later(2), updatedAt: later(2) });
    await take(order.externalOrderId);
    expect(await read((ex) => countTabs(ex, filter()))).toMatchObject({ unfulfilled: 0, fulfilled: 0, archived: 1 });
  });

  describe('follow the store', () => {
    const later = (order: { updatedAt: string }, seconds: number) =>
      new Date(Date.parse(order.updatedAt) + seconds * 1_000).toISOString();
    const rowOf = async (externalId: string) => {
      const row = (await all()).find((one) => one.external_order_id === externalId);
      if (!row) throw new Error(`order ${externalId} is not here`);
      const order = await read((ex) => findOrder(ex, owner.scope.workplaceId, row.order_id));
      if (!order) throw new Error('no order');
      return { ...order, lines: await read((ex) => findLines(ex, owner.scope.workplaceId, [row.order_id])) };
    };
    const statesOf = async (id: string) => (await rowOf(id)).lines.map((line) => line.state);
    const none = <T extends object>(lines: T[]) => lines.map((line) => ({ ...line, fulfillableQuantity: 0 }));

    it('is bought after its payment failed and the shopper paid again', async () => {
      const order = put({ financialStatus: 'failed' });
      const id = order.externalOrderId;
      await take(id);
      const failed = await rowOf(id);
      expect(failed).toMatchObject({ placement_status: 'nothing_to_place', tab: 'unfulfilled', problems: [] });
      await world.buy(owner, failed.order_id);
      expect(world.own.books.orders).toEqual([]);
      shop.orders.set(id, { ...order, financialStatus: 'paid', updatedAt: later(order, 1) });
      await take(id);
      expect(await rowOf(id)).toMatchObject({ placement_status: 'ready', financial_status: 'paid' });
      await world.buy(owner, failed.order_id);
      expect(await statesOf(id)).toEqual(['placed', 'placed']);
    });

    it('returns from completed by mistake, and keeps what a person took over', async () => {
      const order = put();
      const id = order.externalOrderId;
      await take(id);
      const { lines, order_id } = await rowOf(id);
      const [own] = lines;
      await world.sendByHand(owner, { order_id, line_item_ids: [own?.line_id ?? ''] });
      const completed = { ...order, lines: none(order.lines), fulfillmentStatus: 'fulfilled' as const };
      shop.orders.set(id, { ...completed, updatedAt: later(order, 1) });
      await take(id);
      expect((await rowOf(id)).lines.map((line) => [line.state, line.taken_over_by])).toEqual([
        ['manual', 'person'],
        ['manual', 'store'],
      ]);
      shop.orders.set(id, { ...order, updatedAt: later(order, 2) });
      await take(id);
      expect((await rowOf(id)).lines.map((line) => [line.state, line.taken_over_by])).toEqual([
        ['manual', 'person'],
        ['ready', null],
      ]);
      // The reading of "completed" that comes late changes nothing.
      shop.orders.set(id, { ...completed, updatedAt: later(order, 1) });
      await take(id);
      expect(await statesOf(id)).toEqual(['manual', 'ready']);
    });

    it('leaves the open ones when it is refunded before anything was sent, and returns', async () => {
      const order = put({ lines: [orderLine('a', 'SKU-A', { quantity: 3, fulfillableQuantity: 3 })] });
      const id = order.externalOrderId;
      const with_ = (open: number, refunded: number, financialStatus: typeof order.financialStatus, at: number) =>
        shop.orders.set(id, {
          ...order,
          financialStatus,
          updatedAt: later(order, at),
          lines: order.lines.map((line) => ({ ...line, fulfillableQuantity: open, refundedQuantity: refunded })),
        });
      await take(id);
      with_(2, 1, 'partially_refunded', 1);
      await take(id);
      expect(await rowOf(id)).toMatchObject({
        fulfillment_status: 'unfulfilled',
        placement_status: 'ready',
        cost: 2_000,
      });
      with_(0, 3, 'refunded', 2);
      await take(id);
      expect(await rowOf(id)).toMatchObject({
        tab: 'archived',
        fulfillment_status: 'unfulfilled',
        placement_status: 'nothing_to_place',
        lines: [{ state: 'cancelled', refunded_quantity: 3 }],
      });
      with_(3, 0, 'paid', 3);
      await take(id);
      expect(await rowOf(id)).toMatchObject({ tab: 'unfulfilled', placement_status: 'ready', archived_at: null });
    });

    it('is closed as deleted when the store no longer has it, which no older reading undoes', async () => {
      const order = put();
      const id = order.externalOrderId;
      await take(id);
      shop.orders.delete(id);
      // Asked for before the deletion, answered after it: a newer change of the store in an older reading.
      const stale = structuredClone({ ...order, updatedAt: later(order, 5) });
      let answer = (): void => undefined;
      const asked = Promise.withResolvers<void>();
      const { getOrder } = shop;
      shop.getOrder = () =>
        new Promise((done) => {
          answer = () => done(stale);
          asked.resolve();
        });
      // In another process: one process reads the orders of a store one batch at a time.
      const elsewhere = createOrderIntake(world.deps, { match: world.match, onNewOrders: async () => undefined });
      const slow = elsewhere(owner.scope, owner.storeId, id);
      await asked.promise;
      shop.getOrder = getOrder;
      (world.deps.clock as FakeClock).pass(1_000);
      await take(id);
      answer();
      await slow;
      const deleted = await rowOf(id);
      expect(deleted).toMatchObject({ tab: 'archived', cancelled_by: 'deletion' });
      expect(deleted.lines.map((line) => line.state)).toEqual(['cancelled', 'cancelled']);
      const [event] = await read((ex) => findTimeline(ex, owner.scope.workplaceId, deleted.order_id, 'en'));
      expect(event).toMatchObject({ kind: 'canceled', text: 'Order deleted in the store' });
      await world.buy(owner, deleted.order_id);
      expect(world.own.books.orders).toEqual([]);
      // Taken out of the store's trash again.
      (world.deps.clock as FakeClock).pass(1_000);
      shop.orders.set(id, { ...order, updatedAt: later(order, 6) });
      await take(id);
      expect(await rowOf(id)).toMatchObject({ tab: 'unfulfilled', cancelled_by: null, placement_status: 'ready' });
    });

    it('is found to be gone by comparing all open orders, a hundred in a call', async () => {
      const orders = Array.from({ length: 120 }, () => put());
      for (const order of orders) await take(order.externalOrderId);
      const [gone, changed] = [orders[3], orders[110]];
      if (!gone || !changed) throw new Error('no orders');
      shop.orders.delete(gone.externalOrderId);
      shop.orders.set(changed.externalOrderId, { ...changed, name: 'changed', updatedAt: later(changed, 1) });
      shop.calls.length = 0;
      (world.deps.clock as FakeClock).pass(1_000);
      await world.deps.db.tenant(owner.scope, (tx) =>
        world.deps.queue.send(tx, compareOrdersJob, { ...owner.scope, storeId: owner.storeId }),
      );
      await world.settle(owner);
      expect(shop.calls.filter((call) => call === 'orderStates')).toHaveLength(2);
      expect(shop.calls.filter((call) => call === 'getOrder')).toHaveLength(2);
      expect(await rowOf(gone.externalOrderId)).toMatchObject({ tab: 'archived', cancelled_by: 'deletion' });
      expect(await rowOf(changed.externalOrderId)).toMatchObject({ name: 'changed' });
    });

    it('is compared without anyone asking, once in six hours', async () => {
      const { scope, storeId } = owner;
      await world.deps.db.global((tx) =>
        tx.run(sql`insert into store_directory (store_id, workplace_id, account_id, platform, platform_domain, mode, webhook_key)
          values (${storeId}, ${scope.workplaceId}, ${scope.accountId}, 'woocommerce', ${storeId}, 'sandbox', ${storeId})`),
      );
      const { externalOrderId: id } = put();
      await take(id);
      shop.orders.delete(id);
      shop.calls.length = 0;
      for (let hour = 0; hour < 6; hour += 1) {
        (world.deps.clock as FakeClock).pass(3_600_000);
        await world.deps.db.global((tx) => world.deps.queue.send(tx, compareStoresJob, {}));
        await world.settle(owner);
      }
      expect(await rowOf(id)).toMatchObject({ tab: 'archived', cancelled_by: 'deletion' });
      expect(shop.calls.filter((call) => call === 'orderStates')).toHaveLength(1);
    });

    it('decides about lines that became manual before it was stored who made them so', async () => {
      const [unclear, taken] = [put(), put()];
      for (const { externalOrderId } of [unclear, taken]) await take(externalOrderId);
      for (const [{ externalOrderId }, by] of [
        [unclear, null],
        [taken, 'person'],
      ] as const) {
        const { order_id } = await rowOf(externalOrderId);
        await db.tenant(owner.scope, (tx) =>
          tx.run(sql`update order_line set state = 'manual', taken_over_by = ${by}
            where workplace_id = ${owner.scope.workplaceId} and order_id = ${order_id}`),
        );
      }
      await world.deps.db.tenant(owner.scope, (tx) =>
        world.deps.queue.send(tx, compareOrdersJob, { ...owner.scope, storeId: owner.storeId }),
      );
      (world.deps.clock as FakeClock).pass(1_000);
      await world.settle(owner);
      expect(await statesOf(unclear.externalOrderId)).toEqual(['ready', 'ready']);
      expect(await rowOf(unclear.externalOrderId)).toMatchObject({ placement_status: 'ready' });
      expect(await statesOf(taken.externalOrderId)).toEqual(['manual', 'manual']);
    });
  });

  it('keep fees, and the sums add up', async () => {
    const usd = (amount: number) => money(amount, 'USD');
    const order = put({ feeTotal: usd(250), total: usd(5_750) });
    await take(order.externalOrderId);
    const [row] = await all();
    const kept = await read((ex) => findOrder(ex, owner.scope.workplaceId, row?.order_id ?? ''));
    if (!kept) throw new Error('no order');
    expect(kept.fee_total).toBe(250);
    expect(kept.subtotal + kept.shipping_total + kept.tax_total + kept.fee_total - kept.discount_total).toBe(
      kept.total,
    );
  });

  it('tell whether tax is included, and what the store adds without naming it', async () => {
    const usd = (amount: number) => money(amount, 'USD');
    const order = put({ taxTotal: usd(878), taxIncluded: true, total: usd(5_498) });
    await take(order.externalOrderId);
    const [row] = await all();
    const kept = await read((ex) => findOrder(ex, owner.scope.workplaceId, row?.order_id ?? ''));
    expect(kept).toMatchObject({ tax_included: true, tax_total: 878 });
    expect(kept && getAdjustment(kept)).toBe(-2);
    shop.orders.set(order.externalOrderId, { ...order, taxIncluded: false, updatedAt: new Date().toISOString() });
    await take(order.externalOrderId);
    const changed = await read((ex) => findOrder(ex, owner.scope.workplaceId, row?.order_id ?? ''));
    expect(changed && getAdjustment(changed)).toBe(-880);
  });

  it('are cancelled when the store no longer has them, and asked for again when it never showed them', async () => {
    const order = put();
    await take(order.externalOrderId);
    shop.orders.clear();
    await take(order.externalOrderId);
    expect(await all()).toMatchObject([{ tab: 'archived' }]);
    await expect(take('never seen')).rejects.toThrow('not found in the store');
  });
});

describe('orders that cannot be read or kept', () => {
  const TOO_MANY = 10 ** 12;
  const aside = () =>
    read((ex) =>
      ex.rows<{ external_order_id: string; name: string | null; reason_key: string; reason_params: object }>(
        sql`select external_order_id, name, reason_key, reason_params from order_set_aside
          where workplace_id = ${owner.scope.workplaceId} order by external_order_id`,
      ),
    );
  const notices = () =>
    read((ex) =>
      ex.rows<{ subject_name: string; params: object }>(
        sql`select subject_name, params from notification_event
          where workplace_id = ${owner.scope.workplaceId} and kind = 'order_unread'`,
      ),
    );
  const poll = () => ordering.pollOrders(owner.scope, owner.storeId);
  const times = (n: number) => new Date(Date.now() - n * 3_600_000).toISOString();
  const since = async () =>
    (
      await read((ex) =>
        ex.first<{ since: string }>(
          sql`select order_cursor->>'since' as since from store where workplace_id = ${owner.scope.workplaceId}`,
        ),
      )
    )?.since ?? '';
  beforeEach(() => shop.unread.clear());

  it('are set aside one by one, told of once, and all others come in', async () => {
    const orders = [9, 8, 7, 6, 5, 4].map((n) => put({ updatedAt: times(n) }));
    const [, unkept, , unread] = orders;
    if (!unkept || !unread) throw new Error('no orders');
    for (const line of unkept.lines) line.quantity = TOO_MANY;
    shop.unread.set(unread.externalOrderId, { what: 'currency', where: 'currency', value: 'USDT' });
    await poll();
    for (const n of [3, 2]) {
      for (const order of [unkept, unread]) order.updatedAt = times(n);
      await poll();
    }
    const bad = [unkept.externalOrderId, unread.externalOrderId];
    expect((await all()).map((row) => row.external_order_id).sort()).toEqual(
      orders.map((order) => order.externalOrderId).filter((id) => !bad.includes(id)),
    );
    expect(await aside()).toEqual([
      { external_order_id: unkept.externalOrderId, name: unkept.name, reason_key: 'ORDER_NOT_KEPT', reason_params: {} },
      {
        external_order_id: unread.externalOrderId,
        name: unread.name,
        reason_key: 'ORDER_UNREAD_CURRENCY',
        reason_params: { where: 'currency', value: 'USDT' },
      },
    ]);
    expect(await notices()).toMatchObject([{ subject_name: unkept.name }, { subject_name: unread.name }]);
    expect(Date.parse(await since())).toBeGreaterThan(Date.parse(times(5)));
  });

  it('move the cursor on even where the store has changed nothing else', async () => {
    const order = put({ updatedAt: times(3) });
    shop.unread.set(order.externalOrderId, { what: 'form', where: 'line_items' });
    await poll();
    expect(Date.parse(await since())).toBeGreaterThan(Date.parse(times(4)));
  });

  it('come in by themselves once they can be read, by the next look or report', async () => {
    const [first, second] = [put({ updatedAt: times(3) }), put({ updatedAt: times(2) })];
    for (const order of [first, second])
      shop.unread.set(order.externalOrderId, { what: 'amount', where: 'total', value: '1,234' });
    await poll();
    await take(second.externalOrderId);
    expect(await all()).toEqual([]);
    expect(await aside()).toHaveLength(2);
    shop.unread.clear();
    await take(second.externalOrderId);
    expect(await aside()).toMatchObject([{ external_order_id: first.externalOrderId }]);
    first.updatedAt = times(1);
    await poll();
    expect(await aside()).toEqual([]);
    expect(await all()).toHaveLength(2);
  });

  it('are read again when somebody wants it, and forgotten when their store has none of them', async () => {
    const [first, second] = [put({ updatedAt: times(3) }), put({ updatedAt: times(2) })];
    for (const order of [first, second]) shop.unread.set(order.externalOrderId, { what: 'form', where: 'line_items' });
    await poll();
    shop.unread.clear();
    shop.orders.delete(second.externalOrderId);
    expect(await retryUnreadableOrders(world.deps, owner.scope, owner.storeId)).toBe(2);
    await world.jobs.drain(world.handlers);
    expect(await aside()).toEqual([]);
    expect((await all()).map((row) => row.external_order_id)).toEqual([first.externalOrderId]);
  });

  it('are not what a lost connection to the database is taken for', async () => {
    put({ updatedAt: times(2) });
    const ports = {
      onNewOrders: async () => undefined,
      match: () => Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' })),
    };
    await expect(pollOrders(world.deps, ports, owner.scope, owner.storeId)).rejects.toThrow('terminating');
    expect(await aside()).toEqual([]);
    await poll();
    expect(await all()).toHaveLength(1);
  });

  it('keep what is known of an order from before', async () => {
    const order = put({ updatedAt: times(2) });
    await take(order.externalOrderId);
    shop.unread.set(order.externalOrderId, { what: 'state', where: 'displayFinancialStatus', value: 'ODD' });
    await take(order.externalOrderId);
    expect(await all()).toHaveLength(1);
    expect(await aside()).toHaveLength(1);
  });
});

describe('the list', () => {
  beforeEach(async () => {
    for (let n = 0; n < 7; n++) {
      const order = put({ customerName: n === 3 ? 'Zoë Quill' : 'Jane Doe', customerEmail: `buyer${n}@example.com` });
      if (n === 3) order.shippingAddress = { ...order.shippingAddress, firstName: 'Zoë', lastName: 'Quill' };
      if (n === 5) order.lines = [orderLine('a', 'RARE-7')];
      await take(order.externalOrderId);
    }
  });

  it('pages by cursor without a gap or a repetition, in both directions', async () => {
    for (const sort of ['desc', 'asc'] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const after = decodeCursor(cursor);
        const found = await read((ex) =>
          listOrders(ex, filter(), page({ sort, page_size: 3, ...(after && { after }) })),
        );
        seen.push(...found.orders.map((order) => order.name));
        expect(found.lines.length).toBeGreaterThan(0);
        cursor = found.next;
      } while (cursor);
      expect(seen).toHaveLength(7);
      expect(new Set(seen).size).toBe(7);
      expect(seen).toEqual(await namesOf(filter(), page({ sort })));
    }
    expect(await namesOf(filter(), page({ page_size: 3, page: 2 }))).toEqual((await namesOf(filter())).slice(3, 6));
  });

  it('finds by the beginning of words of name, customer, e-mail and SKU', async () => {
    const [newest] = await namesOf(filter());
    expect(await namesOf(filter({ keyword: newest ?? '' }))).toEqual([newest]);
    expect(await namesOf(filter({ keyword: 'zoë qui' }))).toHaveLength(1);
    expect(await namesOf(filter({ keyword: 'buyer5' }))).toHaveLength(1);
    expect(await namesOf(filter({ keyword: 'rare-7' }))).toHaveLength(1);
    expect(await namesOf(filter({ keyword: 'uill' }))).toHaveLength(0);
  });

  it('filters, and counts what is filtered up to a limit', async () => {
    expect(await namesOf(filter({ placement: ['ready'] }))).toHaveLength(7);
    expect(await namesOf(filter({ source: 'quayside' }))).toHaveLength(7);
    expect(await namesOf(filter({ source: 'unlinked' }))).toHaveLength(0);
    expect(await namesOf(filter({ payment: ['paid', 'partially_paid'] }))).toHaveLength(0);
    expect(await namesOf(filter({ storeIds: [] }))).toHaveLength(0);
    expect(await read((ex) => countTabs(ex, filter({ placement: ['ready'] })))).toEqual({
      unfulfilled: 7,
      fulfilled: 0,
      archived: 0,
      most: 1000,
    });
  });

  it('shows nothing of another workplace', async () => {
    const mine = filter();
    owner = await world.owner();
    expect(await namesOf(mine)).toEqual([]);
    expect(await namesOf(filter())).toEqual([]);
  });

  it('answers in the shape of its contract', async () => {
    const { orders, lines } = await read((ex) => listOrders(ex, filter(), page()));
    const items = orders.map((order) =>
      orderView(
        order,
        lines.filter((line) => line.order_id === order.order_id),
        undefined,
        () => undefined,
        'en',
      ),
    );
    expect(calls.list.data.safeParse({ items }).error).toBeUndefined();
  });
});

describe('repairing an address', () => {
  it('stays when the store tells of the order again, and makes the order ready', async () => {
    const order = put({
      shippingAddress: { firstName: 'Jane', lastName: 'Doe', address1: '1 Main', countryCode: 'US' },
    });
    await take(order.externalOrderId);
    const [row] = await all();
    const orderId = row?.order_id ?? '';
    const status = async () => (await read((ex) => findOrder(ex, owner.scope.workplaceId, orderId)))?.placement_status;
    expect(await status()).toBe('needs_attention');

    const half = updateCustomer(world.deps, owner.who, { order_id: orderId, city: 'Springfield' });
    await expect(half).rejects.toMatchObject({
      code: 'CustomerInformationIsNotValid',
      fields: { province: ['ADDRESS_FIELD_NEEDED'], postal_code: ['ADDRESS_FIELD_NEEDED'] },
    });
    const nowhere = updateCustomer(world.deps, owner.who, { order_id: orderId, country_code: 'XX' });
    await expect(nowhere).rejects.toMatchObject({
      code: 'CustomerInformationIsNotValid',
      fields: { country_code: ['ADDRESS_COUNTRY_UNKNOWN'] },
    });
    const rest = { city: 'Springfield', province: 'Illinois', postal_code: '62701' };
    await updateCustomer(world.deps, owner.who, { order_id: orderId, ...rest });
    expect(await status()).toBe('ready');

    shop.orders.set(order.externalOrderId, {
      ...order,
      updatedAt: new Date(Date.parse(order.updatedAt) + 5_000).toISOString(),
    });
    await take(order.externalOrderId);
    expect(await status()).toBe('ready');
  });

  it('frees a line that could not be sent to the old one, whether the owner or the store repairs it', async () => {
    const order = put();
    await take(order.externalOrderId);
    const orderId = (await all())[0]?.order_id ?? '';
    const block = (key: string) =>
      db.tenant(owner.scope, (tx) =>
        tx.run(sql`update order_line set state = 'blocked', block_key = ${key}
          where workplace_id = ${owner.scope.workplaceId} and order_id = ${orderId}`),
      );
    const states = async () =>
      new Set((await read((ex) => findLines(ex, owner.scope.workplaceId, [orderId]))).map((line) => line.state));
    await block('shipped_country_notfound');
    await updateCustomer(world.deps, owner.who, { order_id: orderId, city: 'Boston' });
    expect(await states()).toEqual(new Set(['ready']));

    await block('shipped_country_notfound');
    const tell = async (countryCode: string, after: number) => {
      const updatedAt = new Date(Date.parse(order.updatedAt) + after).toISOString();
      shop.orders.set(order.externalOrderId, {
        ...order,
        updatedAt,
        shippingAddress: { ...order.shippingAddress, countryCode },
      });
      await take(order.externalOrderId);
    };
    await tell('US', 5_000);
    expect(await states()).toEqual(new Set(['blocked']));
    await tell('CA', 10_000);
    expect(await states()).toEqual(new Set(['ready']));
    // What has nothing to do with the way there stays as it is.
    await block('product_out_of_stock');
    await tell('US', 15_000);
    expect(await states()).toEqual(new Set(['blocked']));
  });
});

it('walks an index for every page of the list, behind row level security', async () => {
  await db.tenant(owner.scope, (tx) =>
    tx.run(sql`insert into sales_order (workplace_id, order_id, store_id, mode, external_order_id, name, placed_at, store_updated_at,
          read_at, currency, subtotal, shipping_total, tax_total, discount_total, total, financial_status, fulfillment_status,
          placement_status, public_tracking_id)
        select ${owner.scope.workplaceId}, gen_random_uuid(), ${owner.storeId}, 'sandbox', 'x' || n, '#x' || n,
          now() - n * interval '1 minute', now(), now(), 'USD', 1, 1, 0, 0, 1, 'paid', 'unfulfilled', 'ready', 'x' || n
        from generate_series(1, 20000) n on conflict do nothing`),
  );
  // Before the next table refers to it: foreign keys are checked by a plan that is made for the table as it was.
  await db.owner((tx) => tx.raw('analyze sales_order'));
  await db.tenant(owner.scope, (tx) =>
    tx.run(sql`insert into order_term (workplace_id, term, order_id)
      select workplace_id, lower(substr(name, 2)), order_id from sales_order where workplace_id = ${owner.scope.workplaceId} returning 1`),
  );
  expect(await read((ex) => countTabs(ex, filter()))).toMatchObject({ unfulfilled: 20_000, most: null });
  await db.owner((tx) => tx.raw('analyze sales_order; analyze order_term'));
  const plan = (query: string) =>
    read(async (ex) => (await ex.raw(`explain ${query}`)).rows.map((row) => row['QUERY PLAN']).join('\n'));
  const mine = `o.workplace_id = '${owner.scope.workplaceId}'`;
  const sorted = 'order by o.placed_at desc, o.order_id desc limit 26';
  const tab = await plan(`select * from sales_order o where ${mine} and o.tab = 'unfulfilled'
    and (o.placed_at, o.order_id) < (now(), '${owner.storeId}'::uuid) ${sorted}`);
  expect(tab).toMatch(/Index Scan using sales_order_(tab|recent)/);
  expect(tab).not.toMatch(/Seq Scan|Sort/);
  const word = await plan(`select * from sales_order o where ${mine} and exists (select 1 from order_term t
    where t.workplace_id = o.workplace_id and t.order_id = o.order_id and t.term >= 'x777' and t.term < 'x777\u{10FFFF}') ${sorted}`);
  expect(word).toContain('order_term_pkey');
  expect(word).not.toMatch(/Seq Scan/);
});

describe('an order created here', () => {
  it('is marked as paid and canceled by a person, once each', async () => {
    const order = { ...fakeOrder(9_001), externalOrderId: 'quayside:m1', financialStatus: 'pending' as const };
    const place = { storeId: owner.storeId, mode: 'sandbox' as const, isManual: true as const };
    const ports = { match: world.match, onNewOrders: async () => undefined };
    const readAt = world.deps.clock.now();
    const id =
      (await db.tenant(owner.scope, (tx) => saveOrder(tx, world.deps, ports, owner.scope, place, { order, readAt }))) ??
      '';
    const found = () => read((ex) => findOrder(ex, owner.scope.workplaceId, id));
    await markManualPaid(world.deps, owner.who, id);
    await expect(markManualPaid(world.deps, owner.who, id)).rejects.toThrow('ORDER_ACTION_NOT_NOW');
    expect(await found()).toMatchObject({ is_manual: true, financial_status: 'paid' });
    await cancelManualOrder(world.deps, owner.who, id);
    expect(await found()).toMatchObject({ tab: 'archived', problems: [] });
    const states = (await read((ex) => findLines(ex, owner.scope.workplaceId, [id]))).map((line) => line.state);
    expect(new Set(states)).toEqual(new Set(['cancelled']));
    await expect(cancelManualOrder(world.deps, owner.who, id)).rejects.toThrow('ORDER_ACTION_NOT_NOW');
  });

  it('of a store cannot be canceled here', async () => {
    const { externalOrderId } = put();
    await take(externalOrderId);
    const [own] = await all();
    await expect(cancelManualOrder(world.deps, owner.who, own?.order_id ?? '')).rejects.toThrow('ORDER_ACTION_NOT_NOW');
  });
});
