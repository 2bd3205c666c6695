import { defaultPriceRule, type PriceRule, SPLIT_DEFAULTS } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql, type WorkplaceScope } from '../../db/index.ts';
import { linkStore } from '../../features/connections/index.ts';
import { createQuota } from '../../features/plans/index.ts';
import { removeStoreRule, saveRule } from '../../features/pricing/actions/save-rule.ts';
import { type BatchRequest, startBatch, startUndo } from '../../features/pricing/actions/start-batch.ts';
import { workBatch } from '../../features/pricing/actions/work-batch.ts';
import { findBatch, leftItems } from '../../features/pricing/batch-repo.ts';
import { createImportPrice, createStorePrices, register } from '../../features/pricing/index.ts';
import { judgeCatalog } from '../../features/pricing/queries/judge-catalog.ts';
import { totalsOf } from '../../features/pricing/queries/preview.ts';
import { settingView } from '../../features/pricing/queries/setting-view.ts';
import { createImport } from '../../features/products/actions/import-products.ts';
import { startPush } from '../../features/products/actions/start-push.ts';
import { updateProducts } from '../../features/products/actions/update-products.ts';
import { findProduct, findVariants } from '../../features/products/index.ts';
import { register as registerProducts } from '../../features/products/register.ts';
import { workspaceUsage } from '../../features/reports/index.ts';
import { syncCatalogue, workplaceFacts } from '../../features/sourcing/index.ts';
import { testDatabase } from '../db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../fakes/fake-deps.ts';

const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const woo = fakeChannel('woocommerce');
const { deps, jobs, person } = await fakeWorld(db, { suppliers: [own], channels: [woo] });
own.products = Array.from({ length: 6 }, (_none, at) => fakeProduct(at));
await syncCatalogue(deps, 'quayside', 'sandbox');
await db.global((tx) =>
  tx.run(
    sql`insert into exchange_rate (currency, day, per_euro, source) values ('USD', ${deps.clock.now().slice(0, 10)}, 1.25, 'ECB')`,
  ),
);

const quota = createQuota(deps, { workspaceUsage });
const storePrices = createStorePrices(deps);
const ports = {
  quota,
  importPrice: createImportPrice(deps),
  storePrices,
  onListed: async () => undefined,
  unmappedProducts: async () => [],
  onImported: async () => undefined,
  onDeleted: async () => undefined,
  watchMarks: async () => new Map(),
  seenVariants: async () => new Map(),
  isWatched: () => sql`true`,
};
const idle = ['set-up-store', 'refresh-source', 'draw-pictures'].map((name) => ({
  kind: { name, payload: { parse: (payload: unknown) => payload } },
  handle: async () => undefined,
}));
const handlers = [...register(deps).jobs, ...registerProducts(deps, ports).jobs].filter(
  ({ kind }) => kind.name !== 'draw-pictures',
);
const drain = () => jobs.drain([...handlers, ...(idle as never[])]);

let scope: WorkplaceScope;
let shops = 0;
beforeEach(async () => {
  await drain();
  await db.global((tx) => tx.run(sql`delete from test_job`));
  scope = await person();
  woo.listings.clear();
  woo.calls.length = 0;
});

const importProducts = createImport(deps, ports);
async function bring(...ids: number[]): Promise<string[]> {
  const asks = ids.map((id) => ({
    source: 'quayside' as const,
    mode: 'sandbox' as const,
    sourceProductId: `p${id}`,
    shipTo: 'US',
  }));
  const { imported } = await importProducts(scope, asks);
  return ids.map((id) => imported.get(`quayside:sandbox:p${id}`)?.productId ?? '');
}
const connect = (currency = 'USD') => {
  shops += 1;
  woo.facts = { ...woo.facts, platformDomain: `r${shops}.example.com`, currency };
  const shop = `${SANDBOX_URL}/r${shops}.example.com`;
  return linkStore(deps, scope, { platform: 'woocommerce', shop, credentials: { key: 'good' } });
};
const push = async (productIds: string[], storeId: string, rates = {}) => {
  const ask = { productIds, storeIds: [storeId], settings: undefined, split: SPLIT_DEFAULTS, rates };
  const begun = await startPush(deps, quota, scope, ask, storePrices);
  await drain();
  return begun;
};
const prices = async (productId: string) =>
  (await db.read(scope, (ex) => findVariants(ex, scope.workplaceId, [productId]))).map((one) => one.price);
const inStore = () =>
  [...woo.listings.values()].map(({ input }) => input.variants.map(({ price }) => `${price.amount} ${price.currency}`));
const triple = (currency = 'USD'): PriceRule => ({
  ...defaultPriceRule(currency),
  bands: [{ kind: 'markup', from: 0, multiply: 3_000, add: 0 }],
  rounding: 'exact',
});
const save = (rule: PriceRule, change: Partial<Parameters<typeof saveRule>[2]> = {}) =>
  saveRule(deps, scope, {
    store_id: null,
    revision: 0,
    for_imports: false,
    suggested_first: false,
    ...change,
    rule,
  });
const start = async (change: Partial<BatchRequest> = {}) => {
  const { ownAccounts } = await workplaceFacts(deps)(scope);
  return startBatch(deps, scope, ownAccounts, {
    storeId: null,
    revision: 1,
    productIds: undefined,
    includeEdited: false,
    push: false,
    requestedBy: 'Ada',
    ...change,
  });
};
const batch = (id: string) => db.read(scope, (ex) => findBatch(ex, scope.workplaceId, id));
async function setPrice(productId: string, amount: number): Promise<void> {
  const [variant] = await db.read(scope, (ex) => findVariants(ex, scope.workplaceId, [productId]));
  const product = await db.read(scope, (ex) => findProduct(ex, scope.workplaceId, productId));
  await updateProducts(deps, scope, [
    {
      product_id: productId,
      revision: product?.revision ?? 0,
      variants: [{ variant_id: variant?.variant_id ?? '', price: { amount, currency: 'USD' } }],
    },
  ]);
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('a price rule', () => {
  it('is refused to the second of two people who edit it', async () => {
    await save(triple());
    expect(await codeOf(save(triple()))).toBe('PRICE_RULE_CHANGED');
    await save({ ...triple(), rounding: '99' }, { revision: 1 });
    expect(await codeOf(save(triple(), { revision: 1 }))).toBe('PRICE_RULE_CHANGED');
    const view = await db.read(scope, (ex) => settingView(ex, scope.workplaceId, null, '2026-01-01'));
    expect(view).toMatchObject({ revision: 2, rule: { rounding: '99' } });
  });

  it('of a store is in its currency', async () => {
    const store_id = await connect('EUR');
    expect(await codeOf(save(triple('USD'), { store_id }))).toBe('PRICE_RULE_CURRENCY');
  });

  it('leaves imports as they are until it is on for them', async () => {
    await save(triple());
    const [first = ''] = await bring(0);
    expect(await prices(first)).toEqual([2999, 3199]);
    await save({ ...triple(), compare_at_percent: 1_000 }, { revision: 1, for_imports: true });
    const [second = ''] = await bring(1);
    expect(await prices(second)).toEqual([3003, 3603]);
    await save(triple(), { revision: 2, for_imports: true, suggested_first: true });
    const [third = ''] = await bring(2);
    expect(await prices(third)).toEqual([2999, 3199]);
    await save({ ...triple(), shipping_included: true }, { revision: 3, for_imports: true });
    const [fourth = ''] = await bring(3);
    expect(await prices(fourth)).toEqual([4209, 4809]);
  });
});

describe('applying a rule', () => {
  it('writes prices, leaves those set by a person, and is undone', async () => {
    const [one = '', two = ''] = await bring(0, 1);
    await setPrice(two, 1234);
    await save(triple());
    const id = await start();
    expect(await prices(one)).toEqual([2999, 3199]);
    await drain();
    expect(await batch(id)).toMatchObject({ state: 'applied', total: 3, done: 3, skipped: 0 });
    expect(await prices(one)).toEqual([3000, 3600]);
    expect(await prices(two)).toEqual([1234, 3603]);
    const product = await db.read(scope, (ex) => findProduct(ex, scope.workplaceId, two));
    expect(product).toMatchObject({ price_from: 1234, price_to: 3603, revision: 3 });
    expect(await codeOf(start())).toBe('PRICES_UNCHANGED');

    // A price changed since is kept; the others go back, and count as computed again.
    await setPrice(one, 5000);
    await startUndo(deps, scope, id);
    await drain();
    expect(await batch(id)).toMatchObject({ state: 'undone', restored: 2, kept: 1 });
    expect(await prices(one)).toEqual([5000, 3199]);
    expect(await prices(two)).toEqual([1234, 3199]);
    const left = await db.read(scope, (ex) => leftItems(ex, scope.workplaceId, id, 10));
    expect(left).toMatchObject([{ product_id: one, state: 'kept' }]);
    expect(await codeOf(startUndo(deps, scope, id))).toBe('PRICE_BATCH_UNDONE');
    expect(await batch(await start({ includeEdited: true }))).toMatchObject({ total: 4 });
  });

  it('leaves what a person or the supplier changed after the batch was written', async () => {
    const [one = '', two = ''] = await bring(0, 1);
    await save(triple());
    const id = await start();
    await setPrice(one, 7777);
    await db.tenant(scope, (tx) =>
      tx.run(
        sql`update product_variant set cost = 5000 where workplace_id = ${scope.workplaceId} and product_id = ${two}`,
      ),
    );
    await drain();
    expect(await batch(id)).toMatchObject({ state: 'applied', done: 1, skipped: 3 });
    expect(await prices(one)).toEqual([7777, 3600]);
    expect(await prices(two)).toEqual([2999, 3199]);
  });

  it('runs once at a time, for the rule on the screen', async () => {
    await bring(0, 1);
    await save(triple());
    expect(await codeOf(start({ revision: 2 }))).toBe('PRICE_RULE_CHANGED');
    const codes = await Promise.all([codeOf(start()), codeOf(start())]);
    expect(codes.toSorted()).toEqual(['PRICE_BATCH_RUNNING', 'no refusal']);
    await drain();
    await save(triple(), { revision: 1 });
    expect(await codeOf(start())).toBe('PRICE_RULE_CHANGED');
  });

  it('continues after a worker is killed, and two workers do nothing twice', async () => {
    const ids = await bring(0, 1, 2, 3);
    const store = await connect();
    await push(ids, store);
    await save(triple());
    const id = await start({ push: true });
    let transactions = 0;
    const dying = {
      ...deps,
      db: {
        ...deps.db,
        tenant: (here: WorkplaceScope, work: (tx: never) => Promise<unknown>) =>
          deps.db.tenant(here, async (tx) => {
            const done = await work(tx as never);
            transactions += 1;
            // The second part is lost before it is committed.
            if (transactions === 2) throw new Error('killed');
            return done;
          }),
      },
    } as typeof deps;
    const signal = new AbortController().signal;
    await expect(workBatch(dying, scope, id, signal, 1)).rejects.toThrow('killed');
    expect(await batch(id)).toMatchObject({ state: 'applying', done: 2, pushed: 1 });
    await Promise.all([workBatch(deps, scope, id, signal, 1), workBatch(deps, scope, id, signal, 1)]);
    expect(await batch(id)).toMatchObject({ state: 'applied', done: 8, skipped: 0, pushed: 4 });
    await drain();
    for (const [at, productId] of ids.entries())
      expect(await prices(productId)).toEqual([3000 + 3 * at, 3600 + 3 * at]);
    expect(inStore().toSorted()).toEqual([0, 1, 2, 3].map((at) => [`${3000 + 3 * at} USD`, `${3600 + 3 * at} USD`]));
    const revisions = await Promise.all(
      ids.map((one) => db.read(scope, (ex) => findProduct(ex, scope.workplaceId, one))),
    );
    expect(revisions.map((one) => one?.revision)).toEqual([2, 2, 2, 2]);
  });

  it('pushes with the settings of the last push, and pushes again when undone', async () => {
    const [one = ''] = await bring(0);
    const store = await connect();
    const settings = { woocommerce: { is_publish: false, allow_sell_out_of_stock: false, sync_order: true } };
    await startPush(
      deps,
      quota,
      scope,
      { productIds: [one], storeIds: [store], settings, split: SPLIT_DEFAULTS, rates: {} },
      storePrices,
    );
    await drain();
    await save(triple());
    const id = await start({ push: true });
    await drain();
    expect([...woo.listings.values()][0]?.input).toMatchObject({ status: 'draft', allowSellOutOfStock: false });
    expect(inStore()).toEqual([['3000 USD', '3600 USD']]);
    await startUndo(deps, scope, id);
    await drain();
    expect(inStore()).toEqual([['2999 USD', '3199 USD']]);
    expect(woo.listings.size).toBe(1);
  });
});

describe('a store with its own rule', () => {
  it('gets prices in its currency, without a rate from the owner', async () => {
    const [one = '', two = ''] = await bring(0, 1);
    const store = await connect('EUR');
    const refused = await push([one], store);
    expect([...refused.failed.values()]).toMatchObject([{ key: 'PUSH_NEEDS_RATE' }]);
    await save(triple('EUR'), { store_id: store });
    await push([one], store);
    // 10.00 USD is 8.00 EUR.
    expect(inStore()).toEqual([['2400 EUR', '2880 EUR']]);
    expect(await prices(one)).toEqual([2999, 3199]);
    const kept = await db.read(scope, (ex) =>
      ex.rows(sql`select price, rate, rate_day is not null as dated from store_price where workplace_id = ${scope.workplaceId}
        order by price`),
    );
    expect(kept).toEqual([
      { price: 2400, rate: '0.8', dated: true },
      { price: 2880, rate: '0.8', dated: true },
    ]);

    // A listed product keeps its price until the rule is applied; a new one gets the new rule's.
    await save({ ...triple('EUR'), rounding: '99' }, { store_id: store, revision: 1 });
    await push([one, two], store);
    expect(inStore().toSorted()).toEqual([
      ['2400 EUR', '2880 EUR'],
      ['2499 EUR', '2899 EUR'],
    ]);
    const id = await start({ storeId: store, revision: 2, push: true });
    await drain();
    expect(await batch(id)).toMatchObject({ state: 'applied', total: 2, done: 2, pushed: 1 });
    expect(inStore().toSorted()[0]).toEqual(['2499 EUR', '2899 EUR']);
    await startUndo(deps, scope, id);
    await drain();
    expect(inStore().toSorted()[0]).toEqual(['2400 EUR', '2880 EUR']);
    expect(await prices(one)).toEqual([2999, 3199]);
  });

  it('goes back to the price of the product when its rule is removed', async () => {
    const [one = ''] = await bring(0);
    const store = await connect();
    await save(triple(), { store_id: store });
    await push([one], store);
    expect(inStore()).toEqual([['3000 USD', '3600 USD']]);
    await removeStoreRule(deps, scope, { store_id: store, revision: 1 });
    await push([one], store);
    expect(inStore()).toEqual([['2999 USD', '3199 USD']]);
  });

  it('has no price where no rate is known', async () => {
    const [one = ''] = await bring(0);
    const store = await connect('ISK');
    await save(triple('ISK'), { store_id: store });
    const { products, rates } = await db.read(scope, (ex) =>
      judgeCatalog(ex, scope.workplaceId, {
        store: { storeId: store, currency: 'ISK', mode: 'sandbox' },
        rule: triple('ISK'),
        includeEdited: false,
        day: deps.clock.now().slice(0, 10),
        ownAccounts: { live: new Map(), sandbox: new Map() },
      }),
    );
    expect(rates).toEqual([{ from: 'USD', to: 'ISK', rate: null, stale: false }]);
    expect(totalsOf(products, false)).toMatchObject({ variants: 2, no_rate: 2, changing: 0 });
    expect(await codeOf(start({ storeId: store }))).toBe('PRICES_UNCHANGED');
    expect([...(await push([one], store)).failed.values()]).toMatchObject([{ key: 'PUSH_NEEDS_RATE' }]);
  });
});
