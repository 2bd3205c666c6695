import { money } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { makeLink } from '../accounts/index.ts';
import { confirmPaymentRequest, readPaymentRequest, requestPayment } from './actions/request-payment.ts';
import { requestPlacement } from './actions/request-placement.ts';
import { findPurchasesOfOrders } from './repo.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { deps, shop, ordering } = world;

let owner: Owner;
let next = 40_000;
beforeEach(async () => {
  owner = await world.owner();
});

/** An order that is placed and waits for payment. */
async function placed(): Promise<string> {
  next += 1;
  const order = fakeOrder(next);
  shop.orders.set(order.externalOrderId, order);
  await ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  const row = await db.read(owner.scope, (ex) =>
    ex.first<{ order_id: string }>(sql`select order_id from sales_order
      where workplace_id = ${owner.scope.workplaceId} and external_order_id = ${order.externalOrderId}`),
  );
  const orderId = row?.order_id ?? '';
  await requestPlacement(deps, owner.scope, [{ order_id: orderId }], false);
  await world.settle(owner);
  return orderId;
}
/** A link as the mail has it. */
const linkFor = (orderIds: string[]) =>
  db.global(async (tx) => {
    const account = await tx.first<{ email: string }>(
      sql`select email from account where account_id = ${owner.who.account.id}`,
    );
    return makeLink(tx, {
      accountId: owner.who.account.id,
      email: account?.email ?? '',
      purpose: 'payment-confirmation',
      detail: { workplace: owner.scope.workplaceId, orders: orderIds.join(','), asked_by: 'Bob' },
    });
  });
const payStates = async (orderId: string) =>
  (await db.read(owner.scope, (ex) => findPurchasesOfOrders(ex, owner.scope.workplaceId, [orderId]))).map(
    (row) => row.pay_state,
  );
const from = { ip: '127.0.0.1', userAgent: 'test' };

it('shows what it would pay, pays it once, and then the link is used up', async () => {
  const orderId = await placed();
  const link = await linkFor([orderId]);
  const shown = await readPaymentRequest(deps, link);
  expect(shown).toMatchObject({ asked_by: 'Bob', supplier_orders: 1, wallet_short: null, is_sandbox: true });
  expect(shown.wallet_total.amount).toBeGreaterThan(0);
  const answer = await confirmPaymentRequest(deps, link, shown, from);
  expect(answer.requested).toBe(1);
  await world.settle(owner);
  expect(await payStates(orderId)).toEqual(['paid']);
  expect(world.own.books.orders).toHaveLength(1);
  await expect(readPaymentRequest(deps, link)).rejects.toMatchObject({ code: 'PAYMENT_REQUEST_LINK_BAD' });
});

it('confirmed by two people at once pays once', async () => {
  const orderId = await placed();
  const link = await linkFor([orderId]);
  const shown = await readPaymentRequest(deps, link);
  await Promise.allSettled([1, 2].map(() => confirmPaymentRequest(deps, link, shown, from)));
  await world.settle(owner);
  expect(await payStates(orderId)).toEqual(['paid']);
});

it('pays nothing when the sum changed, the link is wrong, or the receiver may not pay any more', async () => {
  const orderId = await placed();
  const link = await linkFor([orderId]);
  const shown = await readPaymentRequest(deps, link);
  for (const other of [{ wallet_total: money(1, 'USD') }, { own_totals: [money(1, 'USD')] }])
    await expect(confirmPaymentRequest(deps, link, { ...shown, ...other }, from)).rejects.toMatchObject({
      code: 'PAYMENT_TOTAL_CHANGED',
    });
  await expect(readPaymentRequest(deps, { ...link, code: 'not the code' })).rejects.toMatchObject({
    code: 'PAYMENT_REQUEST_LINK_BAD',
  });
  await db.tenant(owner.scope, (tx) =>
    tx.run(sql`update member set suspended_at = now() where account_id = ${owner.who.account.id}`),
  );
  await expect(confirmPaymentRequest(deps, link, shown, from)).rejects.toMatchObject({
    code: 'PAYMENT_REQUEST_LINK_BAD',
  });
  expect(await payStates(orderId)).toEqual(['unpaid']);
});

it('is mailed to a member who may pay, and not where nothing waits', async () => {
  const orderId = await placed();
  const ask = { order_ids: [orderId], account_id: owner.who.account.id };
  expect(await requestPayment(deps, owner.who, ask)).toMatchObject({ supplier_orders: 1 });
  const mail = await db.global((tx) =>
    tx.first<{ kind: string }>(sql`select kind from mail_outbox where account_id = ${owner.who.account.id}
      order by created_at desc limit 1`),
  );
  expect(mail?.kind).toBe('payment-confirmation');
  const stranger = await world.owner();
  await expect(requestPayment(deps, owner.who, { ...ask, account_id: stranger.who.account.id })).rejects.toMatchObject({
    code: 'MEMBER_NOT_FOUND',
  });
});
