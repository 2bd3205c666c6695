import type { ConnectorErrorKind } from '@quayside/connector-kit';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { readWallet } from '../wallet/index.ts';
import { findPurchasesOfOrders } from './repo.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { shop, own, jobs } = world;
const MONEY = 1_000_000;
const COST = 2_400;

let owner: Owner;
let next = 1;
beforeEach(async () => {
  await fresh();
});

async function fresh(): Promise<void> {
  owner = await world.owner(MONEY);
  own.books.orders.length = 0;
  own.books.payments.length = 0;
  own.hides = false;
  shop.hides = false;
  shop.fulfillments.length = 0;
  shop.orders.clear();
  await db.global((tx) => tx.run(sql`delete from test_job`));
}

/** An order comes in and its purchase is asked for, to be paid by itself. */
async function begin(): Promise<string> {
  next += 1;
  return world.request(owner, fakeOrder(next));
}

/** The supplier sends the goods in two parcels, and tells of them twice. */
async function shipAll(): Promise<void> {
  const [made] = own.books.orders;
  if (!made) throw new Error('nothing to ship');
  const [a, b] = made.lines;
  if (!a || !b) throw new Error('two lines are expected');
  own.ship(made.supplierOrderId, { parcelId: 'one', lines: [a], state: 'in_transit' });
  own.ship(made.supplierOrderId, { parcelId: 'two', lines: [b], state: 'in_transit' });
  for (const _time of [1, 2]) await tellOfParcels(world.buying);
}

async function tellOfParcels(buying: { onSupplierOrderChanged: typeof world.buying.onSupplierOrderChanged }) {
  const [row] = await db.read(owner.scope, (ex) =>
    ex.rows<{ connection_id: string; source_order_no: string }>(
      sql`select connection_id, source_order_no from supplier_order where workplace_id = ${owner.scope.workplaceId}`,
    ),
  );
  if (row) await buying.onSupplierOrderChanged(owner.scope, row.connection_id, row.source_order_no);
}

/** The books of the others, and ours: one order, one payment of its cost, each piece in one fulfilment, nothing held. */
async function expectOnce(orderId: string, shipped: boolean): Promise<void> {
  expect(own.books.orders).toHaveLength(1);
  expect(own.books.payments.map((one) => one.amount.amount)).toEqual([COST]);
  const wallet = await db.read(owner.scope, (ex) => readWallet(ex, owner.scope.accountId, 'sandbox'));
  expect(wallet).toMatchObject({ bonus: MONEY - COST, topup: 0, reserved: 0 });
  const rows = await db.read(owner.scope, (ex) => findPurchasesOfOrders(ex, owner.scope.workplaceId, [orderId]));
  expect(rows).toMatchObject([{ state: 'placed', pay_state: 'paid' }]);
  if (!shipped) return;
  expect(shop.fulfillments.flatMap((one) => one.input.lines.map((line) => line.externalLineId)).sort()).toEqual([
    'a',
    'b',
  ]);
  expect(shop.fulfillments.map((one) => one.input.completesOrder)).toEqual([false, true]);
  const reports = await db.read(owner.scope, (ex) =>
    ex.rows<{ report_state: string }>(
      sql`select report_state from shipment where workplace_id = ${owner.scope.workplaceId}`,
    ),
  );
  expect(reports).toEqual([{ report_state: 'sent' }, { report_state: 'sent' }]);
}

/** How many tries of each row came to nothing. */
const pauses = (): Promise<number[]> =>
  db.read(owner.scope, async (ex) =>
    (
      await ex.rows<{ pauses: number }>(
        sql`select pauses from supplier_order where workplace_id = ${owner.scope.workplaceId}
          union all select pauses from shipment where workplace_id = ${owner.scope.workplaceId}`,
      )
    ).map((row) => row.pauses),
  );

const CALLS = ['createOrder', 'payOrder', 'createFulfillment'] as const;
const FAULTS: [ConnectorErrorKind, 'before' | 'after'][] = [
  ['unknown', 'before'],
  ['unknown', 'after'],
  ['unexpected', 'after'],
  ['temporary', 'before'],
  ['rate-limited', 'before'],
];

/** A world is killed anew at each of its steps: dozens of runs in one test. */
const EVERY_STEP_MS = 180_000;

describe('an order is bought, paid and told of once', () => {
  it.each(CALLS.flatMap((call) => FAULTS.map(([kind, when]) => ({ call, kind, when }))))(
    'when $call ends in $kind $when its effect, twice',
    async ({ call, kind, when }) => {
      const other = call === 'createFulfillment' ? shop : own;
      other.fault(call, { kind, after: when === 'after' }, when === 'after' ? 1 : 2);
      const id = await begin();
      await world.settle(owner);
      await shipAll();
      await world.settle(owner);
      await expectOnce(id, true);
    },
  );

  it.each(CALLS)('when %s has no effect at first, and its answer is lost when it has', async (call) => {
    const other = call === 'createFulfillment' ? shop : own;
    other.fault(call, { kind: 'unknown' });
    other.fault(call, { kind: 'unknown', after: true });
    const id = await begin();
    await world.settle(owner);
    await shipAll();
    await world.settle(owner);
    await expectOnce(id, true);
  });

  it.each(['findOrder', 'findPayment', 'getOrder', 'listFulfillments'] as const)(
    'when %s cannot be asked after a call whose outcome is unknown',
    async (question) => {
      own.fault('createOrder', { kind: 'unknown', after: true });
      own.fault('payOrder', { kind: 'unknown', after: true });
      shop.fault('createFulfillment', { kind: 'unknown', after: true });
      const other = question === 'listFulfillments' ? shop : own;
      for (const kind of ['temporary', 'rejected', 'unexpected'] as const) other.fault(question, { kind });
      const id = await begin();
      await world.settle(owner);
      await shipAll();
      await world.settle(owner);
      await expectOnce(id, true);
    },
  );

  it('when the effect of a call comes to light only later', async () => {
    own.fault('createOrder', { kind: 'unknown', after: true });
    own.fault('payOrder', { kind: 'unknown', after: true });
    own.hides = true;
    const id = await begin();
    for (const _round of [1, 2]) {
      await jobs.drain(world.handlers);
      await world.passTime(owner, 25);
    }
    // The lost answer; that the effect does not show yet is no further trouble.
    expect(await pauses()).toEqual([1]);
    own.hides = false;
    await world.passTime(owner, 60);
    await jobs.drain(world.handlers);
    expect(own.books.orders).toHaveLength(1);

    own.hides = true;
    for (const _round of [1, 2]) {
      await jobs.drain(world.handlers);
      await world.passTime(owner, 25);
    }
    own.hides = false;
    await world.settle(owner);
    await expectOnce(id, false);

    await shipAll();
    shop.fault('createFulfillment', { kind: 'unknown', after: true });
    shop.hides = true;
    await jobs.drain(world.handlers);
    await world.passTime(owner, 25);
    await jobs.drain(world.handlers);
    shop.hides = false;
    await world.settle(owner);
    await expectOnce(id, true);
  });

  it.each(CALLS)('when a slow %s has its effect at its very end, and that comes to light only later', async (call) => {
    const other = call === 'createFulfillment' ? shop : own;
    const id = await begin();
    if (other === shop) {
      await world.settle(owner);
      await shipAll();
    }
    const meanwhile = async () => {
      await world.passTime(owner, 50);
      other.hides = true;
    };
    other.fault(call, { kind: 'unknown', after: true, meanwhile });
    await jobs.drain(world.handlers);
    expect(other.hides).toBe(true);
    await world.passTime(owner, 25);
    await jobs.drain(world.handlers);
    other.hides = false;
    await world.settle(owner);
    await expectOnce(id, other === shop);
  });

  it('when the other side has too much to do for hours: that is no trouble, and never given up', async () => {
    const id = await begin();
    for (const call of ['createOrder', 'payOrder', 'createFulfillment'] as const) {
      const other = call === 'createFulfillment' ? shop : own;
      other.fault(call, { kind: 'rate-limited', retryAfterMs: 1_000 }, 4);
      if (call === 'createFulfillment') await shipAll();
      for (let round = 0; round < 4; round += 1) {
        await jobs.drain(world.handlers);
        await world.passTime(owner, 2);
      }
      expect(new Set(await pauses())).toEqual(new Set([0]));
      await world.settle(owner);
    }
    await expectOnce(id, true);
  });

  it('when every webhook comes doubled and out of order', async () => {
    const id = await begin();
    const [external] = shop.orders.values();
    for (const _time of [1, 2, 3])
      await world.ordering.onOrderChanged(owner.scope, owner.storeId, external?.externalOrderId ?? '');
    await world.settle(owner);
    await shipAll();
    await Promise.all([tellOfParcels(world.buying), tellOfParcels(world.buying), jobs.drain(world.handlers)]);
    await world.settle(owner);
    await expectOnce(id, true);
  });
});

describe('a process that is killed', () => {
  /** Every job is lost with the process; only the sweep brings the work back. */
  async function afterDeath(): Promise<void> {
    await db.global((tx) => tx.run(sql`delete from test_job`));
    await world.passTime(owner, 200);
    await world.sweeping.now();
    await world.settle(owner);
  }

  it.each(CALLS.flatMap((call) => [true, false].map((alone) => ({ call, alone }))))(
    'at the end of a slow $call, whose effect comes to light only later, leaves one (alone: $alone)',
    async (one) => {
      const other = one.call === 'createFulfillment' ? shop : own;
      const id = await begin();
      if (other === shop) {
        await world.settle(owner);
        await shipAll();
      }
      const meanwhile = async () => {
        await world.passTime(owner, 50);
        // It said all the time that it works.
        for (const table of ['supplier_order', 'shipment'])
          await db.tenant(owner.scope, (tx) =>
            tx.raw(
              `update ${table} set claimed_until = db_clock() + interval '45 s' where workplace_id = $1 and claimed_by is not null`,
              [owner.scope.workplaceId],
            ),
          );
        other.hides = true;
      };
      other.fault(one.call, { kind: 'crash', after: true, meanwhile });
      await jobs.drain(world.handlers);
      expect(other.hides).toBe(true);
      await db.global((tx) => tx.run(sql`delete from test_job`));
      if (one.alone) {
        await world.passTime(owner, 20);
        await world.sweeping.reclaim();
      } else await world.passTime(owner, 46);
      await world.sweeping.now();
      await jobs.drain(world.handlers);
      other.hides = false;
      await afterDeath();
      await expectOnce(id, other === shop);
    },
  );

  it(
    'at any step of placing and paying leaves one order, paid once',
    async () => {
      let steps = 0;
      for (let at = 1; at < 200; at++) {
        await fresh();
        const id = await begin();
        const dying = world.killedAt(at);
        await jobs.drain(dying.handlers);
        await afterDeath();
        await expectOnce(id, false);
        if (!dying.died()) break;
        steps = at;
      }
      expect(steps).toBeGreaterThan(12);
    },
    EVERY_STEP_MS,
  );

  it(
    'at any step of telling the store leaves each parcel told of once',
    async () => {
      let steps = 0;
      for (let at = 1; at < 200; at++) {
        await fresh();
        const id = await begin();
        await world.settle(owner);
        await shipAll();
        const dying = world.killedAt(at);
        await jobs.drain(dying.handlers);
        await afterDeath();
        await expectOnce(id, true);
        if (!dying.died()) break;
        steps = at;
      }
      expect(steps).toBeGreaterThan(8);
    },
    EVERY_STEP_MS,
  );
});
