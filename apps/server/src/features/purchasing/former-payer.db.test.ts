import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { PATIENCE } from '../../jobs/effect/pauses.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { readWallet, saveFormerPayer } from '../wallet/index.ts';
import { cancelPayments } from './actions/pay-orders.ts';
import { createPaying } from './actions/pay-supplier-order.ts';
import { createPlacing } from './actions/place-supplier-order.ts';
import { createStoreGate } from './actions/store-gate.ts';
import { findPurchasesOfOrders } from './repo.ts';

/** A workspace goes to another owner while a payment of the one before is open. */

const db = await testDatabase();
const world = await tradeWorld(db);
const { own } = world;
const MONEY = 1_000_000;
const COST = 2_400;
const tools = {
  deps: world.deps,
  patience: PATIENCE,
  progress: world.buying.progress,
  storeGate: createStoreGate(world.deps),
};
const [placing, paying] = [createPlacing(tools), createPaying(tools)];

let former: Owner;
let heir: Owner;
let next = 1;
beforeEach(async () => {
  [former, heir] = [await world.owner(MONEY), await world.owner(MONEY)];
  own.books.orders.length = 0;
  own.books.payments.length = 0;
});

const rowOf = async (orderId: string) => {
  const [row] = await db.read(former.scope, (ex) => findPurchasesOfOrders(ex, former.scope.workplaceId, [orderId]));
  if (!row) throw new Error('no supplier order');
  return row;
};

/** An order that stands at the supplier, its payment asked for. */
async function placed(): Promise<{ id: string; orderId: string }> {
  next += 1;
  const orderId = await world.request(former, fakeOrder(next));
  const { supplier_order_id: id } = await rowOf(orderId);
  await placing.run(former.scope, id);
  expect(await rowOf(orderId)).toMatchObject({ state: 'placed', pay_state: 'requested' });
  return { id, orderId };
}

/** The scope of the workspace's jobs once it has gone over. */
async function handOver() {
  const here = { accountId: heir.scope.accountId, workplaceId: former.scope.workplaceId };
  await db.tenant(here, async (tx) => {
    await tx.run(
      sql`update workplace set account_id = ${heir.scope.accountId} where workplace_id = ${here.workplaceId}`,
    );
    await saveFormerPayer(tx, here.workplaceId, former.scope.accountId);
  });
  return here;
}

const wallet = ({ scope: { accountId } }: Owner) =>
  db.read({ accountId }, (ex) => readWallet(ex, accountId, 'sandbox'));
const UNTOUCHED = { bonus: MONEY, reserved: 0 };
const PAID = { bonus: MONEY - COST, reserved: 0 };

it('settles a payment in doubt with the money that its owner had set aside', async () => {
  const { id, orderId } = await placed();
  own.fault('payOrder', { kind: 'unknown', after: true });
  await expect(paying.run(former.scope, id)).rejects.toThrow('unknown');
  expect(await wallet(former)).toMatchObject({ reserved: COST });
  const here = await handOver();
  await world.passTime(former, 200);
  await paying.run(here, id);
  expect(own.books.payments).toHaveLength(1);
  expect(await rowOf(orderId)).toMatchObject({ pay_state: 'paid' });
  expect(await wallet(former)).toMatchObject(PAID);
  expect(await wallet(heir)).toMatchObject(UNTOUCHED);
});

it('sends a payment that came to nothing again from the same wallet', async () => {
  const { id } = await placed();
  own.fault('payOrder', { kind: 'unknown', after: false });
  await expect(paying.run(former.scope, id)).rejects.toThrow('unknown');
  const here = await handOver();
  await world.passTime(former, 200);
  await paying.run(here, id);
  expect(own.books.payments).toHaveLength(1);
  expect(await wallet(former)).toMatchObject(PAID);
  expect(await wallet(heir)).toMatchObject(UNTOUCHED);
});

it('gives money back to who had set it aside when the payment is taken back', async () => {
  const { id, orderId } = await placed();
  own.fault('payOrder', { kind: 'rate-limited' });
  await expect(paying.run(former.scope, id)).rejects.toThrow('requested');
  expect(await wallet(former)).toMatchObject({ reserved: COST });
  const here = await handOver();
  expect((await cancelPayments(world.deps, here, [id])).cancelled).toEqual([id]);
  expect(await rowOf(orderId)).toMatchObject({ pay_state: 'unpaid' });
  expect(await wallet(former)).toMatchObject(UNTOUCHED);
});

it('pays from the wallet of the owner of now where a job still names the one before', async () => {
  const { id } = await placed();
  await handOver();
  await paying.run(former.scope, id);
  expect(await wallet(former)).toMatchObject(UNTOUCHED);
  expect(await wallet(heir)).toMatchObject(PAID);
});
