import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { MOST_PAUSES } from '../../jobs/effect/pauses.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { readWallet } from '../wallet/index.ts';
import { findExpectedRefunds } from './refund-repo.ts';
import { findPurchasesOfOrders } from './repo.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { own, jobs } = world;
const FUNDS = 1_000_000;

let owner: Owner;
let orderId = '';
let next = 1;

beforeEach(async () => {
  owner = await world.owner(FUNDS);
  own.books.orders.length = 0;
  own.books.payments.length = 0;
  await db.global((tx) => tx.run(sql`delete from test_job`));
  next += 1;
  orderId = await world.request(owner, fakeOrder(next));
});

const purchase = async () => {
  const [row] = await db.read(owner.scope, (ex) => findPurchasesOfOrders(ex, owner.scope.workplaceId, [orderId]));
  if (!row) throw new Error('no purchase');
  return row;
};

const wallet = () => db.read(owner.scope, (ex) => readWallet(ex, owner.scope.accountId, 'sandbox'));

/** The supplier loses the order, with or without the payment that came through; it has been asked about so often since. */
async function lose(pauses: number): Promise<void> {
  own.books.orders.length = 0;
  own.books.payments.length = 0;
  await db.tenant(owner.scope, (tx) =>
    tx.run(sql`update supplier_order set pauses = ${pauses} where workplace_id = ${owner.scope.workplaceId}`),
  );
}

async function again(): Promise<void> {
  await world.passTime(owner, 700);
  await jobs.drain(world.handlers);
}

const lines = () =>
  db.read(owner.scope, (ex) =>
    ex.rows(sql`select state, block_key from order_line where workplace_id = ${owner.scope.workplaceId}`),
  );
const MISSING = { state: 'blocked', block_key: 'SUPPLIER_ORDER_MISSING' };

it('returns the money of a payment that was never sent, once its order has been missing for long', async () => {
  own.fault('payOrder', { kind: 'rate-limited', retryAfterMs: 60_000 });
  await jobs.drain(world.handlers);
  expect(await purchase()).toMatchObject({ state: 'placed', pay_state: 'requested' });
  await lose(MOST_PAUSES - 1);
  await again();
  expect(await purchase()).toMatchObject({ state: 'placed', pay_state: 'requested' });
  expect(await wallet()).toMatchObject({ reserved: 2_400 });
  await world.settle(owner);
  expect(await purchase()).toMatchObject({ state: 'cancelled', pay_state: 'failed', error_key: MISSING.block_key });
  expect(await wallet()).toMatchObject({ reserved: 0, bonus: FUNDS });
  expect(await lines()).toEqual([MISSING, MISSING]);
});

it('keeps the money of a payment in doubt as a pending refund, once its order has been missing for long', async () => {
  own.fault('payOrder', { kind: 'unknown', after: true });
  await jobs.drain(world.handlers);
  await lose(MOST_PAUSES - 1);
  await again();
  expect(await purchase()).toMatchObject({ state: 'placed', pay_state: 'unknown' });
  await world.settle(owner);
  expect(await purchase()).toMatchObject({ state: 'cancelled', pay_state: 'paid', error_key: MISSING.block_key });
  expect(await wallet()).toMatchObject({ reserved: 0, bonus: FUNDS - 2_400 });
  const { supplier_order_id: id } = await purchase();
  const expected = await db.read(owner.scope, (ex) => findExpectedRefunds(ex, owner.scope.workplaceId, [id]));
  expect(expected).toMatchObject([{ pending: 2_400, reason: 'cancelled' }]);
  expect(await lines()).toEqual([MISSING, MISSING]);
});

it('goes on with an order that shows again at the last look', async () => {
  own.fault('payOrder', { kind: 'unknown', after: true });
  await jobs.drain(world.handlers);
  const { orders, payments } = structuredClone(own.books);
  await lose(MOST_PAUSES);
  const { getOrder } = own;
  own.getOrder = async (...asked) => {
    const missing = await getOrder(...asked);
    own.books.orders.push(...orders);
    own.books.payments.push(...payments);
    own.getOrder = getOrder;
    return missing;
  };
  await again();
  await world.settle(owner);
  expect(await purchase()).toMatchObject({ state: 'placed', pay_state: 'paid' });
  expect(own.books.payments).toHaveLength(1);
});

it('records an order that its supplier cancelled and no longer shows', async () => {
  await world.settle(owner);
  await db.tenant(owner.scope, (tx) =>
    tx.run(sql`update supplier_order set remote_state = 'cancelled' where workplace_id = ${owner.scope.workplaceId}`),
  );
  await lose(0);
  await world.passTime(owner, 3_600);
  await world.sweeping.now();
  await world.settle(owner);
  expect(await purchase()).toMatchObject({ state: 'cancelled', pay_state: 'paid' });
  expect(await lines()).toEqual([MISSING, MISSING]);
});
