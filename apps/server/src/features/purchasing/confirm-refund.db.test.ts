import type { SupplierOrder } from '@quayside/connector-kit';
import { AppError, newId } from '@quayside/kernel';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { paidOrder } from '../../testing/fakes/paid-order.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { readWallet } from '../wallet/index.ts';
import { confirmRefund, type RefundConfirmation } from './actions/confirm-refund.ts';
import { pendingRefunds } from './queries/pending-refunds.ts';
import { findExpectedRefunds, findRefunds } from './refund-repo.ts';
import { findPurchasesOfOrders } from './repo.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { buying, deps } = world;
const FUNDS = 1_000_000;

let owner: Owner;
let orderId = '';
let id = '';
let made: SupplierOrder;
let paid = 0;

/** A paid order that its supplier cancelled, which lists no refunds. */
beforeEach(async () => {
  ({ owner, orderId, made } = await paidOrder(db, world, FUNDS));
  paid = made.total.amount;
  made.state = 'cancelled';
  await hear();
  id = (await purchase()).supplier_order_id;
});

const read = <T>(work: (ex: Executor) => Promise<T>): Promise<T> => db.read(owner.scope, work);
const purchase = async () => {
  const [row] = await read((ex) => findPurchasesOfOrders(ex, owner.scope.workplaceId, [orderId]));
  if (!row) throw new Error('the purchase is gone');
  return row;
};
const hear = async (): Promise<void> =>
  buying.onSupplierOrderChanged(owner.scope, (await purchase()).connection_id ?? '', made.supplierOrderId);
const inWallet = async (): Promise<number> => {
  const wallet = await read((ex) => readWallet(ex, owner.scope.accountId, 'sandbox'));
  return (wallet?.topup ?? 0) + (wallet?.bonus ?? 0) + (wallet?.reserved ?? 0);
};
const inLedger = async (): Promise<number> =>
  (
    await read((ex) =>
      ex.first<{ total: number }>(sql`select sum(amount)::bigint as total from ledger_entry
        where account_id = ${owner.scope.accountId} and starts_with(ledger_account, 'wallet:')`),
    )
  )?.total ?? 0;
const pending = async (): Promise<number | undefined> =>
  (await read((ex) => findExpectedRefunds(ex, owner.scope.workplaceId, [id])))[0]?.pending;
const listed = async () => (await pendingRefunds(deps, owner.scope.workplaceId, { page_size: 20 })).items;
const confirm = (said: Partial<RefundConfirmation> = {}, payer: 'wallet' | 'own-account' = 'wallet') =>
  confirmRefund(deps, owner.scope, id, payer, {
    pending: paid,
    amount: paid,
    closeNote: undefined,
    key: newId(),
    ...said,
  });
const refusal = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => 'confirmed',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );
const named = (refundId: string, amount: number) => ({ refundId, amount: { amount, currency: 'USD' } });

describe('a refund that a person confirms', () => {
  it('is listed for operators, goes to the wallet that paid, and ends there', async () => {
    expect(await listed()).toMatchObject([
      { id, reason: 'cancelled', paid: { amount: paid }, pending: { amount: paid } },
    ]);
    expect(await confirm()).toEqual({ amount: 0, currency: 'USD' });
    expect(await inWallet()).toBe(FUNDS);
    expect(await inLedger()).toBe(FUNDS);
    expect(await purchase()).toMatchObject({ pay_state: 'refunded', total_cost: 0 });
    expect(await listed()).toEqual([]);
  });

  it('is credited once when the same request comes again', async () => {
    const key = newId();
    await Promise.all([confirm({ key }), confirm({ key }), confirm({ key })]);
    await confirm({ key });
    expect(await inWallet()).toBe(FUNDS);
    expect(await read((ex) => findRefunds(ex, owner.scope.workplaceId, [id]))).toHaveLength(1);
  });

  it('is refused when the same request comes again with another amount', async () => {
    const key = newId();
    await confirm({ key, amount: 100 });
    expect(await refusal(confirm({ key, amount: 200 }))).toBe('REFUND_CHANGED');
    expect(await inWallet()).toBe(FUNDS - paid + 100);
  });

  it('is credited once when two people confirm it at the same moment', async () => {
    const said = await Promise.all([refusal(confirm()), refusal(confirm())]);
    expect(said.sort()).toEqual(['REFUND_NOT_PENDING', 'confirmed']);
    expect(await inWallet()).toBe(FUNDS);
  });

  it('may be a part: two people cannot both count it, and the rest stays pending', async () => {
    const part = Math.floor(paid / 4);
    const said = await Promise.all([refusal(confirm({ amount: part })), refusal(confirm({ amount: part }))]);
    expect(said.sort()).toEqual(['REFUND_CHANGED', 'confirmed']);
    expect(await pending()).toBe(paid - part);
    expect(await inWallet()).toBe(FUNDS - paid + part);
    expect((await purchase()).pay_state).toBe('paid');
    await confirm({ pending: paid - part, amount: paid - part });
    expect(await inWallet()).toBe(FUNDS);
    expect((await purchase()).pay_state).toBe('refunded');
  });

  it('is refused above what is pending, and with a sum that was never pending', async () => {
    expect(await refusal(confirm({ amount: paid + 1 }))).toBe('REFUND_TOO_HIGH');
    expect(await refusal(confirm({ pending: paid + 1, amount: paid + 1 }))).toBe('REFUND_CHANGED');
    expect(await inWallet()).toBe(FUNDS - paid);
  });

  it('is refused for an order that is refunded already, whatever is still noted as pending', async () => {
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update supplier_order set pay_state = 'refunded' where supplier_order_id = ${id}`),
    );
    expect(await refusal(confirm())).toBe('REFUND_NOT_PENDING');
    expect(await inWallet()).toBe(FUNDS - paid);
  });

  it('can be closed with a reason, with or without a part of it', async () => {
    const key = newId();
    await confirm({ amount: 100, closeNote: 'They kept the shipping.', key });
    await confirm({ amount: 100, closeNote: 'They kept the shipping.', key });
    expect(await pending()).toBe(0);
    expect(await inWallet()).toBe(FUNDS - paid + 100);
    expect(await listed()).toEqual([]);
    const kept = await read((ex) =>
      ex.first<{ closed_note: string }>(sql`select closed_note from expected_refund
        where workplace_id = ${owner.scope.workplaceId} and supplier_order_id = ${id}`),
    );
    expect(kept?.closed_note).toBe('They kept the shipping.');
    expect(await refusal(confirm({ amount: 0, closeNote: 'Again.' }))).toBe('REFUND_NOT_PENDING');
  });

  it('is closed once when the same request comes again without an amount', async () => {
    const said = { amount: 0, closeNote: 'They refused.', key: newId() };
    expect(await confirm(said)).toEqual({ amount: 0, currency: 'USD' });
    expect(await confirm(said)).toEqual({ amount: 0, currency: 'USD' });
    expect(await inWallet()).toBe(FUNDS - paid);
  });

  it('is never credited a second time when the supplier lists it afterwards', async () => {
    await confirm({ amount: 500 });
    made.refunds = [named('r1', 500)];
    await hear();
    expect(await inWallet()).toBe(FUNDS - paid + 500);
    expect(await pending()).toBe(paid - 500);
    made.refunds = [named('r1', 500), named('r2', paid - 500)];
    await hear();
    expect(await inWallet()).toBe(FUNDS);
    expect(await pending()).toBe(0);
    expect(await listed()).toEqual([]);
  });

  it('is refused with the sum from before the supplier listed a refund', async () => {
    made.refunds = [named('r1', 300)];
    await hear();
    expect(await refusal(confirm())).toBe('REFUND_CHANGED');
    expect(await inWallet()).toBe(FUNDS - paid + 300);
  });

  it('is the operators’ for the wallet, and the owner’s for the owner’s own account', async () => {
    expect(await refusal(confirm({}, 'own-account'))).toBe('REFUND_NOT_FOUND');
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update supplier_order set payer = 'own-account' where supplier_order_id = ${id}`),
    );
    expect(await refusal(confirm())).toBe('REFUND_NOT_FOUND');
    await confirm({}, 'own-account');
    expect(await inWallet()).toBe(FUNDS - paid);
    expect(await purchase()).toMatchObject({ pay_state: 'refunded', total_cost: 0 });
  });

  it('is not another workspace’s to see or confirm', async () => {
    const other = await world.owner(0);
    const attempt = confirmRefund(deps, other.scope, id, 'wallet', {
      pending: paid,
      amount: paid,
      closeNote: undefined,
      key: newId(),
    });
    expect(await refusal(attempt)).toBe('REFUND_NOT_FOUND');
    expect((await pendingRefunds(deps, other.scope.workplaceId, { page_size: 20 })).items).toEqual([]);
  });
});
