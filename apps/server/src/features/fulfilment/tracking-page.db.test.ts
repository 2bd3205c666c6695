import { PLANS } from '@quayside/contracts';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { tradeWorld } from '../../testing/fakes/trade-world.ts';
import { needsOrderTracking, setPlan } from '../plans/index.ts';
import { saveTrackingPage } from './page-repo.ts';
import { publicTracking } from './queries/public-tracking.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const planOf = (family: string) => PLANS.find((plan) => plan.family === family)?.key ?? '';

it('B407: shows the brand and an estimate from Growth on, by the workspace’s own deliveries, and nothing personal', async () => {
  const owner = await world.owner();
  const { accountId, workplaceId } = owner.scope;
  const orderId = await world.request(owner, fakeOrder(901));
  await world.settle(owner);
  const made = world.own.books.orders.at(-1);
  world.own.ship(made?.supplierOrderId ?? '', { parcelId: 'P1', state: 'in_transit' });
  const bought = await db.read(owner.scope, (ex) =>
    ex.first<{ connection_id: string; source_order_no: string }>(
      sql`select connection_id, source_order_no from supplier_order where workplace_id = ${workplaceId}`,
    ),
  );
  await world.buying.onSupplierOrderChanged(owner.scope, bought?.connection_id ?? '', bought?.source_order_no);
  await world.settle(owner);
  const order = await db.read(owner.scope, (ex) =>
    ex.first<{ public_tracking_id: string }>(
      sql`select public_tracking_id from sales_order where workplace_id = ${workplaceId} and order_id = ${orderId}`,
    ),
  );
  const page = () => publicTracking(world.deps, order?.public_tracking_id ?? '');
  const brand = { logo_url: 'https://shop.example/logo.png', color: '#aa3355', support_url: null };
  await db.tenant(owner.scope, (tx) =>
    saveTrackingPage(tx, workplaceId, { ...brand, shop_name: 'Lamp & Co', shows_estimate: true }),
  );
  const choose = (family: string) => db.tenant({ accountId }, (tx) => setPlan(tx, accountId, planOf(family)));
  await choose('starter');
  await expect(needsOrderTracking(world.deps, accountId)).rejects.toMatchObject({ code: 'ORDER_TRACKING_NOT_IN_PLAN' });
  expect(await page()).toMatchObject({ brand: null, parcels: [{ estimate: null }] });
  await choose('growth');
  await needsOrderTracking(world.deps, accountId);
  expect(await page()).toMatchObject({ store_name: 'Lamp & Co', brand, parcels: [{ estimate: null }] });
  // Eight parcels of the same supplier that took five days each.
  await db.tenant(owner.scope, (tx) =>
    tx.run(sql`insert into shipment (workplace_id, shipment_id, order_id, store_id, supplier_order_id, source, remote_parcel_id,
        tracking_number, state, report_state, destination, shipping_method, shipped_at, delivered_at)
      select s.workplace_id, gen_random_uuid(), s.order_id, s.store_id, s.supplier_order_id, s.source, 'old-' || n, 'old-' || n,
        'delivered', 'sent', s.destination, s.shipping_method, now() - interval '10 days', now() - interval '5 days'
      from shipment s, generate_series(1, 8) n where s.workplace_id = ${workplaceId}
      returning 1`),
  );
  const parcel = (await page()).parcels.find((one) => one.tracking_number === 'T-P1');
  const inDays = (days: number) => new Date(Date.parse(parcel?.shipped_at ?? '') + days * 86_400_000).toISOString();
  expect(parcel?.estimate).toEqual({ from: inDays(5).slice(0, 10), to: inDays(5).slice(0, 10) });
});
