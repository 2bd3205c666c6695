import { money, newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { claimRows, noteRows, releaseRow, renewRows } from '../../db/effect-row.ts';
import { type Executor, sql } from '../../db/index.ts';
import { PATIENCE } from '../../jobs/effect/pauses.ts';
import { overlap, testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { readWallet } from '../wallet/index.ts';
import { createPlacing } from './actions/place-supplier-order.ts';
import { createStoreGate } from './actions/store-gate.ts';
import {
  endPaying,
  PAYING,
  type PayClaim,
  payingParts,
  requestPayments,
  savePayNotes,
  withdrawPayments,
} from './pay-repo.ts';
import { claimPlacing, endPlaced, endPlacing, PLACING } from './place-repo.ts';
import { findPurchasesOfOrders } from './repo.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { own, jobs, shop } = world;
const MONEY = 1_000_000;
const COST = 2_400;
const plain = { findOrder: own.findOrder, payOrder: own.payOrder };

let owner: Owner;
let next = 1;
let workplaceId = '';
beforeEach(async () => {
  owner = await world.owner(MONEY);
  workplaceId = owner.scope.workplaceId;
  own.books.orders.length = 0;
  own.books.payments.length = 0;
  own.calls.length = 0;
  Object.assign(own, plain);
  await db.global((tx) => tx.run(sql`delete from test_job`));
});

const tenant = <T>(fn: (tx: Executor) => Promise<T>): Promise<T> => db.tenant(owner.scope, fn);
/** An order whose purchase is requested, with payment. */
async function begin() {
  next += 1;
  const order = fakeOrder(next);
  const orderId = await world.request(owner, order);
  return { order, orderId, id: (await rowOf(orderId)).supplier_order_id };
}
async function rowOf(orderId: string) {
  const [row] = await db.read(owner.scope, (ex) => findPurchasesOfOrders(ex, workplaceId, [orderId]));
  if (!row) throw new Error('no supplier order');
  return row;
}
const placer = () =>
  createPlacing({
    deps: world.deps,
    patience: PATIENCE,
    progress: world.buying.progress,
    storeGate: createStoreGate(world.deps),
  });
/** One that stands at the supplier, and whose payment is requested. */
async function placed() {
  const begun = await begin();
  await placer().run(owner.scope, begun.id);
  expect(await rowOf(begun.orderId)).toMatchObject({ state: 'placed', pay_state: 'requested' });
  return begun;
}
const claim = (tx: Executor, id: string, token: string = newId()) =>
  claimPlacing(tx, workplaceId, [id], token, PATIENCE, null);
const claimPaying = (tx: Executor, id: string, token: string = newId()) =>
  claimRows<PayClaim>(tx, PAYING, { ownerId: workplaceId, token, lease: PATIENCE }, [id], payingParts(null));
const wallet = () => db.read(owner.scope, (ex) => readWallet(ex, owner.scope.accountId, 'sandbox'));
const lapse = () => world.passTime(owner, 46);

describe('a row that is taken up', () => {
  it('goes to one of two transactions that want it at the same moment', async () => {
    const { id } = await begin();
    const both = await overlap(
      db,
      (meet) =>
        tenant(async (tx) => {
          const mine = await claim(tx, id);
          await meet();
          return mine.length;
        }),
      () => tenant(async (tx) => (await claim(tx, id)).length),
    );
    expect([both.first, both.second]).toEqual([1, 0]);
  });

  it('is noted as sent by its worker alone, and only while the lease lasts', async () => {
    const { id } = await begin();
    const token = newId();
    await tenant((tx) => claim(tx, id, token));
    const note = (by: string) =>
      tenant(async (tx) => (await noteRows(tx, PLACING, workplaceId, [{ id, token: by }])).size);
    expect([await note(newId()), await note(token)]).toEqual([0, 1]);
    await lapse();
    expect(await note(token)).toBe(0);
  });

  it('is kept by its worker alone, and not once the lease has ended', async () => {
    const { id } = await begin();
    const token = newId();
    await tenant((tx) => claim(tx, id, token));
    const renew = async (by: string) =>
      (await tenant((tx) => renewRows(tx, PLACING, workplaceId, [{ id, token: by }], PATIENCE.leaseMs))).has(id);
    expect([await renew(newId()), await renew(token)]).toEqual([false, true]);
    await lapse();
    expect(await renew(token)).toBe(false);
  });

  it('gets no outcome from a worker that lost it', async () => {
    const { id, orderId } = await begin();
    await tenant((tx) => claim(tx, id));
    const before = await rowOf(orderId);
    const late = { id, token: newId() };
    const again = { kind: 'unknown', afterMs: 0 } as const;
    const stop = { kind: 'failed', key: 'OrderFail', params: {} } as const;
    const stands = {
      ...late,
      source_order_no: 'x',
      order_number: null,
      items_cost: 1,
      shipping_cost: 1,
      total_cost: 2,
      currency: 'USD',
      remote_state: 'created',
    };
    expect(await tenant((tx) => releaseRow(tx, PLACING, workplaceId, late, again))).toBe(false);
    expect(await tenant((tx) => endPlacing(tx, workplaceId, id, late.token, stop))).toBe(false);
    expect((await tenant((tx) => endPlaced(tx, workplaceId, [stands]))).size).toBe(0);
    expect(await rowOf(orderId)).toEqual(before);
  });

  it('whose call ended in doubt counts the time from its end', async () => {
    const { id } = await begin();
    const token = newId();
    await tenant((tx) => claim(tx, id, token));
    await tenant((tx) => noteRows(tx, PLACING, workplaceId, [{ id, token }]));
    await world.passTime(owner, 30);
    const called = { kind: 'unknown', afterMs: 0, called: true } as const;
    await tenant((tx) => releaseRow(tx, PLACING, workplaceId, { id, token }, called));
    const [again] = await tenant((tx) => claim(tx, id));
    expect(again?.since_sent_ms).toBeLessThan(20_000);
  });

  it('is sent by nobody who lost it while he asked', async () => {
    const { id, orderId } = await begin();
    own.fault('createOrder', { kind: 'unknown' });
    await placer()
      .run(owner.scope, id)
      .catch(() => undefined);
    await world.passTime(owner, 200);
    own.findOrder = async () => {
      own.findOrder = plain.findOrder;
      await world.passTime(owner, 120);
      await placer().run(owner.scope, id);
      return undefined;
    };
    await expect(placer().run(owner.scope, id)).rejects.toThrow('another worker');
    await world.settle(owner);
    expect(own.books.orders).toHaveLength(1);
    expect(await rowOf(orderId)).toMatchObject({ state: 'placed', pay_state: 'paid' });
  });

  it('stays in doubt while the supplier lets nobody in to ask', async () => {
    const { orderId } = await begin();
    own.fault('createOrder', { kind: 'unknown', after: true });
    await jobs.drain(world.handlers);
    await world.passTime(owner, 200);
    own.fault('findOrder', { kind: 'auth' });
    await jobs.drain(world.handlers);
    expect(own.calls).toContain('findOrder');
    expect(await rowOf(orderId)).toMatchObject({ state: 'unknown' });
  });
});

describe('a payment', () => {
  it('that is under way is not asked for a second time', async () => {
    const { id, orderId } = await placed();
    const stale = await rowOf(orderId);
    await tenant((tx) => claimPaying(tx, id));
    const before = await rowOf(orderId);
    await tenant((tx) => requestPayments(tx, workplaceId, [stale], null));
    expect(await rowOf(orderId)).toEqual(before);
  });

  it('is not taken back where an earlier call may have been made', async () => {
    const { id, orderId } = await placed();
    const token = newId();
    await tenant((tx) => claimPaying(tx, id, token));
    const again = { kind: 'requested', afterMs: 0, before: { before_attempts: 1, since_sent_ms: 0 } } as const;
    await tenant((tx) => releaseRow(tx, PAYING, workplaceId, { id, token }, again));
    expect(await rowOf(orderId)).toMatchObject({ pay_state: 'requested', pay_attempts: 1 });
    expect(await tenant((tx) => withdrawPayments(tx, workplaceId, [id]))).toEqual([]);
  });

  it('is ended, and its notes are kept, by its worker alone', async () => {
    const { id, orderId } = await placed();
    const token = newId();
    await tenant((tx) => claimPaying(tx, id, token));
    const before = await rowOf(orderId);
    const paid = { kind: 'paid', paymentId: 'p', amount: COST } as const;
    expect(await tenant((tx) => endPaying(tx, workplaceId, id, newId(), paid))).toBe(false);
    expect(await rowOf(orderId)).toEqual(before);
    const keep = (by: string) => tenant((tx) => savePayNotes(tx, workplaceId, id, by, { bill: 'B1' }));
    expect([await keep(newId()), await keep(token)]).toEqual([false, true]);
    await lapse();
    expect(await keep(token)).toBe(false);
  });

  it('is never more than was agreed to', async () => {
    const { orderId } = await placed();
    for (const order of own.books.orders) order.total = money(COST + 1, 'USD');
    await world.settle(owner);
    expect(own.books.payments).toEqual([]);
    expect(await rowOf(orderId)).toMatchObject({ pay_state: 'failed', error_key: 'PRICE_CHANGED' });
    expect(await wallet()).toMatchObject({ bonus: MONEY, reserved: 0 });
  });

  it('of a supplier that took more costs the wallet what was agreed to', async () => {
    const { orderId } = await placed();
    const taken = money(COST + 500, 'USD');
    own.payOrder = async (ctx, input) => {
      const paid = await plain.payOrder(ctx, input);
      for (const one of own.books.payments) one.amount = taken;
      return { ...paid, amount: taken };
    };
    await world.settle(owner);
    expect(await rowOf(orderId)).toMatchObject({ pay_state: 'paid' });
    expect(await wallet()).toMatchObject({ bonus: MONEY - COST, reserved: 0 });
  });

  it('that was not made is not made any more once the order is cancelled', async () => {
    const { order, orderId } = await placed();
    own.fault('payOrder', { kind: 'unknown' });
    await jobs.drain(world.handlers);
    expect(await rowOf(orderId)).toMatchObject({ pay_state: 'unknown' });
    const now = new Date(Date.now() + 60_000).toISOString();
    shop.orders.set(order.externalOrderId, { ...order, cancelledAt: now, updatedAt: now });
    await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
    await world.settle(owner);
    expect(own.books.payments).toEqual([]);
    expect(await rowOf(orderId)).toMatchObject({ pay_state: 'unpaid' });
    expect(await wallet()).toMatchObject({ bonus: MONEY, reserved: 0 });
  });

  it('that was made at the supplier otherwise is not made again', async () => {
    const { orderId } = await placed();
    for (const order of own.books.orders) order.state = 'paid';
    await world.settle(owner);
    expect(own.books.payments).toEqual([]);
    expect(await rowOf(orderId)).toMatchObject({ pay_state: 'paid' });
  });
});

it.each([
  ['cancelled', 'ORDER_CANCELLED'],
  ['changed', 'ORDER_CHANGED_BEFORE_PLACING'],
])('an order that was %s after a lost call is not placed again', async (how, reason) => {
  const { order, orderId } = await begin();
  own.fault('createOrder', { kind: 'unknown' });
  await jobs.drain(world.handlers);
  expect(await rowOf(orderId)).toMatchObject({ state: 'unknown' });
  const now = new Date(Date.now() + 60_000).toISOString();
  const lines = order.lines.map((line) => ({ ...line, quantity: 3, fulfillableQuantity: 3 }));
  const change = how === 'cancelled' ? { cancelledAt: now } : { lines };
  shop.orders.set(order.externalOrderId, { ...order, ...change, updatedAt: now });
  await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  await world.settle(owner);
  expect(own.books.orders).toEqual([]);
  expect(await rowOf(orderId)).toMatchObject({ state: 'cancelled', error_key: reason });
});

it('a line that the store changed is not placed as it was', async () => {
  const { order } = await begin();
  const now = new Date(Date.now() + 60_000).toISOString();
  const lines = order.lines.map((line) => ({ ...line, quantity: 3, fulfillableQuantity: 3 }));
  shop.orders.set(order.externalOrderId, { ...order, lines, updatedAt: now });
  await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  await world.settle(owner);
  expect(own.books.orders).toEqual([]);
});
