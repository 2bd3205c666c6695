import { contracts, SPLIT_DEFAULTS } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Scope, sql, type WorkplaceScope } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../../testing/fakes/fake-deps.ts';
import { linkStore } from '../connections/index.ts';
import { createQuota } from '../plans/index.ts';
import { workspaceUsage } from '../reports/index.ts';
import { syncCatalogue } from '../sourcing/index.ts';
import { deleteProducts } from './actions/delete-products.ts';
import { duplicateProduct, type SplitRequest, splitProduct } from './actions/duplicate-product.ts';
import { createImport } from './actions/import-products.ts';
import { setStatus } from './actions/set-status.ts';
import { startPush } from './actions/start-push.ts';
import { updateProducts } from './actions/update-products.ts';
import { findListings } from './listing-repo.ts';
import { matchVariants } from './queries/match-variants.ts';
import { importedVariants } from './queries/source-variants.ts';
import { register } from './register.ts';
import { findProduct, findVariants } from './repo.ts';

const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const woo = fakeChannel('woocommerce');
const { deps, jobs, person } = await fakeWorld(db, { suppliers: [own], channels: [woo] });
const moved: string[] = [];
const ports = {
  quota: createQuota(deps, { workspaceUsage }),
  onListed: async (_scope: Scope, _storeId: string) => undefined,
  unmappedProducts: async () => [],
  onImported: async () => undefined,
  onVariantsMoved: async (_tx: unknown, _scope: unknown, productId: string) => void moved.push(productId),
  onDeleted: async () => undefined,
  watchMarks: async () => new Map(),
  seenVariants: async () => new Map(),
  isWatched: () => sql`true`,
};
const { jobs: handlers } = register(deps, ports);
const idle = ['set-up-store', 'refresh-source', 'draw-pictures'].map((name) => ({
  kind: { name, payload: { parse: (payload: unknown) => payload } },
  handle: async () => undefined,
}));
const drain = () => jobs.drain([...handlers.filter((one) => one.kind.name !== 'draw-pictures'), ...(idle as never[])]);

own.products = [fakeProduct(1), fakeProduct(2)];
await syncCatalogue(deps, 'quayside', 'sandbox');
const importProducts = createImport(deps, ports);

let scope: WorkplaceScope;
let productId: string;
let shops = 0;
let keys = 0;
const nextKey = () => `request-${++keys}`;

async function bring(id: string): Promise<string> {
  const ask = { source: 'quayside' as const, mode: 'sandbox' as const, sourceProductId: id, shipTo: 'US' };
  const { imported } = await importProducts(scope, [ask]);
  return imported.get(`quayside:sandbox:${id}`)?.productId ?? '';
}

beforeEach(async () => {
  await drain();
  scope = await person();
  woo.listings.clear();
  woo.calls.length = 0;
  moved.length = 0;
  productId = await bring('p1');
});

const product = (id: string) => db.read(scope, (ex) => findProduct(ex, scope.workplaceId, id));
const variants = (id: string) => db.read(scope, (ex) => findVariants(ex, scope.workplaceId, [id]));
const listings = (id: string) => db.read(scope, (ex) => findListings(ex, scope.workplaceId, [id]));
const duplicate = (id = productId, key = nextKey(), by = scope) =>
  duplicateProduct(deps, ports, by, { productId: id, key, locale: 'en' });
const split = (change: Partial<SplitRequest> = {}) =>
  splitProduct(deps, ports, scope, { productId, option: 'Color', key: nextKey(), ...change });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const processes = () =>
  db.read(scope, (ex) =>
    ex.rows<{ process_id: string; kind: string; status: string }>(
      sql`select process_id, kind, status from process where workplace_id = ${scope.workplaceId} and kind <> 'push' order by started_at`,
    ),
  );
async function pushed(id = productId): Promise<string> {
  shops += 1;
  woo.facts = { ...woo.facts, platformDomain: `c${shops}.example.com`, currency: 'USD' };
  const storeId = await linkStore(deps, scope, {
    platform: 'woocommerce',
    shop: `${SANDBOX_URL}/c${shops}.example.com`,
    credentials: { key: 'good' },
  });
  await push([id], storeId);
  return storeId;
}
async function push(productIds: string[], storeId: string) {
  await startPush(deps, ports.quota, scope, {
    productIds,
    storeIds: [storeId],
    settings: undefined,
    split: SPLIT_DEFAULTS,
    rates: {},
  });
  await drain();
}

it('B288: the lists mapped, import and unmapped each offer duplicate and split', () => {
  const paths = Object.values(contracts.productCopies).map((call) => `${call.method} ${call.path}`);
  for (const list of ['listings/mapped', 'import', 'unmapped'])
    for (const verb of ['duplicate', 'split'])
      expect(paths).toContain(`POST /center/products/${list}/{productId}/${verb}`);
});

describe('duplicating', () => {
  it('copies everything, edits included, under another title and with SKUs of its own', async () => {
    const [first] = await variants(productId);
    await updateProducts(deps, scope, [
      {
        product_id: productId,
        revision: 1,
        title: 'My lamp',
        tags: ['light'],
        seo_title: 'Lamps',
        hs_code: '940520',
        variants: [{ variant_id: first?.variant_id ?? '', price: { amount: 4444, currency: 'USD' }, enabled: false }],
      },
    ]);
    const { productIds, processId } = await duplicate();
    const rows = await db.read(scope, (ex) =>
      ex.rows<Record<string, unknown>>(sql`select * from product where workplace_id = ${scope.workplaceId}`),
    );
    const [from, copy] = [productId, productIds[0]].map((id) => rows.find((row) => row.product_id === id));
    const differs = Object.keys(from ?? {}).filter(
      (name) => JSON.stringify(copy?.[name]) !== JSON.stringify(from?.[name]),
    );
    const changed = ['copied_from', 'created_at', 'product_id', 'revision', 'title', 'updated_at'];
    expect(differs.toSorted()).toEqual(changed);
    expect(copy).toMatchObject({
      title: 'Copy of My lamp',
      push_state: 'unpushed',
      copied_from: productId,
      total_variants: 2,
    });
    const facts = (rows: Awaited<ReturnType<typeof variants>>) =>
      rows.map(({ source_variant_id, source_sku, option_values, cost, price, enabled }) => ({
        source_variant_id,
        source_sku,
        option_values,
        cost,
        price,
        enabled,
      }));
    expect(facts(await variants(productIds[0] ?? ''))).toEqual(facts(await variants(productId)));
    expect((await variants(productIds[0] ?? '')).map((one) => one.sku)).toEqual(['LAMP-1-RED-2', 'LAMP-1-BLUE-2']);
    expect(await processes()).toEqual([{ process_id: processId, kind: 'duplicate', status: 'success' }]);
  });

  it('makes one copy per click: the same key twice at once makes one, two keys at once make two', async () => {
    const key = nextKey();
    const [a, b] = await Promise.all([duplicate(productId, key), duplicate(productId, key)]);
    expect(a).toEqual(b);
    const [c, d] = await Promise.all([duplicate(), duplicate()]);
    const ids = [...new Set([a, c, d].flatMap((one) => one.productIds))];
    expect(ids).toHaveLength(3);
    const skus = (await Promise.all(ids.map(variants))).flat().map((one) => one.sku);
    expect(new Set(skus).size).toBe(6);
  });

  it('leaves the import as the one that counts as imported', async () => {
    await duplicate();
    expect(await bring('p1')).toBe(productId);
    await deleteProducts(deps, scope, [productId], 'imports', ports.onDeleted);
    const again = await bring('p1');
    expect(again).not.toBe(productId);
    expect(await product(again)).toMatchObject({ copied_from: null });
  });

  it('is the variant that mappings show only where the import is gone', async () => {
    const { productIds } = await duplicate();
    const name = { source: 'quayside', mode: 'sandbox', source_product_id: 'p1', source_variant_id: 'p1-v1' } as const;
    const newest = async () =>
      (await db.read(scope, (ex) => importedVariants(ex, scope.workplaceId, [name]))).at(-1)?.product_id;
    expect(await newest()).toBe(productId);
    await deleteProducts(deps, scope, [productId], 'imports', ports.onDeleted);
    expect(await newest()).toBe(productIds[0]);
  });

  it('is refused for a product that is being pushed, unknown, or another workspace’s', async () => {
    const other = await person();
    expect(await codeOf(duplicate(productId, nextKey(), other))).toBe('PRODUCT_NOT_FOUND');
    expect(await codeOf(duplicate(scope.accountId))).toBe('PRODUCT_NOT_FOUND');
    await db.tenant(scope, (tx) =>
      tx.run(sql`update product set push_state = 'processing' where workplace_id = ${scope.workplaceId}`),
    );
    expect(await codeOf(duplicate())).toBe('PRODUCT_IS_PROCESSING');
    expect(await processes()).toEqual([]);
  });

  it('is a product of its own in a store, beside the original', async () => {
    const storeId = await pushed();
    const { productIds } = await duplicate();
    await push(productIds, storeId);
    expect(woo.listings.size).toBe(2);
    const [copy] = await listings(productIds[0] ?? '');
    expect(copy).toMatchObject({ state: 'listed' });
    const [match] = await db.read(scope, (ex) =>
      matchVariants(ex, scope.workplaceId, storeId, [{ sku: 'LAMP-1-RED-2' }]),
    );
    expect(match).toMatchObject({ productId: productIds[0], sourceVariantId: 'p1-v1' });
  });
});

describe('splitting', () => {
  it('moves each value’s variants into a product of its own', async () => {
    const before = await variants(productId);
    const { productIds } = await split();
    expect(productIds).toHaveLength(1);
    const after = [await variants(productId), await variants(productIds[0] ?? '')];
    expect(after.map((rows) => rows.length)).toEqual([1, 1]);
    expect(after.flat().map((one) => [one.variant_id, one.sku])).toEqual(
      before.map((one) => [one.variant_id, one.sku]),
    );
    const [from, off] = [await product(productId), await product(productIds[0] ?? '')];
    expect(from).toMatchObject({ title: `${off?.original.title} - Red`, total_variants: 1, revision: 2 });
    expect(off).toMatchObject({ title: `${off?.original.title} - Blue`, copied_from: productId, total_variants: 1 });
    expect(off?.options.some((option) => option.name === 'Color')).toBe(false);
    expect(moved).toEqual([productId]);
    expect(await processes()).toMatchObject([{ kind: 'split', status: 'success' }]);
  });

  it('is done once per key, also when asked again afterwards', async () => {
    const key = nextKey();
    const [a, b] = await Promise.all([split({ key }), split({ key })]);
    expect([b, await split({ key })]).toEqual([a, a]);
    expect(await codeOf(split())).not.toBe('no refusal');
  });

  it('leaves a product in a store as it is, unless its variants shall leave it', async () => {
    const storeId = await pushed();
    const calls = woo.calls.length;
    const { productIds } = await split();
    expect(await variants(productId)).toHaveLength(2);
    expect(await product(productId)).toMatchObject({ revision: 1, total_variants: 2 });
    expect((await variants(productIds[0] ?? '')).map((one) => one.sku)).toEqual(['LAMP-1-BLUE-2']);
    const second = await split({ move: true });
    await drain();
    expect(woo.calls.length).toBe(calls);
    expect(await product(productId)).toMatchObject({ revision: 2, total_variants: 1, push_state: 'pushed' });
    const [listing] = await listings(productId);
    expect(listing?.pushed_revision).toBe(1);
    // Orders of the variant that left find it until the product is pushed again.
    const [match] = await db.read(scope, (ex) =>
      matchVariants(ex, scope.workplaceId, storeId, [{ sku: 'LAMP-1-BLUE' }]),
    );
    expect(match).toMatchObject({ productId: second.productIds[0], sourceVariantId: 'p1-v2' });
    await push([productId], storeId);
    expect([...woo.listings.values()].map((one) => one.input.variants.length)).toEqual([1]);
  });

  it('names what is wrong with the groups', async () => {
    const [red, blue] = (await variants(productId)).map((one) => one.variant_id);
    const groups = (...all: (string | undefined)[][]) => ({ option: undefined, groups: all as string[][] });
    expect(await codeOf(split(groups([red], [red, blue])))).toBe('SPLIT_VARIANT_TWICE');
    expect(await codeOf(split(groups([red, blue])))).toBe('SPLIT_ONE_PRODUCT');
    expect(await codeOf(split(groups([red, blue], [productId])))).toBe('VARIANT_NOT_FOUND');
    expect(await codeOf(split({ option: 'Material' }))).toBe('SPLIT_OPTION_UNKNOWN');
    expect(await variants(productId)).toHaveLength(2);
  });
});

describe('deleting', () => {
  it('deletes of the product center what it can, and names the others with the reason', async () => {
    const storeId = await pushed();
    const other = await bring('p2');
    const calls = woo.calls.length;
    const { deleted, failed } = await deleteProducts(
      deps,
      scope,
      [productId, other, scope.accountId],
      'center',
      ports.onDeleted,
    );
    expect(deleted.toSorted()).toEqual([productId, other].toSorted());
    expect([...failed]).toEqual([[scope.accountId, 'PRODUCT_NOT_FOUND']]);
    await drain();
    expect(woo.calls.length).toBe(calls);
    expect(woo.listings.size).toBe(1);
    const [match] = await db.read(scope, (ex) =>
      matchVariants(ex, scope.workplaceId, storeId, [{ sku: 'LAMP-1-RED' }]),
    );
    expect(match).toMatchObject({ sourceVariantId: 'p1-v1' });
  });

  it('leaves the import list to the import list, and listed ones to who sees every store', async () => {
    await pushed();
    const other = await bring('p2');
    const of = (from: 'mapped' | 'imports', by = scope) =>
      deleteProducts(deps, by, [productId, other], from, ports.onDeleted);
    const limited = { ...scope, storeIds: [] };
    expect([...(await of('mapped', limited)).failed]).toEqual([
      [productId, 'PRODUCT_IN_OTHER_STORES'],
      [other, 'PRODUCT_NOT_LISTED'],
    ]);
    expect((await of('mapped')).deleted).toEqual([productId]);
    expect((await of('imports')).deleted).toEqual([other]);
  });
});

describe('setting a status', () => {
  it('is pushed once, however often it is asked for', async () => {
    await pushed();
    expect((await setStatus(deps, scope, productId, 'active')).items).toEqual([]);
    expect((await setStatus(deps, scope, productId, 'draft')).items).toHaveLength(1);
    expect(await codeOf(setStatus(deps, scope, productId, 'draft'))).toBe('PRODUCT_IS_PROCESSING');
    await drain();
    expect([...woo.listings.values()].map((one) => one.input.status)).toEqual(['draft']);
    expect((await setStatus(deps, scope, productId, 'draft')).items).toEqual([]);
  });

  it('is refused for a product in no store, and another workspace’s', async () => {
    expect(await codeOf(setStatus(deps, scope, productId, 'draft'))).toBe('PRODUCT_NOT_LISTED');
    expect(await codeOf(setStatus(deps, await person(), productId, 'draft'))).toBe('PRODUCT_NOT_FOUND');
  });
});
