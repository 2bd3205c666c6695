import type { SupplierOrder } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, sql } from '../../db/index.ts';
import { overlap, testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { readWallet } from '../wallet/index.ts';
import { answerRequest, retryRequest, withdrawRequest } from './actions/answer-request.ts';
import { confirmRefund } from './actions/confirm-refund.ts';
import { requestPlacement } from './actions/request-placement.ts';
import { requestRefund } from './actions/request-refund.ts';
import { pollDisputes } from './actions/send-dispute.ts';
import { findSupplierOrders } from './queries/purchases.ts';
import { refundOptions, refundRequest } from './queries/refund-requests.ts';
import { findPurchasesOfOrders, linesOfPurchases, lockPurchase } from './repo.ts';
import { byOrder } from './tables.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { own, cj, shop, deps } = world;
const FUNDS = 1_000_000;
const DAY = 86_400_000;

let owner: Owner;
let ids: [string, string] = ['', ''];
let names: [string, string] = ['', ''];
let made: SupplierOrder;

const workplaceId = () => owner.scope.workplaceId;
const read = <T>(work: (ex: Executor) => Promise<T>): Promise<T> => db.read(owner.scope, work);
const write = <T>(work: (tx: Executor) => Promise<T>): Promise<T> => db.tenant(owner.scope, work);
const purchase = async () => {
  const [row, ...more] = await read((ex) => findPurchasesOfOrders(ex, workplaceId(), ids));
  if (!row || more.length > 0) throw new Error('expected one supplier order');
  return row;
};
const parts = async () => byOrder(await purchase()).map((one) => one.total_cost ?? 0);
const costs = async () => {
  const rows = await read((ex) =>
    ex.rows<{ order_id: string; cost: number }>(sql`select order_id, cost from sales_order
      where workplace_id = ${workplaceId()}`),
  );
  return ids.map((id) => rows.find((row) => row.order_id === id)?.cost);
};
const wallet = async () => {
  const found = await read((ex) => readWallet(ex, owner.scope.accountId, 'sandbox'));
  return (found?.topup ?? 0) + (found?.bonus ?? 0) + (found?.reserved ?? 0);
};
const events = async (at: 0 | 1) =>
  (
    await read((ex) =>
      ex.rows<{ kind: string; params: { amount?: string } }>(sql`select kind, params from order_event
        where workplace_id = ${workplaceId()} and order_id = ${ids[at]} and kind like 'refund%' order by event_id`),
    )
  ).map(({ kind, params }) => (kind === 'refunded' ? `${kind} ${params.amount}` : kind));
const text = (cents: number) => `${(cents / 100).toFixed(2)} USD`;

type Input = Parameters<typeof requestRefund>[2];
async function itemsOf(at: 0 | 1) {
  const { supplier_order_id: id } = await purchase();
  const lines = await read((ex) => linesOfPurchases(ex, workplaceId(), [id]));
  return lines
    .filter((line) => line.order_id === ids[at])
    .map((line) => ({ id: line.line_id, quantity: line.quantity }));
}
/** A request from one of the orders, for all of its items. */
async function ask(at: 0 | 1, change: Partial<Input> = {}): Promise<string> {
  return requestRefund(deps, owner.who, {
    order_id: ids[at],
    line_items: await itemsOf(at),
    type: 'refund',
    reason: 'item_not_received',
    description: 'It never came.',
    photo_ids: [],
    idempotency_key: newId(),
    ...change,
  });
}
const see = (id: string) => refundRequest(deps, owner.who, id);
const answer = (id: string, said: Parameters<typeof answerRequest>[3]) =>
  answerRequest(deps, owner.scope, id, said, 'Ada Owner');
const options = (at: 0 | 1) => refundOptions(deps, owner.who, { order_id: ids[at] });
const confirm = async (amount: number, pending = amount, closeNote?: string) =>
  confirmRefund(deps, owner.scope, (await purchase()).supplier_order_id, 'wallet', {
    pending,
    amount,
    closeNote,
    key: newId(),
  });
/** What was refunded, over all orders and refunds, and what the parts of the orders say of it. */
const given = async () => {
  const { shares, supplier_order_id: id } = await purchase();
  const row = await read((ex) =>
    ex.first<{ credited: number }>(sql`select coalesce(sum(credited), 0)::bigint as credited from supplier_refund
      where workplace_id = ${workplaceId()} and supplier_order_id = ${id}`),
  );
  return { credited: row?.credited ?? 0, parts: shares?.map((share) => share.refunded ?? 0) };
};

/** Two orders of one customer in one paid supplier order: the first of two items, the second of one. */
async function combined(source?: 'cj'): Promise<void> {
  for (const other of [own, cj, shop]) other.heal();
  for (const { books } of [own, cj]) for (const book of Object.values(books)) book.length = 0;
  shop.orders.clear();
  await db.global((tx) => tx.run(sql`delete from test_job`));
  owner = await world.owner(FUNDS);
  if (source) Object.assign(world.sources, { 'SKU-A': { source }, 'SKU-B': { source } });
  for (const at of [1, 2]) {
    const order = fakeOrder(at, { customerEmail: 'jane@example.com' });
    if (at === 2) order.lines.splice(1);
    shop.orders.set(order.externalOrderId, order);
    await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  }
  for (const key of Object.keys(world.sources)) delete world.sources[key];
  const rows = await read((ex) =>
    ex.rows<{ order_id: string; name: string }>(
      sql`select order_id, name from sales_order where workplace_id = ${workplaceId()} order by external_order_id`,
    ),
  );
  const [first, second] = rows;
  if (!first || !second) throw new Error('orders not imported');
  ids = [first.order_id, second.order_id];
  names = [first.name, second.name];
  await write((tx) =>
    tx.run(sql`update order_line set shipping_method = 'standard' where workplace_id = ${workplaceId()}`),
  );
  const wanted = ids.map((order_id) => ({ order_id }));
  await requestPlacement(deps, owner.scope, wanted, true, null, [ids]);
  await world.settle(owner);
  const [only] = (source ? cj : own).books.orders;
  if (!only || (await purchase()).pay_state !== 'paid') throw new Error('nothing was bought');
  made = only;
}

describe('a request for one of the orders of a combined supplier order', () => {
  beforeEach(() => combined());

  it('covers the items of that order, up to its part of the cost', async () => {
    const [first, second] = await parts();
    expect((first ?? 0) + (second ?? 0)).toBe(made.total.amount);
    expect((await options(0)).supplier_orders).toMatchObject([{ most: { amount: first }, other_orders: [names[1]] }]);
    expect((await options(1)).supplier_orders).toMatchObject([{ most: { amount: second }, other_orders: [names[0]] }]);
    expect((await options(0)).items).toHaveLength(2);
    await expect(ask(1, { amount: (second ?? 0) + 1 })).rejects.toMatchObject({
      fields: { amount: ['REFUND_ABOVE_PAID'] },
    });
    await expect(ask(1, { line_items: await itemsOf(0) })).rejects.toMatchObject({
      fields: { 'line_items.0.id': ['LINE_NOT_FOUND'] },
    });
    expect(await see(await ask(1))).toMatchObject({ amount: { amount: second }, order_name: names[1], via: 'manual' });
    // The other order has its own.
    expect(await see(await ask(0))).toMatchObject({ amount: { amount: first }, order_name: names[0] });
    expect(await events(0)).toEqual(['refund_requested']);
    expect(await events(1)).toEqual(['refund_requested']);
    expect((await options(0)).supplier_orders).toMatchObject([{ most: { amount: 0 } }]);
  });

  it('gives its refund to that order alone, once', async () => {
    const [first = 0, second = 0] = await parts();
    const before = await wallet();
    const id = await ask(1);
    await answer(id, { answer: 'accept', amount: 700 });
    await confirm(700);
    await expect(confirm(700)).rejects.toMatchObject({ code: 'REFUND_NOT_PENDING' });
    expect(await wallet()).toBe(before + 700);
    expect(await see(id)).toMatchObject({ state: 'completed', received: { amount: 700 } });
    expect(await parts()).toEqual([first, second - 700]);
    expect(await costs()).toEqual([first, second - 700]);
    expect(await events(0)).toEqual([]);
    expect(await events(1)).toEqual([
      'refund_requested',
      'refund_accepted',
      `refunded ${text(700)}`,
      'refund_completed',
    ]);
    const { reference } = (await read((ex) =>
      ex.first<{ reference: { order: string } }>(sql`select reference from ledger_posting
        where account_id = ${owner.scope.accountId} and kind = 'refund'`),
    )) ?? { reference: undefined };
    expect(reference?.order).toBe(names[1]);
    // What is left of that order's part, and all of the other's.
    expect((await options(1)).supplier_orders).toMatchObject([{ most: { amount: second - 700 } }]);
    expect((await options(0)).supplier_orders).toMatchObject([{ most: { amount: first } }]);
  });

  it('completes each of two requests by its own refund, whichever comes first', async () => {
    const [first = 0, second = 0] = await parts();
    const [a, b] = [await ask(0), await ask(1)];
    await answer(a, { answer: 'accept', amount: 900 });
    await answer(b, { answer: 'accept', amount: 500 });
    // What pays a request exactly is for that one.
    await confirm(500, 1_400);
    expect([(await see(a)).state, (await see(b)).state]).toEqual(['accepted', 'completed']);
    await confirm(400, 900);
    expect(await see(a)).toMatchObject({ state: 'accepted', received: { amount: 400 } });
    // The rest is given up.
    await confirm(200, 500, 'They kept the rest.');
    expect(await see(a)).toMatchObject({ state: 'completed', received: { amount: 600 } });
    expect(await see(b)).toMatchObject({ state: 'completed', received: { amount: 500 } });
    expect(await parts()).toEqual([first - 600, second - 500]);
    expect(await given()).toEqual({ credited: 1_100, parts: [600, 500] });
  });

  it('counts the deliveries of its own order', async () => {
    own.ship(made.supplierOrderId, { parcelId: 'p1', state: 'delivered' });
    await world.buying.onSupplierOrderChanged(
      owner.scope,
      (await purchase()).connection_id ?? '',
      made.supplierOrderId,
    );
    await write((tx) =>
      tx.run(sql`update shipment set delivered_at = ${new Date(deps.clock.millis() - 31 * DAY).toISOString()}
        where workplace_id = ${workplaceId()} and order_id = ${ids[1]}`),
    );
    await expect(ask(1)).rejects.toMatchObject({ fields: { line_items: ['REFUND_TOO_LATE'] } });
    expect(await ask(0)).toBeTruthy();
  });

  it('never exceeds the payment together with another, also when two people ask at the same time', async () => {
    const [first = 0, second = 0] = await parts();
    // The supplier charged more than the wallet paid.
    const paid = first + second - 300;
    await write((tx) =>
      tx.run(sql`update supplier_order set pay_amount = ${paid} where workplace_id = ${workplaceId()}`),
    );
    const { supplier_order_id: id } = await purchase();
    const [items, input] = [await itemsOf(1), { amount: second }];
    const both = await overlap(
      db,
      (meet) =>
        write(async (tx) => {
          await lockPurchase(tx, workplaceId(), id);
          await tx.run(sql`insert into refund_request (workplace_id, refund_request_id, order_id, store_id, supplier_order_id,
              connection_id, supplier, type, reason, amount, currency, description, requested_by, request_key, via, send_state)
            select workplace_id, ${newId()}, order_id, ${owner.storeId}, supplier_order_id, connection_id, supplier, 'refund',
              'damaged_item', ${first}, 'USD', 'x', 'Ada', ${newId()}, 'manual', 'not_needed'
            from supplier_order where workplace_id = ${workplaceId()} returning 1`);
          await meet();
        }),
      () =>
        ask(1, { line_items: items, ...input }).then(
          () => 'made',
          (error: { fields?: object }) => error.fields,
        ),
    );
    expect(both.second).toEqual({ amount: ['REFUND_ABOVE_PAID'] });
    expect((await options(1)).supplier_orders).toMatchObject([{ most: { amount: second - 300 } }]);
    expect(await see(await ask(1))).toMatchObject({ amount: { amount: second - 300 } });
  });

  it('is made for both orders when two people ask at the same time, and paid once each', async () => {
    const before = await wallet();
    const [first = 0, second = 0] = await parts();
    const [a, b] = await Promise.all([ask(0), ask(1)]);
    await Promise.all([answer(a, { answer: 'accept' }), answer(b, { answer: 'accept' })]);
    await confirm(first + second);
    expect([(await see(a)).received?.amount, (await see(b)).received?.amount]).toEqual([first, second]);
    expect(await wallet()).toBe(before + made.total.amount);
    expect(await purchase()).toMatchObject({ pay_state: 'refunded', total_cost: 0 });
    expect(await costs()).toEqual([0, 0]);
  });

  it('never gives more than the supplier did where it also cancels', async () => {
    own.capabilities.refunds = true;
    try {
      const before = await wallet();
      const [first = 0, second = 0] = await parts();
      const [a, b] = [await ask(0), await ask(1)];
      await answer(b, { answer: 'accept', amount: 500 });
      const connection = (await purchase()).connection_id ?? '';
      const tell = async (...amounts: number[]) => {
        Object.assign(made, {
          state: 'cancelled',
          refunds: amounts.map((amount, at) => ({ refundId: `r${at}`, amount: { amount, currency: 'USD' } })),
        });
        for (const _twice of [1, 2]) {
          await world.buying.onSupplierOrderChanged(owner.scope, connection, made.supplierOrderId);
          await world.settle(owner);
        }
      };
      await tell(500);
      expect(await see(b)).toMatchObject({ state: 'completed', received: { amount: 500 } });
      expect(await given()).toEqual({ credited: 500, parts: [0, 500] });
      await tell(500, first + second - 500);
      expect(await wallet()).toBe(before + made.total.amount);
      expect(await given()).toEqual({ credited: first + second, parts: [first, second] });
      // Nothing is left for the request that is still open.
      await expect(answer(a, { answer: 'accept' })).rejects.toMatchObject({
        fields: { amount: ['REFUND_ABOVE_PAID'] },
      });
      await answer(a, { answer: 'reject' });
      expect(await wallet()).toBe(before + made.total.amount);
    } finally {
      own.capabilities.refunds = false;
    }
  });

  it('is not reached by a refund that belongs to no request', async () => {
    const [first = 0, second = 0] = await parts();
    const id = await ask(0);
    Object.assign(made, { refunds: [{ refundId: 'r1', amount: { ...made.total, amount: 1_001 } }] });
    await world.buying.onSupplierOrderChanged(
      owner.scope,
      (await purchase()).connection_id ?? '',
      made.supplierOrderId,
    );
    const { parts: shared } = await given();
    expect((shared?.[0] ?? 0) + (shared?.[1] ?? 0)).toBe(1_001);
    expect(await parts()).toEqual([first - (shared?.[0] ?? 0), second - (shared?.[1] ?? 0)]);
    expect(await see(id)).toMatchObject({ state: 'pending', received: null });
    expect(await events(1)).toEqual([`refunded ${text(shared?.[1] ?? 0)}`]);
    // Only the rest can be agreed to.
    await expect(answer(id, { answer: 'accept', amount: first })).rejects.toMatchObject({
      fields: { amount: ['REFUND_ABOVE_PAID'] },
    });
    await answer(id, { answer: 'accept', amount: first - (shared?.[0] ?? 0) });
    await confirm(first - (shared?.[0] ?? 0));
    expect(await parts()).toEqual([0, second - (shared?.[1] ?? 0)]);
  });
});

describe('a dispute about a combined supplier order at CJ', () => {
  beforeEach(async () => {
    cj.capabilities.disputes = true;
    await combined('cj');
  });
  const poll = async () => {
    await world.passTime(owner, 3_600);
    await pollDisputes(deps, owner.scope, (await purchase()).connection_id ?? '');
  };
  const decide = (id: string, change: object) =>
    Object.assign(cj.books.disputes.find((one) => one.input.reference === id) ?? {}, change);
  /** The first order's item that the second doesn't have. */
  const onlyInFirst = async () => {
    const { supplier_order_id: id } = await purchase();
    const lines = await read((ex) => linesOfPurchases(ex, workplaceId(), [id]));
    const second = new Set(lines.filter((line) => line.order_id === ids[1]).map((line) => line.source_variant_id));
    const own = lines.filter((line) => line.order_id === ids[0] && !second.has(line.source_variant_id));
    return own.map((line) => ({ id: line.line_id, quantity: line.quantity }));
  };

  it('is opened for the items of the order, and its refund lowers that order alone', async () => {
    const [first = 0, second = 0] = await parts();
    const id = await ask(1);
    await world.settle(owner);
    expect(await see(id)).toMatchObject({ via: 'supplier', send_state: 'sent' });
    expect(cj.books.disputes.map((one) => one.input)).toMatchObject([
      { supplierOrderId: made.supplierOrderId, lines: [{ sourceVariantId: 'v-SKU-A', quantity: 1 }] },
    ]);
    // Shipping is left out unless it is asked for.
    expect((await see(id)).amount.amount).toBeLessThan(second);
    decide(id, { state: 'refunded', refunded: { amount: 450, currency: 'USD' } });
    for (const _twice of [1, 2]) await poll();
    expect(await see(id)).toMatchObject({ state: 'completed', agreed: { amount: 450 }, received: { amount: 450 } });
    expect(await parts()).toEqual([first, second - 450]);
    expect(await costs()).toEqual([first, second - 450]);
    expect(await events(0)).toEqual([]);
    const seen = async (at: 0 | 1) =>
      (await read((ex) => findSupplierOrders(ex, workplaceId(), ids[at], 'en')))[0]?.order_part;
    expect(await seen(0)).toEqual({ cost: { amount: first, currency: 'USD' }, refunded: null });
    expect(await seen(1)).toEqual({
      cost: { amount: second - 450, currency: 'USD' },
      refunded: { amount: 450, currency: 'USD' },
    });
  });

  it('is refused for an item that the other order has in an open one, and possible after the answer', async () => {
    const id = await ask(0);
    const refused = { fields: { line_items: ['REFUND_ITEM_DISPUTED'] }, params: { order: names[0] } };
    await expect(ask(1)).rejects.toMatchObject({ fields: refused.fields });
    expect((await options(1)).items).toMatchObject([
      { types: [], problem: { key: 'REFUND_ITEM_DISPUTED', text: expect.stringContaining(names[0]) } },
    ]);
    await world.settle(owner);
    expect(cj.books.disputes).toHaveLength(1);
    decide(id, { state: 'rejected' });
    await poll();
    const second = await ask(1);
    await world.settle(owner);
    expect(await see(second)).toMatchObject({ send_state: 'sent' });
    expect(cj.books.disputes).toHaveLength(2);
  });

  it('is opened once for each order when their items differ, also after a lost answer', async () => {
    const first = await ask(0, { line_items: await onlyInFirst() });
    await world.settle(owner);
    cj.fault('openDispute', { kind: 'unknown', after: true });
    const second = await ask(1);
    await world.settle(owner);
    expect(cj.books.disputes.map((one) => one.input.reference)).toEqual([first, second]);
    const found = await read((ex) =>
      ex.rows<{ dispute_id: string }>(
        sql`select dispute_id from refund_request where workplace_id = ${workplaceId()} order by refund_request_id`,
      ),
    );
    expect(found.map((one) => one.dispute_id)).toEqual(cj.books.disputes.map((one) => one.disputeId));
    decide(second, { state: 'refunded', refunded: { amount: 300, currency: 'USD' } });
    decide(first, { state: 'refunded', refunded: { amount: 200, currency: 'USD' } });
    await poll();
    expect(await given()).toEqual({ credited: 500, parts: [200, 300] });
  });

  it('is booked for its own order, though the other one waits for the same sum', async () => {
    const second = await ask(1);
    const first = await ask(0, { line_items: await onlyInFirst() });
    await world.settle(owner);
    const sum = (await see(second)).amount;
    decide(second, { state: 'refunded' });
    await poll();
    expect(await see(second)).toMatchObject({ state: 'accepted', agreed: sum });
    decide(first, { state: 'refunded', refunded: sum });
    await poll();
    expect(await given()).toEqual({ credited: sum.amount, parts: [sum.amount, 0] });
    expect([(await see(first)).state, (await see(second)).state]).toEqual(['completed', 'accepted']);
    await answer(second, { answer: 'complete' });
    expect(await given()).toEqual({ credited: sum.amount * 2, parts: [sum.amount, sum.amount] });
  });

  it('that CJ declined is not sent again while the other order has one for the item', async () => {
    cj.fault('openDispute', { kind: 'rejected', code: 'other' });
    const declined = await ask(0);
    await world.settle(owner);
    expect(await see(declined)).toMatchObject({ send_state: 'failed', state: 'pending' });
    const other = await ask(1);
    await expect(retryRequest(deps, owner.scope, declined)).rejects.toMatchObject({ code: 'REFUND_ITEM_DISPUTED' });
    await withdrawRequest(deps, owner.scope, other, 'Ada');
    await retryRequest(deps, owner.scope, declined);
    await world.settle(owner);
    expect(await see(declined)).toMatchObject({ send_state: 'sent' });
    expect(cj.books.disputes).toHaveLength(1);
  });

  it('is booked for the order, and its rest for the other one, where CJ refunds more than its part', async () => {
    const [first = 0, second = 0] = await parts();
    const id = await ask(1);
    await world.settle(owner);
    decide(id, { state: 'refunded', refunded: { amount: second + 100, currency: 'USD' } });
    await poll();
    expect(await parts()).toEqual([first - 100, 0]);
    expect(await costs()).toEqual([first - 100, 0]);
    expect(await events(0)).toEqual([`refunded ${text(100)}`]);
  });
});
