import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { readWallet } from '../wallet/index.ts';
import { findPurchasesOfOrders } from './repo.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { shop, own, jobs } = world;
const FUNDS = 1_000_000;

let owner: Owner;
let orderId = '';
let next = 1;

beforeEach(async () => {
  await begin();
});

/** An order whose purchase is asked for, to be paid automatically. */
async function begin(): Promise<void> {
  owner = await world.owner(FUNDS);
  own.books.orders.length = 0;
  own.books.payments.length = 0;
  await db.global((tx) => tx.run(sql`delete from test_job`));
  next += 1;
  shop.orders.clear();
  orderId = await world.request(owner, fakeOrder(next));
}

const purchase = async () => {
  const [row] = await db.read(owner.scope, (ex) => findPurchasesOfOrders(ex, owner.scope.workplaceId, [orderId]));
  if (!row) throw new Error('no purchase');
  return row;
};

/** 'cancel': the supplier cancels the order. 'refuse': its staff refuse every line, so that nothing is left to pay. */
async function gone(how: 'cancel' | 'refuse'): Promise<void> {
  const [made] = own.books.orders;
  if (!made) throw new Error('nothing was bought');
  made.state = 'cancelled';
  made.cancelReason = 'sold out';
  if (how === 'refuse') {
    for (const line of made.lines) line.state = 'refused';
    const none = { amount: 0, currency: 'USD' };
    Object.assign(made, { itemsCost: none, shippingCost: none, total: none });
  }
  const { connection_id: connectionId } = await purchase();
  if (!connectionId) throw new Error('purchase without connection');
  for (const _time of [1, 2])
    await world.buying.onSupplierOrderChanged(owner.scope, connectionId, made.supplierOrderId);
}

const wallet = () => db.read(owner.scope, (ex) => readWallet(ex, owner.scope.accountId, 'sandbox'));

async function expectCancelled(): Promise<void> {
  expect(await purchase()).toMatchObject({ state: 'cancelled', error_key: 'SUPPLIER_CANCELLED' });
  expect(['requested', 'paying', 'unknown']).not.toContain((await purchase()).pay_state);
  expect(await wallet()).toMatchObject({ reserved: 0 });
  const lines = await db.read(owner.scope, (ex) =>
    ex.rows<{ state: string; block_key: string }>(
      sql`select state, block_key from order_line where workplace_id = ${owner.scope.workplaceId}`,
    ),
  );
  expect(lines).toEqual(Array.from({ length: 2 }, () => ({ state: 'blocked', block_key: 'SUPPLIER_CANCELLED' })));
}

const total = async () => {
  const held = await wallet();
  return (held?.topup ?? 0) + (held?.bonus ?? 0) + (held?.reserved ?? 0);
};

describe.each(['cancel', 'refuse'] as const)('a supplier that cancels (%s) while a payment is open', (how) => {
  it('releases a payment that was only requested', async () => {
    own.fault('payOrder', { kind: 'rate-limited', retryAfterMs: 60_000 });
    await jobs.drain(world.handlers);
    expect(await purchase()).toMatchObject({ state: 'placed', pay_state: 'requested' });
    expect(await wallet()).toMatchObject({ reserved: 2_400 });
    await gone(how);
    await expectCancelled();
    await world.settle(owner);
    await expectCancelled();
    expect(own.books.payments).toHaveLength(0);
    expect(await total()).toBe(FUNDS);
  });

  it('releases a payment that turns out never to have been made', async () => {
    own.fault('payOrder', { kind: 'unknown' });
    await jobs.drain(world.handlers);
    await gone(how);
    expect(await purchase()).toMatchObject({ state: 'placed', pay_state: 'unknown', remote_state: 'cancelled' });
    await world.settle(owner);
    await expectCancelled();
    expect(own.books.payments).toHaveLength(0);
    expect(await total()).toBe(FUNDS);
  });

  it('books a payment that turns out to have been made', async () => {
    own.fault('payOrder', { kind: 'unknown', after: true });
    await jobs.drain(world.handlers);
    await gone(how);
    await world.settle(owner);
    await expectCancelled();
    expect(own.books.payments).toHaveLength(1);
    expect(await purchase()).toMatchObject({ pay_state: 'paid' });
    expect(await total()).toBe(FUNDS - 2_400);
  });

  it('keeps the money of a payment that waits for its second call, until it knows of the first', async () => {
    own.fault('payOrder', { kind: 'unknown', after: true });
    own.fault('payOrder', { kind: 'rate-limited', retryAfterMs: 60_000 });
    own.hides = true;
    await jobs.drain(world.handlers);
    await world.passTime(owner, 90);
    await jobs.drain(world.handlers);
    own.hides = false;
    expect(await purchase()).toMatchObject({ pay_state: 'requested', pay_attempts: 1 });
    await gone(how);
    expect(await wallet()).toMatchObject({ reserved: 2_400 });
    await world.settle(owner);
    await expectCancelled();
    expect(await purchase()).toMatchObject({ pay_state: 'paid' });
    expect(await total()).toBe(FUNDS - 2_400);
  });

  it('credits what it refunded of a payment that turns out to have been made', async () => {
    own.fault('payOrder', { kind: 'unknown', after: true });
    await jobs.drain(world.handlers);
    const [made] = own.books.orders;
    if (made) made.refunds = [{ refundId: 'r1', amount: { amount: 2_400, currency: 'USD' } }];
    await gone(how);
    expect(await wallet()).toMatchObject({ reserved: 2_400 });
    await world.settle(owner);
    await expectCancelled();
    expect(await purchase()).toMatchObject({ pay_state: 'refunded' });
    expect(await total()).toBe(FUNDS);
  });

  it('finds out a payment that is under way', async () => {
    own.fault('payOrder', { kind: 'unknown', meanwhile: () => gone(how) });
    await world.settle(owner);
    await expectCancelled();
    expect(await total()).toBe(FUNDS);
  });

  it('loses no step when the process is killed at any of them', async () => {
    for (let at = 1; ; at += 1) {
      if (at > 1) await begin();
      own.fault('payOrder', { kind: 'unknown' });
      await jobs.drain(world.handlers);
      await gone(how);
      const dying = world.killedAt(at);
      for (let round = 0; round < 12 && !dying.died(); round += 1) {
        await jobs.drain(dying.handlers).catch(() => undefined);
        await world.passTime(owner, 90);
      }
      await world.passTime(owner, 90);
      await world.sweeping.now();
      await world.settle(owner);
      await expectCancelled();
      expect(await total()).toBe(FUNDS);
      if (!dying.died()) break;
    }
  }, 180_000);
});

it('an open payment of an order that is not placed is refused by the database', async () => {
  own.fault('payOrder', { kind: 'unknown' });
  await jobs.drain(world.handlers);
  const cancelling = db.tenant(owner.scope, (tx) =>
    tx.run(sql`update supplier_order set state = 'cancelled' where workplace_id = ${owner.scope.workplaceId}`),
  );
  await expect(cancelling).rejects.toThrow('supplier_order_open_payment');
});
