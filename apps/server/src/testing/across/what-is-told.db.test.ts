import type { PaymentConnector, SupplierOrder } from '@quayside/connector-kit';
import { money, newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, sql } from '../../db/index.ts';
import { noteStoreError, noteSupplierError } from '../../features/connections/actions/note-store-error.ts';
import { uninstallStore } from '../../features/connections/actions/uninstall-store.ts';
import { warnAccessEnds } from '../../features/connections/actions/warn-access-ends.ts';
import { putSupplierEntry } from '../../features/connections/supplier-repo.ts';
import { findShipments } from '../../features/fulfilment/queries/shipments.ts';
import { batchNotifications } from '../../features/notifications/actions/batch-notifications.ts';
import { notificationText } from '../../features/notifications/queries/view.ts';
import type { NotificationRow } from '../../features/notifications/rules/batch-events.ts';
import { previewPlacement } from '../../features/purchasing/actions/preview.ts';
import { checkTopup } from '../../features/wallet/actions/advance-topup.ts';
import { testDatabase } from '../db/index.ts';
import { type Owner, tradeWorld } from '../fakes/trade-world.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { shop, own, cj, deps } = world;

let owner: Owner;
let next = 5_000;
beforeEach(async () => {
  owner = await world.owner();
  for (const supplier of [own, cj]) {
    supplier.books.orders.length = 0;
    supplier.books.payments.length = 0;
    supplier.shippingPrice = 400;
  }
  shop.orders.clear();
  shop.fulfillments.length = 0;
  for (const sku of Object.keys(world.sources)) delete world.sources[sku];
  await db.global((tx) => tx.run(sql`delete from test_job`));
});

const read = <T>(fn: (ex: Executor) => Promise<T>): Promise<T> => db.read(owner.scope, fn);
const take = (id: string) => world.ordering.onOrderChanged(owner.scope, owner.storeId, id);

/** An order comes in; answers what the store knows it by, and its id here. */
async function orderIn(change: Parameters<typeof fakeOrder>[1] = {}) {
  next += 1;
  const order = fakeOrder(next, change);
  shop.orders.set(order.externalOrderId, order);
  await take(order.externalOrderId);
  const row = await read((ex) =>
    ex.first<{ order_id: string }>(
      sql`select order_id from sales_order where workplace_id = ${owner.scope.workplaceId} and external_order_id = ${order.externalOrderId}`,
    ),
  );
  return { order, id: row?.order_id ?? '' };
}

const kept = () =>
  read((ex) =>
    ex.rows<NotificationRow>(
      sql`select * from notification where workplace_id = ${owner.scope.workplaceId} order by at, kind`,
    ),
  );
/** What people are told of all that happened, but for orders that came in as they should. */
async function told(besides: readonly string[] = ['order_received']): Promise<NotificationRow[]> {
  await batchNotifications(deps, owner.scope.workplaceId);
  return (await kept()).filter((row) => !besides.includes(row.kind));
}
const sentences = async () => (await told()).map((row) => notificationText(row, 'en'));

/** The supplier says that an order of its own changed. */
async function hear({ supplierOrderId }: SupplierOrder): Promise<void> {
  const row = await read((ex) =>
    ex.first<{ connection_id: string }>(
      sql`select connection_id from supplier_order where workplace_id = ${owner.scope.workplaceId}`,
    ),
  );
  await world.buying.onSupplierOrderChanged(owner.scope, row?.connection_id ?? '', supplierOrderId);
  // Nobody here sends the mails of what was gathered.
  await db.global((tx) => tx.run(sql`delete from test_job where name = 'mail-notices'`));
  await world.settle(owner);
}

describe('orders', () => {
  it('that come in are told of once, however often the store tells them, with where they are from', async () => {
    const { order } = await orderIn();
    await Promise.all([1, 2, 3].map(() => take(order.externalOrderId)));
    const rows = await told([]);
    expect(rows).toMatchObject([
      { kind: 'order_received', area: 'order', count: 1, store_id: owner.storeId, is_sandbox: true },
    ]);
    expect(notificationText(rows[0] as NotificationRow, 'en')).toBe(`New order ${order.name} from A shop`);
    expect(notificationText(rows[0] as NotificationRow, 'de')).toContain('Neue Bestellung');
    await batchNotifications(deps, owner.scope.workplaceId);
    expect(await kept()).toHaveLength(1);
  });

  it('that come in by the dozen make one notification, whoever gathers', async () => {
    for (let n = 0; n < 12; n += 1) await orderIn();
    await Promise.all([1, 2, 3].map(() => batchNotifications(deps, owner.scope.workplaceId)));
    for (let n = 0; n < 3; n += 1) await orderIn();
    const rows = await told([]);
    expect(rows).toMatchObject([{ kind: 'order_received', count: 15 }]);
    expect(notificationText(rows[0] as NotificationRow, 'en')).toMatch(/^15 new orders from /);
  });

  it('that stand still, are cancelled or are changed by their store are told of', async () => {
    const { order: nameless } = await orderIn({ shippingAddress: { countryCode: 'US' } });
    const { order, id } = await orderIn();
    await world.buy(owner, id);
    const later = new Date(Date.parse(order.updatedAt) + 60_000).toISOString();
    const [first, ...others] = order.lines;
    if (!first) throw new Error('an order without lines');
    const lines = [{ ...first, fulfillableQuantity: first.quantity + 2, quantity: first.quantity + 2 }, ...others];
    shop.orders.set(order.externalOrderId, { ...order, lines, updatedAt: later });
    await take(order.externalOrderId);
    const last = new Date(Date.parse(later) + 60_000).toISOString();
    shop.orders.set(order.externalOrderId, { ...order, lines, cancelledAt: last, updatedAt: last });
    await take(order.externalOrderId);
    const rows = await told();
    expect(rows.map((row) => row.kind).sort()).toEqual(['order_blocked', 'order_cancelled', 'order_changed']);
    expect(rows.find((row) => row.kind === 'order_blocked')?.subjects).toMatchObject([{ name: nameless.name }]);
  });
});

describe('buying', () => {
  it('that a supplier refuses is told with the reason', async () => {
    own.fault('createOrder', { kind: 'rejected', code: 'shipped_country_notfound' });
    const { order, id } = await orderIn();
    await world.buy(owner, id);
    const rows = await told();
    expect(rows).toMatchObject([
      { kind: 'placement_failed', params: { reason: 'TheProductCannotBeShippedToCountry' } },
    ]);
    expect(notificationText(rows[0] as NotificationRow, 'en')).toBe(
      `Order ${order.name} couldn’t be placed with Quayside`,
    );
  });

  it('of what is out of stock is the supplier’s news', async () => {
    own.fault('createOrder', { kind: 'rejected', code: 'product_out_of_stock' });
    await world.buy(owner, (await orderIn()).id);
    expect(await told()).toMatchObject([{ kind: 'out_of_stock', area: 'supplier' }]);
  });

  it('in bulk that fails makes one notification of all', async () => {
    own.fault('createOrder', { kind: 'rejected', code: 'shipped_country_notfound' }, 8);
    for (let n = 0; n < 8; n += 1) await world.buy(owner, (await orderIn()).id);
    expect(await told()).toMatchObject([{ kind: 'placement_failed', count: 8 }]);
  });

  it('that a supplier takes no money for, asks more for or cancels is told of', async () => {
    own.fault('payOrder', { kind: 'rejected', code: 'balance_too_low' });
    await world.buy(owner, (await orderIn()).id);
    const { id } = await orderIn();
    await previewPlacement(deps, owner.scope, [{ order_id: id }], 'en');
    await world.settle(owner);
    own.shippingPrice = 900;
    await world.buy(owner, id);
    const standing = own.books.orders.at(-1);
    if (!standing) throw new Error('nothing was ordered');
    standing.state = 'cancelled';
    const row = await read((ex) =>
      ex.first<{ connection_id: string }>(
        sql`select connection_id from supplier_order where workplace_id = ${owner.scope.workplaceId} limit 1`,
      ),
    );
    await world.buying.onSupplierOrderChanged(owner.scope, row?.connection_id ?? '', standing.supplierOrderId);
    await world.settle(owner);
    expect((await told()).map((one) => one.kind).sort()).toEqual([
      'payment_failed',
      'price_changed',
      'supplier_cancelled',
    ]);
  });

  it('on an empty wallet is told as the wallet’s shortage, and a wallet that runs low is told of once', async () => {
    owner = await world.owner(4_000);
    for (const _time of [1, 2]) await world.buy(owner, (await orderIn()).id);
    const rows = await told();
    expect(rows.map((row) => row.kind).sort()).toEqual(['wallet_low', 'wallet_short']);
    expect(await sentences()).toContain('Wallet balance is down to 16.00 USD');
    expect(rows.every((row) => row.is_sandbox && row.area === 'wallet')).toBe(true);
  });

  it('runs low where its owner says so, or never', async () => {
    const lowAfterOne = async (mark: number | null) => {
      await db.global((tx) => tx.run(sql`delete from test_job`));
      owner = await world.owner(4_000);
      await db.tenant(owner.scope, (tx) =>
        tx.run(sql`update wallet set low_at = ${mark} where account_id = ${owner.scope.accountId}`),
      );
      await world.buy(owner, (await orderIn()).id);
      return (await told([])).map((row) => row.kind).filter((kind) => kind === 'wallet_low').length;
    };
    expect([await lowAfterOne(1_000), await lowAfterOne(2_000), await lowAfterOne(null)]).toEqual([0, 1, 0]);
  });
});

describe('parcels', () => {
  it('that are held up are told of when it begins, and a store that takes no tracking number', async () => {
    const { id } = await orderIn();
    await world.buy(owner, id);
    const [made] = own.books.orders;
    if (!made) throw new Error('nothing was ordered');
    shop.fault('createFulfillment', { kind: 'rejected', code: 'other' });
    own.ship(made.supplierOrderId, { parcelId: 'one', state: 'in_transit' });
    await hear(made);
    own.ship(made.supplierOrderId, { parcelId: 'one', state: 'exception' });
    await hear(made);
    own.ship(made.supplierOrderId, { parcelId: 'one', state: 'delivery_failure' });
    await hear(made);
    const rows = await told();
    expect(rows.map((row) => [row.kind, row.count]).sort()).toEqual([
      ['parcel_trouble', 1],
      ['report_failed', 1],
    ]);
    expect(await sentences()).toContainEqual(
      expect.stringMatching(/^Delivery problem with shipment T-one of order #\d+$/),
    );
  });
});

describe('parcels that match no items', () => {
  const lines = [{ sourceVariantId: 'not-bought', quantity: 1 }];
  const problems = async (orderId: string) =>
    (await read((ex) => findShipments(ex, owner.scope.workplaceId, orderId, 'en'))).map((one) => one.problem?.key);
  async function buy() {
    const { order, id } = await orderIn();
    await world.buy(owner, id);
    const [made] = own.books.orders;
    if (!made) throw new Error('nothing was ordered');
    return { order, id, made };
  }

  it('are told of once and shown on the order, until they match', async () => {
    const { order, id, made } = await buy();
    for (const state of ['info_received', 'in_transit'] as const) {
      own.ship(made.supplierOrderId, { parcelId: 'one', lines, state });
      await hear(made);
      expect(await told()).toMatchObject([{ kind: 'parcel_unmatched', count: 1 }]);
    }
    expect(await sentences()).toEqual([`Shipment T-one of order ${order.name} doesn’t match any items`]);
    expect(await problems(id)).toEqual(['PARCEL_UNMATCHED']);
    expect(shop.fulfillments).toEqual([]);

    own.ship(made.supplierOrderId, { parcelId: 'one', lines: made.lines });
    await hear(made);
    expect(await told()).toEqual([]);
    expect(await problems(id)).toEqual([undefined]);
    expect(shop.fulfillments).toHaveLength(1);
  });

  it('are not told of where they match before anybody was told', async () => {
    const { made } = await buy();
    for (const held of [lines, made.lines]) {
      own.ship(made.supplierOrderId, { parcelId: 'one', lines: held });
      await hear(made);
    }
    expect(await told()).toEqual([]);
  });
});

describe('connections', () => {
  const refused = { key: 'OUTSIDE_KEY_REFUSED', params: { name: 'x', detail: '' }, needsPerson: true };

  it('whose keys are refused are told of one time, until they are connected again', async () => {
    for (const _time of [1, 2]) await noteStoreError(deps, owner.scope, owner.storeId, refused);
    const connection = await read((ex) =>
      ex.first<{ connection_id: string }>(
        sql`select connection_id from supplier_connection where workplace_id = ${owner.scope.workplaceId} and supplier = 'cj'`,
      ),
    );
    for (const _time of [1, 2]) await noteSupplierError(deps, owner.scope, connection?.connection_id ?? '', refused);
    const rows = await told();
    expect(rows.map((row) => [row.kind, row.count])).toEqual(
      expect.arrayContaining([
        ['store_reconnect', 1],
        ['supplier_reconnect', 1],
      ]),
    );
    expect(rows).toHaveLength(2);
    expect(await sentences()).toContain('CJ needs to be reconnected');
    // A store that only does not answer is no news for a person.
    const away = { key: 'OUTSIDE_NOT_ANSWERING', params: { name: 'x', detail: '' } };
    await noteStoreError(deps, owner.scope, owner.storeId, away);
    expect(await told()).toHaveLength(2);
  });

  it('that end on the platform are told of, and not those that a person ended here', async () => {
    await uninstallStore(deps, owner.scope, owner.storeId);
    await uninstallStore(deps, owner.scope, owner.storeId, true);
    expect(await told()).toEqual([]);
    owner = await world.owner();
    await uninstallStore(deps, owner.scope, owner.storeId, true);
    expect(await told()).toMatchObject([{ kind: 'store_disconnected', area: 'connection' }]);
  });

  it('whose access ends soon are told of at each step of the way, one time', async () => {
    const connectionId = newId();
    await db.global((tx) =>
      putSupplierEntry(tx, {
        connection_id: connectionId,
        workplace_id: owner.scope.workplaceId,
        account_id: owner.scope.accountId,
        supplier: 'cj',
        mode: 'sandbox',
        webhook_key: newId(),
      }),
    );
    const endsIn = (days: number) =>
      db.tenant(owner.scope, (tx) =>
        tx.run(sql`update store set access_ends_at = ${new Date(deps.clock.millis() + days * 86_400_000).toISOString()}
          where workplace_id = ${owner.scope.workplaceId}`),
      );
    await endsIn(20);
    await warnAccessEnds(deps, owner.scope);
    expect(await told()).toEqual([]);
    await endsIn(10);
    for (const _time of [1, 2]) await warnAccessEnds(deps, owner.scope);
    expect(await told()).toMatchObject([{ kind: 'access_ends', count: 1 }]);
    expect((await sentences())[0]).toMatch(/^Access to .+ expires on \w+ \d+, \d{4}$/);
  });
});

describe('the wallet', () => {
  it('that was topped up is told of in the workspace where it was begun, once', async () => {
    const topupId = newId();
    const { accountId, workplaceId } = owner.scope;
    await db.tenant(owner.scope, async (tx) => {
      await tx.run(sql`insert into topup (account_id, topup_id, mode, amount, provider, state, provider_ref, begun_in)
        values (${accountId}, ${topupId}, 'sandbox', 5000, 'stripe', 'open', ${topupId}, ${workplaceId})`);
    });
    const stripe = {
      id: 'stripe',
      getTopup: async () => ({ reference: topupId, state: 'paid', amount: money(5_000, 'USD') }),
    } as unknown as PaymentConnector;
    const connectors = { ...deps.connectors, payments: { stripe } };
    const paying = { ...deps, connectors };
    for (const _time of [1, 2]) await checkTopup(paying, { accountId, topupId });
    expect(await told()).toMatchObject([{ kind: 'topped_up', area: 'wallet', is_sandbox: true, count: 1 }]);
    expect(await sentences()).toEqual(['50.00 USD added to the wallet']);
  });
});
