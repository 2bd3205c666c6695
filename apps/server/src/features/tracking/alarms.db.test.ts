import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SupplierParcel } from '@quayside/connector-kit';
import { ALARM_DAYS } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sql, withClient } from '../../db/index.ts';
import { migrationsDir } from '../../db/migration-files.ts';
import type { JobRun } from '../../jobs/define.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { findShipments, insertPastShipments } from '../fulfilment/index.ts';
import { findOpenClaims, findPartlySent, findUnshipped, unsentRequests } from '../purchasing/index.ts';
import { checkAlarms } from './actions/check-alarms.ts';
import { register } from './register.ts';
import { saveAlarmDays } from './setting-repo.ts';

const db = await testDatabase();
const world = await tradeWorld(db);

let owner: Owner;
let orderId: string;
let next = 800;
const scope = () => owner.scope;
const check = () => checkAlarms(world.deps, ports, scope(), new AbortController().signal);
const ports = { findUnshipped, findPartlySent, findOpenClaims, unsentRequests };
const alarms = () =>
  db.read(scope(), (ex) =>
    ex.rows<{ kind: string; state: string }>(sql`select kind, state from shipment_alarm
      where workplace_id = ${scope().workplaceId} order by opened_at, kind`),
  );
const notices = () =>
  db.read(scope(), (ex) =>
    ex.rows(sql`select 1 from notification_event where workplace_id = ${scope().workplaceId} and kind = 'shipment_alarm'
      union all select 1 from notification where workplace_id = ${scope().workplaceId} and kind = 'shipment_alarm'`),
  );
const age = (days: number) =>
  db.tenant(scope(), async (tx) => {
    const by = -days * 86_400;
    await tx.run(sql`update shipment set shipped_at = seconds_after(shipped_at, ${by}),
      state_since = seconds_after(state_since, ${by}), last_event_at = seconds_after(last_event_at, ${by})
      where workplace_id = ${scope().workplaceId}`);
    await tx.run(sql`update supplier_order set paid_at = seconds_after(paid_at, ${by}), placed_at = seconds_after(placed_at, ${by})
      where workplace_id = ${scope().workplaceId}`);
  });

async function hear(parcel?: Partial<SupplierParcel> & { parcelId: string }): Promise<void> {
  const made = world.own.books.orders.at(-1);
  if (!made) throw new Error('nothing to ship');
  if (parcel) world.own.ship(made.supplierOrderId, parcel);
  const row = await db.read(scope(), (ex) =>
    ex.first<{ connection_id: string; source_order_no: string }>(
      sql`select connection_id, source_order_no from supplier_order where workplace_id = ${scope().workplaceId}`,
    ),
  );
  await world.buying.onSupplierOrderChanged(scope(), row?.connection_id ?? '', row?.source_order_no);
  await world.settle(owner);
}

beforeEach(async () => {
  world.own.books.orders.length = 0;
  owner = await world.owner();
  next += 1;
  orderId = await world.request(owner, fakeOrder(next));
  await world.settle(owner);
});

it('alarms for a supplier order without a number after the chosen days, and closes once it has one', async () => {
  await age(4);
  await check();
  expect(await alarms()).toEqual([]);
  await db.tenant(scope(), (tx) =>
    saveAlarmDays(tx, scope().workplaceId, { no_number: 3, no_scan: 2, no_movement: 7, pickup: 5, claim: 3 }),
  );
  await check();
  await check();
  expect(await alarms()).toEqual([{ kind: 'no_number', state: 'open' }]);
  expect(await notices()).toHaveLength(1);
  await hear({ parcelId: 'P1', state: 'in_transit' });
  await check();
  expect(await alarms()).toEqual([{ kind: 'no_number', state: 'closed' }]);
});

it('opens one alarm where two workers check, and shows it on the parcel', async () => {
  await hear({ parcelId: 'P1' });
  await age(3);
  await Promise.all([check(), check()]);
  expect(await alarms()).toEqual([{ kind: 'no_scan', state: 'open' }]);
  expect(await notices()).toHaveLength(1);
  const [parcel] = await db.read(scope(), (ex) => findShipments(ex, scope().workplaceId, orderId, 'en'));
  expect(parcel?.alarms.map((alarm) => alarm.kind)).toEqual(['no_scan']);
});

it('closes when the parcel moves, and opens again when it stops', async () => {
  await hear({ parcelId: 'P1' });
  await age(3);
  await check();
  const at = new Date(Date.now() - 1_000).toISOString();
  await hear({ parcelId: 'P1', state: 'in_transit', events: [{ at, state: 'in_transit', description: 'Scanned' }] });
  await check();
  expect(await alarms()).toEqual([{ kind: 'no_scan', state: 'closed' }]);
  await age(8);
  await check();
  expect((await alarms()).map((alarm) => `${alarm.kind} ${alarm.state}`).sort()).toEqual([
    'no_movement open',
    'no_scan closed',
  ]);
  const delivered = { at: new Date().toISOString(), state: 'delivered' as const, description: 'Delivered' };
  await hear({ parcelId: 'P1', state: 'delivered', events: [delivered] });
  await check();
  expect((await alarms()).every((alarm) => alarm.state === 'closed')).toBe(true);
});

it('reports a problem once, and only the carrier can close it', async () => {
  await hear({ parcelId: 'P1', state: 'exception' });
  await check();
  expect(await alarms()).toEqual([{ kind: 'delivery_problem', state: 'open' }]);
  // The notification of the problem itself was sent when it happened.
  expect(await notices()).toEqual([]);
});

describe('an alarm before a claim window closes', () => {
  const claims = async () => (await alarms()).filter((alarm) => alarm.kind === 'claim_ending').map((one) => one.state);
  /** Our own window ends 30 days after the promised delivery, which is 33 days after the payment where none is named. */
  const promise = (days: number) =>
    db.tenant(scope(), (tx) =>
      tx.run(sql`update supplier_order set shipping_quote = jsonb_build_object('processingDaysMax', 0, 'deliveryDaysMax', ${days}::int)
        where workplace_id = ${scope().workplaceId}`),
    );
  const request = (sendState: 'not_needed' | 'failed') =>
    db.tenant(scope(), async (tx) => {
      const id = newId();
      await tx.run(sql`insert into refund_request (workplace_id, refund_request_id, order_id, store_id, supplier_order_id, connection_id,
          supplier, type, reason, amount, currency, description, requested_by, request_key, via, send_state)
        select workplace_id, ${id}, order_id, ${owner.storeId}, supplier_order_id, connection_id, supplier, 'refund',
          'item_not_received', 100, 'USD', 'It never came.', 'Ada', ${id}, ${sendState === 'failed' ? 'supplier' : 'manual'}, ${sendState}
        from supplier_order where workplace_id = ${scope().workplaceId} returning 1`);
      await tx.run(sql`insert into refund_request_line (workplace_id, refund_request_id, line_id, order_id, quantity)
        select workplace_id, ${id}, line_id, order_id, quantity from supplier_order_line
        where workplace_id = ${scope().workplaceId} returning 1`);
    });
  beforeEach(() => promise(10));

  it('opens for items that did not arrive, once, and not before its days', async () => {
    await hear({ parcelId: 'P1', state: 'in_transit' });
    await age(36);
    await check();
    expect(await claims()).toEqual([]);
    await age(2);
    await Promise.all([check(), check()]);
    expect(await claims()).toEqual(['open']);
    const row = await db.read(scope(), (ex) =>
      ex.first<{ params: { until: string; supplier: string } }>(sql`select params from shipment_alarm
        where workplace_id = ${scope().workplaceId} and kind = 'claim_ending'`),
    );
    expect(row?.params.supplier).toBeTruthy();
    expect(Date.parse(row?.params.until ?? '')).toBeGreaterThan(Date.now());
  });

  it('opens for a supplier order that was never sent, and follows the days that the workspace chose', async () => {
    await age(34);
    await check();
    expect(await claims()).toEqual([]);
    await db.tenant(scope(), (tx) => saveAlarmDays(tx, scope().workplaceId, { ...ALARM_DAYS, claim: 9 }));
    await check();
    expect(await claims()).toEqual(['open']);
  });

  it('never opens for what was delivered, and closes when the parcel arrives', async () => {
    await hear({ parcelId: 'P1', state: 'in_transit' });
    await age(38);
    await check();
    expect(await claims()).toEqual(['open']);
    const at = new Date().toISOString();
    await hear({ parcelId: 'P1', state: 'delivered', events: [{ at, state: 'delivered', description: 'Delivered' }] });
    await check();
    expect(await claims()).toEqual(['closed']);
    await age(28);
    await check();
    expect(await claims()).toEqual(['closed']);
  });

  it('opens for the items that were never sent although the first parcel arrived', async () => {
    const at = new Date(Date.now() - 1_000).toISOString();
    // Two of the first item and one of the second: the first parcel has one of the first item.
    world.own.books.orders.length = 0;
    owner = await world.owner();
    const { lines: ordered, ...rest } = fakeOrder(++next);
    const bought = ordered.map((line, index) => ({ ...line, quantity: index === 0 ? 2 : 1, fulfillableQuantity: 2 }));
    orderId = await world.request(owner, { ...rest, lines: bought });
    await world.settle(owner);
    await promise(10);
    const [first, second] = (world.own.books.orders[0]?.lines ?? []).map((line) => line.sourceVariantId);
    const item = (sourceVariantId = '') => ({ sourceVariantId, quantity: 1 });
    const events = [{ at, state: 'delivered' as const, description: 'Delivered' }];
    await hear({ parcelId: 'P1', state: 'delivered', lines: [item(first)], events });
    await check();
    expect(await claims()).toEqual([]);
    await hear({ parcelId: 'P2', state: 'delivered', lines: [item(second)], events });
    await age(38);
    await Promise.all([check(), check()]);
    expect(await claims()).toEqual(['open']);
    await hear({ parcelId: 'P3', state: 'delivered', lines: [item(first)], events });
    await check();
    expect(await claims()).toEqual(['closed']);
  });

  it('closes when a request is opened, and stays open while its supplier did not take it', async () => {
    await age(38);
    await request('failed');
    await check();
    expect(await claims()).toEqual(['open']);
    await db.tenant(scope(), (tx) =>
      tx.run(sql`update refund_request set state = 'withdrawn' where workplace_id = ${scope().workplaceId}`),
    );
    await request('not_needed');
    await check();
    expect(await claims()).toEqual(['closed']);
  });

  it('opens for a request about delivered items that its supplier did not take', async () => {
    const at = new Date(Date.now() - 1_000).toISOString();
    await hear({ parcelId: 'P1', state: 'delivered', events: [{ at, state: 'delivered', description: 'Delivered' }] });
    await db.tenant(scope(), (tx) =>
      tx.run(
        sql`update shipment set delivered_at = seconds_after(delivered_at, -2419200) where workplace_id = ${scope().workplaceId}`,
      ),
    );
    await check();
    expect(await claims()).toEqual([]);
    await request('failed');
    await check();
    expect(await claims()).toEqual(['open']);
  });

  it('closes when the window has closed', async () => {
    await age(38);
    await check();
    expect(await claims()).toEqual(['open']);
    await age(4);
    await check();
    expect(await claims()).toEqual(['closed']);
  });
});

it('checks every workspace with a store, a supplier or a tracking service', async () => {
  const places = [await world.owner(), await world.owner(), await world.owner()];
  const [withStore, withSupplier, withService] = places.map((one) => one.scope.workplaceId);
  const ids = places.map((one) => one.scope.workplaceId);
  await db.global(async (tx) => {
    await tx.run(
      sql`delete from supplier_directory where workplace_id = any(${ids}::uuid[]) and workplace_id <> ${withSupplier}`,
    );
    await tx.run(sql`insert into store_directory (store_id, workplace_id, account_id, platform, platform_domain, mode, webhook_key)
      values (${newId()}, ${withStore}, ${places[0]?.scope.accountId}, 'shopify', 'shop.example', 'live', ${newId()})`);
    await tx.run(sql`insert into tracking_service_directory (webhook_key, service_id, workplace_id, account_id, service)
      values (${newId()}, ${newId()}, ${withService}, ${places[2]?.scope.accountId}, 'none')`);
  });
  const checking = register(world.deps, ports).jobs.find((job) => job.kind.name === 'send-alarm-checks');
  const tenants = vi.spyOn(world.deps.db, 'tenant');
  await checking?.handle({}, { signal: new AbortController().signal } as JobRun);
  const checked = new Set(tenants.mock.calls.map(([scope]) => scope.workplaceId));
  tenants.mockRestore();
  expect(ids.filter((id) => checked.has(id))).toEqual(ids);
});

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

/** Adds a parcel that left 30 days ago and moved yesterday. */
async function addMovingParcel(): Promise<void> {
  await db.tenant(scope(), async (tx) => {
    const order = await tx.first<{ store_id: string }>(
      sql`select store_id from sales_order where workplace_id = ${scope().workplaceId} and order_id = ${orderId}`,
    );
    await insertPastShipments(tx, scope().workplaceId, [
      {
        shipment_id: newId(),
        order_id: orderId,
        store_id: order?.store_id ?? '',
        supplier_order_id: null,
        source: null,
        source_order_no: null,
        remote_parcel_id: 'P1',
        carrier: 'DHL',
        tracking_number: 'N1',
        state: 'in_transit',
        shipped_at: daysAgo(30),
        delivered_at: null,
        external_fulfillment_id: null,
        lines: [],
        events: [
          { at: daysAgo(30), state: 'info_received', description: 'Label made' },
          { at: daysAgo(1), state: 'in_transit', description: 'At hub' },
        ],
      },
    ]);
  });
}

it('does not alarm for a parcel of the past that moved lately', async () => {
  await addMovingParcel();
  await check();
  expect((await alarms()).filter((alarm) => alarm.kind === 'no_movement')).toEqual([]);
});

// The migration is older than the first version that runs on Citus.
it.skipIf(db.nodeUrls.length > 1)(
  'does not alarm for a parcel from before the time of its last event was kept',
  async () => {
    await addMovingParcel();
    const forget = sql`update shipment set last_event_at = null where workplace_id = ${scope().workplaceId}`;
    await db.tenant(scope(), (tx) => tx.run(forget));
    const migration = await readFile(join(migrationsDir, '2080_last_event_of_parcels.sql'), 'utf8');
    await withClient(db.ownerUrl, 'test', (client) => client.query(migration));
    await check();
    expect((await alarms()).filter((alarm) => alarm.kind === 'no_movement')).toEqual([]);
  },
);
