import type { SupplierOrder } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { paidOrder } from '../../testing/fakes/paid-order.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { saveFile } from '../files/index.ts';
import { readWallet } from '../wallet/index.ts';
import { answerRequest, retryRequest, withdrawRequest } from './actions/answer-request.ts';
import { confirmRefund } from './actions/confirm-refund.ts';
import { requestRefund } from './actions/request-refund.ts';
import { pollDisputes } from './actions/send-dispute.ts';
import { refundCounts, refundOptions, refundRequest, refundRequests } from './queries/refund-requests.ts';
import { findPurchasesOfOrders, linesOfPurchases } from './repo.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { own, cj, deps } = world;
const FUNDS = 1_000_000;
const DAY = 86_400_000;

let owner: Owner;
let orderId = '';
let made: SupplierOrder;
let lines: { line_id: string; quantity: number; unit_cost: number | null }[] = [];

const read = <T>(work: (ex: Executor) => Promise<T>): Promise<T> => db.read(owner.scope, work);
const purchase = async () => {
  const [row] = await read((ex) => findPurchasesOfOrders(ex, owner.scope.workplaceId, [orderId]));
  if (!row) throw new Error('the purchase is gone');
  return row;
};
const bought = async () => {
  const { supplier_order_id: id } = await purchase();
  return read((ex) => linesOfPurchases(ex, owner.scope.workplaceId, [id]));
};
const inWallet = async (): Promise<number> => {
  const wallet = await read((ex) => readWallet(ex, owner.scope.accountId, 'sandbox'));
  return (wallet?.topup ?? 0) + (wallet?.bonus ?? 0) + (wallet?.reserved ?? 0);
};
const photo = async (): Promise<string> => {
  const bytes = Buffer.from(`ffd8ffe0${newId().replaceAll('-', '')}`, 'hex');
  return (await saveFile(deps, owner.scope, { name: 'a.jpg', bytes, field: 'photos' })).file_id;
};
type Input = Parameters<typeof requestRefund>[2];
const inputOf = (change: Partial<Input> = {}): Input => ({
  order_id: orderId,
  line_items: [{ id: lines[0]?.line_id ?? '', quantity: 1 }],
  type: 'refund',
  reason: 'item_not_received',
  description: 'It never came.',
  photo_ids: [],
  idempotency_key: newId(),
  ...change,
});
const ask = (change: Partial<Input> = {}) => requestRefund(deps, owner.who, inputOf(change));
const see = (id: string) => refundRequest(deps, owner.who, id);
const answer = (id: string, said: Parameters<typeof answerRequest>[3]) =>
  answerRequest(deps, owner.scope, id, said, 'Ada Owner');
const kinds = async (): Promise<string[]> =>
  (
    await read((ex) =>
      ex.rows<{ kind: string }>(sql`select kind from order_event
        where workplace_id = ${owner.scope.workplaceId} and order_id = ${orderId} and kind like 'refund%' order by event_id`),
    )
  ).map((one) => one.kind);
/** The order was delivered so many days ago. */
async function delivered(days: number): Promise<void> {
  own.ship(made.supplierOrderId, { parcelId: newId(), state: 'delivered' });
  const id = (await purchase()).connection_id ?? '';
  await world.buying.onSupplierOrderChanged(owner.scope, id, made.supplierOrderId);
  await db.tenant(owner.scope, (tx) =>
    tx.run(sql`update shipment set delivered_at = ${new Date(deps.clock.millis() - days * DAY).toISOString()}
      where workplace_id = ${owner.scope.workplaceId} and order_id = ${orderId}`),
  );
}

/** An order of two lines, bought and paid from the wallet at a supplier that lists no refunds. */
beforeEach(async () => {
  ({ owner, orderId, made } = await paidOrder(db, world, FUNDS));
  lines = await bought();
});

describe('a refund request', () => {
  it('is pending, shown on the timeline, and one for each item', async () => {
    const id = await ask();
    expect(await see(id)).toMatchObject({
      state: 'pending',
      via: 'manual',
      reason: 'item_not_received',
      amount: { amount: lines[0]?.unit_cost, currency: 'USD' },
      requested_by: 'Ada Owner',
      line_items: [{ id: lines[0]?.line_id, quantity: 1 }],
      actions: ['accept', 'reject', 'withdraw'],
    });
    await expect(ask()).rejects.toMatchObject({ fields: { line_items: ['REFUND_ALREADY_REQUESTED'] } });
    expect(await kinds()).toEqual(['refund_requested']);
  });

  it('is made once when two people ask at the same time, or one twice', async () => {
    const key = newId();
    const same = await Promise.all([ask({ idempotency_key: key }), ask({ idempotency_key: key })]);
    expect(new Set(same).size).toBe(1);
    await withdrawRequest(deps, owner.scope, same[0] ?? '', 'Ada');
    const both = await Promise.allSettled([ask(), ask()]);
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is refused by the field that is wrong', async () => {
    const [first] = lines;
    const id = first?.line_id ?? '';
    const cases: [Partial<Input>, Record<string, string[]>][] = [
      [{ line_items: [{ id: newId(), quantity: 1 }] }, { 'line_items.0.id': ['LINE_NOT_FOUND'] }],
      [
        {
          line_items: [
            { id, quantity: 1 },
            { id, quantity: 1 },
          ],
        },
        { 'line_items.1.id': ['REFUND_LINE_TWICE'] },
      ],
      [{ line_items: [{ id, quantity: 99 }] }, { 'line_items.0.quantity': ['REFUND_QUANTITY'] }],
      [{ amount: (first?.unit_cost ?? 0) + 1 }, { amount: ['REFUND_ABOVE_PAID'] }],
      [{ type: 'replacement', amount: 1 }, { amount: ['REFUND_NO_AMOUNT'] }],
      [{ reason: 'damaged_item' }, { photo_ids: ['REFUND_PHOTO_NEEDED'] }],
      [{ photo_ids: [newId()] }, { photo_ids: ['FILE_NOT_FOUND'] }],
      [{ order_id: newId() }, { order_id: ['OrderDetailNotFound'] }],
    ];
    for (const [change, fields] of cases)
      await expect(ask(change), JSON.stringify(change)).rejects.toMatchObject({ fields });
    expect(await refundCounts(deps, owner.who, {})).toMatchObject({ pending: 0 });
  });

  it('B330: is possible 30 days after receipt and not after 31', async () => {
    await delivered(31);
    await expect(ask()).rejects.toMatchObject({ fields: { line_items: ['REFUND_TOO_LATE'] } });
    const { items } = await refundOptions(deps, owner.who, { order_id: orderId });
    expect(items.map((one) => [one.types, one.problem?.key])).toEqual(items.map(() => [[], 'REFUND_TOO_LATE']));
    await delivered(30);
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update shipment set delivered_at = ${new Date(deps.clock.millis() - 30 * DAY).toISOString()}
        where workplace_id = ${owner.scope.workplaceId} and order_id = ${orderId}`),
    );
    expect(await ask()).toBeTruthy();
  });

  it('keeps its photos, and links them', async () => {
    const id = await photo();
    const request = await ask({ reason: 'damaged_item', photo_ids: [id] });
    expect((await see(request)).photos).toMatchObject([{ id, kind: 'jpeg' }]);
    await expect(
      ask({ line_items: [{ id: lines[1]?.line_id ?? '', quantity: 1 }], photo_ids: [id] }),
    ).rejects.toMatchObject({ fields: { photo_ids: ['FILE_NOT_FOUND'] } });
  });

  it('is limited to what is left of the payment, however often it is asked', async () => {
    const all = lines.map((line) => ({ id: line.line_id, quantity: line.quantity }));
    const { supplier_orders: totals } = await refundOptions(deps, owner.who, { order_id: orderId });
    expect(totals[0]?.most.amount).toBe(made.total.amount);
    const id = await ask({ line_items: all });
    expect((await see(id)).amount.amount).toBe(made.total.amount);
    await withdrawRequest(deps, owner.scope, id, 'Ada');
    const part = await ask({ amount: 100 });
    await answer(part, { answer: 'accept', amount: 100 });
    const { supplier_orders: left } = await refundOptions(deps, owner.who, { order_id: orderId });
    expect(left[0]?.most.amount).toBe(made.total.amount - 100);
  });
});

describe('the answer of a supplier', () => {
  it('gives the wallet exactly what came back, once, and completes the request', async () => {
    const before = await inWallet();
    const id = await ask();
    await answer(id, { answer: 'accept', amount: 700, note: 'They give 7 dollars.' });
    expect(await see(id)).toMatchObject({ state: 'accepted', agreed: { amount: 700 }, answer: 'They give 7 dollars.' });
    expect(await inWallet()).toBe(before);
    await expect(answer(id, { answer: 'complete' })).rejects.toMatchObject({ code: 'REFUND_AWAITS_SUPPLIER' });
    await expect(answer(id, { answer: 'accept' })).rejects.toMatchObject({ code: 'REFUND_REQUEST_OVER' });
    const { supplier_order_id: purchaseId } = await purchase();
    const said = { pending: 700, amount: 700, closeNote: undefined, key: newId() };
    await confirmRefund(deps, owner.scope, purchaseId, 'wallet', said);
    await confirmRefund(deps, owner.scope, purchaseId, 'wallet', said);
    expect(await inWallet()).toBe(before + 700);
    expect(await see(id)).toMatchObject({ state: 'completed', received: { amount: 700 }, actions: [] });
    expect(await kinds()).toEqual(['refund_requested', 'refund_accepted', 'refunded', 'refund_completed']);
  });

  it('completes with less when the rest is given up', async () => {
    const id = await ask();
    await answer(id, { answer: 'accept' });
    const agreed = lines[0]?.unit_cost ?? 0;
    const { supplier_order_id: purchaseId } = await purchase();
    await confirmRefund(deps, owner.scope, purchaseId, 'wallet', {
      pending: agreed,
      amount: 300,
      closeNote: 'They kept the rest.',
      key: newId(),
    });
    expect(await see(id)).toMatchObject({ state: 'completed', received: { amount: 300 }, agreed: { amount: agreed } });
  });

  it('is booked from the list of a supplier that lists its refunds', async () => {
    own.capabilities.refunds = true;
    try {
      const before = await inWallet();
      const id = await ask();
      await answer(id, { answer: 'accept', amount: 400 });
      made.refunds = [{ refundId: 'r1', amount: { amount: 400, currency: 'USD' } }];
      const connection = (await purchase()).connection_id ?? '';
      for (const _time of [1, 2])
        await world.buying.onSupplierOrderChanged(owner.scope, connection, made.supplierOrderId);
      expect(await see(id)).toMatchObject({ state: 'completed', received: { amount: 400 } });
      expect(await inWallet()).toBe(before + 400);
    } finally {
      own.capabilities.refunds = false;
    }
  });

  it('may be a rejection, and an appeal may succeed', async () => {
    const id = await ask();
    await answer(id, { answer: 'reject', note: 'No photo.' });
    expect(await see(id)).toMatchObject({ state: 'rejected', answer: 'No photo.', actions: ['accept'] });
    await answer(id, { answer: 'accept', amount: 100 });
    expect(await see(id)).toMatchObject({ state: 'accepted', agreed: { amount: 100 } });
  });

  it('may be a replacement, which moves no money', async () => {
    const id = await ask({ type: 'replacement' });
    const before = await inWallet();
    await answer(id, { answer: 'complete' });
    expect(await see(id)).toMatchObject({ state: 'completed', amount: { amount: 0 } });
    expect(await inWallet()).toBe(before);
  });

  it('is never more than what is left of the payment', async () => {
    const id = await ask();
    await expect(answer(id, { answer: 'accept', amount: made.total.amount + 1 })).rejects.toMatchObject({
      fields: { amount: ['REFUND_ABOVE_PAID'] },
    });
  });

  it('is found by state, in pages', async () => {
    const first = await ask();
    const second = await ask({ line_items: [{ id: lines[1]?.line_id ?? '', quantity: 1 }] });
    await answer(first, { answer: 'reject' });
    const list = (query: object) => refundRequests(deps, owner.who, { page_size: 1, ...query });
    expect((await list({ state: ['rejected'] })).items.map((one) => one.id)).toEqual([first]);
    const page = await list({});
    expect(page.items.map((one) => one.id)).toEqual([second]);
    expect((await list({ cursor: page.next_cursor })).items.map((one) => one.id)).toEqual([first]);
    expect(await refundCounts(deps, owner.who, {})).toEqual({
      pending: 1,
      accepted: 0,
      rejected: 1,
      completed: 0,
      withdrawn: 0,
    });
  });
});

describe('a dispute at CJ', () => {
  beforeEach(async () => {
    cj.capabilities.disputes = true;
    for (const books of Object.values(cj.books)) books.length = 0;
    Object.assign(world.sources, { 'SKU-A': { source: 'cj' }, 'SKU-B': { source: 'cj' } });
    orderId = await world.request(owner, fakeOrder(5_000 + Math.floor(Math.random() * 1e6)));
    await world.settle(owner);
    for (const key of Object.keys(world.sources)) delete world.sources[key];
    const [order] = cj.books.orders;
    if (!order) throw new Error('nothing was bought at CJ');
    made = order;
    lines = await bought();
  });
  const poll = async () => {
    await world.passTime(owner, 3_600);
    await pollDisputes(deps, owner.scope, (await purchase()).connection_id ?? '');
  };
  const decide = (change: object) => Object.assign(cj.books.disputes.at(-1) ?? {}, change);

  it('is opened once with what was asked', async () => {
    const photoId = await photo();
    const id = await ask({ reason: 'damaged_item', photo_ids: [photoId], amount: 500 });
    expect(await see(id)).toMatchObject({ via: 'supplier', send_state: 'requested' });
    await world.settle(owner);
    expect(await see(id)).toMatchObject({ send_state: 'sent', state: 'pending' });
    expect(cj.books.disputes.map((one) => one.input)).toMatchObject([
      {
        supplierOrderId: made.supplierOrderId,
        reason: 'damaged_item',
        wants: 'refund',
        amount: { amount: 500 },
        lines: [{ quantity: 1 }],
      },
    ]);
    expect(cj.books.disputes[0]?.input.photoUrls[0]).toContain(`/api/files/stored/${photoId}`);
    await expect(withdrawRequest(deps, owner.scope, id, 'Ada')).rejects.toMatchObject({ code: 'REFUND_SENT' });
  });

  it('can be withdrawn until a worker has tried to send it', async () => {
    const id = await ask();
    expect((await see(id)).actions).toContain('withdraw');
    await withdrawRequest(deps, owner.scope, id, 'Ada');
    await world.settle(owner);
    expect(await see(id)).toMatchObject({ state: 'withdrawn', send_state: 'not_needed', actions: [] });
    expect(cj.books.disputes).toEqual([]);
  });

  it.each([
    ['before the call', { kind: 'temporary' as const }],
    ['after the call', { kind: 'unknown' as const, after: true }],
  ])('is opened once when the call fails %s', async (_when, fault) => {
    cj.fault('openDispute', fault);
    const id = await ask();
    await world.settle(owner);
    expect(cj.books.disputes).toHaveLength(1);
    expect(await see(id)).toMatchObject({ send_state: 'sent' });
  });

  it('is opened once however the process is killed', async () => {
    for (let at = 1; at < 40; at += 3) {
      const before = cj.books.disputes.length;
      const id = await ask();
      const dying = world.killedAt(at);
      await world.jobs.drain(dying.handlers).catch(() => undefined);
      await world.settle(owner);
      expect(cj.books.disputes, `killed at step ${at}`).toHaveLength(before + 1);
      expect(await see(id)).toMatchObject({ send_state: 'sent' });
      decide({ state: 'rejected' });
      await poll();
      if (!dying.died()) return;
    }
  });

  it('tells why CJ declined, and can be sent again', async () => {
    cj.fault('openDispute', { kind: 'rejected', code: 'other' });
    const id = await ask();
    await world.settle(owner);
    const failed = await see(id);
    expect(failed).toMatchObject({ send_state: 'failed', state: 'pending', problem: { key: 'REFUND_DECLINED' } });
    expect(failed.actions).toContain('retry');
    await retryRequest(deps, owner.scope, id);
    await world.settle(owner);
    expect(await see(id)).toMatchObject({ send_state: 'sent', problem: null });
  });

  it('books the refund that CJ names, once, and completes', async () => {
    const { total_cost: before } = await purchase();
    const id = await ask({ amount: 500 });
    await world.settle(owner);
    await poll();
    expect(await see(id)).toMatchObject({ state: 'pending' });
    decide({ state: 'refunded', refunded: { amount: 450, currency: 'USD' } });
    await poll();
    await poll();
    expect(await see(id)).toMatchObject({ state: 'completed', agreed: { amount: 450 }, received: { amount: 450 } });
    expect((await purchase()).total_cost).toBe((before ?? 0) - 450);
  });

  it.each([
    ['rejected', 'rejected'],
    ['replaced', 'accepted'],
    ['cancelled', 'withdrawn'],
  ])('follows a dispute that was %s', async (state, expected) => {
    const id = await ask();
    await world.settle(owner);
    decide({ state });
    await poll();
    expect((await see(id)).state).toBe(expected);
    if (state !== 'replaced') return;
    await answer(id, { answer: 'complete' });
    expect(await see(id)).toMatchObject({ state: 'completed', type: 'replacement' });
  });

  it('is completed by its owner where CJ names no sum', async () => {
    const id = await ask({ amount: 500 });
    await world.settle(owner);
    decide({ state: 'refunded' });
    await poll();
    expect(await see(id)).toMatchObject({ state: 'accepted', agreed: { amount: 500 }, actions: ['complete'] });
    await answer(id, { answer: 'complete', amount: 300 });
    expect(await see(id)).toMatchObject({ state: 'completed', received: { amount: 300 } });
  });

  it('is completed with the rest where a part was confirmed before', async () => {
    const { supplier_order_id: purchaseId, total_cost: before } = await purchase();
    const id = await ask({ amount: 500 });
    await world.settle(owner);
    decide({ state: 'refunded' });
    await poll();
    const part = { pending: 500, amount: 300, closeNote: undefined, key: newId() };
    await confirmRefund(deps, owner.scope, purchaseId, 'own-account', part);
    expect(await see(id)).toMatchObject({ state: 'accepted', received: { amount: 300 } });
    await expect(answer(id, { answer: 'complete', amount: 201 })).rejects.toMatchObject({
      fields: { amount: ['REFUND_ABOVE_AGREED'] },
    });
    await answer(id, { answer: 'complete' });
    expect(await see(id)).toMatchObject({ state: 'completed', received: { amount: 500 } });
    expect((await purchase()).total_cost).toBe((before ?? 0) - 500);
  });

  it('is followed though the one before it cannot be read', async () => {
    const ids = [await ask({ amount: 100 }), await ask({ line_items: [{ id: lines[1]?.line_id ?? '', quantity: 1 }] })];
    await world.settle(owner);
    for (const one of cj.books.disputes) Object.assign(one, { state: 'rejected' });
    cj.fault('getDispute', { kind: 'temporary' });
    await expect(poll()).rejects.toMatchObject({ kind: 'temporary' });
    const states = async () => (await Promise.all(ids.map(see))).map((one) => one.state).toSorted();
    expect(await states()).toEqual(['pending', 'rejected']);
    await poll();
    expect(await states()).toEqual(['rejected', 'rejected']);
  });

  it('follows a decision for more than is left of the payment, and those of its neighbors', async () => {
    const { supplier_order_id: purchaseId, total_cost: paid } = await purchase();
    const [first, second] = [
      await ask({ amount: 500 }),
      await ask({ line_items: [{ id: lines[1]?.line_id ?? '', quantity: 1 }] }),
    ];
    await world.settle(owner);
    expect(cj.books.disputes).toHaveLength(2);
    // The owner was refunded everything meanwhile.
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`insert into supplier_refund (workplace_id, supplier_order_id, refund_ref, order_id, amount, credited, source)
        values (${owner.scope.workplaceId}, ${purchaseId}, 'all', ${orderId}, ${paid}, ${paid}, 'supplier')`),
    );
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update supplier_order set total_cost = 0 where workplace_id = ${owner.scope.workplaceId}`),
    );
    for (const one of cj.books.disputes) Object.assign(one, { state: 'refunded' });
    await poll();
    for (const id of [first, second]) expect(await see(id)).toMatchObject({ state: 'accepted', agreed: { amount: 0 } });
  });
});
