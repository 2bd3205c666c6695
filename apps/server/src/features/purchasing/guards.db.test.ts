import type { ChannelOrder } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import { fakeOrder, orderLine } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sql } from '../../db/index.ts';
import { Later } from '../../jobs/define.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { findLines } from '../orders/index.ts';
import { approveOrder, placeNow } from './actions/approve-order.ts';
import { changeSupplier } from './actions/change-supplier.ts';
import { payOrders } from './actions/pay-orders.ts';
import { requestPlacement } from './actions/request-placement.ts';
import { findStops, saveGuards, saveStoreGuards } from './guard-repo.ts';
import { findSupplierOrders } from './queries/purchases.ts';
import { type GuardSetting, NO_GUARDS } from './rules/guards.ts';

vi.setConfig({ testTimeout: 120_000 });
const db = await testDatabase();
const world = await tradeWorld(db);
const { deps, shop, own, jobs, handlers, ordering } = world;

let owner: Owner;
let at = 1;
/** A second member of the workspace. */
const OTHER = newId();
beforeEach(async () => {
  owner = await world.owner();
  own.books.orders.length = 0;
  own.books.payments.length = 0;
  own.shippingPrice = 400;
  await db.global((tx) => tx.run(sql`delete from test_job`));
});

const guard = (change: Partial<GuardSetting>) =>
  db.tenant(owner.scope, (tx) => saveGuards(tx, owner.scope.workplaceId, { ...NO_GUARDS, ...change }));

/** An order of one item (1,000 cents and 400 for shipping) comes in. */
async function arrive(change: Partial<ChannelOrder> = {}): Promise<string> {
  at += 1;
  const order = fakeOrder(at, { lines: [orderLine('a', 'SKU-A')], ...change });
  shop.orders.set(order.externalOrderId, order);
  await ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  await jobs.drain(handlers);
  const row = await db.read(owner.scope, (ex) =>
    ex.first<{ order_id: string }>(sql`select order_id from sales_order
      where workplace_id = ${owner.scope.workplaceId} and external_order_id = ${order.externalOrderId}`),
  );
  if (!row) throw new Error('order not found');
  return row.order_id;
}

const place = (ids: readonly string[], by: string | null = owner.scope.accountId) =>
  requestPlacement(
    deps,
    owner.scope,
    ids.map((order_id) => ({ order_id })),
    true,
    by,
  );
const approve = (id: string, accountId: string = OTHER) =>
  approveOrder(deps, owner.scope, id, { accountId, name: 'Bob Second', note: 'fine' }, async () => undefined);
const linesOf = (id: string) => db.read(owner.scope, (ex) => findLines(ex, owner.scope.workplaceId, [id]));
const stopsOf = (id: string) => db.read(owner.scope, (ex) => findStops(ex, owner.scope.workplaceId, [id]));
const viewOf = async (id: string) =>
  (await db.read(owner.scope, (ex) => findSupplierOrders(ex, owner.scope.workplaceId, id, 'en')))[0];

/** What the guards say about an order that is to be placed. */
async function reason(id: string): Promise<string | undefined> {
  const { failed, requested } = await place([id]);
  expect(requested).toBe(failed.has(id) ? 0 : 1);
  return failed.get(id)?.[0]?.key;
}

describe('guards before an order is placed', () => {
  it('are off by default', async () => {
    const id = await arrive({ risk: 'high', isDisputed: true });
    expect(await reason(id)).toBeUndefined();
    await world.settle(owner);
    expect(own.books.payments).toHaveLength(1);
  });

  it.each<[string, Partial<GuardSetting>, Partial<ChannelOrder>]>([
    ['GUARD_FRAUD', { fraud: true }, { risk: 'high' }],
    ['GUARD_DISPUTE', { dispute: true }, { isDisputed: true }],
    ['GUARD_ORDER_CEILING', { order_ceiling: 1_399 }, {}],
    ['GUARD_PROFIT', { profit_amount: 4_101 }, {}],
    ['GUARD_DAY_CEILING', { day_ceiling: 1_399 }, {}],
    ['GUARD_APPROVAL', { approval_above: 1_399 }, {}],
  ])('%s stops an order until it is approved', async (key, setting, change) => {
    await guard(setting);
    const id = await arrive(change);
    await quoted(id);
    expect(await reason(id)).toBe(key);
    expect(await linesOf(id)).toMatchObject([{ state: 'blocked', block_key: key }]);
    await world.settle(owner);
    expect(own.books.orders).toEqual([]);
    expect((await approve(id)).requested).toBe(1);
    await world.settle(owner);
    expect(own.books.payments).toHaveLength(1);
    expect(await stopsOf(id)).toMatchObject([{ approved_name: 'Bob Second', note: 'fine' }]);
  });

  it('stop only the later of two orders of one shopper', async () => {
    await guard({ duplicate_hours: 24 });
    const same = { customerEmail: 'ada@example.com' };
    const first = await arrive(same);
    const second = await arrive(same);
    const elsewhere = await arrive({
      ...same,
      shippingAddress: { ...fakeOrder(1).shippingAddress, address1: '2 Other Street' },
    });
    const { failed, requested } = await place([first, second, elsewhere]);
    expect(requested).toBe(2);
    expect(failed.get(second)).toMatchObject([{ key: 'GUARD_DUPLICATE', params: { hours: 24 } }]);
  });

  it('of a store replace those of its workspace', async () => {
    await guard({ fraud: true });
    await db.tenant(owner.scope, (tx) => saveStoreGuards(tx, owner.scope.workplaceId, owner.storeId, NO_GUARDS));
    expect(await reason(await arrive({ risk: 'high' }))).toBeUndefined();
    await db.tenant(owner.scope, (tx) => saveStoreGuards(tx, owner.scope.workplaceId, owner.storeId, null));
    expect(await reason(await arrive({ risk: 'high' }))).toBe('GUARD_FRAUD');
  });

  it('let an order pass after its supplier was changed', async () => {
    await guard({ order_ceiling: 1_399 });
    const id = await arrive();
    await quoted(id);
    expect(await reason(id)).toBe('GUARD_ORDER_CEILING');
    const [line] = await linesOf(id);
    world.sources['SKU-A'] = { cost: 500 };
    await changeSupplier(deps, { match: world.match }, owner.who, id, [{ id: line?.line_id ?? '', original: true }]);
    delete world.sources['SKU-A'];
    expect(await linesOf(id)).toMatchObject([{ state: 'ready', block_key: null, unit_cost: 500 }]);
  });
});

/** The supplier's quote is known, as after a preview. */
async function quoted(id: string): Promise<void> {
  await jobs.drain(handlers);
  const { previewPlacement } = await import('./actions/preview.ts');
  await previewPlacement(deps, owner.scope, [{ order_id: id }], 'en');
  await jobs.drain(handlers);
}

describe('guards right before money leaves', () => {
  it('stop a supplier order whose facts changed after the request', async () => {
    await guard({ fraud: true });
    const id = await arrive();
    await place([id]);
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`insert into order_risk (workplace_id, order_id, store_id, risk, read_at)
        values (${owner.scope.workplaceId}, ${id}, ${owner.storeId}, 'high', now())`),
    );
    await world.settle(owner);
    expect(own.books.orders).toEqual([]);
    expect(await linesOf(id)).toMatchObject([{ state: 'blocked', block_key: 'GUARD_FRAUD' }]);
  });

  it.each([
    ['GUARD_FRAUD', { risk: 'high' }],
    ['GUARD_DISPUTE', { isDisputed: true }],
  ] as const)('stop with %s what the store reports when it is asked before buying', async (key, report) => {
    await guard({ fraud: true, dispute: true });
    const id = await arrive();
    await place([id]);
    const ask = shop.orderStates;
    shop.orderStates = async (ctx, ids) => (await ask(ctx, ids)).map((state) => ({ ...state, ...report }));
    await world.settle(owner);
    expect(own.books.orders).toEqual([]);
    expect(await linesOf(id)).toMatchObject([{ state: 'blocked', block_key: key }]);
    await approve(id);
    await world.settle(owner);
    expect(own.books.payments).toHaveLength(1);
    shop.orderStates = ask;
  });

  it('stop a payment of more than the limit and pay it once approved', async () => {
    const id = await arrive();
    await guard({ order_ceiling: 1_500 });
    await quoted(id);
    own.shippingPrice = 405;
    own.prices['v-SKU-A'] = 1_005;
    await place([id]);
    await guard({ order_ceiling: 1_405 });
    await world.settle(owner);
    expect(own.books.orders).toHaveLength(1);
    expect(own.books.payments).toEqual([]);
    expect(await viewOf(id)).toMatchObject({ pay_state: 'failed', problem: { key: 'GUARD_ORDER_CEILING' } });
    const view = await viewOf(id);
    await payOrders(deps, owner.scope, { supplier_order_ids: [view?.id ?? ''], allow_partial: false });
    await world.settle(owner);
    expect(own.books.payments).toEqual([]);
    await approve(id);
    await world.settle(owner);
    expect(own.books.payments).toHaveLength(1);
    delete own.prices['v-SKU-A'];
  });

  it('count purchases of the day in other currencies, and stop where a rate is missing', async () => {
    await guard({ day_ceiling: 3_000 });
    const first = await arrive();
    await quoted(first);
    expect(await reason(first)).toBeUndefined();
    const spent = (currency: string) =>
      db.tenant(owner.scope, (tx) =>
        tx.run(sql`update supplier_order set currency = ${currency}, total_cost = 1700
          where workplace_id = ${owner.scope.workplaceId} and order_id = ${first}`),
      );
    await db.global((tx) =>
      tx.run(sql`insert into exchange_rate (currency, day, per_euro, source)
        values ('USD', current_date, 1, 'test'), ('GBP', current_date, 1, 'test') on conflict do nothing`),
    );
    const next = await arrive();
    await quoted(next);
    await spent('GBP');
    expect(await reason(next)).toBe('GUARD_DAY_CEILING');
    const last = await arrive();
    await quoted(last);
    await spent('XAF');
    expect(await reason(last)).toBe('GUARD_RATE');
    expect(await stopsOf(last)).toMatchObject([{ params: { currency: 'XAF' } }]);
  });

  it.each(['workspace', 'store'])('hold the day ceiling of a %s against two requests at once', async (whose) => {
    const setting = { ...NO_GUARDS, day_ceiling: 3_000 };
    const { workplaceId } = owner.scope;
    await db.tenant(owner.scope, (tx) =>
      whose === 'store'
        ? saveStoreGuards(tx, workplaceId, owner.storeId, setting)
        : saveGuards(tx, workplaceId, setting),
    );
    const ids = [await arrive(), await arrive(), await arrive(), await arrive()];
    for (const id of ids) await quoted(id);
    const answers = await Promise.all(ids.map((id) => place([id])));
    expect(answers.reduce((sum, answer) => sum + answer.requested, 0)).toBe(2);
    await world.settle(owner);
    expect(own.books.payments).toHaveLength(2);
  });
});

describe('a second approval', () => {
  it('is refused to the member who requested the purchase', async () => {
    await guard({ approval_above: 100 });
    const id = await arrive();
    await quoted(id);
    expect(await reason(id)).toBe('GUARD_APPROVAL');
    await expect(approve(id, owner.scope.accountId)).rejects.toMatchObject({ code: 'GUARD_OWN_REQUEST' });
    expect((await approve(id)).requested).toBe(1);
    await expect(approve(id)).rejects.toMatchObject({ code: 'NOTHING_TO_APPROVE' });
  });
});

describe('a waiting time', () => {
  it('keeps an order from being placed until it is over', async () => {
    await guard({ wait: '24h' });
    const id = await arrive();
    await place([id]);
    await jobs.drain(handlers);
    expect(own.books.orders).toEqual([]);
    expect(await viewOf(id)).toMatchObject({ state: 'requested', actions: expect.arrayContaining(['place_now']) });
    await db.tenant(owner.scope, (tx) =>
      tx.run(
        sql`update supplier_order set not_before = now() - interval '1 day' where workplace_id = ${owner.scope.workplaceId}`,
      ),
    );
    await world.settle(owner);
    expect(own.books.payments).toHaveLength(1);
  });

  it.each([40, 14 * 60, 16 * 60])(
    'has its job run when it ends, or 15 minutes later if that is sooner (%i s)',
    async (left) => {
      await guard({ wait: '1h' });
      const id = await arrive();
      await place([id]);
      await jobs.drain(handlers);
      const { workplaceId } = owner.scope;
      await db.tenant(owner.scope, (tx) =>
        tx.run(sql`update supplier_order set next_attempt_at = now(),
          not_before = seconds_after(${deps.clock.now()}, ${left})
        where workplace_id = ${workplaceId}`),
      );
      const [asked] = (await jobs.drain(handlers)).filter((error) => error instanceof Later);
      const row = await db.read(owner.scope, (ex) =>
        ex.first<{ seconds: number }>(sql`select extract(epoch from next_attempt_at - now())::float as seconds
        from supplier_order where workplace_id = ${workplaceId}`),
      );
      const expected = Math.min(left, 15 * 60);
      for (const seconds of [(asked?.afterMs ?? 0) / 1_000, row?.seconds ?? 0]) {
        expect(seconds).toBeGreaterThan(expected - 30);
        expect(seconds).toBeLessThanOrEqual(expected + 1);
      }
    },
  );

  it('can be ended by a person', async () => {
    await guard({ wait: '1h' });
    const id = await arrive();
    await place([id]);
    await jobs.drain(handlers);
    expect(await placeNow(deps, owner.scope, id)).toBe(1);
    await world.settle(owner);
    expect(own.books.payments).toHaveLength(1);
  });

  it('lets the shopper cancel', async () => {
    await guard({ wait: '24h' });
    const id = await arrive();
    await place([id]);
    await jobs.drain(handlers);
    const order = fakeOrder(at, { lines: [orderLine('a', 'SKU-A')] });
    const later = new Date(Date.parse(order.updatedAt) + 60_000).toISOString();
    shop.orders.set(order.externalOrderId, { ...order, cancelledAt: later, updatedAt: later });
    await ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
    await world.settle(owner);
    expect(own.books.orders).toEqual([]);
    expect(await linesOf(id)).toMatchObject([{ state: 'cancelled' }]);
  });
});
