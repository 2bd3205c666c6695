import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, sql } from '../../db/index.ts';
import { overlap, testDatabase } from '../../testing/db/index.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { withLease } from './actions/lease.ts';
import { storesOfPart, suppliersToCheck, takeDueStores, takeDueSuppliers, takeWebhooksDue } from './directory-repo.ts';
import { storeContext } from './store-repo.ts';

const db = await testDatabase();
await fakeWorld(db, { channels: [fakeChannel('woocommerce')] });
const world = await tradeWorld(db);

let owner: Owner;
beforeEach(async () => {
  owner = await world.owner();
  const { accountId, workplaceId } = owner.scope;
  await db.global(async (tx) => {
    await tx.run(sql`delete from store_directory`);
    await tx.run(sql`insert into store_directory (store_id, workplace_id, account_id, platform, mode, platform_domain, webhook_key, active,
        next_poll_at, poll_seconds, webhooks_due_at)
      values (${owner.storeId}, ${workplaceId}, ${accountId}, 'woocommerce', 'sandbox', 'a.example.com', ${owner.storeId}, true,
        now() - interval '1 second', 600, now() - interval '1 second')`);
    await tx.run(sql`update supplier_directory set next_poll_at = now() + interval '1 hour'`);
    await tx.run(
      sql`update supplier_directory set next_poll_at = now() - interval '1 second' where workplace_id = ${workplaceId}`,
    );
  });
});

describe('what is due', () => {
  it.each([
    ['stores to poll', takeDueStores],
    ['suppliers to poll', takeDueSuppliers],
    ['stores whose webhooks are to be checked', takeWebhooksDue],
  ])('%s go to one of two processes, and the other does not wait', async (_what, take) => {
    const count = async (tx: Executor) => (await take(tx, ['woocommerce', 'quayside', 'cj'], 10)).length;
    const both = await overlap(
      db,
      (meet) =>
        db.global(async (tx) => {
          const mine = await count(tx);
          await meet();
          return mine;
        }),
      () => db.global(count),
    );
    expect(both).toEqual({ first: 1, second: 0, waited: false });
  });

  it.each([
    ['stores to poll', takeDueStores],
    ['suppliers to poll', takeDueSuppliers],
    ['stores whose webhooks are to be checked', takeWebhooksDue],
  ])('%s are left alone while no connector is installed for them', async (_what, take) => {
    const count = (ids: string[]) => db.global(async (tx) => (await take(tx, ids, 10)).length);
    expect(await count(['another'])).toBe(0);
    expect(await count(['another', 'woocommerce', 'quayside', 'cj'])).toBe(1);
  });

  it('looks of every few hours leave alone what no connector is installed for', async () => {
    const all = { part: 0, parts: 1 };
    await db.global((tx) => tx.run(sql`update supplier_directory set webhook_base = 'https://quayside.example.com'`));
    const stores = (platforms: string[]) => db.global((tx) => storesOfPart(tx, { platforms, ...all }));
    const suppliers = (ids: string[]) => db.global((tx) => suppliersToCheck(tx, { suppliers: ids, ...all }));
    expect(await stores(['another'])).toEqual([]);
    expect(await stores(['another', 'woocommerce'])).toHaveLength(1);
    expect(await suppliers(['another'])).toEqual([]);
    const ours = (await suppliers(['another', 'quayside', 'cj'])).filter(
      (one) => one.workplace_id === owner.scope.workplaceId,
    );
    expect(ours.length).toBeGreaterThan(0);
  });
});

it('a renewal that took too long does not end the one that followed it', async () => {
  const { scope, storeId } = owner;
  const kept = { scope, table: 'store' as const, id: storeId, context: storeContext(storeId) };
  const renewing = () =>
    db.read(scope, (ex) =>
      ex.first<{ held: boolean }>(
        sql`select renewing_until > now() as held from store where workplace_id = ${scope.workplaceId} and store_id = ${storeId}`,
      ),
    );
  const slow = Promise.withResolvers<void>();
  const next = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  let second: Promise<void> | undefined;
  const first = withLease(world.deps, kept, async () => {
    await db.tenant(scope, (tx) =>
      tx.run(
        sql`update store set renewing_until = now() - interval '1 second' where workplace_id = ${scope.workplaceId}`,
      ),
    );
    second = withLease(world.deps, kept, async () => {
      next.resolve();
      await done.promise;
    });
    await slow.promise;
  });
  await next.promise;
  slow.resolve();
  await first;
  expect(await renewing()).toEqual({ held: true });
  done.resolve();
  await second;
});
