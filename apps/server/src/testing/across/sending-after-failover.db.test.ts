import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { watchInstallation } from '../../features/installation/watch.ts';
import { requestPlacement } from '../../features/purchasing/actions/request-placement.ts';
import {
  findInstallationHold,
  holdAfterRestore,
  lastRestore,
  resumeSending,
  watchServer,
} from '../../sending/index.ts';
import { testDatabase } from '../db/index.ts';
import { copyRows } from '../db/time-machine.ts';
import { type Owner, tradeWorld } from '../fakes/trade-world.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { own, shop, jobs } = world;
const signal = new AbortController().signal;

/** What comparing top-ups returns; restored-topups.db.test.ts tests the comparison itself. */
const topups = { unasked: 0, unmatched: 0, check: async () => ({ recovered: 0, ...topups }) };

let owner: Owner;
beforeEach(async () => {
  await db.global((tx) => tx.run(sql`delete from test_job`));
  await db.global((tx) =>
    tx.run(sql`update installation set server = null, restored_at = null, current_until = null, seen_at = null,
      checked_at = null, sending_held_since = null, sending_held_reason = null`),
  );
  await watchServer(db);
  // Only the suppliers of this test's owner are asked.
  await db.global((tx) => tx.run(sql`update supplier_directory set active = false`));
  own.books.orders.length = 0;
  own.books.payments.length = 0;
  shop.orders.clear();
  owner = await world.owner();
});

/** What the job does each minute. */
const minute = () =>
  watchInstallation(world.deps, { checkRestored: world.buying.checkRestored, checkTopups: topups.check }, signal);
const reason = async () => (await db.global((tx) => findInstallationHold(tx)))?.reason;
const failOver = () =>
  db.global((tx) => tx.run(sql`update installation set server = '7000000000000000000/00000001/5'`));
/** How often suppliers were asked for their orders by `work`. */
async function asked(work: () => Promise<unknown>): Promise<number> {
  const count = () => own.calls.filter((call) => call === 'listOrders').length;
  const before = count();
  await work();
  return count() - before;
}
async function buyOne(): Promise<void> {
  shop.orders.set('1000', fakeOrder(0));
  await world.ordering.pollOrders(owner.scope, owner.storeId);
  const ids = await db.read(owner.scope, (ex) =>
    ex.rows<{ order_id: string }>(
      sql`select order_id from sales_order where workplace_id = ${owner.scope.workplaceId}`,
    ),
  );
  await requestPlacement(world.deps, owner.scope, ids, true);
}

it('resumes after a failover once every supplier was asked and no order is lost; held work goes on', async () => {
  await failOver();
  expect(await reason()).toBe('server_changed');
  await buyOne();
  await jobs.drain(world.handlers);
  expect(own.books.orders).toEqual([]);

  await minute();
  expect(await reason()).toBeUndefined();
  expect(await db.global((tx) => lastRestore(tx))).toBeDefined();
  await world.settle(owner);
  expect(own.books.orders).toHaveLength(1);
  expect(own.books.payments).toHaveLength(1);
  expect(await asked(minute)).toBe(0);
  expect(await reason()).toBeUndefined();
});

it('stays paused after a failover that lost an order, until an operator resumes', async () => {
  const putBack = await copyRows(db.superuserUrl);
  await buyOne();
  await world.settle(owner);
  expect(own.books.orders).toHaveLength(1);
  await putBack();
  await failOver();
  await minute();
  expect(await reason()).toBe('server_changed');
  // It is not compared again: only a person can tell what to do.
  expect(await asked(minute)).toBe(0);
  expect(await reason()).toBe('server_changed');

  expect(await db.global(resumeSending)).toBe(true);
  await minute();
  expect(await reason()).toBeUndefined();
  await buyOne();
  await world.settle(owner);
  expect(own.books.orders).toHaveLength(1);
  expect(own.books.payments).toHaveLength(1);
});

it('stays paused while a supplier cannot be asked, and resumes when it could be', async () => {
  await world.owner();
  await failOver();
  own.fault('listOrders', { kind: 'temporary' });
  expect(await asked(minute)).toBe(2);
  expect(await reason()).toBe('server_changed');
  own.fault('listOrders', { kind: 'unknown' });
  // The other connection was compared already.
  expect(await asked(minute)).toBe(1);
  expect(await reason()).toBe('server_changed');
  expect(await asked(minute)).toBe(1);
  expect(await reason()).toBeUndefined();
});

it('stays paused while the payment provider cannot be asked, and while a top-up waits for a person', async () => {
  await failOver();
  topups.unasked = 1;
  await minute();
  expect(await reason()).toBe('server_changed');
  topups.unasked = 0;
  await minute();
  expect(await reason()).toBeUndefined();

  await failOver();
  topups.unmatched = 1;
  await minute();
  topups.unmatched = 0;
  await minute();
  expect(await reason()).toBe('server_changed');
});

it('asks a supplier that cannot be asked no more once an operator resumed', async () => {
  await failOver();
  own.fault('listOrders', { kind: 'temporary' }, 2);
  await minute();
  expect(await db.global(resumeSending)).toBe(true);
  await minute();
  expect(await asked(minute)).toBe(0);
  expect(await reason()).toBeUndefined();
});

it('does not wait for a connection that nothing can be sent over until a person acts', async () => {
  await failOver();
  own.fault('listOrders', { kind: 'auth' });
  await minute();
  expect(await reason()).toBeUndefined();
  // Its key is refused from then on.
  await failOver();
  await minute();
  expect(await reason()).toBeUndefined();
});

it('never resumes by itself after a restore that was announced', async () => {
  await db.global((tx) => holdAfterRestore(tx, 'restored'));
  expect(await asked(minute)).toBe(1);
  await minute();
  expect(await reason()).toBe('restored');
  expect(await asked(minute)).toBe(0);
  expect(await db.global(resumeSending)).toBe(true);
  await minute();
  expect(await reason()).toBeUndefined();
});

it.each(['restored', 'operator'])('a failover while sending is held as "%s" does not end that hold', async (held) => {
  await db.global((tx) =>
    tx.run(sql`update installation set sending_held_since = now(), sending_held_reason = ${held}`),
  );
  await failOver();
  await minute();
  expect(await reason()).toBe(held);
  expect(await db.global((tx) => lastRestore(tx))).toBeDefined();
  await minute();
  expect(await reason()).toBe(held);
});

it('holds again when the server changes while suppliers are being asked', async () => {
  await failOver();
  await watchInstallation(
    world.deps,
    {
      async checkRestored() {
        // Times are kept in milliseconds: two holds within one would be the same hold.
        const isLater = sql`select now() > restored_at + interval '1 millisecond' as later from installation`;
        await expect.poll(() => db.global((tx) => tx.first(isLater))).toEqual({ later: true });
        await db.global((tx) => holdAfterRestore(tx, 'server_changed'));
        return { lost: 0, unasked: 0 };
      },
      checkTopups: topups.check,
    },
    signal,
  );
  expect(await reason()).toBe('server_changed');
  await minute();
  expect(await reason()).toBeUndefined();
});
