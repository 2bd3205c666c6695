import { createHmac } from 'node:crypto';
import { newId } from '@quayside/kernel';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { handler } from '../../jobs/define.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { mug } from '../../testing/warehouse/warehouse-goods.ts';
import { addParcelEvent } from './actions/add-parcel-event.ts';
import { cancelOrder } from './actions/cancel-order.ts';
import { ensureInstallation, makeInstallation } from './actions/installations.ts';
import { callCustomer } from './actions/notify-customer.ts';
import { packOrder } from './actions/pack-order.ts';
import { payOrder } from './actions/pay-order.ts';
import { type PlaceOrder, placeOrders } from './actions/place-order.ts';
import { refuseLine } from './actions/refuse-line.ts';
import { setWebhook } from './actions/set-webhook.ts';
import { shipParcel } from './actions/ship-order.ts';
import { stockWarehouse } from './actions/stock-warehouse.ts';
import { setStock } from './goods-repo.ts';
import { findInstallation, type Installation, revokeInstallation } from './installation-repo.ts';
import { notifyCustomerJob } from './jobs.ts';
import { changedOrders, type OrderView, viewOrder } from './queries/order-view.ts';
import { PEOPLE } from './staff.ts';

const db = await testDatabase();
const world = await fakeWorld(db);
const { queue, waiting, drain } = world.jobs;
const floor = { db, queue };
let customer: Installation;

beforeEach(async () => {
  customer ??= (await makeInstallation(db, { name: 'Trader', mode: 'sandbox', role: 'client' })).installation;
  await stockWarehouse(db, [mug()]);
  await db.global(async (tx) => {
    await setStock(tx, 'T-1-RED', 10);
    await setStock(tx, 'T-1-BLUE', 10);
  });
});

const input = (change: Partial<PlaceOrder> = {}): PlaceOrder => ({
  reference: newId(),
  account: '',
  orderName: '#1',
  address: { firstName: 'Ada', address1: '1 Mill Rd', city: 'Reno', countryCode: 'US' },
  shippingService: 'standard',
  lines: [
    { ref: 'a', variantId: 'T-1-R', quantity: 2 },
    { ref: 'b', variantId: 'T-1-B', quantity: 1 },
  ],
  ...change,
});
const GOODS = 2 * 310 + 290;
async function place(who: Installation, order: PlaceOrder): Promise<string> {
  const [placed] = await db.global((tx) => placeOrders(tx, who, [order]));
  if (typeof placed !== 'string') throw placed;
  return placed;
}

const view = async (orderId: string): Promise<OrderView> => {
  const order = await db.global((tx) => viewOrder(tx, customer.installation_id, orderId));
  if (!order) throw new Error('no such order');
  return order;
};
const stock = async (sku: string): Promise<number | undefined> =>
  (await db.global((tx) => tx.first<{ stock: number }>(sql`select stock from warehouse.variant where sku = ${sku}`)))
    ?.stock;
const paid = async (change: Partial<PlaceOrder> = {}): Promise<string> => {
  const orderId = await place(customer, input(change));
  const { items_cost, shipping_cost } = await view(orderId);
  const amount = { amount: items_cost + shipping_cost, currency: 'USD' };
  await payOrder(db, customer, { orderId, reference: 'p', amount });
  return orderId;
};
const ship = (orderId: string, trackingNumber: string, lines?: { lineNo: number; quantity: number }[]) =>
  shipParcel(floor, PEOPLE, { orderId, carrier: 'Post', trackingNumber, at: '2026-01-02T00:00:00.000Z', lines });
const refused = (code: string, more: object = {}) =>
  expect.objectContaining({ name: 'WarehouseRefusal', code, ...more });
const moneyIn = (order: OrderView): number =>
  order.payments.reduce((sum, one) => sum + (one.kind === 'payment' ? one.amount : -one.amount), 0);

describe('placing', () => {
  it('keeps goods aside, never more than there are, however many order at once', async () => {
    const orders = Array.from({ length: 8 }, () => input({ lines: [{ ref: 'a', variantId: 'T-1-R', quantity: 2 }] }));
    const answers = await Promise.allSettled(orders.map((order) => place(customer, order)));
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(5);
    for (const answer of answers)
      if (answer.status === 'rejected')
        expect(answer.reason).toEqual(refused('product_out_of_stock', { lines: ['a'] }));
    expect(await stock('T-1-RED')).toBe(0);
  });

  it('counts a variant on two lines together', async () => {
    const lines = [
      { ref: 'a', variantId: 'T-1-R', quantity: 6 },
      { ref: 'b', variantId: 'T-1-R', quantity: 6 },
    ];
    await expect(place(customer, input({ lines }))).rejects.toEqual(
      refused('product_out_of_stock', { lines: ['a', 'b'] }),
    );
    expect(await stock('T-1-RED')).toBe(10);
  });

  it('answers the same order for a reference, also when the goods have run out since', async () => {
    const order = input();
    const first = await place(customer, order);
    await db.global((tx) => setStock(tx, 'T-1-RED', 0));
    expect(await place(customer, order)).toBe(first);
  });

  it('refuses a reference that names something else, and leaves other customers their own', async () => {
    const order = input();
    await place(customer, order);
    const other = { ...order, lines: [{ ref: 'a', variantId: 'T-1-B', quantity: 1 }] };
    await expect(place(customer, other)).rejects.toEqual(refused('already_exists'));
    const { installation } = await makeInstallation(db, { name: 'Other', mode: 'sandbox', role: 'client' });
    await expect(place(installation, other)).resolves.toEqual(expect.any(String));
  });

  it('places orders together as if one came after the other, and refuses those alone that cannot be', async () => {
    const red = (quantity: number) => input({ lines: [{ ref: 'a', variantId: 'T-1-R', quantity }] });
    const [first, short, second, nowhere] = [red(6), red(5), red(4), { ...red(1), shippingService: 'By pigeon' }];
    const known = await place(customer, input({ lines: [{ ref: 'a', variantId: 'T-1-B', quantity: 1 }] }));
    const { reference } = await view(known);
    const inputs = [first, short, second, nowhere, first, { ...first, orderName: '#2', lines: second.lines }];
    const other = { ...first, reference };
    const placed = await db.global((tx) => placeOrders(tx, customer, [...inputs, other]));
    expect(placed).toEqual([
      expect.any(String),
      refused('product_out_of_stock', { lines: ['a'] }),
      expect.any(String),
      refused('shipping_method_unavailable'),
      placed[0],
      refused('already_exists'),
      refused('already_exists'),
    ]);
    expect(await stock('T-1-RED')).toBe(0);
    const references = [...inputs, other].map((one) => one.reference);
    const kept = await db.global((tx) =>
      tx.rows(sql`select 1 from warehouse.purchase where reference = any(${references}::text[])`),
    );
    expect(kept).toHaveLength(3);
  });

  it('names every line that cannot go there, and leaves nothing behind', async () => {
    await stockWarehouse(db, [
      mug({
        productId: 'T-2',
        shipCountries: ['DE'],
        variants: [{ variantId: 'T-2-X', sku: 'T-2-X', optionValues: ['Red'], cost: 100, weightGrams: 100, stock: 5 }],
      }),
    ]);
    const order = input({
      lines: [
        { ref: 'goes', variantId: 'T-1-R', quantity: 1 },
        { ref: 'stays', variantId: 'T-2-X', quantity: 1 },
      ],
    });
    await expect(place(customer, order)).rejects.toEqual(refused('shipped_country_notfound', { lines: ['stays'] }));
    expect(await stock('T-1-RED')).toBe(10);
    const found = await db.global((tx) =>
      tx.rows(sql`select 1 from warehouse.purchase where reference = ${order.reference}`),
    );
    expect(found).toEqual([]);
  });
});

describe('refusing a line', () => {
  it('gives back its money and its pieces; the rest goes on', async () => {
    const orderId = await paid();
    const before = await view(orderId);
    await packOrder(floor, PEOPLE, orderId);
    await refuseLine(floor, PEOPLE, { orderId, lineNo: 1, reason: 'broken' });
    await refuseLine(floor, PEOPLE, { orderId, lineNo: 1, reason: 'broken again' });
    const after = await view(orderId);
    expect(after).toMatchObject({ state: 'processing', items_cost: 290, shipping_cost: before.shipping_cost });
    expect(after.lines[0]).toMatchObject({ state: 'refused', reason: 'broken' });
    expect(moneyIn(after)).toBe(after.items_cost + after.shipping_cost);
    expect(await stock('T-1-RED')).toBe(10);
    await ship(orderId, 'N1');
    expect(await view(orderId)).toMatchObject({
      state: 'shipped',
      parcels: [{ lines: [{ line_no: 2, quantity: 1 }] }],
    });
  });

  it('of every line cancels the order and gives back all', async () => {
    const orderId = await paid();
    for (const lineNo of [1, 2]) await refuseLine(floor, PEOPLE, { orderId, lineNo, reason: 'fire' });
    const after = await view(orderId);
    expect(after).toMatchObject({ state: 'cancelled', cancel_reason: 'fire', items_cost: 0, shipping_cost: 0 });
    expect(moneyIn(after)).toBe(0);
    expect(await stock('T-1-BLUE')).toBe(10);
  });

  it('before it is paid lowers what is due', async () => {
    const orderId = await place(customer, input());
    const due = (await view(orderId)).shipping_cost + GOODS;
    await refuseLine(floor, PEOPLE, { orderId, lineNo: 2, reason: 'lost' });
    const ask = (amount: number) =>
      payOrder(db, customer, { orderId, reference: 'p', amount: { amount, currency: 'USD' } });
    await expect(ask(due)).rejects.toEqual(refused('amount_mismatch'));
    await ask(due - 290);
    expect(moneyIn(await view(orderId))).toBe(due - 290);
  });

  it('that has left is too late', async () => {
    const orderId = await paid();
    await ship(orderId, 'N1', [{ lineNo: 1, quantity: 1 }]);
    await expect(refuseLine(floor, PEOPLE, { orderId, lineNo: 1, reason: 'x' })).rejects.toEqual(
      refused('wrong_state', { lines: ['a'] }),
    );
  });
});

describe('sending', () => {
  it('ships with the last piece and is delivered with the last parcel', async () => {
    const orderId = await paid();
    await ship(orderId, 'N1', [{ lineNo: 1, quantity: 1 }]);
    expect((await view(orderId)).state).toBe('processing');
    const second = await ship(orderId, 'N2');
    expect(await ship(orderId, 'N2')).toBe(second);
    const shipped = await view(orderId);
    expect(shipped.state).toBe('shipped');
    expect(shipped.parcels.map((parcel) => parcel.lines.map((line) => line.quantity))).toEqual([[1], [1, 1]]);
    const arrive = (parcelId: string, at: string) =>
      addParcelEvent(floor, PEOPLE, parcelId, { at, state: 'delivered', description: 'Delivered' });
    await arrive(shipped.parcels[0]?.parcel_id ?? '', '2026-01-08T00:00:00.000Z');
    expect((await view(orderId)).state).toBe('shipped');
    await arrive(second, '2026-01-09T00:00:00.000Z');
    await arrive(second, '2026-01-09T00:00:00.000Z');
    const done = await view(orderId);
    expect(done.state).toBe('delivered');
    expect(done.parcels[1]?.events.map((event) => event.state)).toEqual(['info_received', 'delivered']);
  });

  it('never sends more than is there, nor what is not paid', async () => {
    const orderId = await paid();
    await expect(ship(orderId, 'N1', [{ lineNo: 1, quantity: 3 }])).rejects.toEqual(refused('wrong_state'));
    const unpaid = await place(customer, input());
    await expect(ship(unpaid, 'N2')).rejects.toEqual(refused('wrong_state'));
  });

  it('takes events in any order: the latest one tells the state', async () => {
    const orderId = await paid();
    const parcelId = await ship(orderId, 'N1');
    for (const [at, state] of [
      ['2026-01-05T00:00:00.000Z', 'out_for_delivery'],
      ['2026-01-03T00:00:00.000Z', 'in_transit'],
    ] as const)
      await addParcelEvent(floor, PEOPLE, parcelId, { at, state, description: state });
    expect((await view(orderId)).parcels[0]?.state).toBe('out_for_delivery');
  });
});

describe('cancelling', () => {
  it('gives back everything once, before it is packed', async () => {
    const orderId = await paid();
    await cancelOrder(db, customer, orderId, 'changed mind');
    await cancelOrder(db, customer, orderId, 'asked twice');
    const after = await view(orderId);
    expect(after).toMatchObject({ state: 'cancelled', cancel_reason: 'changed mind' });
    expect(moneyIn(after)).toBe(0);
    expect([await stock('T-1-RED'), await stock('T-1-BLUE')]).toEqual([10, 10]);
  });

  it('is refused once it is packed', async () => {
    const orderId = await paid();
    await packOrder(floor, PEOPLE, orderId);
    await expect(cancelOrder(db, customer, orderId, 'late')).rejects.toEqual(refused('wrong_state'));
  });
});

describe('who may see what', () => {
  it('keeps the worlds apart: a sandbox worker never touches a live order', async () => {
    const orderId = await paid();
    await db.global((tx) => tx.run(sql`update warehouse.purchase set mode = 'live' where order_id = ${orderId}`));
    const robot = { modes: ['sandbox' as const] };
    await expect(packOrder(floor, robot, orderId)).rejects.toEqual(refused('not_found'));
    await expect(refuseLine(floor, robot, { orderId, lineNo: 1, reason: 'x' })).rejects.toEqual(refused('not_found'));
  });

  it('keeps customers apart', async () => {
    const orderId = await paid();
    const { installation } = await makeInstallation(db, { name: 'Other', mode: 'sandbox', role: 'client' });
    await expect(cancelOrder(db, installation, orderId, 'mine!')).rejects.toEqual(refused('not_found'));
    expect(await db.global((tx) => viewOrder(tx, installation.installation_id, orderId))).toBeUndefined();
  });

  it('knows keys by their hash only, until they are revoked', async () => {
    const { installation, key } = await makeInstallation(db, { name: 'Short', mode: 'sandbox', role: 'client' });
    expect((await db.global((tx) => findInstallation(tx, key)))?.mode).toBe('sandbox');
    const same = await ensureInstallation(db, { name: 'Short', mode: 'sandbox', role: 'client', key });
    expect(same.installation_id).toBe(installation.installation_id);
    await db.global((tx) => revokeInstallation(tx, installation.installation_id));
    expect(await db.global((tx) => findInstallation(tx, key))).toBeUndefined();
  });
});

describe('what changed', () => {
  it('is found page by page, the oldest first, also orders that changed meanwhile', async () => {
    const { installation } = await makeInstallation(db, { name: 'Pager', mode: 'sandbox', role: 'client' });
    const made: string[] = [];
    for (let count = 0; count < 5; count++)
      made.push(await place(installation, input({ lines: [{ ref: 'a', variantId: 'T-1-R', quantity: 1 }] })));
    const page = (after?: OrderView) =>
      db.global((tx) =>
        changedOrders(tx, {
          installationId: installation.installation_id,
          updatedAfter: '2020-01-01T00:00:00.000Z',
          after: after && { at: after.updated_at, id: after.order_id },
          size: 2,
        }),
      );
    const first = await page();
    await cancelOrder(db, installation, first[0]?.order_id ?? '', 'x');
    const seen = [...first];
    for (let rows = first; rows.length === 2; ) {
      rows = await page(rows.at(-1));
      seen.push(...rows);
    }
    expect(new Set(seen.map((order) => order.order_id))).toEqual(new Set(made));
    expect(seen.at(-1)).toMatchObject({ order_id: first[0]?.order_id, state: 'cancelled' });
  });
});

describe('telling a customer', () => {
  const calls: { url: string; body: string; headers: Record<string, string> }[] = [];
  let answers = 200;
  const { deps } = world;
  deps.http = {
    send: ({ url, body, headers = {} }) => {
      calls.push({ url, body: String(body), headers });
      return Promise.resolve({ status: answers, headers: {}, body: Buffer.alloc(0), text: '' });
    },
  };
  const telling = [
    handler(notifyCustomerJob, (message: { orderId: string; messageId: string }) => callCustomer(deps, message)),
  ];
  const secret = 'a secret of the customer';
  const hook = (account: string) =>
    setWebhook(deps, customer, { account, address: `https://trader.example/${account}`, secret });

  beforeEach(async () => {
    await drain(telling);
    calls.length = 0;
    answers = 200;
    await hook('a');
  });

  it('calls the address of the account that ordered, signed, once for each thing that the warehouse did', async () => {
    const orderId = await paid({ account: 'a' });
    expect(await waiting()).toEqual([]);
    await packOrder(floor, PEOPLE, orderId);
    await packOrder(floor, PEOPLE, orderId);
    const parcelId = await ship(orderId, 'T-told');
    await ship(orderId, 'T-told');
    const at = '2026-01-03T00:00:00.000Z';
    await addParcelEvent(floor, PEOPLE, parcelId, { at, state: 'in_transit', description: 'On its way' });
    await drain(telling);
    expect(calls.map((call) => call.url)).toEqual(Array(3).fill('https://trader.example/a'));
    const [first] = calls;
    const told = JSON.parse(first?.body ?? '{}');
    expect(told).toMatchObject({ type: 'order.changed', order_id: orderId });
    const signature = createHmac('sha256', secret)
      .update(first?.body ?? '')
      .digest('base64');
    expect(first?.headers['quayside-signature']).toBe(signature);
    expect(new Set(calls.map((call) => JSON.parse(call.body).id)).size).toBe(3);
  });

  it('tells of nothing that did not happen, and nobody who wants to hear nothing', async () => {
    const [mine, silent] = [await paid({ account: 'a' }), await paid({ account: 'nobody' })];
    await packOrder(floor, PEOPLE, silent);
    await expect(refuseLine(floor, PEOPLE, { orderId: mine, lineNo: 9, reason: 'x' })).rejects.toEqual(
      refused('not_found'),
    );
    expect(await waiting()).toEqual([]);
  });

  it('says it again, with the same id, until it is taken', async () => {
    const orderId = await paid({ account: 'a' });
    await packOrder(floor, PEOPLE, orderId);
    answers = 503;
    expect(await drain(telling)).toHaveLength(1);
    answers = 200;
    expect(await drain(telling)).toEqual([]);
    expect(calls.map((call) => JSON.parse(call.body).id)).toEqual(Array(2).fill(JSON.parse(calls[0]?.body ?? '{}').id));
  });

  it('forgets an address at which nobody is, and keeps a new one', async () => {
    const orderId = await paid({ account: 'a' });
    await packOrder(floor, PEOPLE, orderId);
    answers = 404;
    await drain(telling);
    await refuseLine(floor, PEOPLE, { orderId, lineNo: 1, reason: 'broken' });
    expect(await waiting()).toEqual([]);
    await hook('a');
    await refuseLine(floor, PEOPLE, { orderId, lineNo: 2, reason: 'broken' });
    expect(await waiting()).toHaveLength(1);
  });
});
