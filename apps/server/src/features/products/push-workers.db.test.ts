import { type ConnectorContext, ConnectorError, type ListingInput } from '@quayside/connector-kit';
import { SPLIT_DEFAULTS } from '@quayside/contracts';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sql, type WorkplaceScope } from '../../db/index.ts';
import type { Patience } from '../../jobs/effect/pauses.ts';
import { createSweep } from '../../jobs/effect/sweep.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../../testing/fakes/fake-deps.ts';
import { linkStore } from '../connections/index.ts';
import { createQuota } from '../plans/index.ts';
import { workspaceUsage } from '../reports/index.ts';
import { syncCatalogue } from '../sourcing/index.ts';
import { createImport } from './actions/import-products.ts';
import { createPushing } from './actions/push-listing.ts';
import { storePusher } from './actions/push-store.ts';
import { startPush } from './actions/start-push.ts';

const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const woo = fakeChannel('woocommerce');
const { deps, person } = await fakeWorld(db, { suppliers: [own], channels: [woo] });
own.products = [fakeProduct(0)];
await syncCatalogue(deps, 'quayside', 'sandbox');

const quota = createQuota(deps, { workspaceUsage });
const importProducts = createImport(deps, { quota, onImported: async () => undefined } as never);
/** Renews so seldom that it never does within a test, as a frozen process. */
const FROZEN: Patience = { settleMs: 60_000, leaseMs: 45_000, renewMs: 3_600_000 };
const LIVELY: Patience = { settleMs: 60_000, leaseMs: 45_000, renewMs: 10 };

/** What the workers have asked of the database. */
let asked: Promise<unknown>[] = [];

/** What pushes in a process of its own. */
const pushingOf = (patience: Patience) => {
  const tenant: typeof db.tenant = (...call) => {
    const answer = deps.db.tenant(...call);
    asked.push(answer.catch(() => undefined));
    return answer;
  };
  return createPushing({ ...deps, db: { ...deps.db, tenant } }, patience);
};
const workerOf = (patience: Patience) => storePusher(deps, pushingOf(patience));
/** The other slots of a worker that has begun a listing have looked for more and ended. */
const slotsEnded = () => Promise.all(asked);

let scope: WorkplaceScope;
let storeId: string;
let shops = 0;
const plain = woo.createListing;
/** Writes that reached the store, each by its own request. */
let writes: string[] = [];

beforeEach(async () => {
  scope = await person();
  shops += 1;
  woo.facts = { ...woo.facts, platformDomain: `w${shops}.example.com` };
  const shop = `${SANDBOX_URL}/w${shops}.example.com`;
  storeId = await linkStore(deps, scope, { platform: 'woocommerce', shop, credentials: { key: 'good' } });
  const ask = { source: 'quayside' as const, mode: 'sandbox' as const, sourceProductId: 'p0', shipTo: 'US' };
  const { imported } = await importProducts(scope, [ask]);
  const productIds = [imported.get('quayside:sandbox:p0')?.productId ?? ''];
  const settings = { settings: undefined, split: SPLIT_DEFAULTS, rates: {} };
  await startPush(deps, quota, scope, { productIds, storeIds: [storeId], ...settings });
  woo.calls.length = 0;
  woo.listings.clear();
  writes = [];
  asked = [];
});
afterEach(() => {
  woo.createListing = plain;
});

const listing = () =>
  db.read(scope, (ex) =>
    ex.first<{ state: string; attempts: number; held: boolean; external_product_id: string | null }>(
      sql`select state, attempts, claimed_until > now() + interval '30 seconds' as held, external_product_id from listing
        where workplace_id = ${scope.workplaceId}`,
    ),
  );
const lapse = async () => {
  await slotsEnded();
  await db.tenant(scope, (tx) =>
    tx.run(sql`update listing set claimed_until = now() - interval '1 second', sent_at = now() - interval '1 minute'
      where workplace_id = ${scope.workplaceId}`),
  );
};

/** A create that a test holds while it is under way; `aborted` settles when it is told to stop. */
function heldCreate(work: (ctx: ConnectorContext, input: ListingInput) => ReturnType<typeof plain> = plain) {
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  woo.createListing = async (ctx, input) => {
    woo.createListing = plain;
    ctx.signal?.addEventListener('abort', () => aborted.resolve(), { once: true });
    begun.resolve();
    await released.promise;
    return work(ctx, input);
  };
  return { begun: begun.promise, release: () => released.resolve(), aborted: aborted.promise };
}

const run = (worker: ReturnType<typeof storePusher>) =>
  worker(scope, storeId, { signal: new AbortController().signal }).catch((error: Error) => {
    if (error.name !== 'Later') throw error;
  });

describe('two workers and one listing', () => {
  it('leave it to the one that works on it, however long a call to the store takes', async () => {
    const held = heldCreate();
    const first = run(workerOf(LIVELY));
    await held.begun;
    await slotsEnded();
    await db.tenant(scope, (tx) =>
      tx.run(sql`update listing set claimed_until = db_clock() + interval '10 seconds'
        where workplace_id = ${scope.workplaceId}`),
    );
    await expect.poll(async () => (await listing())?.held, { timeout: 20_000 }).toBe(true);
    await run(workerOf(LIVELY));
    expect(woo.calls).toEqual([]);
    held.release();
    await first;
    expect(woo.calls).toEqual(['createListing']);
    expect(await listing()).toMatchObject({ state: 'listed', attempts: 1 });
  });

  it('give one that both come to at once to one of the two, which notes its call first', async () => {
    let noted: unknown;
    const held = heldCreate(async (ctx, input) => {
      noted = await listing();
      return plain(ctx, input);
    });
    const workers = [run(workerOf(LIVELY)), run(workerOf(LIVELY))];
    await held.begun;
    held.release();
    await Promise.all(workers);
    expect(woo.calls).toEqual(['createListing']);
    expect(noted).toMatchObject({ state: 'pushing', attempts: 1, held: true });
    expect(await listing()).toMatchObject({ state: 'listed', attempts: 1 });
  });

  it('stop the one that lost its lease, and its outcome changes nothing', async () => {
    const held = heldCreate(async () => {
      throw new ConnectorError('rejected', 'the SKU is in use');
    });
    const first = run(workerOf(LIVELY));
    await held.begun;
    await lapse();
    // Under another token, so that a renewal in between changes nothing.
    await db.tenant(scope, (tx) =>
      tx.run(sql`update listing set claimed_by = ${scope.accountId}, claimed_until = now() - interval '1 second',
          sent_at = now() - interval '1 minute'
        where workplace_id = ${scope.workplaceId}`),
    );
    await run(workerOf(LIVELY));
    const after = await listing();
    await held.aborted;
    held.release();
    await first;
    expect(after).toMatchObject({ state: 'listed' });
    expect(await listing()).toEqual(after);
    expect(woo.calls).toEqual(['findListing', 'createListing']);
  });

  it('let a process that was frozen beyond its lease write nothing more', async () => {
    const http = { send: async (request: { url: string }) => void writes.push(request.url) };
    const original = deps.http;
    deps.http = http as never;
    try {
      const held = heldCreate(async (ctx, input) => {
        await ctx.http.send({ method: 'PUT', url: 'https://shop.example.com/variations', effect: true });
        return plain(ctx, input);
      });
      const first = run(workerOf(FROZEN));
      await held.begun;
      await lapse();
      await run(workerOf(LIVELY));
      const after = await listing();
      held.release();
      await first;
      expect(writes).toEqual([]);
      expect(after).toMatchObject({ state: 'listed' });
      expect(await listing()).toEqual(after);
    } finally {
      deps.http = original;
    }
  });

  it('keep a listing from the other slots of its process', async () => {
    const held = heldCreate();
    const first = run(workerOf(LIVELY));
    await held.begun;
    await slotsEnded();
    expect(await listing()).toMatchObject({ attempts: 1 });
    held.release();
    await first;
    expect(woo.calls).toEqual(['createListing']);
  });

  it('take what an ended process held immediately once its database is served alone again', async () => {
    const held = heldCreate();
    const dead = run(workerOf(FROZEN));
    await held.begun;
    await slotsEnded();
    const next = pushingOf(LIVELY);
    await createSweep(deps, [{ effects: [next] }]).reclaim();
    await db.tenant(scope, (tx) =>
      tx.run(sql`update listing set sent_at = now() - interval '1 minute' where workplace_id = ${scope.workplaceId}`),
    );
    await run(storePusher(deps, next));
    expect(await listing()).toMatchObject({ state: 'listed', attempts: 2 });
    held.release();
    await dead;
  });
});
