import { money } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { analyzeOrders, listAnalyzedOrders, listCarriers, summarizeSection } from './queries/order-analyses.ts';
import { orderOnboarding } from './queries/order-onboarding.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
let next = 20_000;

/** An order of `days` ago, bought, shipped two days later and delivered after another three. */
async function history(owner: Owner, days: number, carrier = 'DHL'): Promise<string> {
  next += 1;
  const orderId = await world.request(owner, fakeOrder(next));
  await world.settle(owner);
  const { workplaceId } = owner.scope;
  await db.tenant(owner.scope, async (tx) => {
    await tx.run(sql`update sales_order set placed_at = now() - make_interval(days => ${days}), total = 5000, tax_total = 0,
      cost = 2000, cost_currency = currency, cost_is_whole = true where workplace_id = ${workplaceId} and order_id = ${orderId}`);
    await tx.run(sql`update supplier_order set placed_at = now() - make_interval(days => ${days}), total_cost = 2000
      where workplace_id = ${workplaceId} and order_id = ${orderId}`);
    await tx.run(sql`insert into shipment (workplace_id, shipment_id, order_id, store_id, supplier_order_id, source, remote_parcel_id,
        carrier, tracking_number, state, report_state, shipped_at, delivered_at)
      select p.workplace_id, gen_random_uuid(), p.order_id, p.store_id, p.supplier_order_id, p.supplier, 'x', ${carrier}, ${`N${next}`},
        'delivered', 'sent', now() - make_interval(days => ${days - 2}), now() - make_interval(days => ${days - 5})
      from supplier_order p where p.workplace_id = ${workplaceId} and p.order_id = ${orderId} limit 1 returning 1`);
  });
  return orderId;
}
const all = { period: '30_days', source: 'all' } as const;

it('shows sales by day, the funnel, suppliers, carriers and countries of a period (B340)', async () => {
  const owner = await world.owner();
  await history(owner, 10);
  await history(owner, 12, 'UPS');
  await history(owner, 40);
  const found = await db.read(owner.scope, (ex) => analyzeOrders(ex, owner.scope.workplaceId, all));
  expect(found.days).toHaveLength(31);
  expect(found.days.reduce((sum, one) => sum + one.orders, 0)).toBe(2);
  expect(found.days.at(-11)).toMatchObject({ orders: 1, sales: money(5_000, 'USD'), profit: money(3_000, 'USD') });
  expect(found.funnel).toMatchObject({ received: 2, placed: 2, paid: 2, cancelled: 0 });
  expect(found.suppliers).toMatchObject([{ source: 'quayside', supplier_orders: 2, failed: 0, days_to_ship: 2 }]);
  expect(found.carriers).toMatchObject([
    { carrier: 'DHL', parcels: 1, delivered: 1, problems: 0, days_to_deliver: 3 },
    { carrier: 'UPS', parcels: 1 },
  ]);
  expect(found.countries).toEqual([{ country_code: 'US', orders: 2 }]);
  const older = await db.read(owner.scope, (ex) =>
    analyzeOrders(ex, owner.scope.workplaceId, { ...all, period: '60_days' }),
  );
  expect(older.funnel.received).toBe(3);
});

it('lists the orders behind it, 25 on the first page (B411), and carriers to filter by', async () => {
  const owner = await world.owner();
  const id = await history(owner, 5);
  await history(owner, 6, 'UPS');
  const page = { page: 1, page_size: 1 };
  const first = await db.read(owner.scope, (ex) =>
    listAnalyzedOrders(ex, owner.scope.workplaceId, { ...all, ...page }),
  );
  expect(first.has_more).toBe(true);
  expect(first.items).toMatchObject([
    { order_id: id, profit: money(3_000, 'USD'), days_to_ship: 2, days_to_deliver: 5 },
  ]);
  const ups = { ...all, carrier: 'UPS', ...page };
  const other = await db.read(owner.scope, (ex) => listAnalyzedOrders(ex, owner.scope.workplaceId, ups));
  expect(other).toMatchObject({ has_more: false, items: [{ days_to_ship: 2 }] });
  const carriers = await db.read(owner.scope, (ex) => listCarriers(ex, owner.scope.workplaceId, all));
  expect(carriers).toEqual([
    { carrier: 'DHL', parcels: 1 },
    { carrier: 'UPS', parcels: 1 },
  ]);
});

it('summarizes a section for its days and supplier only (B466)', async () => {
  const owner = await world.owner();
  await history(owner, 10);
  await history(owner, 40);
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const ask = { source: 'all', from_date: day(20), to_date: day(0) };
  const of = (section: 'placement' | 'shipment' | 'refund', query = ask) =>
    db.read(owner.scope, (ex) => summarizeSection(ex, owner.scope.workplaceId, section, query));
  expect(await of('placement')).toEqual({
    section: 'placement',
    counts: [{ state: 'order_placed', count: 1 }],
    amounts: [money(2_000, 'USD')],
  });
  expect((await of('shipment')).counts).toEqual([{ state: 'delivered', count: 1 }]);
  expect((await of('refund')).amounts).toEqual([]);
  expect((await of('placement', { ...ask, source: 'temu' })).counts).toEqual([]);
  expect((await of('placement', { ...ask, from_date: day(60) })).counts).toEqual([{ state: 'order_placed', count: 2 }]);
});

it('tells the next step towards the first shipped order (C244)', async () => {
  const owner = await world.owner();
  const next = () => db.read(owner.scope, async (ex) => (await orderOnboarding(ex, owner.scope.workplaceId)).next);
  expect(await next()).toBe('product');
  await history(owner, 1);
  const { steps } = await db.read(owner.scope, (ex) => orderOnboarding(ex, owner.scope.workplaceId));
  expect(steps.filter((one) => !one.done).map((one) => one.step)).toEqual(['product']);
});
