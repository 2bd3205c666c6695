import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Sql, sql } from '../../db/index.ts';
import { beginDemo } from '../../features/demo/make-demo.ts';
import { createOrderIntake } from '../../features/orders/actions/take-order.ts';
import { matchVariants } from '../../features/products/index.ts';
import { findDrift } from '../../features/wallet/repo.ts';
import { type Client, startTestApp, type TestApp } from '../app/test-app.ts';

const PASSWORD = 'quayside-demo';
let app: TestApp;
let demo: Client;

const scopeOf = ({ accountId, workplaceId }: Client) => ({ accountId, workplaceId });
const rows = <R>(query: Sql): Promise<R[]> => app.running.deps.db.read(scopeOf(demo), (ex) => ex.rows<R>(query));
const change = (query: Sql): Promise<number> => app.running.deps.db.tenant(scopeOf(demo), (tx) => tx.run(query));
const made = async () => {
  const found = await rows(sql`select 1 from account_flag where account_id = ${demo.accountId} and flag = 'demo:made'`);
  expect(found.length).toBe(1);
};

beforeAll(async () => {
  app = await startTestApp({ sandbox: true, demo: 'history' });
  demo = await app.signIn('demo@quayside.test', PASSWORD);
  await vi.waitFor(made, { timeout: 390_000, interval: 250 });
}, 400_000);
afterAll(() => app.stop());

it('holds orders of 90 days in every state', async () => {
  const [all] = await rows<Record<string, number>>(sql`select
      count(*) as orders,
      count(*) filter (where placed_at < now() - interval '60 days') as old,
      count(*) filter (where placed_at < now() - interval '91 days' or placed_at > now()) as outside,
      count(distinct date_trunc('day', placed_at)) as days,
      count(distinct ship_country) as countries,
      count(*) filter (where placement_status = 'ready' and tab = 'unfulfilled') as to_place,
      count(*) filter (where placement_status = 'unmapped') as unmatched,
      count(*) filter (where placement_status = 'placed' and payment_status = 'pending') as unpaid,
      count(*) filter (where placement_status = 'placed' and payment_status = 'paid' and tab = 'unfulfilled') as packing,
      count(*) filter (where tab = 'fulfilled') as fulfilled,
      count(*) filter (where financial_status = 'refunded' and tab = 'archived') as refunded,
      count(*) filter (where financial_status = 'partially_refunded') as partly_refunded,
      count(*) filter (where cancelled_at is not null) as cancelled,
      count(*) filter (where financial_status = 'pending') as not_paid_by_customer,
      count(*) filter (where financial_status = 'failed') as payment_failed
    from sales_order where workplace_id = ${demo.workplaceId}`);
  const { days, old, orders, outside, ...states } = all ?? {};
  expect(orders).toBeGreaterThan(150);
  expect(orders).toBeLessThan(310);
  expect(days).toBeGreaterThan(85);
  expect(old).toBeGreaterThan(25);
  expect(outside).toBe(0);
  for (const [state, n] of Object.entries(states)) expect(n, state).toBeGreaterThan(0);
  const parcels = await rows<{ state: string }>(
    sql`select distinct state from shipment where workplace_id = ${demo.workplaceId}`,
  );
  expect(parcels.map((one) => one.state)).toEqual(
    expect.arrayContaining(['in_transit', 'delivered', 'exception', 'delivery_failure', 'available_for_pickup']),
  );
  // One line is refused by the supplier's own answer, after the history is written.
  await expect
    .poll(
      () =>
        rows(
          sql`select 1 from order_line where workplace_id = ${demo.workplaceId} and block_key = 'SUPPLIER_REFUSED_LINE'`,
        ),
      { timeout: 60_000 },
    )
    .not.toEqual([]);
});

it('has books that add up, and money left', async () => {
  const { db } = app.running.deps;
  expect(await db.read(scopeOf(demo), (ex) => findDrift(ex, demo.accountId))).toEqual([]);
  const unbalanced = await rows(sql`select posting_id from ledger_entry where account_id = ${demo.accountId}
    group by posting_id having sum(amount) <> 0`);
  expect(unbalanced).toEqual([]);
  const [wallet] = await rows<{ left: number; reserved: number }>(
    sql`select topup + bonus as left, reserved from wallet where account_id = ${demo.accountId} and mode = 'sandbox'`,
  );
  expect(wallet).toMatchObject({ reserved: 0 });
  expect(wallet?.left).toBeGreaterThan(10_000);
  const unpaid = await rows(sql`with settled as materialized (
      select idempotency_key from ledger_posting where account_id = ${demo.accountId})
    select p.supplier_order_id from supplier_order p where p.workplace_id = ${demo.workplaceId} and p.pay_state = 'paid'
      and not exists (select 1 from settled s where s.idempotency_key = 'settle:' || p.payment_reference)`);
  expect(unpaid).toEqual([]);
});

it('has a second member, notifications, and days with sales on Home', async () => {
  const team = await demo.call('GET /team');
  expect(team.data.members.map((one) => one.role).sort()).toEqual(['buyer', 'owner']);
  const home = await demo.call('GET /home/summary' as never);
  const days = (home.data as unknown as { days: { orders: number; profit: unknown }[] }).days;
  expect(days.filter((day) => day.orders > 0).length).toBeGreaterThan(25);
  const kinds = await rows<{ kind: string }>(
    sql`select distinct kind from notification where workplace_id = ${demo.workplaceId}`,
  );
  expect(kinds.map((one) => one.kind)).toEqual(
    expect.arrayContaining(['order_received', 'topped_up', 'parcel_trouble']),
  );
});

it('opens every order', async () => {
  const ids = await rows<{ order_id: string }>(
    sql`select order_id from sales_order where workplace_id = ${demo.workplaceId}`,
  );
  for (const { order_id } of ids) {
    const answer = await demo.call('GET /orders/v5/panel/{order_id}' as never, { params: { order_id } } as never);
    expect(answer.http, order_id).toBe(200);
  }
}, 60_000);

/** What may change when a supplier or a store says the same again: times of asking. */
const snapshot = () =>
  rows(sql`select o.order_id, o.tab, o.financial_status, o.fulfillment_status, o.placement_status, o.payment_status, o.cost, o.cost_is_whole,
      o.cancelled_at, o.archived_at, o.problems,
      (select jsonb_agg(to_jsonb(l) order by l.line_id) from order_line l where l.workplace_id = o.workplace_id and l.order_id = o.order_id) as lines,
      (select jsonb_agg(jsonb_build_array(p.state, p.pay_state, p.remote_state, p.total_cost, p.shipped_at, p.paid_at, p.error_key) order by p.supplier_order_id)
        from supplier_order p where p.workplace_id = o.workplace_id and p.order_id = o.order_id) as purchases,
      (select jsonb_agg(jsonb_build_array(s.state, s.report_state, s.shipped_at, s.delivered_at, s.tracking_number, s.told) order by s.shipment_id)
        from shipment s where s.workplace_id = o.workplace_id and s.order_id = o.order_id) as parcels,
      (select count(*) from order_event e where e.workplace_id = o.workplace_id and e.order_id = o.order_id) as events
    from sales_order o where o.workplace_id = ${demo.workplaceId} and o.placed_at < now() - interval '12 days' order by o.order_id`);

it('hears nothing new when suppliers and stores are asked again', async () => {
  const before = await snapshot();
  expect(before.length).toBeGreaterThan(100);
  const synced = await demo.call(
    'POST /orders/v4/sync-status' as never,
    {
      // Every fourth covers each state and takes a quarter of the time.
      body: { order_ids: before.map((one) => (one as { order_id: string }).order_id).filter((_id, n) => n % 4 === 0) },
    } as never,
  );
  expect(synced.http).toBe(200);
  await vi.waitFor(
    async () => {
      const open = await rows(
        sql`select 1 from supplier_order where workplace_id = ${demo.workplaceId} and sync_state = 'processing'`,
      );
      expect(open).toEqual([]);
    },
    { timeout: 60_000, interval: 250 },
  );
  const failed = await rows(
    sql`select sync_error_key from supplier_order where workplace_id = ${demo.workplaceId} and sync_state = 'error'`,
  );
  expect(failed).toEqual([]);
  const sold = await rows<{
    store_id: string;
    external_order_id: string;
  }>(sql`select store_id, external_order_id from sales_order
    where workplace_id = ${demo.workplaceId} order by placed_at limit 60`);
  const ports = { match: matchVariants, onNewOrders: async () => undefined };
  const takeOrder = createOrderIntake(app.running.deps, ports);
  await Promise.all(sold.map((one) => takeOrder(scopeOf(demo), one.store_id, one.external_order_id)));
  expect(await snapshot()).toEqual(before);
}, 120_000);

it('is made afresh only when it is old and nobody changed it', async () => {
  const { deps } = app.running;
  const idNow = async () =>
    (
      await deps.db.global((tx) =>
        tx.first<{ account_id: string }>(
          sql`select account_id from account where email_key = 'demo@quayside.test' and deleted_at is null`,
        ),
      )
    )?.account_id;
  const begin = (days: number) => {
    const now = new Date(Date.now() + days * 86_400_000).toISOString();
    return beginDemo({ ...deps, clock: { ...deps.clock, now: () => now } }, PASSWORD);
  };
  await begin(6);
  expect(await idNow(), 'is not old').toBe(demo.accountId);
  const setMade = (ago: string) =>
    change(
      sql`update account_flag set value = jsonb_build_object('at', now() - ${ago}::interval) where account_id = ${demo.accountId} and flag = 'demo:made'`,
    );
  await setMade('1 hour');
  await begin(8);
  expect(await idNow(), 'orders came in since').toBe(demo.accountId);
  await setMade('0 hours');
  await begin(8);
  expect(await idNow()).not.toBe(demo.accountId);
  demo = await app.signIn('demo@quayside.test', PASSWORD);
  await vi.waitFor(made, { timeout: 390_000, interval: 250 });
  const [orders] = await rows<{ n: number; newest: number }>(sql`select count(*) as n,
      extract(epoch from now() - max(placed_at))::int as newest from sales_order where workplace_id = ${demo.workplaceId}`);
  expect(orders?.n).toBeGreaterThan(150);
}, 400_000);
