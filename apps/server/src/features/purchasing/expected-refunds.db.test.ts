import type { SupplierOrder } from '@quayside/connector-kit';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, isCheckViolation, sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { paidOrder } from '../../testing/fakes/paid-order.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { readWallet } from '../wallet/index.ts';
import { countPurchases, findSupplierOrders, listPurchases } from './queries/purchases.ts';
import { findPurchasesOfOrders } from './repo.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { own, buying } = world;
const FUNDS = 1_000_000;

let owner: Owner;
let orderId = '';
let made: SupplierOrder;
let paid = 0;

/** An order of two lines, bought and paid, at a supplier that lists no refunds. */
beforeEach(async () => {
  ({ owner, orderId, made } = await paidOrder(db, world, FUNDS));
  paid = made.total.amount;
});

const read = <T>(work: (ex: Executor) => Promise<T>): Promise<T> => db.read(owner.scope, work);
const purchase = async () => {
  const [row] = await read((ex) => findPurchasesOfOrders(ex, owner.scope.workplaceId, [orderId]));
  if (!row) throw new Error('the purchase is gone');
  return row;
};
const inWallet = async (): Promise<number> => {
  const wallet = await read((ex) => readWallet(ex, owner.scope.accountId, 'sandbox'));
  return (wallet?.topup ?? 0) + (wallet?.bonus ?? 0) + (wallet?.reserved ?? 0);
};
const pending = async (): Promise<number> => {
  const [view] = await read((ex) => findSupplierOrders(ex, owner.scope.workplaceId, orderId, 'en'));
  return view?.refund_pending?.amount ?? 0;
};
const named = (refundId: string, amount: number) => ({ refundId, amount: { amount, currency: 'USD' } });

/** The supplier reports the order twice, and a poll for changed orders finds it once more. */
async function hear(): Promise<void> {
  const id = (await purchase()).connection_id ?? '';
  for (const _time of [1, 2]) await buying.onSupplierOrderChanged(owner.scope, id, made.supplierOrderId);
  await buying.pollSupplierOrders(owner.scope, id);
}

describe('a refund that a supplier owes', () => {
  it('is pending once its supplier has cancelled a paid order, and moves no money', async () => {
    made.state = 'cancelled';
    made.total = { amount: 0, currency: 'USD' };
    await hear();
    expect(await pending()).toBe(paid);
    expect(await inWallet()).toBe(FUNDS - paid);
    expect(await purchase()).toMatchObject({ state: 'cancelled', pay_state: 'paid', total_cost: paid });
    const query = { group: ['refund_pending'] as const, page_size: 20 };
    const { items } = await read((ex) => listPurchases(ex, owner.scope.workplaceId, query, 'en'));
    expect(items.map((one) => one.refund_pending?.amount)).toEqual([paid]);
    expect(await read((ex) => countPurchases(ex, owner.scope.workplaceId, {}))).toMatchObject({
      refund_pending: 1,
      refunds_totals: [{ amount: paid, currency: 'USD' }],
    });
  });

  it('is summed by the currency of its supplier order', async () => {
    made.state = 'cancelled';
    await hear();
    const { supplier_order_id: id } = await purchase();
    const second = await world.request(owner, fakeOrder(2_000));
    await world.settle(owner);
    const theirs = own.books.orders.find((one) => one !== made);
    if (!theirs) throw new Error('a second order is expected');
    theirs.state = 'cancelled';
    const [other] = await read((ex) => findPurchasesOfOrders(ex, owner.scope.workplaceId, [second]));
    await buying.onSupplierOrderChanged(owner.scope, other?.connection_id ?? '', theirs.supplierOrderId);
    const totals = async () => (await read((ex) => countPurchases(ex, owner.scope.workplaceId, {}))).refunds_totals;
    expect(await totals()).toEqual([{ amount: paid + theirs.total.amount, currency: 'USD' }]);
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update supplier_order set currency = 'EUR'
        where workplace_id = ${owner.scope.workplaceId} and supplier_order_id = ${id}`),
    );
    expect(await totals()).toEqual([
      { amount: paid, currency: 'EUR' },
      { amount: theirs.total.amount, currency: 'USD' },
    ]);
  });

  it('is the cost of the items that it took out, until it cancels the rest', async () => {
    const [line, other] = made.lines;
    if (!line || !other) throw new Error('two lines are expected');
    line.state = 'refused';
    await hear();
    const part = await pending();
    expect(part).toBe(1_000);
    delete line.state;
    await hear();
    expect(await pending()).toBe(part);
    made.state = 'cancelled';
    await hear();
    expect(await pending()).toBe(paid);
    expect(await inWallet()).toBe(FUNDS - paid);
  });

  it('is not expected for an order that was not paid', async () => {
    const unpaid = await world.request(owner, fakeOrder(1_000));
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update supplier_order set pay_automatically = false where order_id = ${unpaid}`),
    );
    await world.settle(owner);
    const [row] = await read((ex) => findPurchasesOfOrders(ex, owner.scope.workplaceId, [unpaid]));
    const theirs = own.books.orders.find((one) => one.supplierOrderId === row?.source_order_no);
    if (!theirs || row?.pay_state !== 'unpaid') throw new Error('an order that is not paid is expected');
    theirs.state = 'cancelled';
    await buying.onSupplierOrderChanged(owner.scope, row.connection_id ?? '', theirs.supplierOrderId);
    const [view] = await read((ex) => findSupplierOrders(ex, owner.scope.workplaceId, unpaid, 'en'));
    expect(view).toMatchObject({ state: 'cancelled', refund_pending: null });
  });

  it('is not expected for a part that was split off under our reference', async () => {
    own.books.orders.unshift({
      ...structuredClone(made),
      supplierOrderId: `${made.supplierOrderId}-part`,
      state: 'cancelled',
    });
    await hear();
    expect(await pending()).toBe(0);
    expect((await purchase()).state).toBe('placed');
  });

  it('is not expected of a supplier that lists its refunds: what it lists is booked', async () => {
    made.state = 'cancelled';
    made.refunds = [];
    await hear();
    expect(await pending()).toBe(0);
  });

  it('is lowered by what the supplier lists later', async () => {
    made.state = 'cancelled';
    await hear();
    made.refunds = [named('r1', 300)];
    await hear();
    expect(await pending()).toBe(paid - 300);
    expect(await inWallet()).toBe(FUNDS - paid + 300);
    made.refunds = [named('r1', 300), named('r2', paid - 300)];
    await hear();
    expect(await pending()).toBe(0);
    expect(await inWallet()).toBe(FUNDS);
    expect((await purchase()).pay_state).toBe('refunded');
  });

  it('is what is left after earlier refunds', async () => {
    made.refunds = [named('r1', 200)];
    await hear();
    delete made.refunds;
    made.state = 'cancelled';
    await hear();
    expect(await pending()).toBe(paid - 200);
  });
});

describe('the database', () => {
  const insert = (tx: Executor, ref: string, id: string, amount: number) =>
    tx.run(sql`insert into supplier_refund (workplace_id, supplier_order_id, refund_ref, order_id, amount, credited, source)
      values (${owner.scope.workplaceId}, ${id}, ${ref}, ${orderId}, ${amount}, ${amount}, 'operator')`);

  it('refuses refunds above the payment, also from two transactions at once', async () => {
    const { supplier_order_id: id } = await purchase();
    const most = Math.ceil(paid * 0.6);
    const outcomes = await Promise.allSettled(
      ['a', 'b'].map((ref) =>
        db.tenant(owner.scope, async (tx) => {
          await insert(tx, ref, id, most);
          await tx.run(sql`select pg_sleep(0.3)`);
        }),
      ),
    );
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused).toHaveLength(1);
    expect(isCheckViolation(refused[0])).toBe(true);
    const rest = paid - most;
    await db.tenant(owner.scope, (tx) => insert(tx, 'c', id, rest));
    await expect(db.tenant(owner.scope, (tx) => insert(tx, 'd', id, 1))).rejects.toThrow('exceed the payment');
  });

  it('refuses a cost below zero', async () => {
    const { supplier_order_id: id } = await purchase();
    const lower = db.tenant(owner.scope, (tx) =>
      tx.run(
        sql`update supplier_order set total_cost = total_cost - ${paid + 1}::bigint where supplier_order_id = ${id}`,
      ),
    );
    await expect(lower).rejects.toThrow('supplier_order_cost_left');
  });
});
