import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConnectorError, type ConnectorErrorKind, type PictureStates } from '@quayside/connector-kit';
import { SPLIT_DEFAULTS } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Scope, sql, type WorkplaceScope } from '../../db/index.ts';
import { handler } from '../../jobs/define.ts';
import { createSweep } from '../../jobs/effect/sweep.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../../testing/fakes/fake-deps.ts';
import { linkStore } from '../connections/index.ts';
import { createQuota, setPlan } from '../plans/index.ts';
import { ratesFor } from '../rates/index.ts';
import { workspaceUsage } from '../reports/index.ts';
import { syncCatalogue } from '../sourcing/index.ts';
import { deleteProducts } from './actions/delete-products.ts';
import { drawPictures } from './actions/draw-pictures.ts';
import { createImport } from './actions/import-products.ts';
import { noteDeleted } from './actions/note-deleted.ts';
import { replaceSource } from './actions/replace-source.ts';
import { resumePushes } from './actions/resume-pushes.ts';
import { retryListing } from './actions/retry-listing.ts';
import { type PushRequest, startPush } from './actions/start-push.ts';
import { updateProducts } from './actions/update-products.ts';
import { compareListingsJob, compareStoreListingsJob } from './jobs/products.ts';
import { findListings } from './listing-repo.ts';
import { countProducts, countPushed } from './queries/counts.ts';
import { listProducts } from './queries/list-products.ts';
import { matchVariants } from './queries/match-variants.ts';
import { listTags } from './queries/tags.ts';
import { register } from './register.ts';
import { findProduct, findVariants, setSourceStock } from './repo.ts';

const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const woo = fakeChannel('woocommerce');
const shopify = fakeChannel('shopify');
const { deps, jobs, clock, person } = await fakeWorld(db, { suppliers: [own], channels: [woo, shopify] });
deps.config.dataDir = mkdtempSync(join(tmpdir(), 'quayside-products-'));
afterAll(() => rmSync(deps.config.dataDir, { recursive: true, force: true }));
const announced: string[] = [];
const quota = createQuota(deps, { workspaceUsage });
const ports = {
  quota,
  onListed: async (_scope: Scope, storeId: string) => void announced.push(storeId),
  unmappedProducts: async () => [],
  onImported: async () => undefined,
  onDeleted: async () => undefined,
  watchMarks: async () => new Map(),
  seenVariants: async () => new Map(),
  isWatched: () => sql`true`,
};
const { jobs: handlers } = register(deps, ports);
/** Pictures are drawn where that is what is tried. */
const drawing = handlers.filter((one) => one.kind.name === 'draw-pictures');
const idle = ['set-up-store', 'refresh-source', 'draw-pictures'].map((name) => ({
  kind: { name, payload: { parse: (payload: unknown) => payload } },
  handle: async () => undefined,
}));
const drain = (of = handlers) =>
  jobs.drain([...of.filter((one) => one.kind.name !== 'draw-pictures'), ...(idle as never[])]);

own.products = Array.from({ length: 30 }, (_none, at) => fakeProduct(at));
await syncCatalogue(deps, 'quayside', 'sandbox');

let scope: WorkplaceScope;
let shops = 0;
beforeEach(async () => {
  await drain();
  await db.global((tx) => tx.run(sql`delete from test_job`));
  scope = await person();
  for (const store of [woo, shopify]) {
    store.listings.clear();
    store.calls.length = 0;
    store.held = undefined;
  }
});

const connect = (platform: 'woocommerce' | 'shopify' = 'woocommerce', currency = 'USD') => {
  shops += 1;
  const channel = platform === 'shopify' ? shopify : woo;
  channel.facts = { ...channel.facts, platformDomain: `p${shops}.example.com`, currency };
  return linkStore(deps, scope, {
    platform,
    shop: `${SANDBOX_URL}/p${shops}.example.com`,
    credentials: { key: 'good' },
  });
};
const importProducts = createImport(deps, ports);
const bring = async (...ids: number[]) => {
  const asks = ids.map((id) => ({
    source: 'quayside' as const,
    mode: 'sandbox' as const,
    sourceProductId: `p${id}`,
    shipTo: 'US',
  }));
  const { imported } = await importProducts(scope, asks);
  return ids.map((id) => imported.get(`quayside:sandbox:p${id}`)?.productId ?? '');
};
const push = (productIds: string[], storeIds: string[], change: Partial<PushRequest> = {}) =>
  startPush(deps, quota, scope, {
    productIds,
    storeIds,
    settings: undefined,
    split: SPLIT_DEFAULTS,
    rates: {},
    ...change,
  });
const listings = () =>
  db.read(scope, (ex) =>
    ex.rows<{
      listing_id: string;
      state: string;
      error_key: string | null;
      external_product_id: string | null;
      attempts: number;
    }>(
      sql`select listing_id, state, error_key, external_product_id, attempts from listing where workplace_id = ${scope.workplaceId} order by part`,
    ),
  );
const hasten = () =>
  db.tenant(scope, (tx) =>
    tx.run(sql`update listing set next_attempt_at = now(), sent_at = seconds_after(sent_at, -60), claimed_until = null
      where workplace_id = ${scope.workplaceId}`),
  );
const product = (id: string) => db.read(scope, (ex) => findProduct(ex, scope.workplaceId, id));
const processes = () =>
  db.read(scope, (ex) =>
    ex.rows<{ status: string; done: number; total: number; error_key: string | null }>(
      sql`select status, done, total, error_key from process where workplace_id = ${scope.workplaceId} order by process_id desc`,
    ),
  );
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('pictures of imported products', () => {
  const kinds = async () => (await jobs.waiting()).filter((job) => job.name === 'draw-pictures');

  it('are drawn by one job where they are our own catalogue’s, and by none where they are not', async () => {
    const before = structuredClone(own.products);
    const show = async (url: string) => {
      for (const one of own.products) {
        one.imageUrls = [url];
        for (const variant of one.variants) delete variant.imageUrl;
      }
      await syncCatalogue(deps, 'quayside', 'sandbox');
    };
    try {
      await show('https://cdn.example.com/pictures/mug_sage_sand_hero-80.webp');
      await bring(7);
      expect(await kinds()).toEqual([]);
      await show(`${deps.config.ownUrl}/pictures/mug_sage_sand_hero-80.webp`);
      const ids = await bring(8, 9);
      expect(await kinds()).toMatchObject([{ payload: { productIds: ids } }]);
      await bring(8, 9);
      expect(await kinds()).toHaveLength(1);
      await jobs.drain([...drawing, ...(idle as never[])]);
      const file = join(deps.config.dataDir, 'pictures', '80', 'mug_sage_sand_hero.webp');
      expect(existsSync(file)).toBe(true);
      const scopeOf = { accountId: scope.accountId, workplaceId: scope.workplaceId };
      const { mtimeMs } = statSync(file);
      await drawPictures(deps, scopeOf, { productIds: ids, askedAt: deps.clock.now() }, new AbortController().signal);
      expect(statSync(file).mtimeMs).toBe(mtimeMs);
      rmSync(file);
      // Waited for too long to be worth while: it is drawn when somebody asks for it.
      await drawPictures(
        deps,
        scopeOf,
        { productIds: ids, askedAt: '2020-01-01T00:00:00.000Z' },
        new AbortController().signal,
      );
      expect(existsSync(file)).toBe(false);
    } finally {
      own.products = before;
      await syncCatalogue(deps, 'quayside', 'sandbox');
    }
  });
});

describe('importing', () => {
  it('is done once, however often and however many at a time', async () => {
    const [[first], [second], [third]] = await Promise.all([bring(1), bring(1), bring(1)]);
    expect(first).toBeTruthy();
    expect([second, third]).toEqual([first, first]);
    expect(await bring(1)).toEqual([first]);
    const variants = await db.read(scope, (ex) => findVariants(ex, scope.workplaceId, [first ?? '']));
    expect(variants.map((one) => [one.sku, one.cost, one.price, one.stock])).toEqual([
      ['LAMP-1-RED', 1001, 2999, 40],
      ['LAMP-1-BLUE', 1201, 3199, 41],
    ]);
  });

  it('tells requests of the same moment apart: one added the product, for the others it was there', async () => {
    const ask = { source: 'quayside' as const, mode: 'sandbox' as const, sourceProductId: 'p5', shipTo: 'US' };
    const gone = { ...ask, sourceProductId: 'gone' };
    const answers = await Promise.all([importProducts(scope, [ask]), importProducts(scope, [gone, ask])]);
    const told = answers.map(({ imported }) => imported.get('quayside:sandbox:p5'));
    expect(told.map((one) => one?.wasThere).toSorted()).toEqual([false, true]);
    expect(new Set(told.map((one) => one?.productId)).size).toBe(1);
    expect(answers.map(({ failed }) => failed.size)).toEqual([0, 1]);
  });

  it('answers for each product, and keeps the good ones when one is bad', async () => {
    const asks = ['p2', 'gone'].map((sourceProductId) => ({
      source: 'quayside' as const,
      mode: 'sandbox' as const,
      sourceProductId,
      shipTo: 'US',
    }));
    const { imported, failed } = await importProducts(scope, asks);
    expect(imported.has('quayside:sandbox:p2')).toBe(true);
    expect(failed.get('quayside:sandbox:gone')?.code).toBe('SOURCE_PRODUCT_NOT_FOUND');
  });

  it('waits for a product whose variants are still loading', async () => {
    own.products.push(fakeProduct(77, { status: 'partial' }));
    const { failed } = await importProducts(scope, [
      { source: 'quayside', mode: 'sandbox', sourceProductId: 'p77', shipTo: 'US' },
    ]);
    expect(failed.get('quayside:sandbox:p77')?.code).toBe('IMPORT_STILL_LOADING');
  });
});

it('imports up to 2,048 variants, and refuses one more with the limit', async () => {
  const [of] = fakeProduct(78).variants;
  const withVariants = (id: number, count: number) => ({
    ...fakeProduct(id),
    options: [{ name: 'Number', values: Array.from({ length: count }, (_one, at) => ({ value: String(at) })) }],
    variants: Array.from({ length: count }, (_one, at) => ({
      ...of,
      sourceVariantId: `p${id}-${at}`,
      sku: `P${id}-${at}`,
      optionValues: [String(at)],
    })) as ReturnType<typeof fakeProduct>['variants'],
  });
  own.products.push(withVariants(78, 2_048), withVariants(79, 2_049));
  const { imported, failed } = await importProducts(
    scope,
    ['p78', 'p79'].map((sourceProductId) => ({
      source: 'quayside' as const,
      mode: 'sandbox' as const,
      sourceProductId,
      shipTo: 'US',
    })),
  );
  expect(failed.get('quayside:sandbox:p79')).toMatchObject({
    code: 'PRODUCT_TOO_MANY_VARIANTS',
    params: { variants: 2_049, most: 2_048 },
  });
  const id = imported.get('quayside:sandbox:p78')?.productId ?? '';
  const variants = await db.read(scope, (ex) => findVariants(ex, scope.workplaceId, [id]));
  expect(variants).toHaveLength(2_048);
  await updateProducts(deps, scope, [
    {
      product_id: id,
      revision: 1,
      variants: variants.map(({ variant_id }, at) => ({ variant_id, weight_grams: at })),
    },
  ]);
  const saved = await db.read(scope, (ex) => findVariants(ex, scope.workplaceId, [id]));
  expect(new Set(saved.map((one) => one.weight_grams)).size).toBe(2_048);
});

describe('the end of a plan', () => {
  const asks = (...ids: number[]) =>
    ids.map((id) => ({
      source: 'quayside' as const,
      mode: 'sandbox' as const,
      sourceProductId: `p${id}`,
      shipTo: 'US',
    }));
  const codes = ({ failed }: Awaited<ReturnType<typeof importProducts>>) => [...failed.values()].map((one) => one.code);
  const give = (plan: string) => db.tenant({ accountId: scope.accountId }, (tx) => setPlan(tx, scope.accountId, plan));

  it('B136: the free plan imports six products, and answers for the seventh', async () => {
    await give('FREE_CREDIT');
    const answer = await importProducts(scope, asks(1, 2, 3, 4, 5, 6, 7));
    expect(answer.imported.size).toBe(6);
    expect(codes(answer)).toEqual(['OUT_OF_CREDITS']);
    // What is there already asks for nothing.
    const again = await importProducts(scope, asks(1, 8));
    expect(again.imported.get('quayside:sandbox:p1')?.wasThere).toBe(true);
    expect(codes(again)).toEqual(['OUT_OF_CREDITS']);
  });

  it('gives the last credits to one of two at once', async () => {
    await give('FREE_CREDIT');
    await importProducts(scope, asks(1, 2, 3, 4, 5));
    const both = await Promise.allSettled([importProducts(scope, asks(6)), importProducts(scope, asks(7))]);
    const refused = both.flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as AppError).code] : codes(one.value),
    );
    expect(refused).toEqual(['OUT_OF_CREDITS']);
    expect(await db.read(scope, (ex) => countProducts(ex, scope.workplaceId))).toMatchObject({ all: 6 });
  });

  it('B079: what is on its way into stores counts, so that no push goes beyond the limit', async () => {
    const storeId = await connect();
    const products = await bring(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    await give('FREE_CREDIT');
    // What was counted on the larger plan is believed for a moment.
    clock.pass(6_000);
    await expect(push(products, [storeId])).rejects.toMatchObject({ status: 'QUOTA_EXPIRED' });
    expect(await listings()).toEqual([]);
  });
});

describe('editing', () => {
  it('keeps all edits or none, and refuses an old revision', async () => {
    const [a = '', b = ''] = await bring(3, 4);
    const fine = { product_id: a, revision: 1, title: 'Mine', description_html: '<p onclick="x">Hi</p>' };
    const refused = updateProducts(deps, scope, [fine, { product_id: b, revision: 9, title: 'Late' }]);
    await expect(refused).rejects.toMatchObject({ fields: { 'products.1.revision': ['PRODUCT_CHANGED_MEANWHILE'] } });
    expect((await product(a))?.title).toBe('Desk lamp 3');
    await updateProducts(deps, scope, [fine]);
    expect(await product(a)).toMatchObject({ title: 'Mine', description_html: '<p>Hi</p>', revision: 2 });
  });

  it('offers the tags of the workspace, most used first, by their beginning', async () => {
    const [a = '', b = ''] = await bring(3, 4);
    await updateProducts(deps, scope, [
      { product_id: a, revision: 1, tags: ['Summer', 'lamp', '100%'] },
      { product_id: b, revision: 1, tags: ['lamp', 'Sale'] },
    ]);
    const tags = (keyword?: string) =>
      db.read(scope, (ex) => listTags(ex, scope.workplaceId, { keyword, page_size: 10 }));
    expect((await tags())[0]).toEqual({ tag: 'lamp', products: 2 });
    expect((await tags('s')).map(({ tag }) => tag).sort()).toEqual(['Sale', 'Summer']);
    expect(await tags('%')).toEqual([]);
    await updateProducts(deps, scope, [{ product_id: b, revision: 2, tags: ['LAMP', 'summer'] }]);
    expect(await tags()).toEqual([
      { tag: 'LAMP', products: 2 },
      { tag: 'Summer', products: 2 },
      { tag: '100%', products: 1 },
    ]);
    await deleteProducts(deps, scope, [b], 'imports', ports.onDeleted);
    expect((await tags('sUM'))[0]).toEqual({ tag: 'Summer', products: 1 });
    const mine = scope;
    scope = await person();
    expect(await tags()).toEqual([]);
    scope = mine;
  });

  it('does not touch another workspace', async () => {
    const [a = ''] = await bring(3);
    const mine = scope;
    scope = await person();
    expect(await codeOf(updateProducts(deps, scope, [{ product_id: a, revision: 1, title: 'x' }]))).toBe(
      'PRODUCT_NOT_FOUND',
    );
    scope = mine;
    expect((await product(a))?.title).toBe('Desk lamp 3');
  });
});

describe('pushing', () => {
  it('puts products into several stores, once each, and tells how far it is', async () => {
    const stores = [await connect('woocommerce'), await connect('shopify')];
    const [a = '', b = ''] = await bring(5, 6);
    const begun = await push([a, b], stores);
    expect(begun.failed.size).toBe(0);
    expect(begun.items).toHaveLength(4);
    expect((await product(a))?.push_state).toBe('processing');
    expect((await processes()).map((one) => one.status)).toEqual(Array(4).fill('processing'));
    expect(await drain()).toEqual([]);
    expect(woo.listings.size).toBe(2);
    expect(shopify.listings.size).toBe(2);
    expect((await product(a))?.push_state).toBe('pushed');
    expect((await processes()).map((one) => [one.status, one.done])).toEqual(Array(4).fill(['success', 1]));
    expect(announced).toEqual(expect.arrayContaining(stores));
    const counts = await db.read(scope, (ex) => countPushed(ex, scope.workplaceId));
    expect(counts).toEqual({ total_pushed: 2, total_unpushed: 0, total_pushed_active: 2, total_pushed_draft: 0 });
    // B294: a draft counts as pushed and not as active, what was never pushed as neither.
    await db.tenant(scope, (tx) =>
      tx.run(
        sql`update listing set publish_status = 'draft' where workplace_id = ${scope.workplaceId} and product_id = ${b}`,
      ),
    );
    await bring(7);
    const later = await db.read(scope, (ex) => countPushed(ex, scope.workplaceId));
    expect(later).toEqual({ total_pushed: 2, total_unpushed: 1, total_pushed_active: 1, total_pushed_draft: 1 });
    const [input] = [...woo.listings.values()].map((one) => one.input);
    expect(input?.images[0]?.url).toMatch(/^http:\/\/127\.0\.0\.1:4000\/pictures\//);
    expect(input).toMatchObject({ status: 'active', allowSellOutOfStock: true });
  });

  it('finds its own goods again in what a store sold', async () => {
    const store = await connect();
    const [a = ''] = await bring(5);
    await push([a], [store]);
    await drain();
    const [{ externalId } = { externalId: '' }] = [...woo.listings.values()];
    const found = await db.read(scope, (ex) =>
      matchVariants(ex, scope.workplaceId, store, [
        { externalVariantId: `${externalId}-2` },
        { sku: 'LAMP-5-RED' },
        { externalVariantId: 'strange', sku: 'strange' },
      ]),
    );
    expect(found.map((one) => one?.sourceVariantId)).toEqual(['p5-v2', 'p5-v1', undefined]);
    expect(found[0]).toMatchObject({ source: 'quayside', sourceProductId: 'p5', sourceSku: 'LAMP-5-BLUE', cost: 1205 });
  });

  it('splits a product into parts, and knows when all of them are there', async () => {
    const store = await connect();
    const [a = ''] = await bring(7);
    woo.fail('createListing', 'rejected');
    const split = { ...SPLIT_DEFAULTS, threshold: 1, max_variants_per_product: 1 };
    await push([a], [store], { split });
    await drain();
    expect((await listings()).map((one) => one.state).sort()).toEqual(['failed', 'listed']);
    expect((await processes())[0]).toMatchObject({ status: 'error', done: 2, total: 2, error_key: 'LISTING_REFUSED' });
    const failed = (await listings()).find((one) => one.state === 'failed');
    await retryListing(deps, scope, failed?.listing_id ?? '');
    await drain();
    expect([...woo.listings.values()].map((one) => one.input.title).sort()).toEqual([
      'Desk lamp 7 (1/2)',
      'Desk lamp 7 (2/2)',
    ]);
    expect((await listings()).map((one) => one.state)).toEqual(['listed', 'listed']);
    expect(await codeOf(retryListing(deps, scope, failed?.listing_id ?? ''))).toBe('LISTING_NOT_FAILED');
    expect((await push([a], [store])).failed.get(a)?.key).toBe('SPLIT_DIFFERS');
  });

  it('makes nothing twice when an answer is lost after the effect, however late it shows', async () => {
    const store = await connect();
    const [a = ''] = await bring(8);
    woo.fail('createListing', 'unknown', { after: true });
    await push([a], [store]);
    await drain();
    // Its own pause of a few seconds passed inside the job: the store was asked, and had it.
    expect(woo.calls.filter((call) => call === 'createListing')).toHaveLength(1);
    expect(woo.calls).toContain('findListing');
    expect(woo.listings.size).toBe(1);
    expect((await listings())[0]).toMatchObject({ state: 'listed' });
  }, 20_000);

  it('brings what a lost try made up to date with what was edited since', async () => {
    const store = await connect();
    const [a = ''] = await bring(8);
    woo.fail('createListing', 'unknown', { after: true });
    woo.fail('findListing', 'temporary', { times: 2 });
    await push([a], [store]);
    await drain();
    expect((await listings())[0]?.state).toBe('unknown');
    await updateProducts(deps, scope, [{ product_id: a, revision: 1, title: 'Renamed meanwhile' }]);
    await hasten();
    await drain();
    expect((await listings())[0]).toMatchObject({ state: 'listed' });
    expect([...woo.listings.values()].map((one) => one.input.title)).toEqual(['Renamed meanwhile']);
  }, 20_000);

  it('makes it anew only when the store has nothing and the lost try has settled', async () => {
    const store = await connect();
    const [a = ''] = await bring(9);
    woo.fail('createListing', 'unknown');
    await push([a], [store]);
    const errors = await drain();
    expect(String(errors[0])).toContain('more work is queued');
    expect(woo.listings.size).toBe(0);
    expect((await listings())[0]?.state).toBe('unknown');
    await hasten();
    await drain();
    expect(woo.calls.filter((call) => call === 'createListing')).toHaveLength(2);
    expect((await listings())[0]).toMatchObject({ state: 'listed' });
  }, 20_000);

  it('makes nothing anew while a write to the store may still go on', async () => {
    const store = await connect();
    const [a = ''] = await bring(13);
    const usual = woo.capabilities.writesLastMs;
    woo.capabilities.writesLastMs = 180_000;
    try {
      woo.fail('createListing', 'unknown');
      await push([a], [store]);
      await drain();
      const attemptedAgo = (seconds: number) =>
        db.tenant(scope, (tx) =>
          tx.run(sql`update listing set sent_at = now() - make_interval(secs => ${seconds}), next_attempt_at = now()
            where workplace_id = ${scope.workplaceId}`),
        );
      await attemptedAgo(170);
      await drain();
      expect(woo.calls.filter((call) => call === 'createListing')).toHaveLength(1);
      expect((await listings())[0]?.state).toBe('unknown');
      await attemptedAgo(180);
      await drain();
      expect(woo.calls.filter((call) => call === 'createListing')).toHaveLength(2);
      expect((await listings())[0]).toMatchObject({ state: 'listed' });
    } finally {
      woo.capabilities.writesLastMs = usual;
    }
  }, 20_000);

  it('goes on after a worker died with a listing in hand, and asks first', async () => {
    const store = await connect();
    const [a = ''] = await bring(10);
    await push([a], [store]);
    const [{ listing_id } = { listing_id: '' }] = await listings();
    // As SIGKILL leaves it: the store has the product, and nothing of that is written down.
    await drain();
    await db.tenant(scope, async (tx) => {
      await tx.run(sql`update listing set state = 'queued' where workplace_id = ${scope.workplaceId}`);
      await tx.run(sql`update listing set state = 'pushing', external_product_id = null, claimed_by = ${scope.accountId}, sent_at = now(),
        claimed_until = now() + interval '2 minutes' where workplace_id = ${scope.workplaceId}`);
    });
    woo.calls.length = 0;
    await db.tenant(scope, (tx) =>
      deps.queue.send(tx, handlers[0]?.kind ?? ({} as never), { ...scope, storeId: store }),
    );
    const next = register(deps, ports);
    await createSweep(deps, [next]).reclaim();
    await drain(next.jobs);
    expect(woo.calls).toEqual(['findListing', 'updateListing']);
    expect(await listings()).toMatchObject([{ listing_id, state: 'listed', external_product_id: expect.any(String) }]);
    expect(woo.listings.size).toBe(1);
  });

  it('is found by the sweep when its job was lost, and not while the store works on others', async () => {
    const store = await connect();
    const [a = ''] = await bring(16);
    await push([a], [store]);
    await db.global((tx) => tx.run(sql`delete from test_job`));
    const waited = (minutes: number) =>
      db.tenant(scope, (tx) =>
        tx.run(sql`update listing set next_attempt_at = now() - make_interval(mins => ${minutes})
          where workplace_id = ${scope.workplaceId}`),
      );
    const { job } = createSweep(deps, [register(deps, ports)]);
    const sweep = () => job.handle({}, { signal: new AbortController().signal } as never);
    await waited(14);
    await sweep();
    expect(await jobs.waiting()).toEqual([]);
    await waited(16);
    await sweep();
    expect((await jobs.waiting()).map((one) => one.payload)).toEqual([{ ...scope, storeId: store }]);
    await drain();
    expect((await listings())[0]).toMatchObject({ state: 'listed' });
  });

  it('tries again what did not arrive, and gives up with a reason that can be retried', async () => {
    const store = await connect();
    const [a = ''] = await bring(11);
    woo.fail('createListing', 'temporary');
    woo.fail('createListing', 'rate-limited', { retryAfterMs: 50 });
    await push([a], [store]);
    await drain();
    expect((await listings())[0]).toMatchObject({ state: 'listed' });
    expect(woo.calls.filter((call) => call === 'createListing')).toHaveLength(3);
  }, 20_000);

  it('leaves a store alone that has too much to do, with all that waits for it', async () => {
    const store = await connect();
    const ids = await bring(11, 12, 13, 14, 15, 16);
    woo.fail('createListing', 'rate-limited', { retryAfterMs: 30_000, times: 4 });
    await push(ids, [store]);
    expect((await drain()).map(String)).toEqual(['Later: more work is queued for this store']);
    expect(woo.calls.filter((call) => call === 'createListing')).toHaveLength(4);
    expect((await listings()).map((one) => [one.state, one.attempts])).toEqual(Array(6).fill(['queued', 0]));
    await hasten();
    await drain();
    expect((await listings()).map((one) => one.state)).toEqual(Array(6).fill('listed'));
    expect(woo.calls.filter((call) => call === 'findListing')).toEqual([]);
  });

  it('keeps a product that is in the store listed when its update fails, and shows why', async () => {
    const store = await connect();
    const [a = ''] = await bring(14);
    await push([a], [store]);
    await drain();
    woo.fail('updateListing', 'rejected');
    await push([a], [store]);
    await drain();
    expect((await listings())[0]).toMatchObject({ state: 'failed', external_product_id: expect.any(String) });
    expect((await product(a))?.push_state).toBe('pushed');
    const counted = await db.read(scope, (ex) => countProducts(ex, scope.workplaceId));
    expect(counted).toMatchObject({ unpushed: 0, pushed: 1, failed: 1 });
    const sums = await db.read(scope, (ex) => countPushed(ex, scope.workplaceId));
    expect(sums).toMatchObject({ total_pushed: 1, total_unpushed: 0 });
    await push([a], [store]);
    await drain();
    expect((await listings())[0]).toMatchObject({ state: 'listed', error_key: null });
  });

  it('stops for a store whose key was refused, and says so', async () => {
    const store = await connect();
    const [a = '', b = ''] = await bring(12, 13);
    woo.fail('createListing', 'auth');
    await push([a], [store]);
    await drain();
    expect((await listings())[0]).toMatchObject({ state: 'failed', error_key: 'OUTSIDE_KEY_REFUSED' });
    expect((await product(a))?.push_state).toBe('unpushed');
    const told = await db.read(scope, (ex) =>
      ex.rows<{ kind: string; subject_id: string | null; store_id: string }>(
        sql`select kind, subject_id, store_id from notification_event where workplace_id = ${scope.workplaceId} order by kind`,
      ),
    );
    expect(told).toEqual([
      { kind: 'push_failed', subject_id: a, store_id: store },
      { kind: 'store_reconnect', subject_id: null, store_id: store },
    ]);
    expect(await push([b], [store]).catch((error: AppError) => error.code)).toBe('PUSH_NEEDS_STORE');
  });

  it('tells of pictures that the store could not take over, once they are known, until it is pushed anew', async () => {
    const store = await connect('shopify');
    const [a = ''] = await bring(15);
    const states: PictureStates[] = [
      { coming: 1, failed: [] },
      {
        coming: 0,
        failed: [
          { place: 2, reason: 'Download failed' },
          { place: 4, reason: 'Download failed' },
        ],
      },
    ];
    shopify.pictureStates = async () => states.shift() ?? { coming: 0, failed: [] };
    try {
      await push([a], [store]);
      expect((await drain()).map(String)).toEqual(['Later: store is still importing images']);
      expect((await listings())[0]).toMatchObject({ state: 'listed', error_key: null });
      await drain();
      const [row] = await db.read(scope, (ex) => findListings(ex, scope.workplaceId, [a]));
      expect(row).toMatchObject({
        state: 'listed',
        error_key: 'LISTING_PICTURES_MISSING',
        error_params: { places: '2, 4', reason: 'Download failed' },
      });
      expect((await product(a))?.push_state).toBe('pushed');
      expect((await processes())[0]).toMatchObject({ status: 'success' });
      await push([a], [store]);
      expect(await drain()).toEqual([]);
      expect((await listings())[0]).toMatchObject({ state: 'listed', error_key: null });
    } finally {
      delete shopify.pictureStates;
    }
  });

  it('waits while its store is suspended, and goes on once it is confirmed', async () => {
    const store = await connect('shopify');
    const [a = ''] = await bring(21);
    const suspend = (at: string | null) =>
      db.tenant(scope, (tx) =>
        tx.run(
          sql`update store set suspended_at = ${at} where workplace_id = ${scope.workplaceId} and store_id = ${store}`,
        ),
      );
    await suspend(new Date().toISOString());
    await push([a], [store]);
    expect(await drain()).toMatchObject([{ name: 'Later', hold: { reason: 'suspended' } }]);
    expect((await listings())[0]).toMatchObject({ state: 'queued', error_key: null });
    await suspend(null);
    await resumePushes(deps, scope, store);
    await drain();
    expect((await listings())[0]).toMatchObject({ state: 'listed' });
  });

  it('waits for the pictures of a store that does not answer or moves, for a while', async () => {
    const store = await connect('shopify');
    const [a = ''] = await bring(16);
    const answers: (ConnectorErrorKind | PictureStates)[] = [];
    shopify.pictureStates = async () => {
      const answer = answers.shift() ?? 'temporary';
      if (typeof answer === 'string') throw new ConnectorError(answer, 'as the test asked');
      return answer;
    };
    const moving = (state: string | null) =>
      db.tenant(scope, (tx) =>
        tx.run(
          sql`update store set moving = ${state} where workplace_id = ${scope.workplaceId} and store_id = ${store}`,
        ),
      );
    const later = ['Later: store did not report its image locations'];
    try {
      await push([a], [store]);
      for (let look = 0; look < 5; look++) expect((await drain()).map(String)).toEqual(later);
      await moving('carrying');
      expect(await drain()).toMatchObject([{ code: 'STORE_MOVING' }]);
      await moving(null);
      answers.push({ coming: 0, failed: [{ place: 1, reason: 'Download failed' }] });
      expect(await drain()).toEqual([]);
      expect((await listings())[0]).toMatchObject({ state: 'listed', error_key: 'LISTING_PICTURES_MISSING' });

      await push([a], [store]);
      expect((await drain()).map(String)).toEqual(later);
      clock.pass(11 * 60_000);
      expect(await drain()).toEqual([]);

      answers.push('auth');
      await push([a], [store]);
      expect(await drain()).toEqual([]);
      const status = await db.read(scope, (ex) =>
        ex.first(sql`select status from store where workplace_id = ${scope.workplaceId} and store_id = ${store}`),
      );
      expect(status).toEqual({ status: 'needs_reconnect' });
      expect((await listings())[0]).toMatchObject({ state: 'listed', error_key: null });
    } finally {
      delete shopify.pictureStates;
    }
  });

  it('shows what was deleted in the store as deleted, and makes it anew when it is pushed again', async () => {
    const store = await connect();
    const [a = ''] = await bring(15);
    await push([a], [store]);
    await drain();
    const { externalId = '' } = [...woo.listings.values()][0] ?? {};
    const has = (id: string) => [...woo.listings.values()].some((one) => one.externalId === id);
    woo.isListingGone = async (_ctx, id) => !has(id);
    try {
      await noteDeleted(deps, scope, store, externalId);
      expect((await listings())[0]).toMatchObject({ state: 'listed' });
      woo.listings.clear();
      await noteDeleted(deps, scope, store, externalId);
      expect((await listings())[0]).toMatchObject({ state: 'failed', error_key: 'LISTING_DELETED' });
      await push([a], [store]);
      expect(await drain()).toEqual([]);
      expect((await listings())[0]).toMatchObject({ state: 'listed', error_key: null });
      expect(woo.listings.size).toBe(1);
    } finally {
      delete woo.isListingGone;
    }
  });

  describe('products deleted in the store without a webhook', () => {
    const compare = (storeId: string) =>
      db.tenant(scope, (tx) => deps.queue.send(tx, compareListingsJob, { ...scope, storeId }));
    const states = () =>
      db.read(scope, (ex) =>
        ex.rows<{ product_id: string; state: string; error_key: string | null }>(
          sql`select product_id, state, error_key from listing where workplace_id = ${scope.workplaceId}`,
        ),
      );
    const stateOf = async (id: string) => (await states()).find((one) => one.product_id === id);
    const asked: string[] = [];
    let broken: (id: string) => ConnectorErrorKind | undefined;
    beforeEach(() => {
      asked.length = 0;
      broken = () => undefined;
      woo.isListingGone = async (_ctx, id) => {
        asked.push(id);
        const kind = broken(id);
        if (kind) throw new ConnectorError(kind, 'as the test asked');
        return ![...woo.listings.values()].some((one) => one.externalId === id);
      };
    });
    afterEach(() => {
      delete woo.isListingGone;
    });
    const removeFromStore = (title: string | undefined) => {
      for (const [ref, { input }] of woo.listings) if (input.title === title) woo.listings.delete(ref);
    };

    it('are found by comparing the listings with the store', async () => {
      const store = await connect();
      const [kept = '', gone = ''] = await bring(16, 17);
      await push([kept, gone], [store]);
      await drain();
      removeFromStore((await product(gone))?.title);
      await compare(store);
      expect(await drain()).toEqual([]);
      expect(await stateOf(kept)).toMatchObject({ state: 'listed', error_key: null });
      expect(await stateOf(gone)).toMatchObject({ state: 'failed', error_key: 'LISTING_DELETED' });
      expect(await product(gone)).toMatchObject({ push_state: 'unpushed' });
      await push([gone], [store]);
      await drain();
      expect(await stateOf(gone)).toMatchObject({ state: 'listed', error_key: null });
    });

    it('stay listed where the store does not answer, and do not hide the others', async () => {
      const store = await connect();
      const ids = await bring(16, 17, 18, 19);
      await push(ids, [store]);
      await drain();
      woo.listings.clear();
      broken = () => 'temporary';
      await compare(store);
      expect(await drain()).toEqual([]);
      expect(asked).toHaveLength(3);
      broken = () => 'auth';
      await compare(store);
      expect(await drain()).toEqual([]);
      expect(asked).toHaveLength(4);
      expect((await states()).map((one) => one.state)).toEqual(ids.map(() => 'listed'));
      await db.tenant(scope, (tx) =>
        tx.run(sql`update store set status = 'active' where workplace_id = ${scope.workplaceId}`),
      );
      const [first] = asked;
      broken = (id) => (id === first ? 'temporary' : undefined);
      await compare(store);
      expect(await drain()).toEqual([]);
      expect((await states()).map((one) => one.state).sort()).toEqual(['failed', 'failed', 'failed', 'listed']);
    });

    it('are found in turn, a hundred at a time, where the store has more', async () => {
      const store = await connect();
      const [a = ''] = await bring(16);
      await push([a], [store]);
      await drain();
      await db.tenant(scope, (tx) =>
        tx.run(sql`insert into listing (workplace_id, listing_id, product_id, store_id, part, parts, state, publish_status,
            variant_ids, external_product_id)
          select workplace_id, gen_random_uuid(), product_id, store_id, n, 150, 'listed', publish_status, variant_ids, 'part-' || n
          from listing, generate_series(2, 150) as n where workplace_id = ${scope.workplaceId} on conflict do nothing`),
      );
      await db.tenant(scope, (tx) =>
        tx.run(
          sql`update listing set external_product_id = 'part-1' where workplace_id = ${scope.workplaceId} and part = 1`,
        ),
      );
      woo.isListingGone = async (_ctx, id) => {
        asked.push(id);
        return false;
      };
      await compare(store);
      expect(await drain()).toEqual([]);
      expect(asked.length).toBeLessThanOrEqual(100);
      clock.pass(6 * 3_600_000);
      await compare(store);
      expect(await drain()).toEqual([]);
      expect(asked).toHaveLength(150);
      expect(new Set(asked).size).toBe(150);
    });

    it('are looked for in every store once in six hours', async () => {
      const store = await connect();
      await drain();
      let sent = 0;
      const counting = handler(compareListingsJob, async ({ storeId }) => {
        if (storeId === store) sent += 1;
      });
      for (let hour = 0; hour < 6; hour += 1) {
        await db.tenant(scope, (tx) => deps.queue.send(tx, compareStoreListingsJob, {}));
        const others = handlers.filter((one) => one.kind.name !== 'compare-listings');
        expect(await drain([counting, ...others])).toEqual([]);
        clock.pass(3_600_000);
      }
      expect(sent).toBe(1);
    });
  });

  it('updates what is there, and makes anew what was deleted in the store', async () => {
    const store = await connect();
    const [a = ''] = await bring(14);
    await push([a], [store]);
    await drain();
    await updateProducts(deps, scope, [{ product_id: a, revision: 1, title: 'Renamed' }]);
    await push([a], [store]);
    await drain();
    expect([...woo.listings.values()].map((one) => one.input.title)).toEqual(['Renamed']);
    woo.listings.clear();
    await push([a], [store]);
    await drain();
    expect(woo.listings.size).toBe(1);
    expect((await listings())[0]?.state).toBe('listed');
  });

  it('names our address to a live store, so that a changed APP_URL does not upload its pictures again', async () => {
    const store = await connect();
    const [a = ''] = await bring(15);
    await db.tenant(scope, async (tx) => {
      const { workplaceId } = scope;
      await tx.run(sql`update store set mode = 'live' where workplace_id = ${workplaceId} and store_id = ${store}`);
      await tx.run(sql`update product set mode = 'live' where workplace_id = ${workplaceId} and product_id = ${a}`);
    });
    const { appUrl } = deps.config;
    const pushedFrom = async (address: string) => {
      Object.assign(deps.config, { appUrl: address });
      await push([a], [store]);
      await drain();
      return [...woo.listings.values()].map(({ input }) => [input.ownAddress, input.images[0]?.url]);
    };
    try {
      const [before] = await pushedFrom('https://old.example.com');
      const [after] = await pushedFrom('https://new.example.com');
      expect([before?.[0], after?.[0]]).toEqual(['https://old.example.com', 'https://new.example.com']);
      const path = before?.[1]?.replace('https://old.example.com', '');
      expect(path).toMatch(/^\/pictures\//);
      expect(after?.[1]).toBe(`https://new.example.com${path}`);
    } finally {
      Object.assign(deps.config, { appUrl });
    }
  });

  it('refuses what cannot go into a store, and lets the rest go on', async () => {
    const dollars = await connect();
    const euros = await connect('shopify', 'EUR');
    const [a = ''] = await bring(15);
    const refused = await push([a], [euros]);
    expect(refused.failed.get(a)).toMatchObject({ key: 'PUSH_NEEDS_RATE', params: { from: 'USD', to: 'EUR' } });
    const some = await push([a], [dollars, euros], { rates: {} });
    expect(some.items.map((item) => item.store_id)).toEqual([dollars]);
    expect((await push([a], [dollars])).failed.get(a)?.key).toBe('PUSH_ALREADY_RUNNING');
    await drain();
    await push([a], [euros], { rates: { EUR: 0.5 } });
    await drain();
    const [input] = [...shopify.listings.values()].map((one) => one.input);
    expect(input?.variants[0]?.price).toEqual({ amount: 1500, currency: 'EUR' });
    expect(await codeOf(push([a], [scope.accountId]))).toBe('STORE_NOT_FOUND');
  });

  it('raises prices to the chosen ending, and remembers the rate for the next push', async () => {
    const euros = await connect('shopify', 'EUR');
    const [a = ''] = await bring(15);
    await push([a], [euros], { rates: { EUR: 0.5 }, priceEnding: '99' });
    await drain();
    const [input] = [...shopify.listings.values()].map((one) => one.input);
    expect(input?.variants[0]?.price).toEqual({ amount: 1599, currency: 'EUR' });
    const used = { from: 'USD', to: 'EUR', day: '2099-01-01' };
    const lookUp = await db.read(scope, (ex) => ratesFor(ex, scope.workplaceId, [used]));
    expect(lookUp(used)).toMatchObject({ rate: '0.5', source: null });
  });

  it('lets a slow store wait alone', async () => {
    const slow = await connect('woocommerce');
    const quick = await connect('shopify');
    const ids = await bring(16, 17, 18, 19, 20, 21, 22, 23);
    await push(ids, [slow, quick]);
    const gate = Promise.withResolvers<void>();
    woo.held = gate.promise;
    const work = handlers[0];
    const { signal } = new AbortController();
    const run = { jobId: '1', attempt: 0, isLastTry: false, signal, lost: signal };
    let slowDone = false;
    const slowly = work?.handle({ ...scope, storeId: slow }, run).then(() => (slowDone = true));
    await work?.handle({ ...scope, storeId: quick }, run);
    expect(slowDone).toBe(false);
    expect(shopify.listings.size).toBe(8);
    await expect.poll(() => woo.busiest, { timeout: 10_000 }).toBe(4);
    gate.resolve();
    await slowly;
    expect(woo.listings.size).toBe(8);
    expect(woo.busiest).toBe(4);
  });

  it('needs a store', async () => {
    const [a = ''] = await bring(24);
    expect(await codeOf(push([a], []))).toBe('PUSH_NEEDS_STORE');
  });
});

describe('lists and counts', () => {
  it('show what is in no store on the import list, and take it off again', async () => {
    const store = await connect();
    const [a = '', b = '', c = ''] = await bring(1, 2, 3);
    await push([a], [store]);
    await drain();
    const unpushed = await db.read(scope, (ex) =>
      listProducts(ex, scope.workplaceId, { states: ['unpushed'], page_size: 10 }),
    );
    expect(unpushed.map((one) => one.product_id)).toEqual([c, b]);
    const { deleted, failed } = await deleteProducts(deps, scope, [a, b, scope.accountId], 'imports', ports.onDeleted);
    expect(deleted).toEqual([b]);
    expect(Object.fromEntries(failed)).toEqual({ [a]: 'PRODUCT_IS_IN_STORE', [scope.accountId]: 'PRODUCT_NOT_FOUND' });
    const counts = await db.read(scope, (ex) => countProducts(ex, scope.workplaceId));
    expect(counts).toEqual({ all: 2, unpushed: 1, processing: 0, pushed: 1, failed: 0 });
    const [again] = await bring(2);
    expect(again).not.toBe(b);
  });

  it('page by cursor and by number alike', async () => {
    await bring(1, 2, 3, 4, 5);
    const page = (ask: object) => db.read(scope, (ex) => listProducts(ex, scope.workplaceId, { page_size: 2, ...ask }));
    const first = await page({});
    const second = await page({ cursor: first[1]?.product_id });
    expect(second.map((one) => one.title)).toEqual((await page({ page: 2 })).map((one) => one.title));
    expect((await page({ keyword: 'lamp 4' })).map((one) => one.title)).toEqual(['Desk lamp 4']);
  });
});

it('keeps what a supplier says of stock and cost', async () => {
  const [a = ''] = await bring(25);
  const touched = await db.tenant(scope, (tx) =>
    setSourceStock(tx, scope.workplaceId, 'quayside', 'sandbox', [{ sourceVariantId: 'p25-v1', stock: 0, cost: 2000 }]),
  );
  expect(touched).toEqual([a]);
  expect(await product(a)).toMatchObject({ cost_from: 1225, cost_to: 2000 });
});

it('keeps listings apart when a product gets another supplier and the former one is imported again', async () => {
  const storeId = await connect();
  const [first = ''] = await bring(1);
  await push([first], [storeId]);
  await drain();
  await db.tenant(scope, async (tx) => {
    const variants = await findVariants(tx, scope.workplaceId, [first]);
    const partners = variants.map(
      ({ sku, variant_id }, at) =>
        [variant_id, { sourceVariantId: `p2-v${at + 1}`, sku, cost: 1_000, stock: null, weightGrams: null }] as const,
    );
    const to = { source: 'quayside' as const, sourceProductId: 'p2', currency: 'USD', variants: new Map(partners) };
    await replaceSource(tx, scope.workplaceId, first, to);
  });
  const [again = ''] = await bring(1);
  expect(again).not.toBe(first);
  await push([again], [storeId]);
  const rows = await db.read(scope, (ex) => findListings(ex, scope.workplaceId, [first, again]));
  expect(rows.map((row) => [row.product_id, row.state]).sort()).toEqual(
    [
      [first, 'listed'],
      [again, 'queued'],
    ].sort(),
  );
});
