import { money } from '@quayside/kernel';
import { fakeOrder, orderLine } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Executor, sql } from '../../db/index.ts';
import { PATIENCE } from '../../jobs/effect/pauses.ts';
import { countWaiting, testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { findTrackingPage } from '../fulfilment/index.ts';
import { findOrders } from '../orders/index.ts';
import { register as registerMail } from '../shopper-mail/index.ts';
import { createAddress, saveAddress } from './actions/change-addresses.ts';
import { approveReturn, endReturn, rejectReturn } from './actions/decide-return.ts';
import { exchangeItems } from './actions/exchange-items.ts';
import { receiveReturn, sendBack } from './actions/receive-return.ts';
import { type RefundInput, requestReturnRefund } from './actions/request-refund.ts';
import { type NewReturnInput, requestReturn } from './actions/request-return.ts';
import { withdrawReturnRefund } from './actions/withdraw-refund.ts';
import { createRefunding } from './actions/write-refund.ts';
import { insertAddress, listAddresses, updateAddress } from './address-repo.ts';
import { returnFigures } from './queries/figures.ts';
import { previewReturnMail } from './queries/mail-preview.ts';
import { findMailedReturn } from './queries/mailed-return.ts';
import { returnOptions, returnProposal } from './queries/options.ts';
import { returnCounts, returnList, returnView } from './queries/return-view.ts';
import { withdrawRefund } from './refund-repo.ts';
import { saveSetting } from './setting-repo.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { deps, shop } = world;
const mail = registerMail(deps, {
  findParcels: async () => [],
  findReturn: findMailedReturn,
  findPage: findTrackingPage,
});
const handlers = [...world.handlers, ...(mail.jobs ?? [])];

let owner: Owner;
let next = 9_000;
let orderId: string;
let external: string;
let lineIds: string[] = [];

/** An order of two lamps "a" and one "b" for 2500 each, and 500 of shipping. */
async function arrive(change: Parameters<typeof fakeOrder>[1] = {}): Promise<void> {
  next += 1;
  const made = fakeOrder(next, {
    lines: [orderLine('a', 'SKU-A', { quantity: 2 }), orderLine('b', 'SKU-B')],
    subtotal: money(7_500, 'USD'),
    total: money(8_000, 'USD'),
    ...change,
  });
  external = made.externalOrderId;
  shop.orders.set(external, made);
  await world.ordering.onOrderChanged(owner.scope, owner.storeId, external);
  const rows = await db.read(owner.scope, (ex) =>
    ex.rows<{ order_id: string; line_id: string }>(sql`select o.order_id, l.line_id from sales_order o
      join order_line l on l.workplace_id = o.workplace_id and l.order_id = o.order_id
      where o.workplace_id = ${owner.scope.workplaceId} and o.external_order_id = ${external} order by l.external_line_id`),
  );
  orderId = rows[0]?.order_id ?? '';
  lineIds = rows.map((row) => row.line_id);
}

async function settle(): Promise<void> {
  for (let round = 0; round < 60; round++) {
    await world.jobs.drain(handlers);
    if ((await world.jobs.waiting()).length === 0) return;
    await world.passTime(owner, 90);
  }
  throw new Error(`jobs are left: ${JSON.stringify(await world.jobs.waiting())}`);
}

const policy = {
  window_days: 30,
  send_back_days: 14,
  keep_below: null,
  keep_currency: 'USD',
  restocking_percent: 0,
  instructions: '',
};

let key = 0;
const line = (at: number, quantity: number) => ({ line_item_id: lineIds[at] ?? '', quantity });
const ask = (change: Partial<NewReturnInput> = {}) => {
  key += 1;
  return requestReturn(deps, owner.who, {
    order_id: orderId,
    kind: 'refund',
    reason: 'wrong_size',
    customer_note: 'Too small',
    lines: [line(0, 1)],
    outside_window: false,
    idempotency_key: `key-${key}-of-the-test`,
    ...change,
  });
};
const address = {
  name: 'Lamp & Co',
  address1: 'Hauptstr. 1',
  address2: '',
  city: 'Berlin',
  province: '',
  postal_code: '10115',
  country_code: 'DE',
  phone: '',
};
const see = (id: string) => returnView(deps, owner.who, id);
const approve = (id: string, change: object = {}) =>
  approveReturn(deps, owner.who, id, { customer_keeps: false, instructions: '', ...change });
const receive = (id: string, ...received: [at: number, count: number][]) =>
  receiveReturn(
    deps,
    owner.who,
    id,
    received.map(([at, count]) => ({
      line_item_id: lineIds[at] ?? '',
      received: count,
      disposition: count > 0 ? 'resale' : null,
    })),
  );
const refund = (id: string, change: Partial<RefundInput> = {}, who = owner.who) =>
  requestReturnRefund(deps, who, id, { amount: 2_500, method: 'gateway', restock: false, note: '', ...change });
/** A return whose items arrived. */
const arrived = async (change: Partial<NewReturnInput> = {}): Promise<string> => {
  const id = await ask(change);
  await approve(id);
  await receive(id, [0, change.lines?.[0]?.quantity ?? 1]);
  return id;
};
const kinds = async (id = orderId) =>
  (
    await db.read(owner.scope, (ex) =>
      ex.rows<{ kind: string }>(sql`select kind from order_event
        where workplace_id = ${owner.scope.workplaceId} and order_id = ${id} order by event_id`),
    )
  ).map((row) => row.kind);
const deliver = (daysAgo: number) =>
  db.tenant(owner.scope, async (tx) => {
    const { workplaceId } = owner.scope;
    const id = crypto.randomUUID();
    await tx.run(sql`insert into shipment (workplace_id, shipment_id, order_id, store_id, remote_parcel_id, tracking_number, state,
        report_state, delivered_at)
      values (${workplaceId}, ${id}, ${orderId}, ${owner.storeId}, ${id}, ${id}, 'delivered', 'not_needed',
        ${deps.clock.now()}::timestamptz - make_interval(days => ${daysAgo}))`);
    for (const [at, lineId] of lineIds.entries())
      await tx.run(sql`insert into shipment_line (workplace_id, shipment_id, line_id, quantity)
        values (${workplaceId}, ${id}, ${lineId}, ${at === 0 ? 2 : 1})`);
  });

beforeEach(async () => {
  owner = await world.owner();
  shop.orders.clear();
  shop.refunds.length = 0;
  shop.refundedThere.clear();
  shop.hides = false;
  shop.heal();
  await db.global((tx) => tx.run(sql`delete from test_job`));
  await createAddress(deps, owner.who, { ...address, store_id: null, source: null });
  await arrive();
});

describe('a return', () => {
  it('goes from the request to the refund, and the order tells every step', async () => {
    const id = await ask({ lines: [line(0, 2)] });
    expect(await see(id)).toMatchObject({
      state: 'requested',
      value: { amount: 5_000 },
      actions: ['approve', 'reject', 'cancel'],
    });
    await approve(id);
    expect(await see(id)).toMatchObject({ state: 'approved', address, actions: ['send_back', 'receive', 'cancel'] });
    await sendBack(deps, owner.who, id, { carrier: 'DHL', tracking_number: 'T1' });
    await receive(id, [0, 2]);
    await refund(id, { amount: 5_000 });
    await settle();
    expect(shop.refunds).toMatchObject([
      { amount: { amount: 5_000 }, paysBack: true, lines: [{ externalLineId: 'a', quantity: 2 }] },
    ]);
    expect(await see(id)).toMatchObject({
      state: 'refunded',
      tracking_number: 'T1',
      refund: { state: 'done', reference: 'r1' },
      actions: [],
      mails: [
        { kind: 'return_approved', state: 'kept' },
        { kind: 'return_refunded', state: 'kept' },
      ],
    });
    const told = (await kinds()).filter((kind) => kind.startsWith('return_'));
    const steps = ['requested', 'approved', 'sent_back', 'received', 'refunding', 'refunded'];
    expect(told).toEqual(steps.map((step) => `return_${step}`));
    const [order] = await db.read(owner.scope, (ex) => findOrders(ex, owner.scope.workplaceId, [orderId]));
    expect(order?.financial_status).toBe('partially_refunded');
  });

  it('is recorded once for a key', async () => {
    const same = { idempotency_key: 'the-same-key' };
    expect(await ask(same)).toBe(await ask(same));
    expect(await returnCounts(deps, owner.who, undefined)).toMatchObject({ open: 1, states: { requested: 1 } });
  });

  it('is found by the number of its order, by state and page by page', async () => {
    const ids = [await ask(), await ask()];
    const found = (keyword: string) => returnList(deps, owner.who, { keyword, page_size: 1 });
    const first = await found(String(next).slice(0, 3).replace(/^9/, '10'));
    expect(first.items.map((one) => one.return_id)).toEqual([ids[1]]);
    const second = await returnList(deps, owner.who, { cursor: first.next_cursor, page_size: 1, open: true });
    expect(second.items.map((one) => one.return_id)).toEqual([ids[0]]);
    expect((await found('#77')).items).toEqual([]);
    expect((await returnList(deps, owner.who, { state: ['approved'], page_size: 5 })).items).toEqual([]);
  });

  it.each([
    ['rejected', (id: string) => rejectReturn(deps, owner.who, id, 'Worn')],
    ['canceled', (id: string) => endReturn(deps, owner.who, id, 'cancel', 'Changed their mind')],
  ] as const)('that is %s frees its items', async (state, end) => {
    const id = await ask({ lines: [line(0, 2)] });
    await end(id);
    expect(await see(id)).toMatchObject({ state, actions: [] });
    expect((await returnOptions(deps, owner.who, orderId)).items[0]?.returnable).toBe(2);
    await expect(approve(id)).rejects.toThrow('RETURN_CHANGED');
  });

  it('is kept by the customer where the settings propose it', async () => {
    const setting = { ...policy, instructions: 'No boxes.' };
    await db.tenant(owner.scope, (tx) =>
      saveSetting(tx, owner.scope.workplaceId, owner.storeId, { ...setting, keep_below: 2_501 }),
    );
    const id = await ask();
    expect(await returnProposal(deps, owner.who, id)).toMatchObject({
      customer_keeps: true,
      instructions: 'No boxes.',
    });
    await approve(id, { customer_keeps: true });
    await expect(receive(id, [0, 1])).rejects.toThrow('RETURN_KEPT');
    await refund(id);
    await settle();
    expect(shop.refunds).toMatchObject([{ lines: [{ externalLineId: 'a', quantity: 1 }] }]);
  });

  it('goes to the address of its supplier, before those of its store and the workspace', async () => {
    const id = await ask();
    const of = async () => (await returnProposal(deps, owner.who, id)).address?.city;
    expect(await of()).toBe('Berlin');
    await createAddress(deps, owner.who, { ...address, city: 'Hamburg', store_id: owner.storeId, source: null });
    expect(await of()).toBe('Hamburg');
    await createAddress(deps, owner.who, { ...address, city: 'Bremen', store_id: null, source: 'quayside' });
    expect(await of()).toBe('Bremen');
    const again = { ...address, store_id: null, source: 'quayside' };
    await expect(createAddress(deps, owner.who, again)).rejects.toMatchObject({
      fields: { source: ['RETURN_ADDRESS_TAKEN'] },
    });
  });
});

describe('a limit for keeping items in another currency', () => {
  const limit = (currency: string) =>
    db.tenant(owner.scope, (tx) =>
      saveSetting(tx, owner.scope.workplaceId, undefined, { ...policy, keep_below: 2_300, keep_currency: currency }),
    );
  const rate = (value: string) =>
    db.tenant(owner.scope, (tx) =>
      tx.run(sql`insert into workplace_rate (workplace_id, from_currency, to_currency, rate) values
        (${owner.scope.workplaceId}, 'USD', 'SEK', ${value}) on conflict (workplace_id, from_currency, to_currency)
        do update set rate = ${value}`),
    );

  it('is compared at the known rate, and says so where there is none', async () => {
    const id = await ask();
    const propose = () => returnProposal(deps, owner.who, id);
    await limit('SEK');
    expect(await propose()).toMatchObject({
      customer_keeps: false,
      keep_problem: { key: 'RETURN_KEEP_NO_RATE', params: { from: 'USD', to: 'SEK' } },
    });
    // 25.00 USD are 22.99 and 23.00 SEK.
    await rate('0.9196');
    expect(await propose()).toMatchObject({ customer_keeps: true, keep_problem: null });
    await rate('0.92');
    expect(await propose()).toMatchObject({ customer_keeps: false, keep_problem: null });
  });
});

describe('two people with one return address', () => {
  const scope = { store_id: null, source: 'cj' };
  /** Saves the address in a session that is still open when `other` saves its own. */
  async function atOnce(write: (tx: Executor) => Promise<unknown>, other: () => Promise<unknown>): Promise<unknown> {
    const written = Promise.withResolvers<void>();
    const said = written.promise.then(other).then(
      () => 'saved',
      (error: unknown) => error,
    );
    await db.tenant(owner.scope, async (tx) => {
      await write(tx);
      written.resolve();
      const isWaiting = async () => expect(await countWaiting(db)).toBe(1);
      await vi.waitFor(isWaiting, 10_000);
    });
    return said;
  }
  const refused = { name: 'AppError', fields: { source: ['RETURN_ADDRESS_TAKEN'] } };

  it('that both change is refused to the second by name', async () => {
    const [one, two] = [
      await createAddress(deps, owner.who, { ...address, store_id: owner.storeId, source: null }),
      await createAddress(deps, owner.who, { ...address, store_id: null, source: 'quayside' }),
    ];
    const row = { id: one.return_address_id, ...scope, address };
    const said = await atOnce(
      (tx) => updateAddress(tx, owner.scope.workplaceId, row),
      () => saveAddress(deps, owner.who, two.return_address_id, { ...address, ...scope }),
    );
    expect(said).toMatchObject(refused);
  });

  it('that both add is refused to the second by name', async () => {
    const row = { id: crypto.randomUUID(), ...scope, address };
    const said = await atOnce(
      (tx) => insertAddress(tx, owner.scope.workplaceId, row),
      () => createAddress(deps, owner.who, { ...address, ...scope }),
    );
    expect(said).toMatchObject(refused);
    const kept = await db.read(owner.scope, (ex) => listAddresses(ex, owner.scope.workplaceId));
    expect(kept.filter((each) => each.source === 'cj')).toHaveLength(1);
  });
});

describe('what waits for a person', () => {
  const listed = async (needs: boolean, open = true) =>
    (await returnList(deps, owner.who, { needs_action: needs, open, page_size: 50 })).items.map((one) => one.return_id);
  const counted = async () => {
    const { open, needs_action: due } = await returnCounts(deps, owner.who, undefined);
    return { open, due };
  };

  it('is in the list, in its count and on the return, by one definition', async () => {
    const requested = await ask({ lines: [line(0, 1)] });
    const onItsWay = await ask({ lines: [line(1, 1)] });
    await approve(onItsWay);
    await arrive();
    const kept = await ask();
    await approve(kept, { customer_keeps: true });
    const late = await ask({ lines: [line(1, 1)] });
    await approve(late);
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update order_return set send_back_by = seconds_after(${deps.clock.now()}, -1)
        where workplace_id = ${owner.scope.workplaceId} and return_id = ${late}`),
    );
    expect(await listed(true)).toEqual([late, kept, requested]);
    expect(await listed(false)).toEqual([onItsWay]);
    expect(await counted()).toEqual({ open: 4, due: 3 });
    expect((await see(kept)).needs_action).toBe(true);
    expect((await see(onItsWay)).needs_action).toBe(false);
    // Sent back, refunding and rejected returns wait for others.
    await sendBack(deps, owner.who, late, { carrier: '', tracking_number: 'T9' });
    await refund(kept);
    expect(await counted()).toEqual({ open: 4, due: 1 });
    await settle();
    await rejectReturn(deps, owner.who, requested, 'Worn');
    expect(await counted()).toEqual({ open: 2, due: 0 });
    expect(await listed(false, false)).toEqual([kept, requested]);
  });
});

describe('what can be returned', () => {
  it('is never more than was bought, by field', async () => {
    await ask({ lines: [line(0, 1)] });
    await expect(ask({ lines: [line(1, 1), line(0, 2)] })).rejects.toMatchObject({
      fields: { 'lines.1.quantity': ['RETURN_QUANTITY'] },
    });
  });

  it('is given to one of two people who ask at once', async () => {
    const both = await Promise.allSettled([ask({ lines: [line(0, 2)] }), ask({ lines: [line(0, 2)] })]);
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((one) => one.status === 'rejected')).toMatchObject({
      reason: { fields: { 'lines.0.quantity': ['RETURN_QUANTITY'] } },
    });
  });

  it('ends with the window, unless a person allows it', async () => {
    await deliver(31);
    expect((await returnOptions(deps, owner.who, orderId)).items[0]).toMatchObject({ is_outside_window: true });
    await expect(ask()).rejects.toMatchObject({ fields: { outside_window: ['RETURN_WINDOW_OVER'] } });
    expect((await see(await ask({ outside_window: true }))).outside_window_by).toBe('Ada Owner');
  });

  it('is open inside the window, and nobody is noted', async () => {
    await deliver(29);
    expect((await see(await ask({ outside_window: true }))).outside_window_by).toBeNull();
  });

  it('comes back in part: what did not arrive can be returned later', async () => {
    const id = await ask({ lines: [line(0, 2)] });
    await approve(id);
    await expect(receive(id, [0, 3])).rejects.toMatchObject({
      fields: { 'lines.0.received': ['RETURN_RECEIVED_TOO_MANY'] },
    });
    await receive(id, [0, 1]);
    expect((await returnOptions(deps, owner.who, orderId)).items[0]?.returnable).toBe(0);
    await refund(id);
    await settle();
    expect((await returnOptions(deps, owner.who, orderId)).items[0]?.returnable).toBe(1);
  });
});

describe('a refund', () => {
  it('is proposed from the items, with shipping and less a fee, at most what the store has left', async () => {
    const id = await arrived({ lines: [line(0, 2)] });
    const figures = () => returnFigures(deps, owner.who, id, { with_shipping: true, restocking_fee: 300 });
    expect(await figures()).toMatchObject({
      items: { amount: 5_000 },
      shipping: { amount: 500 },
      amount: { amount: 5_200 },
      left: { amount: 8_000 },
      methods: ['gateway', 'recorded', 'outside'],
    });
    shop.refundedThere.set(external, 7_000);
    expect(await figures()).toMatchObject({ amount: { amount: 1_000 }, left: { amount: 1_000 } });
  });

  it('is less the restocking fee of the policy, which a person can change', async () => {
    await db.tenant(owner.scope, (tx) =>
      saveSetting(tx, owner.scope.workplaceId, owner.storeId, { ...policy, restocking_percent: 15 }),
    );
    const id = await arrived({ lines: [line(0, 2)] });
    const of = (more: object = {}, one = id) => returnFigures(deps, owner.who, one, { with_shipping: true, ...more });
    expect(await of()).toMatchObject({
      restocking_fee: { amount: 750 },
      restocking_percent: 15,
      amount: { amount: 4_750 },
    });
    expect(await of({ restocking_fee: 0 })).toMatchObject({ restocking_percent: null, amount: { amount: 5_500 } });
    const faulty = await ask({ reason: 'defective', lines: [line(1, 1)] });
    expect(await of({}, faulty)).toMatchObject({ restocking_fee: { amount: 0 }, restocking_percent: 0 });
  });

  it('above what the store has left is refused by field', async () => {
    const id = await arrived();
    shop.refundedThere.set(external, 6_000);
    await expect(refund(id)).rejects.toMatchObject({ fields: { amount: ['RETURN_REFUND_ABOVE_LEFT'] } });
    expect((await see(id)).state).toBe('received');
  });

  it('of two returns together is never above the payment', async () => {
    const ids = [await arrived(), await arrived()];
    await refund(ids[0] ?? '', { amount: 6_000 });
    await expect(refund(ids[1] ?? '', { amount: 2_001 })).rejects.toMatchObject({
      fields: { amount: ['RETURN_REFUND_ABOVE_LEFT'] },
    });
    await refund(ids[1] ?? '', { amount: 2_000 });
    await settle();
    expect(shop.refunds.map((one) => one.amount.amount)).toEqual([6_000, 2_000]);
  });

  it('of two people at once is made once, and the second is refused with the name of the first', async () => {
    const id = await arrived();
    const eve = { ...owner.who, account: { ...owner.who.account, firstName: 'Eve' } };
    const both = await Promise.allSettled([refund(id), refund(id, {}, eve)]);
    const refused = both.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toMatchObject({
      code: 'RETURN_REFUND_UNDER_WAY',
      params: { person: expect.stringMatching(/^(Ada|Eve) Owner$/) },
    });
    await settle();
    expect(shop.refunds).toHaveLength(1);
  });

  it('before the items arrived is refused', async () => {
    const id = await ask();
    await approve(id);
    await expect(refund(id)).rejects.toThrow('RETURN_NOT_RECEIVED');
  });

  it('that the store made itself meanwhile is not made again, and says what is left', async () => {
    const id = await arrived();
    await refund(id);
    shop.refundedThere.set(external, 6_000);
    await settle();
    expect(shop.refunds).toEqual([]);
    expect(await see(id)).toMatchObject({
      state: 'refund_failed',
      refund: { state: 'failed', problem: { key: 'RETURN_REFUND_ABOVE_LEFT', params: { amount: '20.00 USD' } } },
      actions: ['refund', 'close'],
    });
    expect(await kinds()).toContain('return_refund_failed');
    await refund(id, { amount: 2_000 });
    await settle();
    expect(shop.refunds.map((one) => one.amount.amount)).toEqual([2_000]);
  });

  it('whose answer was lost is found again, not repeated', async () => {
    const id = await arrived();
    shop.fault('createRefund', { kind: 'unknown', after: true });
    await refund(id);
    await settle();
    expect(shop.refunds).toHaveLength(1);
    expect(await see(id)).toMatchObject({ state: 'refunded', refund: { reference: 'r1' } });
  });

  it('that the store refuses says why, can be retried, and tells the team', async () => {
    const id = await arrived();
    shop.fault('createRefund', { kind: 'rejected' });
    await refund(id);
    await settle();
    expect(await see(id)).toMatchObject({
      state: 'refund_failed',
      refund: {
        problem: {
          key: 'RETURN_REFUND_REFUSED',
          // The store's own words are details.
          text: expect.not.stringContaining('as the test asked'),
          params: { detail: expect.stringContaining('as the test asked') },
        },
      },
    });
    const told = await db.read(owner.scope, (ex) =>
      ex.rows(sql`select 1 from notification_event where workplace_id = ${owner.scope.workplaceId}
        and kind = 'return_refund_failed'`),
    );
    expect(told).toHaveLength(1);
    await refund(id, { method: 'recorded' });
    await settle();
    expect(shop.refunds).toMatchObject([{ paysBack: false }]);
  });

  it('that the store may have made waits for a person, who records it', async () => {
    const id = await arrived();
    shop.fault('createRefund', { kind: 'rejected', code: 'already_exists' });
    await refund(id);
    await settle();
    expect(await see(id)).toMatchObject({ refund: { problem: { key: 'RETURN_REFUND_EXISTS' } } });
    await refund(id, { method: 'outside', note: 'Refund 7 in WooCommerce' });
    await settle();
    expect(shop.refunds).toEqual([]);
    expect(await see(id)).toMatchObject({ state: 'refunded', refund: { method: 'outside', state: 'done' } });
  });

  it('is asked about in vain while the store is silent: nothing is changed', async () => {
    const id = await arrived();
    shop.fault('readRefundable', { kind: 'temporary' });
    await expect(refund(id)).rejects.toMatchObject({ code: expect.stringMatching(/^OUTSIDE_/) });
    expect((await see(id)).state).toBe('received');
  });
});

describe('a refund that is withdrawn', () => {
  const withdraw = (id: string) => withdrawReturnRefund(deps, owner.who, id);

  it('before it was sent leads back to where the return was, and can be made again', async () => {
    const id = await arrived();
    await refund(id);
    expect((await see(id)).actions).toEqual(['withdraw']);
    await withdraw(id);
    expect(await see(id)).toMatchObject({ state: 'received', refund: null, actions: ['refund', 'exchange', 'close'] });
    await settle();
    expect(shop.refunds).toEqual([]);
    await expect(withdraw(id)).rejects.toThrow('RETURN_CHANGED');
    await refund(id, { amount: 2_000 });
    await settle();
    expect(shop.refunds.map((one) => one.amount.amount)).toEqual([2_000]);
    expect((await kinds()).filter((kind) => kind.startsWith('return_refund'))).toEqual([
      'return_refunding',
      'return_refund_withdrawn',
      'return_refunding',
      'return_refunded',
    ]);
  });

  it('after a refusal, or while the customer keeps the items, leads back there too', async () => {
    const kept = await ask();
    await approve(kept, { customer_keeps: true });
    await refund(kept);
    await withdraw(kept);
    expect(await see(kept)).toMatchObject({ state: 'approved', needs_action: true });
    shop.fault('createRefund', { kind: 'rejected' });
    await refund(kept);
    await settle();
    await refund(kept);
    await withdraw(kept);
    expect(await see(kept)).toMatchObject({ state: 'refund_failed', refund: { state: 'failed' } });
    await settle();
    expect(shop.refunds).toEqual([]);
  });

  it('while the store is silent or busy, at any time before it took the call', async () => {
    for (const kind of ['temporary', 'rate-limited'] as const) {
      const id = await arrived();
      shop.fault('createRefund', { kind }, 3);
      await refund(id);
      await world.jobs.drain(handlers);
      expect((await see(id)).refund?.state).toBe('waiting');
      await withdraw(id);
      shop.heal();
      await settle();
      expect(await see(id)).toMatchObject({ state: 'received' });
    }
    expect(shop.refunds).toEqual([]);
  });

  it('is refused while it is sent, and once its outcome is unknown', async () => {
    const id = await arrived();
    await refund(id);
    let said: unknown;
    const meanwhile = async () => {
      said = await withdraw(id).catch((error: unknown) => error);
    };
    shop.hides = true;
    shop.fault('createRefund', { kind: 'unknown', after: true, meanwhile });
    await world.jobs.drain(handlers);
    expect(said).toMatchObject({ code: 'RETURN_REFUND_ON_ITS_WAY' });
    expect((await see(id)).refund?.state).toBe('unknown');
    await expect(withdraw(id)).rejects.toThrow('RETURN_REFUND_ON_ITS_WAY');
    shop.hides = false;
    await settle();
    expect((await see(id)).state).toBe('refunded');
    expect(shop.refunds).toHaveLength(1);
  });

  it('from before a restore is refused: it may have been sent', async () => {
    const id = await arrived();
    await refund(id);
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update order_return_refund set created_at = now() - interval '1 day'
        where workplace_id = ${owner.scope.workplaceId} and return_id = ${id}`),
    );
    const refundId = (await see(id)).refund?.refund_id ?? '';
    const withdrawn = await db.tenant(owner.scope, (tx) =>
      withdrawRefund(tx, owner.scope.workplaceId, refundId, deps.clock.now()),
    );
    expect(withdrawn).toBe(0);
  });

  it('at the moment when a worker sends it has exactly one outcome', async () => {
    for (let round = 0; round < 12; round++) {
      await arrive();
      const id = await arrived();
      await refund(id);
      const refundId = (await see(id)).refund?.refund_id ?? '';
      const before = shop.refunds.length;
      const send = () => createRefunding(deps, PATIENCE).run(owner.scope, refundId);
      const steps = round % 2 === 0 ? [withdraw(id), send()] : [send(), withdraw(id)];
      const [first, second] = await Promise.allSettled(steps);
      const taken = (round % 2 === 0 ? first : second)?.status === 'fulfilled';
      await settle();
      expect((await see(id)).state).toBe(taken ? 'received' : 'refunded');
      expect(shop.refunds.length - before).toBe(taken ? 0 : 1);
    }
  });
});

describe('exactly once', () => {
  it('a killed worker leaves nothing undone and nothing doubled', async () => {
    for (let at = 1; at < 60; at += 2) {
      await arrive();
      const before = shop.refunds.length;
      const id = await arrived();
      await settle();
      await refund(id);
      const dying = world.killedAt(at);
      await world.jobs.drain([...dying.handlers, ...(mail.jobs ?? [])]).catch(() => undefined);
      await settle();
      expect(shop.refunds.length - before, `killed at step ${at}`).toBe(1);
      expect((await see(id)).state).toBe('refunded');
      if (!dying.died()) return;
    }
    throw new Error('the steps do not end');
  });

  it('two workers on one refund make it once', async () => {
    const id = await arrived();
    await refund(id);
    const refundId = (await see(id)).refund?.refund_id ?? '';
    let said = '';
    const meanwhile = async () => {
      said = await createRefunding(deps, PATIENCE)
        .run(owner.scope, refundId)
        .then(
          () => 'done',
          (error: unknown) => (error instanceof Error ? error.name : 'no error'),
        );
    };
    shop.fault('createRefund', { kind: 'unknown', after: true, meanwhile });
    await settle();
    expect(said).toBe('Later');
    expect(shop.refunds).toHaveLength(1);
  });
});

describe('an exchange', () => {
  const exchange = (id: string) => exchangeItems(deps, world.returnPorts, owner.who, id, []);

  it('creates an order at no price, linked both ways, once', async () => {
    await arrive({ customerLocale: 'fr-CA' });
    const id = await arrived({ kind: 'exchange', lines: [line(0, 2)] });
    const both = await Promise.allSettled([exchange(id), exchange(id)]);
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    const view = await see(id);
    expect(view).toMatchObject({ state: 'exchanged', exchange_order: { name: expect.stringMatching(/^#E/) } });
    const made = view.exchange_order?.order_id ?? '';
    const [order] = await db.read(owner.scope, (ex) => findOrders(ex, owner.scope.workplaceId, [made]));
    expect(order).toMatchObject({ is_exchange: true, is_manual: true, is_sample: false, total: 0, note: view.name });
    expect(order?.customer_email).toBe(shop.orders.get(external)?.customerEmail);
    // Emails about its parcels are in the language of the customer.
    expect(order?.customer_locale).toBe('fr-CA');
    expect(await kinds(made)).toContain('exchange_created');
    const count = await db.read(owner.scope, (ex) =>
      ex.first<{ n: number }>(sql`select count(*)::int as n from sales_order
        where workplace_id = ${owner.scope.workplaceId} and is_exchange`),
    );
    expect(count?.n).toBe(1);
  });

  it('is bought like any order', async () => {
    const id = await arrived({ kind: 'exchange' });
    await exchange(id);
    const made = (await see(id)).exchange_order?.order_id ?? '';
    await world.jobs.drain(handlers);
    await world.buy(owner, made);
    expect(world.own.books.orders.at(-1)).toMatchObject({ lines: [{ sourceVariantId: 'v-SKU-A', quantity: 1 }] });
  });

  it('of nothing that arrived is refused', async () => {
    const id = await ask({ kind: 'exchange' });
    await approve(id);
    await receive(id, [0, 0]);
    await expect(exchange(id)).rejects.toMatchObject({ fields: { lines: ['RETURN_NOTHING_ARRIVED'] } });
  });
});

describe('the email', () => {
  const preview = (id: string, change: object = {}) =>
    previewReturnMail(deps, owner.who, id, {
      mail: 'return_approved',
      customer_keeps: false,
      instructions: '',
      note: '',
      ...change,
    });

  it('names address, deadline and what to write on the parcel', async () => {
    const id = await ask();
    const { text, to, obstacle } = await preview(id, { instructions: 'Use the original box.' });
    const { name } = await see(id);
    expect(text).toContain('Lamp & Co, Hauptstr. 1, 10115 Berlin, Germany');
    expect(text).toContain(`Write ${name.replace('#', '#')} on the parcel`);
    expect(text).toContain('Use the original box.');
    expect(text).toMatch(/Send the items by \w+ \d+, \d{4}/);
    expect(to).toBe(shop.orders.get(external)?.customerEmail);
    expect(obstacle).toBe('Sandbox orders send no emails.');
  });

  it('lets the customer keep the items', async () => {
    const { text } = await preview(await ask(), { customer_keeps: true });
    expect(text).toContain('You can keep the items.');
    expect(text).not.toContain('Hauptstr.');
  });

  it('says why it was rejected, and what was refunded', async () => {
    const id = await ask();
    expect((await preview(id, { mail: 'return_rejected', note: 'It was worn.' })).text).toContain('It was worn.');
    expect((await preview(id, { mail: 'return_refunded', amount: 1_250 })).text).toContain('$12.50');
  });

  it('is planned once, and not for an erased order', async () => {
    const id = await ask();
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update sales_order set erased_at = now()
        where workplace_id = ${owner.scope.workplaceId} and order_id = ${orderId}`),
    );
    await approve(id);
    expect((await see(id)).mails).toEqual([]);
    await expect(ask()).rejects.toMatchObject({ fields: { order_id: ['RETURN_ORDER_ERASED'] } });
  });
});
