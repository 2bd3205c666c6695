import type { ChannelOrder } from '@quayside/connector-kit';
import { money, newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { readWallet } from '../wallet/index.ts';
import { requestPlacement } from './actions/request-placement.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { shop, own } = world;
/** USD cents. */
const FUNDS = 1_000_000;
const RUNS = 25;
let next = 1;

const STEPS = {
  store: ['cancel', 'reopen', 'unpay', 'pay', 'refund', 'edit', 'readdress', 'tell'],
  supplier: ['ship', 'cancelOrder', 'cancelAndRefund', 'tellOfOrders'],
  faults: ['loseOrder', 'losePayment', 'loseFulfillment', 'busyOrder', 'busyPayment', 'silentStore'],
  ours: ['place', 'work', 'wait'],
} as const;
type Step = (typeof STEPS)[keyof typeof STEPS][number];

interface Row {
  supplier_order_id: string;
  connection_id: string;
  source_order_no: string | null;
  state: string;
  pay_state: string;
}

async function play(steps: readonly Step[]): Promise<void> {
  const owner: Owner = await world.owner(FUNDS);
  const { scope, storeId } = owner;
  const { workplaceId } = scope;
  for (const other of [own, shop]) other.heal();
  for (const book of [own.books.orders, own.books.payments, shop.fulfillments]) book.length = 0;
  shop.orders.clear();
  await db.global((tx) => tx.run(sql`delete from test_job`));
  next += 1;
  const order: ChannelOrder = fakeOrder(next);
  shop.orders.set(order.externalOrderId, order);
  const tell = () => world.ordering.onOrderChanged(scope, storeId, order.externalOrderId);
  await tell();
  const known = await db.read(scope, (ex) =>
    ex.first<{ order_id: string }>(sql`select order_id from sales_order where workplace_id = ${workplaceId}`),
  );
  const orderId = known?.order_id ?? '';
  const rows = () =>
    db.read(scope, (ex) =>
      ex.rows<Row>(sql`select supplier_order_id, connection_id, source_order_no, state, pay_state from supplier_order
        where workplace_id = ${workplaceId}`),
    );
  const tellOfOrders = async () => {
    for (const row of await rows())
      if (row.source_order_no) await world.buying.onSupplierOrderChanged(scope, row.connection_id, row.source_order_no);
  };
  /** Most pieces of the first line that the shopper ever wanted. */
  let most = 1;
  const changeOrder = (change: Partial<ChannelOrder>) => {
    Object.assign(order, change, { updatedAt: new Date(Date.parse(order.updatedAt) + 1_000).toISOString() });
  };
  const madeIn = (...states: string[]) => own.books.orders.find((one) => states.includes(one.state));
  const cancelOrder = (): (typeof own.books.orders)[number] | undefined => {
    const made = madeIn('created', 'paid');
    if (made) Object.assign(made, { state: 'cancelled', cancelReason: 'sold out', refunds: [] });
    return made;
  };

  const doing: Record<Step, () => unknown> = {
    cancel: () => changeOrder({ cancelledAt: new Date().toISOString() }),
    reopen: () => {
      delete order.cancelledAt;
      changeOrder({});
    },
    unpay: () => changeOrder({ financialStatus: 'pending' }),
    pay: () => changeOrder({ financialStatus: 'paid' }),
    refund: () => changeOrder({ financialStatus: 'refunded' }),
    edit: () => {
      const [line] = order.lines;
      if (!line) return;
      const by = line.quantity === 1 ? 1 : -1;
      line.quantity += by;
      line.fulfillableQuantity = Math.max(0, line.fulfillableQuantity + by);
      most = Math.max(most, line.quantity);
      changeOrder({});
    },
    readdress: () => {
      if (order.shippingAddress)
        order.shippingAddress.address1 = `${Number.parseInt(order.shippingAddress.address1 ?? '1', 10) + 1} Main Street`;
      changeOrder({});
    },
    tell,
    ship: () => {
      const made = madeIn('paid');
      if (made) own.ship(made.supplierOrderId, { parcelId: `p-${made.supplierOrderId}`, state: 'in_transit' });
    },
    cancelOrder,
    cancelAndRefund: () => {
      const made = cancelOrder();
      const paid = own.books.payments.find((one) => one.supplierOrderId === made?.supplierOrderId);
      if (made && paid) made.refunds = [{ refundId: newId(), amount: money(Math.ceil(paid.amount.amount / 2), 'USD') }];
    },
    tellOfOrders,
    loseOrder: () => own.fault('createOrder', { kind: 'unknown', after: true }),
    losePayment: () => own.fault('payOrder', { kind: 'unknown', after: true }),
    loseFulfillment: () => shop.fault('createFulfillment', { kind: 'unknown', after: true }),
    busyOrder: () => own.fault('createOrder', { kind: 'temporary' }),
    busyPayment: () => own.fault('payOrder', { kind: 'unknown' }),
    silentStore: () => shop.fault('orderStates', { kind: 'temporary' }),
    place: () => requestPlacement(world.deps, scope, [{ order_id: orderId }], true),
    work: () => world.jobs.drain(world.handlers),
    wait: async () => {
      await world.passTime(owner, 90);
      await world.jobs.drain(world.handlers);
    },
  };

  for (const step of steps) await doing[step]();
  for (const other of [own, shop]) other.heal();
  // Both sides report everything again, late and twice.
  for (const _time of [1, 2]) {
    await tell();
    await tellOfOrders();
    await world.settle(owner);
  }

  const ours = await rows();
  const { orders, payments } = own.books;
  // Nothing twice: one order for each intent, one payment for each order, of its sum.
  expect(new Set(orders.map((one) => one.reference)).size).toBe(orders.length);
  expect(new Set(payments.map((one) => one.supplierOrderId)).size).toBe(payments.length);
  for (const { supplierOrderId, amount } of payments)
    expect(amount).toEqual(orders.find((one) => one.supplierOrderId === supplierOrderId)?.total);
  const alive = orders.filter((one) => one.state !== 'cancelled').flatMap((one) => one.lines);
  const pieces = (variant: string) =>
    alive.reduce((sum, line) => sum + (line.sourceVariantId === variant ? line.quantity : 0), 0);
  expect(pieces('v-SKU-A')).toBeLessThanOrEqual(most);
  expect(pieces('v-SKU-B')).toBeLessThanOrEqual(1);

  // Nothing lost, and both sides say the same of each supplier order.
  expect(
    ours
      .filter((row) => row.source_order_no)
      .map((row) => row.source_order_no)
      .sort(),
  ).toEqual(orders.map((one) => one.supplierOrderId).sort());
  for (const row of ours) {
    const made = orders.find((one) => one.supplierOrderId === row.source_order_no);
    expect(['requested', 'sending', 'unknown'], JSON.stringify(row)).not.toContain(row.state);
    expect(['paying', 'unknown'], JSON.stringify(row)).not.toContain(row.pay_state);
    if (!made) continue;
    expect(row.state).toBe(made.state === 'cancelled' ? 'cancelled' : 'placed');
    const isPaid = payments.some((one) => one.supplierOrderId === made.supplierOrderId);
    if (made.state !== 'cancelled') expect(row.pay_state === 'paid', JSON.stringify(row)).toBe(isPaid);
  }

  // The wallet paid what the supplier took, and has back what the supplier gave back.
  const wallet = await db.read(scope, (ex) => readWallet(ex, scope.accountId, 'sandbox'));
  const taken = payments.reduce((sum, one) => sum + one.amount.amount, 0);
  const returned = orders.flatMap((one) => one.refunds ?? []).reduce((sum, one) => sum + one.amount.amount, 0);
  const { bonus = 0, reserved = 0, topup = 0 } = wallet ?? {};
  expect(bonus + topup + reserved).toBe(FUNDS - taken + returned);
  if (!ours.some((row) => row.pay_state === 'requested')) expect(reserved).toBe(0);

  // The store heard of each parcel once.
  const told = shop.fulfillments.map((one) => one.input.tracking.number);
  expect(new Set(told).size).toBe(told.length);
  const sold = await db.read(scope, (ex) =>
    ex.first<{ cancelled_at: string | null; financial_status: string }>(
      sql`select cancelled_at, financial_status from sales_order where workplace_id = ${workplaceId}`,
    ),
  );
  expect(sold?.cancelled_at === null).toBe(order.cancelledAt === undefined);
  expect(sold?.financial_status).toBe(order.financialStatus);
}

it('in any history of an order, the store, the supplier and the books agree at the end', async () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<Step>(...STEPS.ours) },
    { weight: 2, arbitrary: fc.constantFrom<Step>(...STEPS.store) },
    { weight: 2, arbitrary: fc.constantFrom<Step>(...STEPS.supplier) },
    { weight: 1, arbitrary: fc.constantFrom<Step>(...STEPS.faults) },
  );
  // Most histories begin with a purchase, else few of them would get beyond one.
  const begin = fc.constantFrom<Step[]>(
    [],
    ['place'],
    ['place', 'work'],
    ['place', 'work'],
    ['losePayment', 'place', 'work'],
  );
  const history = fc
    .tuple(begin, fc.array(step, { minLength: 3, maxLength: 14 }))
    .map(([first, then]) => [...first, ...then]);
  await fc.assert(fc.asyncProperty(history, play), { numRuns: RUNS });
}, 240_000);
