import type { SupplierOrder } from '@quayside/connector-kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { paidOrder } from '../../testing/fakes/paid-order.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { readWallet } from '../wallet/index.ts';
import { startSync } from './actions/sync-orders.ts';
import { findPurchasesOfOrders } from './repo.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { own, buying } = world;
const FUNDS = 1_000_000;

let owner: Owner;
let orderId = '';
let made: SupplierOrder;

/** An order of two lines, bought and paid. */
beforeEach(async () => {
  ({ owner, orderId, made } = await paidOrder(db, world, FUNDS));
});

afterEach(() => {
  vi.restoreAllMocks();
});

const purchase = async () =>
  (await db.read(owner.scope, (ex) => findPurchasesOfOrders(ex, owner.scope.workplaceId, [orderId])))[0];
const inWallet = async (): Promise<number> => {
  const wallet = await db.read(owner.scope, (ex) => readWallet(ex, owner.scope.accountId, 'sandbox'));
  return (wallet?.topup ?? 0) + (wallet?.bonus ?? 0) + (wallet?.reserved ?? 0);
};
const named = (refundId: string, amount: number) => ({ refundId, amount: { amount, currency: 'USD' } });
/** The wallet's balances by its ledger; every posting sums to zero by a constraint. */
const inLedger = async (): Promise<number> =>
  (
    await db.read(owner.scope, (ex) =>
      ex.first<{ total: number }>(sql`select sum(amount)::bigint as total from ledger_entry
        where account_id = ${owner.scope.accountId} and starts_with(ledger_account, 'wallet:')`),
    )
  )?.total ?? 0;
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

  it('comes back once for each refund that the supplier names, however often it does', async () => {
    const paid = made.total.amount;
    const [line, other] = made.lines;
    if (!line || !other) throw new Error('two lines are expected');
    line.state = 'refused';
    made.total = { amount: paid - 1_000, currency: 'USD' };
    made.refunds = [named('r1', 1_000)];
    await hear();
    expect(await inWallet()).toBe(FUNDS - paid + 1_000);
    expect(await purchase()).toMatchObject({ total_cost: paid - 1_000, pay_state: 'paid' });
    other.state = 'refused';
    made.state = 'cancelled';
    made.refunds = [named('r1', 1_000), named('r2', paid - 1_000)];
    await hear();
    expect(await inWallet()).toBe(FUNDS);
    expect(await refunds()).toBe(2);
    expect(await purchase()).toMatchObject({ total_cost: 0, state: 'cancelled', pay_state: 'refunded' });
    expect(await inLedger()).toBe(await inWallet());
  });

  it('is booked when the supplier names it after the cancellation', async () => {
    const paid = made.total.amount;
    made.state = 'cancelled';
    made.refunds = [];
    await hear();
    expect(await inWallet()).toBe(FUNDS - paid);
    expect(await purchase()).toMatchObject({ state: 'cancelled', pay_state: 'paid' });
    made.refunds = [named('r1', 300)];
    await hear();
    expect(await inWallet()).toBe(FUNDS - paid + 300);
    made.refunds = [named('r1', 300), named('r2', paid - 300)];
    await hear();
    expect(await inWallet()).toBe(FUNDS);
    expect((await purchase())?.pay_state).toBe('refunded');
  });

  it('is not taken from a cancellation whose supplier names no refunds', async () => {
    const paid = made.total.amount;
    made.state = 'cancelled';
    made.total = { amount: 0, currency: 'USD' };
    await hear();
    expect(await inWallet()).toBe(FUNDS - paid);
    expect(await refunds()).toBe(0);
    expect(await purchase()).toMatchObject({ state: 'cancelled', pay_state: 'paid', total_cost: paid });
  });

  it('is never more than was paid, and an older reading takes nothing back', async () => {
    const paid = made.total.amount;
    const older = structuredClone(made);
    made.refunds = [named('r1', 700), named('r2', paid)];
    await hear();
    expect(await inWallet()).toBe(FUNDS);
    own.books.orders[0] = older;
    await hear();
    made.refunds = [named('r1', 700), named('r2', paid), named('r3', 500)];
    own.books.orders[0] = made;
    await hear();
    expect(await inWallet()).toBe(FUNDS);
    expect((await purchase())?.total_cost).toBe(0);
    expect(await inLedger()).toBe(await inWallet());
  });

  it('is booked once when several workers read the order at the same moment', async () => {
    const paid = made.total.amount;
    made.state = 'cancelled';
    made.refunds = [named('r1', 400), named('r2', 500)];
    const connectionId = (await purchase())?.connection_id ?? '';
    await Promise.all(
      [1, 2, 3, 4].map(() => buying.onSupplierOrderChanged(owner.scope, connectionId, made.supplierOrderId)),
    );
    expect(await inWallet()).toBe(FUNDS - paid + 900);
    expect(await refunds()).toBe(2);
    expect(await inLedger()).toBe(await inWallet());
  });

  it('is not booked from a part that names a refund under our reference', async () => {
    const paid = made.total.amount;
    own.books.orders.unshift({
      ...structuredClone(made),
      supplierOrderId: `${made.supplierOrderId}-part`,
      state: 'cancelled',
      refunds: [named('p1', 500)],
    });
    await hear();
    expect(await inWallet()).toBe(FUNDS - paid);
    expect(await refunds()).toBe(0);
  });

  it('is not booked from another order that the supplier returns for our number', async () => {
    const paid = made.total.amount;
    const row = await purchase();
    const another = { ...structuredClone(made), supplierOrderId: 'another', refunds: [named('a1', 500)] };
    vi.spyOn(own, 'getOrder').mockResolvedValueOnce(another);
    await db.tenant(owner.scope, (tx) => startSync(tx, world.deps, owner.scope, row ? [row] : []));
    await world.settle(owner);
    expect((await purchase())?.sync_state).toBe('success');
    expect(own.getOrder).toHaveBeenCalledOnce();
    expect(await inWallet()).toBe(FUNDS - paid);
    expect(await refunds()).toBe(0);
  });

  it('was credited by an earlier version from a smaller total: naming it moves nothing', async () => {
    const paid = made.total.amount;
    const row = await purchase();
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`insert into supplier_refund (workplace_id, supplier_order_id, refund_ref, order_id, amount, credited, source)
        values (${owner.scope.workplaceId}, ${row?.supplier_order_id}, 'smaller total', ${orderId}, 1000, 1000, 'total')`),
    );
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update supplier_order set total_cost = total_cost - 1000
        where workplace_id = ${owner.scope.workplaceId} and supplier_order_id = ${row?.supplier_order_id}`),
    );
    made.refunds = [named('r1', 1_000)];
    await hear();
    expect(await inWallet()).toBe(FUNDS - paid);
    made.refunds = [named('r1', 1_000), named('r2', 200)];
    await hear();
    expect(await inWallet()).toBe(FUNDS - paid + 200);
    expect((await purchase())?.total_cost).toBe(paid - 1_200);
  });
});
