import { ConnectorError } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, json, sql } from '../../db/index.ts';
import { closeMigratedStore, openStore, openSupplier, readStoreToMigrate } from '../../features/connections/index.ts';
import { syncWaitingParcels } from '../../features/fulfilment/index.ts';
import { deliverNotification } from '../../features/notifications/actions/deliver-notification.ts';
import { sendWaitingDeliveries, webhookSecretContext } from '../../features/notifications/index.ts';
import { requestPlacement } from '../../features/purchasing/actions/request-placement.ts';
import { resumePurchases } from '../../features/purchasing/index.ts';
import { findPurchasesOfOrders } from '../../features/purchasing/repo.ts';
import { confirmAccess } from '../../features/suspensions/actions/confirm-access.ts';
import { suspendAccount } from '../../features/suspensions/actions/suspend-account.ts';
import { resumeJob } from '../../features/suspensions/jobs/suspensions.ts';
import { readWallet } from '../../features/wallet/index.ts';
import { handler, Later } from '../../jobs/define.ts';
import { SendingHeld } from '../../sending/index.ts';
import { testDatabase } from '../db/index.ts';
import { type Owner, tradeWorld } from '../fakes/trade-world.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { cj, deps, jobs, own, shop } = world;
const CALL = { method: 'POST', path: '/auth/suspensions/confirm' } as const;
const resume = handler(resumeJob, async ({ accountId, id, kind, workplaceId }) => {
  const here = { accountId, workplaceId };
  await resumePurchases(deps, here, kind === 'store' ? { storeId: id } : { connectionId: id });
  if (kind === 'store') await syncWaitingParcels(deps, here, id);
});
const handlers = [...world.handlers, resume];

let owner: Owner;
let next = 700;

beforeEach(async () => {
  owner = await world.owner();
  for (const list of [own.books.orders, own.books.payments, cj.books.orders, shop.fulfillments]) list.length = 0;
  shop.orders.clear();
  for (const sku of Object.keys(world.sources)) delete world.sources[sku];
  await db.global((tx) => tx.run(sql`delete from test_job`));
});

const read = <T>(fn: (ex: Executor) => Promise<T>): Promise<T> => db.read(owner.scope, fn);
const suspend = () =>
  db.tenant({ accountId: owner.scope.accountId }, (tx) => suspendAccount(tx, owner.scope.accountId));
const wallet = () => read((ex) => readWallet(ex, owner.scope.accountId, 'sandbox'));
const purchase = async (orderId: string) =>
  (await read((ex) => findPurchasesOfOrders(ex, owner.scope.workplaceId, [orderId])))[0];

async function orderIn(): Promise<string> {
  next += 1;
  const order = fakeOrder(next);
  shop.orders.set(order.externalOrderId, order);
  await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  const row = await read((ex) =>
    ex.first<{ order_id: string }>(sql`select order_id from sales_order
      where workplace_id = ${owner.scope.workplaceId} and external_order_id = ${order.externalOrderId}`),
  );
  return row?.order_id ?? '';
}

const place = async (orderId: string): Promise<void> => {
  await requestPlacement(deps, owner.scope, [{ order_id: orderId }], true);
};

/** Runs what is due, and later what held work asked for, a few times over. */
async function run(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await jobs.drain(handlers);
    await world.buying.progress.flush();
    await world.passTime(owner, 90);
  }
}

const idOf = async (kind: 'store' | 'supplier'): Promise<string> => {
  if (kind === 'store') return owner.storeId;
  const row = await read((ex) =>
    ex.first<{ id: string }>(sql`select connection_id as id from supplier_connection
      where workplace_id = ${owner.scope.workplaceId} and supplier = 'cj'`),
  );
  return row?.id ?? '';
};
const confirm = async (kind: 'store' | 'supplier'): Promise<void> => {
  const items = [{ workplace_id: owner.scope.workplaceId, kind, id: await idOf(kind) }];
  await confirmAccess(deps, owner.who, items, CALL);
  await run();
};

describe('a suspended store', () => {
  it('still takes orders in; they are placed and paid once it is confirmed, each once', async () => {
    expect(await suspend()).toBe(2);
    const before = await wallet();
    const orderId = await orderIn();
    expect(orderId).not.toBe('');
    await place(orderId);
    await run();
    expect([own.books.orders, own.books.payments]).toEqual([[], []]);
    expect(await purchase(orderId)).toMatchObject({ state: 'requested', attempts: 0, error_key: null });
    expect(await wallet()).toEqual(before);
    await confirm('store');
    expect(await purchase(orderId)).toMatchObject({ state: 'placed', pay_state: 'paid' });
    expect([own.books.orders.length, own.books.payments.length]).toEqual([1, 1]);
  });

  it('pays nothing that was placed before, and sets no money aside', async () => {
    const before = await wallet();
    const orderId = await orderIn();
    await place(orderId);
    // Placed, and suspended before the payment begins.
    const pays = handlers.filter((one) => one.kind.name === 'pay-supplier-order');
    await jobs.drain(
      handlers.map((one) => (pays.includes(one) ? { ...one, handle: async () => suspendThenPay(one) } : one)),
    );
    async function suspendThenPay(_job: unknown): Promise<void> {
      await suspend();
      throw new Error('the worker died before it took the payment up');
    }
    await run();
    expect(own.books.payments).toEqual([]);
    expect(await purchase(orderId)).toMatchObject({ state: 'placed', pay_state: 'requested' });
    expect(await wallet()).toEqual(before);
    await confirm('store');
    expect(own.books.payments).toHaveLength(1);
    expect(await purchase(orderId)).toMatchObject({ pay_state: 'paid' });
  });

  it('is told of no parcel until it is confirmed', async () => {
    const orderId = await orderIn();
    await place(orderId);
    await world.settle(owner);
    await suspend();
    const [made] = own.books.orders;
    const piece = made?.lines[0];
    if (!made || !piece) throw new Error('nothing was bought');
    own.ship(made.supplierOrderId, { parcelId: 'one', lines: [piece], state: 'in_transit' });
    const row = await purchase(orderId);
    await world.buying.onSupplierOrderChanged(owner.scope, row?.connection_id ?? '', made.supplierOrderId);
    await run();
    expect(shop.fulfillments).toEqual([]);
    const parcel = () =>
      read((ex) =>
        ex.first<{ report_state: string; report_error: string | null; attempts: number }>(
          sql`select report_state, report_error, attempts from shipment where workplace_id = ${owner.scope.workplaceId}`,
        ),
      );
    expect(await parcel()).toEqual({ report_state: 'waiting', report_error: 'STORE_SUSPENDED', attempts: 0 });
    await confirm('store');
    expect(shop.fulfillments).toHaveLength(1);
    expect(await parcel()).toMatchObject({ report_state: 'sent', report_error: null });
  });
});

describe('the guard around every connector', () => {
  it('sends nothing to what was suspended after the work was taken up, and lets webhooks be set up', async () => {
    await suspend();
    const { connector, ctx } = await openStore(deps, owner.scope, owner.storeId);
    await expect(connector.createListing(ctx, {} as never)).rejects.toBeInstanceOf(SendingHeld);
    await connector.ensureWebhooks(ctx, {} as never);
    const supplier = await openSupplier(deps, owner.scope, { connectionId: await idOf('supplier') });
    await expect(supplier.connector.createOrder(supplier.ctx, {} as never)).rejects.toBeInstanceOf(SendingHeld);
  });
});

it('a suspended store leaves for no other account, nor does one that is on its way', async () => {
  const carried = await readStoreToMigrate(deps, owner.scope, owner.storeId);
  await suspend();
  const refused = { code: 'STORE_SUSPENDED' };
  await expect(readStoreToMigrate(deps, owner.scope, owner.storeId)).rejects.toMatchObject(refused);
  await expect(closeMigratedStore(deps, owner.scope, owner.storeId, carried)).rejects.toMatchObject(refused);
});

describe('a suspended webhook', () => {
  it('is sent nothing; its deliveries wait and go out once it is confirmed', async () => {
    const { workplaceId } = owner.scope;
    const deliveryId = newId();
    await db.tenant(owner.scope, async (tx) => {
      const secret = json(deps.vault.seal('s', webhookSecretContext(workplaceId)));
      await tx.run(sql`insert into notification_webhook (workplace_id, url, secret, secret_tail, suspended_at)
        values (${workplaceId}, 'https://hook.example', ${secret}, 't', now())`);
      await tx.run(sql`insert into notification_delivery (workplace_id, delivery_id, notification_id, kind)
        values (${workplaceId}, ${deliveryId}, ${newId()}, 'order_in')`);
    });
    const delivery = () =>
      read((ex) =>
        ex.first(sql`select state, attempts from notification_delivery
          where workplace_id = ${workplaceId} and delivery_id = ${deliveryId}`),
      );
    await expect(deliverNotification(deps, workplaceId, deliveryId, true)).rejects.toBeInstanceOf(Later);
    expect(await delivery()).toEqual({ state: 'waiting', attempts: 0 });
    const items = [{ workplace_id: workplaceId, kind: 'webhook' as const, id: workplaceId }];
    await confirmAccess(deps, owner.who, items, CALL);
    await sendWaitingDeliveries(deps, workplaceId);
    expect((await jobs.waiting()).map((job) => job.name)).toContain('deliver-notice');
  });
});

describe('a suspended supplier', () => {
  it('is sent nothing, while our own still is', async () => {
    world.sources['SKU-A'] = { source: 'cj' };
    await suspend();
    await confirm('store');
    const orderId = await orderIn();
    await place(orderId);
    await run();
    expect(cj.books.orders).toEqual([]);
    expect(own.books.orders).toHaveLength(1);
    await confirm('supplier');
    expect(cj.books.orders).toHaveLength(1);
  });

  it('is asked about an order whose answer was lost, and not sent it again until confirmed', async () => {
    const orderId = await orderIn();
    const create = own.createOrder;
    own.createOrder = async () => {
      throw new ConnectorError('unknown', 'the answer was lost');
    };
    try {
      await place(orderId);
      await jobs.drain(handlers);
    } finally {
      own.createOrder = create;
    }
    expect(await purchase(orderId)).toMatchObject({ state: 'unknown' });
    await suspend();
    const asked = own.calls.filter((call) => call === 'findOrder').length;
    for (let n = 0; n < 8; n += 1) await run();
    expect(own.calls.filter((call) => call === 'findOrder').length).toBeGreaterThan(asked);
    expect(own.books.orders).toEqual([]);
    expect(await purchase(orderId)).toMatchObject({ state: 'unknown' });
    await confirm('store');
    for (let n = 0; n < 4; n += 1) await run();
    expect(own.books.orders).toHaveLength(1);
  });
});
