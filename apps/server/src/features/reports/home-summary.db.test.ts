import { money, newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { tradeWorld } from '../../testing/fakes/trade-world.ts';
import { homeSummary } from './queries/home-summary.ts';

const db = await testDatabase();
const world = await tradeWorld(db);

it('counts the profit of orders whose cost is known, and of no other order its whole sale', async () => {
  const owner = await world.owner();
  const { workplaceId } = owner.scope;
  for (const at of [1, 2, 3]) {
    const order = fakeOrder(at);
    world.shop.orders.set(order.externalOrderId, order);
    await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  }
  const sold = await db.tenant(owner.scope, async (tx) => {
    await tx.run(sql`update sales_order set placed_at = now(), total = 5000, tax_total = 500, cost = null, cost_is_whole = false
      where workplace_id = ${workplaceId}`);
    await tx.run(sql`update sales_order set cost = 2000, cost_currency = currency, cost_is_whole = true where workplace_id = ${workplaceId}
      and order_id = (select order_id from sales_order where workplace_id = ${workplaceId} order by order_id limit 1)`);
    // Half of a cost is no cost.
    await tx.run(sql`update sales_order set cost = 100, cost_currency = currency where workplace_id = ${workplaceId} and cost is null
      and order_id = (select order_id from sales_order where workplace_id = ${workplaceId} and cost is null order by order_id limit 1)`);
    return tx.first<{ currency: string }>(
      sql`select currency from sales_order where workplace_id = ${workplaceId} limit 1`,
    );
  });
  const currency = sold?.currency ?? '';
  const summary = await db.read(owner.scope, (ex) => homeSummary(ex, workplaceId));
  expect(summary.currency).toBe(currency);
  expect(summary.days.at(-1)).toMatchObject({
    orders: 3,
    sales: money(15_000, currency),
    cost: money(2_000, currency),
    profit: money(2_500, currency),
    priced_sales: money(5_000, currency),
    priced_orders: 1,
  });
  expect(summary.days.at(-2)).toMatchObject({ orders: 0, cost: null, profit: null, priced_orders: 0 });
});

it('converts sales and costs in other currencies at the rate of their day, and counts the orders without one', async () => {
  const owner = await world.owner();
  const { workplaceId } = owner.scope;
  for (const at of [11, 12, 13, 14]) {
    const order = fakeOrder(at);
    world.shop.orders.set(order.externalOrderId, order);
    await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  }
  await db.global((tx) =>
    tx.run(sql`insert into exchange_rate (currency, day, per_euro, source)
      values ('USD', current_date - 20, 1.25, 'European Central Bank'), ('JPY', current_date - 20, 160, 'European Central Bank')`),
  );
  const change = (at: number, currency: string, total: number, cost: number, costCurrency: string) =>
    db.tenant(owner.scope, (tx) =>
      tx.run(sql`update sales_order set placed_at = now(), currency = ${currency}, total = ${total}, tax_total = 0, cost = ${cost},
          cost_currency = ${costCurrency}, cost_is_whole = true
        where workplace_id = ${workplaceId} and order_id = (select order_id from sales_order where workplace_id = ${workplaceId}
          order by order_id offset ${at} limit 1)`),
    );
  await change(0, 'EUR', 5_000, 2_000, 'USD');
  await change(1, 'EUR', 1_000, 500, 'EUR');
  await change(2, 'JPY', 1_600, 250, 'USD');
  await change(3, 'SAR', 9_000, 100, 'USD');
  await db.tenant(owner.scope, (tx) =>
    tx.run(sql`update workplace set currency = 'EUR' where workplace_id = ${workplaceId}`),
  );
  const summary = await db.read(owner.scope, (ex) => homeSummary(ex, workplaceId));
  expect(summary).toMatchObject({ currency: 'EUR', is_converted: true, other_currency_orders: 1 });
  // EUR 50 less USD 20 (16), EUR 10 less 5, JPY 1,600 (10) less USD 2.50 (2).
  expect(summary.days.at(-1)).toMatchObject({
    orders: 3,
    sales: money(7_000, 'EUR'),
    cost: money(2_300, 'EUR'),
    profit: money(4_700, 'EUR'),
    priced_orders: 3,
  });
});

it('shows one store alone where it is named', async () => {
  const owner = await world.owner();
  const { workplaceId, accountId } = owner.scope;
  for (const at of [21, 22, 23]) {
    const order = fakeOrder(at);
    world.shop.orders.set(order.externalOrderId, order);
    await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  }
  const other = newId();
  await db.tenant(owner.scope, async (tx) => {
    await tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status, store_name, currency, credentials)
      values (${workplaceId}, ${other}, ${accountId}, 'woocommerce', ${`${other}.example`}, 'http://127.0.0.1:9', 'sandbox', 'active', 'B', 'USD', '{}')`);
    await tx.run(sql`update sales_order set placed_at = now() where workplace_id = ${workplaceId}`);
    await tx.run(sql`update sales_order set store_id = ${other} where workplace_id = ${workplaceId}
      and order_id = (select order_id from sales_order where workplace_id = ${workplaceId} order by order_id limit 1)`);
  });
  await db.tenant(owner.scope, (tx) =>
    tx.run(sql`insert into shipment_alarm (workplace_id, alarm_id, kind, state, order_id, store_id, subject_id)
      select ${workplaceId}, gen_random_uuid(), 'no_scan', n.state, gen_random_uuid(), n.store_id, gen_random_uuid()
      from (values ('open', ${owner.storeId}::uuid), ('open', ${other}::uuid), ('open', ${other}::uuid),
        ('dismissed', ${other}::uuid), ('closed', ${other}::uuid)) as n(state, store_id)
      returning 1`),
  );
  const summaryOf = (storeId?: string) => db.read(owner.scope, (ex) => homeSummary(ex, workplaceId, { storeId }));
  const [all, first, second] = [await summaryOf(), await summaryOf(owner.storeId), await summaryOf(other)];
  expect([all, first, second].map((one) => one.to_place)).toEqual([3, 2, 1]);
  expect([all, first, second].map((one) => one.alarms)).toEqual([3, 1, 2]);
  expect([all, first, second].map((one) => one.days.at(-1)?.orders)).toEqual([3, 2, 1]);
  expect(await summaryOf(newId())).toMatchObject({ to_place: 0, has_orders: false });
});

it('counts a period in whole days of the workspace’s time zone, and today by the hour', async () => {
  const owner = await world.owner();
  const { workplaceId } = owner.scope;
  for (const at of [31, 32, 33, 34, 35]) {
    const order = fakeOrder(at);
    world.shop.orders.set(order.externalOrderId, order);
    await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  }
  const zone = 'Pacific/Kiritimati';
  await db.tenant(owner.scope, async (tx) => {
    await tx.run(sql`update workplace set settings = coalesce(settings, '{}') || jsonb_build_object('time_zone', ${zone}::text)
      where workplace_id = ${workplaceId}`);
    // The first second of today, the last one of yesterday, then the first days of 7, 30 and 90 days.
    await tx.run(sql`with numbered as (select order_id, row_number() over (order by order_id) as at from sales_order
        where workplace_id = ${workplaceId})
      update sales_order o set placed_at = (date_trunc('day', now() at time zone ${zone}) + (array[interval '0',
        interval '-1 second', interval '-6 days', interval '-29 days', interval '-89 days'])[n.at]) at time zone ${zone}
      from numbered n where o.workplace_id = ${workplaceId} and o.order_id = n.order_id`);
  });
  const summaryOf = (period: 'today' | '7_days' | '30_days' | '90_days') =>
    db.read(owner.scope, (ex) => homeSummary(ex, workplaceId, { period }));
  const today = await summaryOf('today');
  const sum = (rows: readonly { orders: number }[] | undefined) => rows?.reduce((all, one) => all + one.orders, 0);
  expect(today.days).toHaveLength(1);
  expect([sum(today.days), sum(today.hours)]).toEqual([1, 1]);
  expect(today.hours?.[0]).toMatchObject({ hour: 0, orders: 1 });
  for (const [period, days, orders] of [
    ['7_days', 7, 3],
    ['30_days', 30, 4],
    ['90_days', 90, 5],
  ] as const) {
    const summary = await summaryOf(period);
    expect(summary.days.map((day) => day.orders).filter(Boolean), period).toHaveLength(orders);
    expect(summary.days, period).toHaveLength(days);
    expect([summary.days[0]?.orders, summary.days.at(-1)?.orders], period).toEqual([1, 1]);
    expect(summary.hours, period).toBeUndefined();
  }
});
