import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { afterAll, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { tradeWorld } from '../../testing/fakes/trade-world.ts';
import { setCarrier } from './actions/set-carrier.ts';
import { findShipments } from './queries/shipments.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
afterAll(() => world.shop.fulfillments.splice(0));

it('names a parcel by its number, offers candidates, and reports a chosen carrier to the store once', async () => {
  const owner = await world.owner();
  const orderId = await world.request(owner, fakeOrder(4711));
  await world.settle(owner);
  const parcels = () => db.read(owner.scope, (ex) => findShipments(ex, owner.scope.workplaceId, orderId, 'en'));
  const [made] = world.own.books.orders;
  if (!made) throw new Error('nothing to ship');
  const hear = async () => {
    const row = await db.read(owner.scope, (ex) =>
      ex.first<{ connection_id: string; source_order_no: string }>(
        sql`select connection_id, source_order_no from supplier_order where workplace_id = ${owner.scope.workplaceId}`,
      ),
    );
    await world.buying.onSupplierOrderChanged(owner.scope, row?.connection_id ?? '', row?.source_order_no);
    await world.settle(owner);
  };
  world.own.ship(made.supplierOrderId, { parcelId: 'P1', trackingNumber: '1Z5R89390357567127', carrier: '' });
  await hear();
  expect((await parcels()).map((one) => [one.carrier, one.carrier_candidates, one.tracking_url])).toEqual([
    ['UPS', [], 'https://wwwapps.ups.com/WebTracking/track?track=yes&trackNums=1Z5R89390357567127'],
  ]);
  world.own.ship(made.supplierOrderId, { parcelId: 'P1', trackingNumber: '60120172242323', carrier: '' });
  await hear();
  const [parcel] = await parcels();
  expect(parcel).toMatchObject({ carrier: null, carrier_candidates: ['DHL eCommerce'], tracking_url: null });
  const before = world.shop.updates.length;
  await setCarrier(world.deps, owner.scope, parcel?.id ?? '', 'DHL eCommerce');
  await setCarrier(world.deps, owner.scope, parcel?.id ?? '', 'DHL eCommerce');
  await world.settle(owner);
  expect((await parcels())[0]).toMatchObject({
    carrier: 'DHL eCommerce',
    carrier_candidates: [],
    report_state: 'sent',
  });
  expect(world.shop.updates.length).toBe(before + 1);
});
