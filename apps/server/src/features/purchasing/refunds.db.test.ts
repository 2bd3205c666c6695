import type { SupplierOrder } from '@quayside/connector-kit';
import { testDatabase } from '@quayside/testing/db/index.ts';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { type Owner, tradeWorld } from '@quayside/testing/fakes/trade-world.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { readWallet } from '../wallet/index.ts';
import { requestPlacement } from './actions/request-placement.ts';
import { purchasesOf } from './repo.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { shop, own, buying } = world;
const FUNDS = 1_000_000;

let owner: Owner;
let orderId = '';
let made: SupplierOrder;
let next = 1;

/** An order of two lines, bought and paid. */
beforeEach(async () => {
  owner = await world.owner(FUNDS);
  own.books.orders.length = 0;
  own.books.payments.length = 0;
  await db.global((tx) => tx.run(sql`delete from test_job`));
  next += 1;
  const order = fakeOrder(next);
  shop.orders.set(order.externalOrderId, order);
  await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  const row = await db.read(owner.scope, (ex) =>
    ex.first<{ order_id: string }>(
      sql`select order_id from sales_order where workplace_id = ${owner.scope.workplaceId}`,
    ),
  );
  orderId = row?.order_id ?? '';
  await requestPlacement(world.deps, owner.scope, [{ order_id: orderId }], true);
  await world.settle(owner);
  const [first] = own.books.orders;
  if (!first || own.books.payments.length !== 1) throw new Error('the order was not bought');
  made = first;
});

const purchase = async () =>
  (await db.read(owner.scope, (ex) => purchasesOf(ex, owner.scope.workplaceId, [orderId])))[0];
const inWallet = async (): Promise<number> => {
  const wallet = await db.read(owner.scope, (ex) => readWallet(ex, owner.scope.accountId, 'sandbox'));
  return (wallet?.topup ?? 0) + (wallet?.bonus ?? 0) + (wallet?.reserved ?? 0);
};
const refunds = async (): Promise<number> =>
  (
    await db.read(owner.scope, (ex) =>
      ex.rows(sql`select 1 from order_event where workplace_id = ${owner.scope.workplaceId} and kind = 'refunded'`),
    )
  ).length;

/** The supplier tells of the order twice, and a look for changed orders finds it once more. */
async function hear(): Promise<void> {
  const connectionId = (await purchase())?.connection_id ?? '';
  for (const _time of [1, 2]) await buying.onSupplierOrderChanged(owner.scope, connectionId, made.supplierOrderId);
  await buying.pollSupplierOrders(owner.scope, connectionId);
}

describe('money that a supplier gave back', () => {
  it('is not seen in a smaller total alone: the order was paid with what it cost', async () => {
    const paid = made.total.amount;
    made.total = { amount: paid - 700, currency: 'USD' };
    await hear();
    expect(await inWallet()).toBe(FUNDS - paid);
    expect(await refunds()).toBe(0);
    expect((await purchase())?.total_cost).toBe(paid);
  });

  it('is not seen in a part that the supplier split off under our reference', async () => {
    const paid = made.total.amount;
    own.books.orders.unshift({
      ...structuredClone(made),
      supplierOrderId: `${made.supplierOrderId}-part`,
      total: { amount: 500, currency: 'USD' },
      lines: made.lines.slice(0, 1),
      state: 'cancelled',
    });
    await hear();
    expect(await inWallet()).toBe(FUNDS - paid);
    expect(await refunds()).toBe(0);
    expect(await purchase()).toMatchObject({ total_cost: paid, state: 'placed', pay_state: 'paid' });
  });

  it('comes back once for each line that he took back, however often he says so', async () => {
    const paid = made.total.amount;
    const [line, other] = made.lines;
    if (!line || !other) throw new Error('two lines are expected');
    line.state = 'refused';
    made.total = { amount: paid - 1_000, currency: 'USD' };
    await hear();
    expect(await inWallet()).toBe(FUNDS - paid + 1_000);
    other.state = 'refused';
    made.total = { amount: 0, currency: 'USD' };
    await hear();
    expect(await inWallet()).toBe(FUNDS);
    expect(await refunds()).toBe(2);
  });

  it('is never more than was paid, and never taken again when the total grows', async () => {
    const paid = made.total.amount;
    const [line] = made.lines;
    if (!line) throw new Error('a line is expected');
    line.state = 'refused';
    made.total = { amount: paid - 1_000, currency: 'USD' };
    await hear();
    made.total = { amount: paid, currency: 'USD' };
    await hear();
    expect(await inWallet()).toBe(FUNDS - paid + 1_000);
    made.total = { amount: paid - 1_000, currency: 'USD' };
    await hear();
    expect(await inWallet()).toBe(FUNDS - paid + 1_000);
    expect(await refunds()).toBe(1);
  });
});
