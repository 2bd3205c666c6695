import { type ChannelOrder, type ChannelOrderState, ConnectorError } from '@quayside/connector-kit';
import { fakeOrder, orderLine } from '@quayside/testing/fakes/fake-trade.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sql } from '../../db/index.ts';
import { PATIENCE } from '../../jobs/effect/pauses.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { readWallet } from '../wallet/index.ts';
import { payOrders } from './actions/pay-orders.ts';
import { createPlacing } from './actions/place-supplier-order.ts';
import { requestPlacement } from './actions/request-placement.ts';
import { createStoreGate } from './actions/store-gate.ts';
import { findSupplierOrders } from './queries/purchases.ts';
import { findPurchasesOfOrders } from './repo.ts';

vi.setConfig({ testTimeout: 120_000 });
const db = await testDatabase();
const world = await tradeWorld(db);
const { shop, own, jobs, handlers } = world;
const MONEY = 1_000_000;
const COST = 2_400;
const askThem = shop.orderStates;

let owner: Owner;
let next = 1;
beforeEach(async () => {
  owner = await world.owner(MONEY);
  own.books.orders.length = 0;
  own.books.payments.length = 0;
  own.calls.length = 0;
  shop.orders.clear();
  shop.calls.length = 0;
  await db.global((tx) => tx.run(sql`delete from test_job`));
});
afterEach(() => {
  shop.orderStates = askThem;
});

/** An order comes in and its purchase is requested, to be paid when it is placed. */
async function begin(change: Partial<ChannelOrder> = {}): Promise<{ id: string; order: ChannelOrder }> {
  next += 1;
  const order = fakeOrder(next, change);
  return { id: await world.request(owner, order), order };
}

const later = (order: ChannelOrder) => new Date(Date.parse(order.updatedAt) + 60_000).toISOString();
/** The store changes an order without telling. */
const changed = (order: ChannelOrder, change: Partial<ChannelOrder>) =>
  shop.orders.set(order.externalOrderId, { ...order, updatedAt: later(order), ...change });

const view = async (id: string) => {
  const [one] = await db.read(owner.scope, (ex) => findSupplierOrders(ex, owner.scope.workplaceId, id, 'en'));
  if (!one) throw new Error('no supplier order');
  return one;
};
const wallet = () => db.read(owner.scope, (ex) => readWallet(ex, owner.scope.accountId, 'sandbox'));
const bulkQuestions = () => shop.calls.filter((call) => call === 'orderStates').length;

/** Places the order and leaves its payment waiting: the supplier cannot be paid yet. */
async function placed(change: Partial<ChannelOrder> = {}): Promise<{ id: string; order: ChannelOrder }> {
  const made = await begin(change);
  own.fault('payOrder', { kind: 'temporary' });
  await jobs.drain(handlers);
  expect(await view(made.id)).toMatchObject({ state: 'placed', pay_state: 'requested' });
  return made;
}

describe('what the store says before anything is bought', () => {
  it('buys and pays what is open and paid, on one answer', async () => {
    const { id } = await begin();
    await world.settle(owner);
    expect(await view(id)).toMatchObject({ state: 'placed', pay_state: 'paid', problem: null, waiting: null });
    expect(bulkQuestions()).toBe(1);
  });

  it.each([
    ['cancelled', { cancelledAt: new Date().toISOString() }, 'cancelled', 'ORDER_CANCELLED'],
    ['not paid any more', { financialStatus: 'pending' }, 'failed', 'ORDER_NOT_PAID_BY_SHOPPER'],
    ['only authorized', { financialStatus: 'authorized' }, 'failed', 'ORDER_NOT_PAID_BY_SHOPPER'],
    ['paid in part', { financialStatus: 'partially_paid' }, 'failed', 'ORDER_NOT_PAID_BY_SHOPPER'],
    ['declined', { financialStatus: 'failed' }, 'failed', 'ORDER_NOT_PAID_BY_SHOPPER'],
    ['refunded', { financialStatus: 'refunded' }, 'failed', 'ORDER_REFUNDED'],
    ['voided', { financialStatus: 'voided' }, 'failed', 'ORDER_REFUNDED'],
  ] as const)('places nothing for an order that was %s after it came in', async (_what, change, state, key) => {
    const { id, order } = await begin();
    changed(order, change);
    await world.settle(owner);
    expect(own.books.orders).toEqual([]);
    expect(await view(id)).toMatchObject({ state, problem: { key } });
    expect(await wallet()).toMatchObject({ bonus: MONEY, reserved: 0 });
  });

  it('places nothing for an order that was deleted for good, and closes it', async () => {
    const { id, order } = await begin();
    shop.orders.delete(order.externalOrderId);
    await world.settle(owner);
    expect(own.books.orders).toEqual([]);
    expect(await view(id)).toMatchObject({ state: 'cancelled', problem: { key: 'ORDER_DELETED_IN_STORE' } });
    const row = await db.read(owner.scope, (ex) =>
      ex.first(
        sql`select cancelled_by from sales_order where workplace_id = ${owner.scope.workplaceId} and order_id = ${id}`,
      ),
    );
    expect(row).toEqual({ cancelled_by: 'deletion' });
  });

  it.each([
    ['cancelled', 'ORDER_CANCELLED'],
    ['refunded', 'ORDER_REFUNDED'],
    ['deleted', 'ORDER_DELETED_IN_STORE'],
  ] as const)('pays nothing for an order that was %s after it was placed', async (what, key) => {
    const { id, order } = await placed();
    if (what === 'deleted') shop.orders.delete(order.externalOrderId);
    else changed(order, what === 'refunded' ? { financialStatus: what } : { cancelledAt: later(order) });
    await world.passTime(owner, 61);
    await world.settle(owner);
    expect(own.books.orders).toHaveLength(1);
    expect(own.books.payments).toEqual([]);
    expect(await view(id)).toMatchObject({ state: 'placed', pay_state: 'failed', problem: { key } });
    expect(await wallet()).toMatchObject({ bonus: MONEY, reserved: 0 });
  });

  it('buys what is paid at the door', async () => {
    const { id } = await begin({
      financialStatus: 'pending',
      payment: { method: 'Cash on delivery', onDelivery: true },
    });
    await world.settle(owner);
    expect(await view(id)).toMatchObject({ state: 'placed', pay_state: 'paid' });
  });

  it('buys what is paid and partly refunded, after it was read what was refunded', async () => {
    const { id, order } = await begin({ lines: [orderLine('a', 'SKU-A')] });
    changed(order, {
      financialStatus: 'partially_refunded',
      lines: [orderLine('a', 'SKU-A', { refundedQuantity: 1, fulfillableQuantity: 0 })],
    });
    await world.settle(owner);
    expect(own.books.orders).toEqual([]);
    expect(await view(id)).toMatchObject({ state: 'cancelled', problem: { key: 'ORDER_CHANGED_BEFORE_PLACING' } });

    const other = await begin();
    changed(other.order, { financialStatus: 'partially_refunded' });
    await world.settle(owner);
    expect(await view(other.id)).toMatchObject({ state: 'placed', pay_state: 'paid' });
  });

  it('asks a retry anew once the shopper has paid', async () => {
    const { id, order } = await begin();
    changed(order, { financialStatus: 'pending' });
    await world.settle(owner);
    expect(await view(id)).toMatchObject({ state: 'failed' });
    changed(order, { financialStatus: 'paid' });
    await world.passTime(owner, 11);
    const lines = await db.read(owner.scope, (ex) =>
      ex.rows<{ line_id: string }>(sql`select line_id from order_line where workplace_id = ${owner.scope.workplaceId}`),
    );
    const ids = lines.map((line) => line.line_id);
    await requestPlacement(world.deps, owner.scope, [{ order_id: id, line_item_ids: ids }], true);
    await world.settle(owner);
    expect(own.books.payments).toHaveLength(1);
  });
});

describe('an answer', () => {
  it('of more than a minute ago is asked for again', async () => {
    const { id } = await placed();
    expect(bulkQuestions()).toBe(1);
    await world.passTime(owner, 20);
    own.fault('payOrder', { kind: 'temporary' });
    await jobs.drain(handlers);
    expect(bulkQuestions()).toBe(1);
    await world.passTime(owner, 41);
    await world.settle(owner);
    expect(bulkQuestions()).toBe(2);
    expect(await view(id)).toMatchObject({ pay_state: 'paid' });
  });

  it('counts from the time of its question, not of its arrival', async () => {
    await begin();
    let during: string | undefined;
    shop.orderStates = async (ctx, ids) => {
      during = (await db.global((tx) => tx.first<{ at: string }>(sql`select clock_timestamp()::text as at`)))?.at;
      return askThem(ctx, ids);
    };
    // Not settle(), which moves asked_at back.
    await jobs.drain(handlers);
    expect(own.books.payments).toHaveLength(1);
    const row = await db.read(owner.scope, (ex) =>
      ex.first<{
        before_answer: boolean;
        recent: boolean;
      }>(sql`select asked_at <= ${during}::timestamptz as before_answer,
          asked_at > ${during}::timestamptz - interval '1 minute' as recent
        from store_check where workplace_id = ${owner.scope.workplaceId}`),
    );
    expect(row).toEqual({ before_answer: true, recent: true });
  });
});

describe('a supplier that is slow to charge', () => {
  const plain = own.payOrder;
  afterEach(() => {
    own.payOrder = plain;
  });

  /** More than a minute passes between the first request of a payment and its charge. */
  function slow(meanwhile: () => void = () => undefined): void {
    own.payOrder = async (ctx, input) => {
      await db.tenant(owner.scope, (tx) =>
        tx.run(sql`update store_check set asked_at = seconds_after(asked_at, -61)
          where workplace_id = ${owner.scope.workplaceId}`),
      );
      meanwhile();
      own.payOrder = plain;
      return plain(ctx, input);
    };
  }

  it('charges once the store has answered again', async () => {
    const { id } = await begin();
    slow();
    await jobs.drain(handlers);
    expect(bulkQuestions()).toBe(2);
    expect(await view(id)).toMatchObject({ pay_state: 'paid' });
    expect(own.books.payments.map((one) => one.amount.amount)).toEqual([COST]);
  });

  it('charges nothing where the order was cancelled meanwhile', async () => {
    const { id, order } = await begin();
    slow(() => changed(order, { cancelledAt: later(order) }));
    await world.settle(owner);
    expect(own.books.payments).toEqual([]);
    expect(await view(id)).toMatchObject({ pay_state: 'failed', problem: { key: 'ORDER_CANCELLED' } });
    expect(await wallet()).toMatchObject({ bonus: MONEY, reserved: 0 });
  });

  it('waits while the store is silent, as if nothing had been sent', async () => {
    const { id } = await begin();
    slow(() => {
      shop.orderStates = () => Promise.reject(new ConnectorError('temporary', 'out of reach'));
    });
    await jobs.drain(handlers);
    expect(own.books.payments).toEqual([]);
    const [row] = await db.read(owner.scope, (ex) => findPurchasesOfOrders(ex, owner.scope.workplaceId, [id]));
    expect(row).toMatchObject({ pay_state: 'requested', pay_attempts: 0, pauses: 0 });
    expect(await view(id)).toMatchObject({ waiting: { key: 'WAITS_STORE_ANSWER' } });
    shop.orderStates = askThem;
    await world.settle(owner);
    expect(await view(id)).toMatchObject({ pay_state: 'paid', waiting: null });
    expect(own.books.payments.map((one) => one.amount.amount)).toEqual([COST]);
  });
});

describe('a store that does not answer', () => {
  const silent = () => {
    shop.orderStates = async () => {
      shop.calls.push('orderStates');
      throw new ConnectorError('temporary', 'out of reach');
    };
  };

  it('holds placing, says so, and lets it go on as soon as it answers', async () => {
    silent();
    const { id } = await begin();
    for (let round = 0; round < 5; round++) {
      await jobs.drain(handlers);
      expect(own.books.orders).toEqual([]);
      expect(await view(id)).toMatchObject({ state: 'requested', waiting: { key: 'WAITS_STORE_ANSWER' } });
      await world.passTime(owner, 61);
    }
    const [row] = await db.read(owner.scope, (ex) => findPurchasesOfOrders(ex, owner.scope.workplaceId, [id]));
    expect(row).toMatchObject({ attempts: 0, pauses: 0 });
    shop.orderStates = askThem;
    await world.settle(owner);
    expect(await view(id)).toMatchObject({ state: 'placed', pay_state: 'paid', waiting: null });
    expect(own.books.orders).toHaveLength(1);
    expect(own.books.payments.map((one) => one.amount.amount)).toEqual([COST]);
  });

  it('holds a payment, says so, and lets it go on', async () => {
    const { id } = await placed();
    silent();
    await world.passTime(owner, 61);
    await jobs.drain(handlers);
    expect(await view(id)).toMatchObject({ pay_state: 'requested', waiting: { key: 'WAITS_STORE_ANSWER' } });
    expect(own.books.payments).toEqual([]);
    shop.orderStates = askThem;
    await world.settle(owner);
    expect(await view(id)).toMatchObject({ pay_state: 'paid', waiting: null });
  });

  it('ends a payment that waited for it where a line was refunded meanwhile, until a person asks for it', async () => {
    const { id, order } = await placed();
    silent();
    await world.passTime(owner, 61);
    await jobs.drain(handlers);
    const [first, ...others] = order.lines;
    if (!first) throw new Error('no line');
    changed(order, {
      financialStatus: 'partially_refunded',
      lines: [{ ...first, refundedQuantity: 1, fulfillableQuantity: 0 }, ...others],
    });
    shop.orderStates = askThem;
    await world.settle(owner);
    expect(own.books.payments).toEqual([]);
    const stopped = await view(id);
    expect(stopped).toMatchObject({ pay_state: 'failed', problem: { key: 'ORDER_CHANGED_BEFORE_PAYING' } });
    expect(stopped.actions).toContain('pay');
    expect(await wallet()).toMatchObject({ bonus: MONEY, reserved: 0 });

    await payOrders(world.deps, owner.scope, { supplier_order_ids: [stopped.id], allow_partial: false });
    await world.settle(owner);
    expect(await view(id)).toMatchObject({ pay_state: 'paid' });
    expect(own.books.payments).toHaveLength(1);
  });

  it('is asked once for all that wait for it', async () => {
    silent();
    const ids = [];
    for (let n = 0; n < 4; n++) ids.push((await begin()).id);
    await jobs.drain(handlers);
    expect(bulkQuestions()).toBe(1);
    for (const id of ids) expect((await view(id)).waiting).toMatchObject({ key: 'WAITS_STORE_ANSWER' });
    shop.orderStates = askThem;
    await world.settle(owner);
    expect(own.books.payments).toHaveLength(4);
  });

  it('holds nothing of another store', async () => {
    const { id, order } = await begin();
    shop.orderStates = async (ctx, ids) => {
      if (ids.includes(order.externalOrderId)) throw new ConnectorError('temporary', 'out of reach');
      return askThem(ctx, ids);
    };
    const first = owner;
    owner = await world.owner(MONEY);
    const other = await begin();
    await jobs.drain(handlers);
    expect(await view(other.id)).toMatchObject({ pay_state: 'paid' });
    owner = first;
    expect(await view(id)).toMatchObject({ state: 'requested', waiting: { key: 'WAITS_STORE_ANSWER' } });
  });

  it('waits also for an order that it shows and that cannot be read', async () => {
    const { id, order } = await begin();
    shop.orderStates = async (ctx, ids) =>
      (await askThem(ctx, ids)).filter(({ externalOrderId }) => !shop.unread.has(externalOrderId));
    shop.unread.set(order.externalOrderId, { key: 'ORDER_UNREAD_FIELD', params: { field: 'total' } } as never);
    await jobs.drain(handlers);
    expect(await view(id)).toMatchObject({ state: 'requested', waiting: { key: 'WAITS_STORE_ANSWER' } });
    shop.unread.clear();
    await world.settle(owner);
    expect(await view(id)).toMatchObject({ pay_state: 'paid' });
  });
});

describe('many orders', () => {
  const MANY = 8;

  it('share a question, also those whose turn comes later', async () => {
    for (let n = 0; n < MANY; n++) await begin();
    await world.settle(owner);
    expect(own.books.payments).toHaveLength(MANY);
    expect(bulkQuestions()).toBe(1);
  });

  it('are asked about once by two workers together', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) {
      const { id } = await begin();
      const [row] = await db.read(owner.scope, (ex) => findPurchasesOfOrders(ex, owner.scope.workplaceId, [id]));
      ids.push(row?.supplier_order_id ?? '');
    }
    await db.global((tx) => tx.run(sql`delete from test_job`));
    const worker = () =>
      createPlacing({
        deps: world.deps,
        patience: PATIENCE,
        progress: world.buying.progress,
        storeGate: createStoreGate(world.deps),
      });
    const asked: string[] = [];
    shop.orderStates = async (ctx, orders): Promise<ChannelOrderState[]> => {
      asked.push(...orders);
      return askThem(ctx, orders);
    };
    const [one, other] = [worker(), worker()];
    await Promise.allSettled(ids.map((id, at) => (at % 2 === 0 ? one : other).run(owner.scope, id)));
    expect(new Set(asked).size).toBe(asked.length);
    await world.passTime(owner, 200);
    await world.sweeping.now();
    await world.settle(owner);
    expect(own.books.orders).toHaveLength(4);
  });
});
