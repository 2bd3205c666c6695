import type { ChannelOrder } from '@quayside/connector-kit';
import { AppError, money, newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { readWallet } from '../wallet/index.ts';
import { answerRequest } from './actions/answer-request.ts';
import { confirmRefund } from './actions/confirm-refund.ts';
import { requestPlacement } from './actions/request-placement.ts';
import { requestRefund } from './actions/request-refund.ts';
import { refundOptions, refundRequests } from './queries/refund-requests.ts';
import { findPurchasesOfOrders } from './repo.ts';
import { byOrder, isStanding } from './tables.ts';

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
  ours: ['place', 'placeAlone', 'work', 'wait'],
  /** Refund requests, the supplier's answers and the operators' confirmations. */
  refunds: ['askRefund', 'acceptLess', 'acceptAll', 'reject', 'confirmHalf', 'confirmAll', 'giveUp'],
} as const;
type Step = (typeof STEPS)[keyof typeof STEPS][number];
/** A step, and which of the orders it is about. */
type Move = readonly [step: Step, at: number];

interface Sold {
  order_id: string;
  external_order_id: string;
  cancelled_at: string | null;
  financial_status: string;
  cost: number | null;
}

interface Row {
  supplier_order_id: string;
  connection_id: string;
  source_order_no: string | null;
  state: string;
  pay_state: string;
}

/** `count`: orders of one customer to one address, which `place` combines. */
async function play(moves: readonly Move[], count: number): Promise<void> {
  const owner: Owner = await world.owner(FUNDS);
  const { scope, storeId } = owner;
  const { workplaceId } = scope;
  for (const other of [own, shop]) other.heal();
  for (const book of [own.books.orders, own.books.payments, shop.fulfillments]) book.length = 0;
  shop.orders.clear();
  await db.global((tx) => tx.run(sql`delete from test_job`));
  const sales = Array.from({ length: count }, (): ChannelOrder => {
    next += 1;
    return fakeOrder(next, { customerEmail: 'jane@example.com' });
  });
  const tell = (order: ChannelOrder) => world.ordering.onOrderChanged(scope, storeId, order.externalOrderId);
  for (const order of sales) {
    shop.orders.set(order.externalOrderId, order);
    await tell(order);
  }
  const soldOrders = () =>
    db.read(scope, (ex) =>
      ex.rows<Sold>(sql`select order_id, external_order_id, cancelled_at, financial_status, cost from sales_order
        where workplace_id = ${workplaceId}`),
    );
  const sold = await soldOrders();
  const ids = sales.map(
    (order) => sold.find((one) => one.external_order_id === order.externalOrderId)?.order_id ?? 'not imported',
  );
  // Combined orders need a shipping method that is known before.
  if (count > 1)
    await db.tenant(scope, (tx) =>
      tx.run(sql`update order_line set shipping_method = 'standard' where workplace_id = ${workplaceId}`),
    );
  const rows = () =>
    db.read(scope, (ex) =>
      ex.rows<Row>(sql`select supplier_order_id, connection_id, source_order_no, state, pay_state from supplier_order
        where workplace_id = ${workplaceId}`),
    );
  const tellOfOrders = async () => {
    for (const row of await rows())
      if (row.source_order_no) await world.buying.onSupplierOrderChanged(scope, row.connection_id, row.source_order_no);
  };
  /** Most pieces of each order's first line that the shopper ever wanted. */
  const most = sales.map(() => 1);
  const changeOrder = (order: ChannelOrder, change: Partial<ChannelOrder>) => {
    Object.assign(order, change, { updatedAt: new Date(Date.parse(order.updatedAt) + 1_000).toISOString() });
  };
  const madeIn = (...states: string[]) => own.books.orders.find((one) => states.includes(one.state));
  const cancelOrder = (): (typeof own.books.orders)[number] | undefined => {
    const made = madeIn('created', 'paid');
    if (made) Object.assign(made, { state: 'cancelled', cancelReason: 'sold out', refunds: [] });
    return made;
  };

  let confirmed = 0;
  /** Makes a change of refunds, which may be refused: nothing to ask for, too much, or over. */
  const unlessRefused = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  };
  const askRefund = (at: number) =>
    unlessRefused(async () => {
      const order = { order_id: ids[at] ?? '' };
      const { items } = await refundOptions(world.deps, owner.who, order);
      const lines = items.flatMap((one) =>
        one.problem ? [] : [{ id: one.line_item_id, quantity: one.quantity, of: one.supplier_order_id }],
      );
      const line_items = lines.filter((one) => one.of === lines[0]?.of).map(({ id, quantity }) => ({ id, quantity }));
      const rest = { type: 'refund', reason: 'item_not_received', description: 'x' } as const;
      await requestRefund(world.deps, owner.who, {
        ...order,
        ...rest,
        line_items,
        photo_ids: [],
        idempotency_key: newId(),
      });
    });
  const answerAs = (at: number, answer: 'accept' | 'reject', percent = 100) =>
    unlessRefused(async () => {
      const { items } = await refundRequests(world.deps, owner.who, { page_size: 50, order_id: ids[at] });
      const open = items.find((one) => one.state === 'pending');
      if (!open) return;
      const said = answer === 'accept' ? { amount: Math.floor((open.amount.amount * percent) / 100) } : {};
      await answerRequest(world.deps, scope, open.id, { answer, ...said }, 'Ada');
    });
  const confirm = (percent: number, closeNote?: string) =>
    unlessRefused(async () => {
      const pending = await db.read(scope, (ex) =>
        ex.first<{
          supplier_order_id: string;
          pending: number;
        }>(sql`select supplier_order_id, pending from expected_refund
          where workplace_id = ${workplaceId} and pending > 0 order by supplier_order_id limit 1`),
      );
      if (!pending) return;
      const amount = Math.floor((pending.pending * percent) / 100);
      const said = { pending: pending.pending, amount, closeNote, key: newId() };
      await confirmRefund(world.deps, scope, pending.supplier_order_id, 'wallet', said);
      confirmed += amount;
    });

  const doing: Record<Step, (order: ChannelOrder, at: number) => unknown> = {
    cancel: (order) => changeOrder(order, { cancelledAt: new Date().toISOString() }),
    reopen: (order) => {
      delete order.cancelledAt;
      changeOrder(order, {});
    },
    unpay: (order) => changeOrder(order, { financialStatus: 'pending' }),
    pay: (order) => changeOrder(order, { financialStatus: 'paid' }),
    refund: (order) => changeOrder(order, { financialStatus: 'refunded' }),
    edit: (order, at) => {
      const [line] = order.lines;
      if (!line) return;
      const by = line.quantity === 1 ? 1 : -1;
      line.quantity += by;
      line.fulfillableQuantity = Math.max(0, line.fulfillableQuantity + by);
      most[at] = Math.max(most[at] ?? 1, line.quantity);
      changeOrder(order, {});
    },
    readdress: (order) => {
      if (order.shippingAddress)
        order.shippingAddress.address1 = `${Number.parseInt(order.shippingAddress.address1 ?? '1', 10) + 1} Main Street`;
      changeOrder(order, {});
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
    place: () => {
      const wanted = ids.map((id) => ({ order_id: id }));
      return requestPlacement(world.deps, scope, wanted, true, null, count > 1 ? [ids] : []);
    },
    askRefund: (_order, at) => askRefund(at),
    acceptLess: (_order, at) => answerAs(at, 'accept', 60),
    acceptAll: (_order, at) => answerAs(at, 'accept'),
    reject: (_order, at) => answerAs(at, 'reject'),
    confirmHalf: () => confirm(50),
    confirmAll: () => confirm(100),
    giveUp: () => confirm(30, 'It keeps the rest.'),
    placeAlone: (_order, at) => requestPlacement(world.deps, scope, [{ order_id: ids[at] ?? '' }], true),
    work: () => world.jobs.drain(world.handlers),
    wait: async () => {
      await world.passTime(owner, 90);
      await world.jobs.drain(world.handlers);
    },
  };

  for (const [step, move] of moves) {
    const at = move % count;
    const order = sales[at];
    if (order) await doing[step](order, at);
  }
  for (const other of [own, shop]) other.heal();
  // Both sides report everything again, late and twice.
  for (const _time of [1, 2]) {
    for (const order of sales) await tell(order);
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
  expect(pieces('v-SKU-A')).toBeLessThanOrEqual(most.reduce((sum, one) => sum + one, 0));
  expect(pieces('v-SKU-B')).toBeLessThanOrEqual(count);

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
    if (made.state !== 'cancelled')
      expect(['paid', 'refunded'].includes(row.pay_state), JSON.stringify(row)).toBe(isPaid);
  }

  // A request never gets more than was agreed.
  const asked = await db.read(scope, (ex) =>
    ex.rows<{ state: string; agreed: number; received: number }>(
      sql`select state, coalesce(agreed, 0) as agreed, coalesce(received, 0) as received
        from refund_request where workplace_id = ${workplaceId}`,
    ),
  );
  for (const one of asked) expect(one.received, JSON.stringify(one)).toBeLessThanOrEqual(one.agreed);

  // The wallet paid what the supplier took, and has back what the supplier gave back.
  const wallet = await db.read(scope, (ex) => readWallet(ex, scope.accountId, 'sandbox'));
  const taken = payments.reduce((sum, one) => sum + one.amount.amount, 0);
  const returned = orders.flatMap((one) => one.refunds ?? []).reduce((sum, one) => sum + one.amount.amount, 0);
  const { bonus = 0, reserved = 0, topup = 0 } = wallet ?? {};
  const booked = await db.read(scope, (ex) =>
    ex.rows<{ supplier_order_id: string; credited: number }>(sql`select supplier_order_id, credited from supplier_refund
      where workplace_id = ${workplaceId}`),
  );
  const back = booked.reduce((sum, one) => sum + one.credited, 0);
  expect(bonus + topup + reserved).toBe(FUNDS - taken + back);
  // What people confirmed counts toward refunds that the supplier lists later.
  expect(back).toBeGreaterThanOrEqual(Math.max(returned, confirmed));
  expect(back).toBeLessThanOrEqual(returned + confirmed);
  if (!ours.some((row) => row.pay_state === 'requested')) expect(reserved).toBe(0);

  // Each order has its part of what its supplier orders cost, and the parts add up to the cent.
  const after = await soldOrders();
  const purchases = await db.read(scope, (ex) => findPurchasesOfOrders(ex, workplaceId, ids));
  for (const row of purchases) {
    const parts = byOrder(row);
    expect(parts.reduce((sum, one) => sum + (one.total_cost ?? 0), 0)).toBe(row.total_cost ?? 0);
    expect(parts.every((one) => (one.total_cost ?? 0) >= 0)).toBe(true);
    if (row.shares) {
      const own = booked.filter((one) => one.supplier_order_id === row.supplier_order_id);
      expect(row.shares.reduce((sum, one) => sum + (one.refunded ?? 0), 0)).toBe(
        own.reduce((sum, one) => sum + one.credited, 0),
      );
    }
    expect(parts.map((one) => one.order_id)).toEqual([row.order_id, ...row.other_order_ids]);
  }
  const lines = await db.read(scope, (ex) =>
    ex.rows<{ order_id: string; state: string; supplier_order_id: string | null }>(
      sql`select order_id, state, supplier_order_id from order_line where workplace_id = ${workplaceId}`,
    ),
  );
  for (const { order_id: id, cost } of after) {
    const own = lines.filter((line) => line.order_id === id);
    if (own.some((line) => ['ready', 'blocked', 'unmapped'].includes(line.state))) continue;
    const standing = purchases.flatMap(byOrder).filter((one) => one.order_id === id && isStanding(one));
    expect(cost ?? 0).toBe(standing.reduce((sum, one) => sum + (one.total_cost ?? 0), 0));
  }
  // No line waits for a supplier order that is over, and a bought one is of an order that is for it.
  for (const line of lines) {
    expect(line.state).not.toBe('placing');
    if (line.state !== 'placed') continue;
    const row = purchases.find((one) => one.supplier_order_id === line.supplier_order_id);
    expect([row?.state, row && [row.order_id, ...row.other_order_ids].includes(line.order_id)]).toEqual([
      'placed',
      true,
    ]);
  }

  // The store heard of each parcel of each order once.
  const told = shop.fulfillments.map(({ input }) => `${input.externalOrderId} ${input.tracking.number}`);
  expect(new Set(told).size).toBe(told.length);
  for (const order of sales) {
    const known = after.find((one) => one.external_order_id === order.externalOrderId);
    expect(known?.cancelled_at === null).toBe(order.cancelledAt === undefined);
    expect(known?.financial_status).toBe(order.financialStatus);
  }
}

/** Histories of some orders. */
function histories(count: number): fc.Arbitrary<Move[]> {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<Step>(...STEPS.ours) },
    { weight: 2, arbitrary: fc.constantFrom<Step>(...STEPS.store) },
    { weight: 2, arbitrary: fc.constantFrom<Step>(...STEPS.supplier) },
    { weight: 1, arbitrary: fc.constantFrom<Step>(...STEPS.faults) },
    { weight: 2, arbitrary: fc.constantFrom<Step>(...STEPS.refunds) },
  );
  // Most histories begin with a purchase, else few of them would get beyond one.
  const begin = fc.constantFrom<Step[]>(
    [],
    ['place'],
    ['place', 'work'],
    ['place', 'work'],
    ['losePayment', 'place', 'work'],
    ['place', 'work', 'askRefund'],
  );
  const at = fc.nat(count - 1);
  return fc
    .tuple(begin, fc.array(fc.tuple(step, at), { minLength: 3, maxLength: 14 }))
    .map(([first, then]) => [...first.map((one): Move => [one, 0]), ...then]);
}

it('in any history of an order, the store, the supplier and the books agree at the end', async () => {
  await fc.assert(
    fc.asyncProperty(histories(1), (moves) => play(moves, 1)),
    { numRuns: RUNS },
  );
}, 240_000);

it('in any history of orders that share a supplier order, all sides agree and each order has its part', async () => {
  await fc.assert(
    fc.asyncProperty(histories(2), (moves) => play(moves, 2)),
    { numRuns: RUNS },
  );
}, 240_000);
