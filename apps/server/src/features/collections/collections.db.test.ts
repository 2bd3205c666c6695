import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Scope, sql, type WorkplaceScope } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../../testing/fakes/fake-deps.ts';
import { linkStore } from '../connections/index.ts';
import { createQuota } from '../plans/index.ts';
import { createImport, duplicateProduct, register as registerProducts, startPush } from '../products/index.ts';
import { workspaceUsage } from '../reports/index.ts';
import { syncCatalogue } from '../sourcing/index.ts';
import { chooseCollections, rememberCategory } from './actions/choose-collections.ts';
import { requestCollections } from './actions/read-collections.ts';
import { findChoices } from './choice-repo.ts';
import { ports as collectionPorts, copyChoices } from './index.ts';
import { saveApplies } from './list-repo.ts';
import { productCollections } from './queries/product-collections.ts';
import { storeLists } from './queries/store-lists.ts';
import { register } from './register.ts';

const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const woo = fakeChannel('woocommerce');
const { deps, jobs, person } = await fakeWorld(db, { suppliers: [own], channels: [woo] });
const ports = {
  quota: createQuota(deps, { workspaceUsage }),
  onListed: async (_scope: Scope, _storeId: string) => undefined,
  unmappedProducts: async () => [],
  onImported: async () => undefined,
  onDeleted: async () => undefined,
  watchMarks: async () => new Map(),
  seenVariants: async () => new Map(),
  isWatched: () => sql`true`,
  collections: collectionPorts,
};
const handlers = [...registerProducts(deps, ports).jobs, ...register(deps).jobs];
const idle = ['set-up-store', 'refresh-source', 'draw-pictures'].map((name) => ({
  kind: { name, payload: { parse: (payload: unknown) => payload } },
  handle: async () => undefined,
}));
const drain = () => jobs.drain([...handlers.filter((one) => one.kind.name !== 'draw-pictures'), ...(idle as never[])]);
own.products = [fakeProduct(1)];
await syncCatalogue(deps, 'quayside', 'sandbox');
const importProducts = createImport(deps, ports);

let scope: WorkplaceScope;
let storeId: string;
let productId: string;
let shops = 0;
const choose = (ids: string[] | null, more: { again?: string[]; remember?: boolean } = {}) =>
  chooseCollections(deps, scope, {
    productId,
    storeId,
    ids,
    again: more.again ?? [],
    remember: more.remember ?? false,
  });
const push = async () => {
  const ask = { productIds: [productId], storeIds: [storeId], settings: undefined, split: undefined, rates: {} };
  await startPush(deps, ports.quota, scope, ask);
  await drain();
};
const read = async () => {
  const found = await db.read(scope, (ex) => productCollections(ex, deps, scope.workplaceId, productId));
  const [store] = found.stores;
  if (!store) throw new Error('store of the product not found');
  return { ...store, name: found.category };
};
const lists = () => db.read(scope, (ex) => storeLists(ex, deps, scope.workplaceId, 'en'));
/** The product's memberships, as the merchant sees them. */
const there = () => [...woo.members.values()][0] ?? { there: [], put: [] };

beforeEach(async () => {
  await drain();
  scope = await person();
  shops += 1;
  woo.listings.clear();
  woo.members.clear();
  woo.fixedCollections.clear();
  woo.collections = [
    { id: '1', title: 'Kitchen', isAssignable: true },
    { id: '2', title: 'Mugs', parentId: '1', isAssignable: true },
    { id: '3', title: 'Everything new', isAssignable: false },
  ];
  woo.facts = { ...woo.facts, platformDomain: `c${shops}.example.com`, currency: 'USD' };
  storeId = await linkStore(deps, scope, {
    platform: 'woocommerce',
    shop: `${SANDBOX_URL}/c${shops}.example.com`,
    credentials: { key: 'good' },
  });
  const ask = { source: 'quayside' as const, mode: 'sandbox' as const, sourceProductId: 'p1', shipTo: 'US' };
  productId = (await importProducts(scope, [ask])).imported.get('quayside:sandbox:p1')?.productId ?? '';
  await requestCollections(deps, scope, storeId);
  await drain();
});

describe("a store's list", () => {
  it('is read by a job and kept, with the levels of categories', async () => {
    const [list] = await lists();
    expect(list).toMatchObject({ store_id: storeId, is_reading: false, fault: null });
    expect(list?.read_at).not.toBeNull();
    expect(list?.items.map(({ id, path }) => [id, path])).toEqual([
      ['3', []],
      ['1', []],
      ['2', ['Kitchen']],
    ]);
    woo.collections = [{ id: '1', title: 'Cooking', isAssignable: true }];
    await requestCollections(deps, scope, storeId);
    expect((await lists())[0]?.is_reading).toBe(true);
    await drain();
    expect((await lists())[0]?.items.map(({ title }) => title)).toEqual(['Cooking']);
  });

  it('keeps the last list when the store fails, and says why', async () => {
    woo.fail('readCollections', 'rejected', { code: 'other' });
    await requestCollections(deps, scope, storeId);
    await drain();
    const [list] = await lists();
    expect(list?.items).toHaveLength(3);
    expect(list?.fault).toMatch(/declined: .+ Correct this in the store, then read the list again\.$/);
    expect(list?.is_reading).toBe(false);
  });
});

describe('the collections of a product', () => {
  it('are put there by the next push, and what the merchant added stays', async () => {
    await choose(['2']);
    expect(await read()).toMatchObject({ follows: 'own', is_listed: false, pushed: null });
    await push();
    expect(there().there).toEqual(['2']);
    expect(await read()).toMatchObject({ is_pending: false, pushed: { joined: ['2'], left: [], gone: [] } });
    there().there.push('1');
    await push();
    expect(there().there).toEqual(['2', '1']);
    await choose([]);
    expect((await read()).is_pending).toBe(true);
    await push();
    expect(there().there).toEqual(['1']);
  });

  it('stay out of one that the merchant removed, until a person wants it again', async () => {
    await choose(['1', '2']);
    await push();
    there().there = ['1'];
    await push();
    expect(there().there).toEqual(['1']);
    expect((await read()).pushed).toMatchObject({ joined: ['1'], left: ['2'] });
    await choose(['1', '2'], { again: ['2'] });
    expect((await read()).is_pending).toBe(true);
    await push();
    expect(there().there).toEqual(['1', '2']);
    expect((await read()).is_pending).toBe(false);
    there().there = ['1'];
    await push();
    expect(there().there).toEqual(['1']);
  });

  it('name one that is gone, which stops only itself', async () => {
    await choose(['1', '2']);
    woo.collections = woo.collections.filter(({ id }) => id !== '2');
    await push();
    expect(there().there).toEqual(['1']);
    const { pushed, chosen } = await read();
    expect(pushed).toMatchObject({ joined: ['1'], gone: ['2'] });
    expect(chosen).toContainEqual({ id: '2', title: 'Mugs' });
    await requestCollections(deps, scope, storeId);
    await drain();
    await choose(['1', '2']);
  });

  it('name one that the store refuses to take the product out of, and try again with the next push', async () => {
    await choose(['1', '2']);
    await push();
    woo.fixedCollections.add('2');
    await choose(['1']);
    await push();
    expect(there().there).toEqual(['1', '2']);
    expect((await read()).pushed).toMatchObject({
      joined: ['1'],
      refused: [{ id: '2', title: 'Mugs', reason: "Can't be changed by hand" }],
    });
    woo.fixedCollections.clear();
    await push();
    expect(there().there).toEqual(['1']);
    expect((await read()).pushed).toMatchObject({ joined: ['1'], refused: [] });
  });

  it('are taken over by a copy of the product, which keeps none of what was asked for again', async () => {
    await choose(['1', '2'], { again: ['2'] });
    const copying = {
      quota: ports.quota,
      onCopied: (tx: never, { workplaceId }: WorkplaceScope, ids: readonly string[]) =>
        copyChoices(tx, workplaceId, ids),
      onVariantsMoved: async () => undefined,
    };
    const ask = { productId, key: 'k1', locale: 'en' };
    const { productIds } = await duplicateProduct(deps, copying as never, scope, ask);
    const [copyId = ''] = productIds;
    const ofCopy = async () => {
      const found = await db.read(scope, (ex) => productCollections(ex, deps, scope.workplaceId, copyId));
      return found.stores[0]?.chosen?.map(({ id }) => id);
    };
    expect(await ofCopy()).toEqual(['1', '2']);
    const [kept] = await db.read(scope, (ex) => findChoices(ex, scope.workplaceId, [copyId]));
    expect(kept).toMatchObject({ external_ids: ['1', '2'], again: [] });
    // They are its own from then on; asking for the same copy twice changes nothing.
    await choose(['1']);
    await duplicateProduct(deps, copying as never, scope, ask);
    expect(await ofCopy()).toEqual(['1', '2']);
  });

  it('are left alone without a choice', async () => {
    await push();
    there();
    expect(await read()).toMatchObject({ follows: 'none', pushed: null, is_pending: false });
    expect(woo.members.size).toBe(0);
  });

  it('are refused, naming the field, where the store decides or has no such collection', async () => {
    await expect(choose(['1', '3'])).rejects.toMatchObject({
      code: 'COLLECTION_AUTOMATIC',
      fields: { 'collections.1': ['COLLECTION_AUTOMATIC'] },
    });
    await expect(choose(['9'])).rejects.toMatchObject({ fields: { 'collections.0': ['COLLECTION_UNKNOWN'] } });
  });

  it("can't be seen or changed by a member who is limited to another store", async () => {
    const limited = { ...scope, storeIds: ['0198f3a0-0000-7000-8000-000000000000'] };
    await expect(
      chooseCollections(deps, limited, { productId, storeId, ids: ['1'], again: [], remember: false }),
    ).rejects.toMatchObject({ code: 'STORE_NOT_FOUND' });
    const seen = await db.read(limited, (ex) => productCollections(ex, deps, scope.workplaceId, productId));
    expect(seen.stores).toEqual([]);
  });
});

describe('a category', () => {
  const applies = (on: boolean) => db.tenant(scope, (tx) => saveApplies(tx, scope.workplaceId, storeId, on));

  it('is remembered with a choice, and applies to other products once it is switched on', async () => {
    const { name } = await read();
    expect(name).not.toBe('');
    await choose(['2'], { remember: true });
    await choose(null);
    expect(await read()).toMatchObject({ follows: 'none', chosen: null, category: [{ id: '2', title: 'Mugs' }] });
    await push();
    expect(woo.members.size).toBe(0);
    await applies(true);
    expect((await read()).follows).toBe('category');
    await push();
    expect(there().there).toEqual(['2']);
  });

  it('is forgotten', async () => {
    const { name } = await read();
    await rememberCategory(deps, scope, { storeId, name: name.toUpperCase(), ids: ['1'] });
    expect((await read()).category).toEqual([{ id: '1', title: 'Kitchen' }]);
    await rememberCategory(deps, scope, { storeId, name, ids: [] });
    expect((await read()).category).toEqual([]);
  });
});

describe('copying a product to another store', () => {
  it('chooses collections of the same titles there, and leaves a choice that was made', async () => {
    const from = storeId;
    await choose(['1', '2']);
    woo.collections = [
      { id: '71', title: 'kitchen', isAssignable: true },
      { id: '72', title: 'Mugs', isAssignable: false },
    ];
    woo.facts = { ...woo.facts, platformDomain: `other-c${shops}.example.com` };
    const to = await linkStore(deps, scope, {
      platform: 'woocommerce',
      shop: `${SANDBOX_URL}/other-c${shops}.example.com`,
      credentials: { key: 'good' },
    });
    await requestCollections(deps, scope, to);
    await drain();
    const carry = () =>
      db.tenant(scope, (tx) => collectionPorts.carry(tx, scope.workplaceId, [productId], { from, to }));
    const chosen = async () =>
      (await db.read(scope, (ex) => findChoices(ex, scope.workplaceId, [productId]))).find(
        (one) => one.store_id === to,
      );
    await carry();
    expect(await chosen()).toMatchObject({ external_ids: ['71'], titles: ['kitchen'] });
    await chooseCollections(deps, scope, { productId, storeId: to, ids: [], again: [], remember: false });
    await carry();
    expect(await chosen()).toMatchObject({ external_ids: [] });
  });
});
