import { newId } from '@quayside/kernel';
import { fakeOrder, orderLine } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { findLines, STOPPED_BY_PERSON } from '../orders/index.ts';
import { requestPlacement } from './actions/request-placement.ts';
import { stopPlacement } from './actions/stop-placement.ts';
import { findSupplierOrders } from './queries/purchases.ts';

vi.setConfig({ testTimeout: 120_000 });
const db = await testDatabase();
const world = await tradeWorld(db);
const { deps, own, cj, jobs, handlers, buying, sources } = world;
const tools = { deps, progress: buying.progress };

let owner: Owner;
let at = 1;
beforeEach(async () => {
  owner = await world.owner();
  for (const supplier of [own, cj]) {
    supplier.books.orders.length = 0;
    supplier.books.payments.length = 0;
  }
  sources['SKU-C'] = { source: 'cj' };
  await db.global((tx) => tx.run(sql`delete from test_job`));
});

const request = async (sku = 'SKU-A') => {
  at += 1;
  return world.request(owner, fakeOrder(at, { lines: [orderLine('a', sku)] }));
};
const view = async (id: string) =>
  (await db.read(owner.scope, (ex) => findSupplierOrders(ex, owner.scope.workplaceId, id, 'en'))).at(-1);
const stop = (source: string) => stopPlacement(tools, owner.scope, { source });

it('B384: stops what is being placed with a supplier, and nothing else', async () => {
  const placed = await request();
  await world.settle(owner);
  const waiting = [await request(), await request()];
  const elsewhere = await request('SKU-C');
  expect(await stop('quayside')).toEqual({ stopped: 2, sent: 0 });
  for (const id of waiting) {
    expect(await view(id)).toMatchObject({ state: 'cancelled', problem: { key: STOPPED_BY_PERSON } });
    const lines = await db.read(owner.scope, (ex) => findLines(ex, owner.scope.workplaceId, [id]));
    expect(lines).toMatchObject([{ state: 'ready', supplier_order_id: null, block_key: null }]);
  }
  expect(await view(placed)).toMatchObject({ state: 'placed', pay_state: 'paid' });
  await world.settle(owner);
  expect(await view(elsewhere)).toMatchObject({ state: 'placed' });
  expect(own.books.orders).toHaveLength(1);
});

it('leaves what may have been sent, and says how much', async () => {
  const id = await request();
  own.fault('createOrder', { kind: 'unknown', after: true });
  await jobs.drain(handlers);
  expect(await view(id)).toMatchObject({ state: 'unknown' });
  const waiting = await request();
  expect(await stop('quayside')).toEqual({ stopped: 1, sent: 1 });
  await world.settle(owner);
  expect(await view(id)).toMatchObject({ state: 'placed' });
  expect(await view(waiting)).toMatchObject({ state: 'cancelled' });
  expect(own.books.orders).toHaveLength(1);
});

it('loses nothing to a worker at the same moment: each order is either placed once or stopped', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 8; count += 1) ids.push(await request());
  const [{ stopped }] = await Promise.all([stop('quayside'), jobs.drain(handlers)]);
  await world.settle(owner);
  const states = await Promise.all(ids.map(async (id) => (await view(id))?.state));
  expect(states.filter((state) => state === 'cancelled')).toHaveLength(stopped);
  expect(states.filter((state) => state === 'placed')).toHaveLength(ids.length - stopped);
  expect(own.books.orders).toHaveLength(ids.length - stopped);
});

it('stops the others where a store is being transferred to another workspace', async () => {
  const { workplaceId } = owner.scope;
  const away = await request();
  const moved = newId();
  await db.tenant(owner.scope, async (tx) => {
    await tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
        store_name, currency, credentials, moving)
      select workplace_id, ${moved}, account_id, platform, ${`${moved}.example.com`}, base_url, mode, status, store_name,
        currency, credentials, 'closing' from store where workplace_id = ${workplaceId} and store_id = ${owner.storeId} returning 1`);
    await tx.run(sql`update sales_order set store_id = ${moved}
      where workplace_id = ${workplaceId} and order_id = ${away}`);
  });
  const waiting = await request();
  expect(await stop('quayside')).toMatchObject({ stopped: 1 });
  expect(await view(waiting)).toMatchObject({ state: 'cancelled' });
  expect(await view(away)).toMatchObject({ state: 'requested' });
});

it('places stopped orders again on request', async () => {
  const id = await request();
  await stop('quayside');
  await requestPlacement(deps, owner.scope, [{ order_id: id }], true);
  await world.settle(owner);
  expect(await view(id)).toMatchObject({ state: 'placed', pay_state: 'paid' });
  expect(own.books.payments).toHaveLength(1);
});
