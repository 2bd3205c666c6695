import { newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, type Executor, sql } from '../../db/index.ts';
import { findEntries } from '../../features/audit/queries/entries.ts';
import { countTabs, listOrders, type OrderFilter } from '../../features/orders/queries/list-orders.ts';
import { findLines, findOrder, patchLines } from '../../features/orders/repo.ts';
import { findListing } from '../../features/products/listing-repo.ts';
import { countPurchases, listPurchases } from '../../features/purchasing/queries/purchases.ts';
import { findPurchase, findPurchases, findPurchasesOfOrders } from '../../features/purchasing/repo.ts';
import { fillTenant, testDatabase } from '../db/index.ts';
import { tradeWorld } from '../fakes/trade-world.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
/** Sees every row: no row level security keeps one workspace's rows from another. */
const open = createDb({ ownerUrl: db.superuserUrl, appUrl: db.superuserUrl, poolSize: 2 });
afterAll(() => open.close());

const mine = await world.owner();
const theirs = await world.owner();
const orderId = await world.request(theirs, fakeOrder(1));
const scope = mine.scope;
const ids = { workplaceId: newId(), accountId: newId(), listingId: '', purchaseId: '', lineId: '' };

beforeAll(async () => {
  const admin = new pg.Client(db.superuserUrl);
  await admin.connect();
  await fillTenant(admin, ids);
  await admin.end();
  await open.read(theirs.scope, async (ex) => {
    const { workplaceId } = theirs.scope;
    ids.purchaseId = (await findPurchasesOfOrders(ex, workplaceId, [orderId]))[0]?.supplier_order_id ?? '';
    ids.lineId = (await findLines(ex, workplaceId, [orderId]))[0]?.line_id ?? '';
    ids.listingId =
      (
        await ex.first<{ id: string }>(
          sql`select listing_id as id from listing where workplace_id = ${ids.workplaceId}`,
        )
      )?.id ?? '';
  });
});

type Read = (ex: Executor, workplaceId: string) => Promise<unknown>;
const found = (answer: unknown): boolean => (Array.isArray(answer) ? answer.length > 0 : answer !== undefined);
const any = (workplaceId: string): OrderFilter => ({ workplaceId, source: 'all', mark: 'all' });
/** undefined where nothing was counted. */
const counted = (counts: object): unknown =>
  Object.entries(counts).some(([name, n]) => name !== 'most' && typeof n === 'number' && n > 0) ? counts : undefined;
const READS: [string, () => string, Read][] = [
  ['an order', () => theirs.scope.workplaceId, (ex, at) => findOrder(ex, at, orderId)],
  ['lines of orders', () => theirs.scope.workplaceId, (ex, at) => findLines(ex, at, [orderId])],
  ['a supplier order', () => theirs.scope.workplaceId, (ex, at) => findPurchase(ex, at, ids.purchaseId)],
  ['supplier orders', () => theirs.scope.workplaceId, (ex, at) => findPurchases(ex, at, [ids.purchaseId])],
  ['supplier orders of an order', () => theirs.scope.workplaceId, (ex, at) => findPurchasesOfOrders(ex, at, [orderId])],
  [
    'a page of orders',
    () => theirs.scope.workplaceId,
    async (ex, at) => (await listOrders(ex, any(at), { tab: 'all', sort: 'desc', page_size: 10 })).orders,
  ],
  ['the number of orders', () => theirs.scope.workplaceId, async (ex, at) => counted(await countTabs(ex, any(at)))],
  [
    'the number of orders of a filter',
    () => theirs.scope.workplaceId,
    async (ex, at) => counted(await countTabs(ex, { ...any(at), from: '2000-01-01' })),
  ],
  [
    'a page of supplier orders',
    () => theirs.scope.workplaceId,
    async (ex, at) => (await listPurchases(ex, at, { page_size: 10 }, 'en')).items,
  ],
  ['the number of supplier orders', () => ids.workplaceId, async (ex, at) => counted(await countPurchases(ex, at, {}))],
  ['a listing', () => ids.workplaceId, (ex, at) => findListing(ex, at, ids.listingId)],
  ['the audit log', () => ids.workplaceId, (ex, at) => findEntries(ex, at, { entity: undefined }, undefined, 1_000)],
];

describe('without row level security', () => {
  it.each(READS)('%s is read by its own workspace alone', async (_what, owner, read) => {
    expect(found(await open.read(theirs.scope, (ex) => read(ex, owner())))).toBe(true);
    expect(found(await open.read(scope, (ex) => read(ex, newId())))).toBe(false);
  });

  it('lines are changed by their own workspace alone', async () => {
    const patch = { order_id: orderId, line_id: ids.lineId, shipping_method: 'changed' };
    await open.tenant(scope, (tx) => patchLines(tx, scope.workplaceId, [patch]));
    const lines = await open.read(theirs.scope, (ex) => findLines(ex, theirs.scope.workplaceId, [orderId]));
    expect(lines.map((line) => line.shipping_method)).not.toContain('changed');
  });
});
