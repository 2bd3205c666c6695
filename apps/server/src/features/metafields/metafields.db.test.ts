import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Scope, sql, type WorkplaceScope } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../../testing/fakes/fake-deps.ts';
import { linkStore } from '../connections/index.ts';
import { createQuota } from '../plans/index.ts';
import {
  createImport,
  duplicateProduct,
  findListings,
  register as registerProducts,
  startPush,
} from '../products/index.ts';
import { workspaceUsage } from '../reports/index.ts';
import { syncCatalogue } from '../sourcing/index.ts';
import { requestDefinitions } from './actions/read-definitions.ts';
import { type MetafieldEdit, saveMetafields } from './actions/save-metafields.ts';
import { copyMetafields, ports as metafieldPorts, requestTakenIn } from './index.ts';
import { productMetafields } from './queries/product-metafields.ts';
import { storeDefinitions } from './queries/store-definitions.ts';
import { register } from './register.ts';

const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const shop = fakeChannel('woocommerce');
const { deps, jobs, person } = await fakeWorld(db, { suppliers: [own], channels: [shop] });
const ports = {
  quota: createQuota(deps, { workspaceUsage }),
  onListed: async (_scope: Scope, _storeId: string) => undefined,
  unmappedProducts: async () => [],
  onImported: async () => undefined,
  onDeleted: async () => undefined,
  watchMarks: async () => new Map(),
  seenVariants: async () => new Map(),
  isWatched: () => sql`true`,
  metafields: metafieldPorts,
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

const MATERIAL = 'custom.material';
const WARRANTY = 'custom.warranty';
const defined = (key: string, type: string, more: object = {}) => ({
  namespace: 'custom',
  key,
  name: `The ${key}`,
  description: '',
  type,
  validations: [],
  isWritable: true,
  ...more,
});

let scope: WorkplaceScope;
let storeId: string;
let productId: string;
let shops = 0;

const connect = async () => {
  shops += 1;
  shop.facts = { ...shop.facts, platformDomain: `m${shops}.example.com`, currency: 'USD' };
  const id = await linkStore(deps, scope, {
    platform: 'woocommerce',
    shop: `${SANDBOX_URL}/m${shops}.example.com`,
    credentials: { key: 'good' },
  });
  await requestDefinitions(deps, scope, id);
  await drain();
  return id;
};
const read = async (id = productId, of = storeId, as = scope) => {
  const { stores } = await db.read(as, (ex) => productMetafields(ex, deps, scope.workplaceId, id));
  return stores.find((one) => one.store_id === of);
};
const lists = () => db.read(scope, (ex) => storeDefinitions(ex, deps, scope.workplaceId, 'en'));
/** Saves values from what is saved now, as a screen does. */
const save = async (values: Record<string, string | null>, again = false) => {
  const now = new Map((await read())?.values.map((one) => [one.id, one.value]));
  const rows = Object.entries(values).map(([metafield, value]) => ({
    metafield,
    value,
    before: now.get(metafield) ?? null,
    again,
  }));
  return saveMetafields(deps, scope, { productId, storeId, values: rows });
};
const push = async (to = storeId) => {
  const ask = { productIds: [productId], storeIds: [to], settings: undefined, split: undefined, rates: {} };
  await startPush(deps, ports.quota, scope, ask);
  await drain();
};
/** The only product of the shop, as the merchant sees it. */
const there = () => [...shop.metafields.values()][0]?.there ?? new Map();
const values = () => Object.fromEntries([...there()].map(([id, one]) => [id, one.value]));
const merchant = (id: string, value: string | null) => {
  const held = there().get(id);
  if (value === null) there().delete(id);
  else if (held) there().set(id, { ...held, value });
  else throw new Error(`the product has no metafield ${id}`);
};

beforeEach(async () => {
  await drain();
  scope = await person();
  shop.listings.clear();
  shop.metafields.clear();
  shop.definitions = [
    defined('material', 'single_line_text_field', { validations: [{ name: 'max', value: '10' }] }),
    defined('warranty', 'number_integer'),
    defined('pairs', 'list.product_reference'),
    defined('score', 'number_decimal', { isWritable: false }),
  ];
  storeId = await connect();
  const ask = { source: 'quayside' as const, mode: 'sandbox' as const, sourceProductId: 'p1', shipTo: 'US' };
  productId = (await importProducts(scope, [ask])).imported.get('quayside:sandbox:p1')?.productId ?? '';
  await drain();
});

describe("a store's definitions", () => {
  it('are read by a job and kept; types that are not edited here, and those of other apps, are marked', async () => {
    const [list] = await lists();
    expect(list).toMatchObject({ store_id: storeId, is_reading: false, fault: null });
    expect(list?.items.map(({ id, is_editable }) => [id, is_editable])).toEqual([
      [MATERIAL, true],
      ['custom.pairs', false],
      ['custom.score', false],
      [WARRANTY, true],
    ]);
    shop.definitions = [defined('material', 'multi_line_text_field')];
    await requestDefinitions(deps, scope, storeId);
    expect((await lists())[0]?.is_reading).toBe(true);
    await drain();
    expect((await lists())[0]?.items.map(({ type }) => type)).toEqual(['multi_line_text_field']);
  });

  it('stay as they were when the store fails, with the reason', async () => {
    shop.fail('readMetafieldDefinitions', 'rejected', { code: 'other' });
    await requestDefinitions(deps, scope, storeId);
    await drain();
    const [list] = await lists();
    expect(list?.items).toHaveLength(4);
    expect(list?.fault).toMatch(/declined: .+ Correct this in the store, then read the list again\.$/);
    expect(list?.is_reading).toBe(false);
  });
});

describe('the metafields of a product', () => {
  it('are written by the next push, changed by another one, and removed where they are ours', async () => {
    await save({ [MATERIAL]: 'Oak', [WARRANTY]: '12' });
    expect(await read()).toMatchObject({ is_listed: false, is_pending: false });
    await push();
    expect(values()).toEqual({ [MATERIAL]: 'Oak', [WARRANTY]: '12' });
    expect(await read()).toMatchObject({ is_listed: true, is_pending: false, outcomes: [] });
    await save({ [MATERIAL]: 'Ash' });
    expect((await read())?.is_pending).toBe(true);
    await push();
    expect(values()).toEqual({ [MATERIAL]: 'Ash', [WARRANTY]: '12' });
    await save({ [MATERIAL]: null, [WARRANTY]: '  ' });
    const [part] = await db.read(scope, (ex) => findListings(ex, scope.workplaceId, [productId], [storeId]));
    const listing = { listingId: part?.listing_id ?? '', productId };
    const pending = await db.read(scope, (ex) => metafieldPorts.pending(ex, scope.workplaceId, storeId, [listing]));
    expect(pending.get(listing.listingId)).toBe(2);
    expect(await read()).toMatchObject({ values: [], is_pending: true });
    await push();
    expect(values()).toEqual({});
    expect((await read())?.is_pending).toBe(false);
  });

  it('are left alone where none was ever chosen', async () => {
    await push();
    expect(shop.metafields.size).toBe(0);
    expect(await read()).toMatchObject({ values: [], outcomes: [], is_pending: false });
  });

  it("keep the merchant's value until a person chooses, and take over the store's", async () => {
    await save({ [MATERIAL]: 'Oak', [WARRANTY]: '12' });
    await push();
    merchant(MATERIAL, 'Pine');
    merchant(WARRANTY, null);
    await push();
    expect(values()).toEqual({ [MATERIAL]: 'Pine' });
    expect((await read())?.outcomes).toEqual(
      expect.arrayContaining([
        { id: MATERIAL, state: 'theirs', held: 'Pine', reason: null },
        { id: WARRANTY, state: 'theirs', held: null, reason: null },
      ]),
    );
    await save({ [MATERIAL]: 'Ash' });
    await push();
    expect((await read())?.outcomes).toContainEqual({ id: MATERIAL, state: 'conflict', held: 'Pine', reason: null });
    await save({ [WARRANTY]: '12' }, true);
    await save({ [MATERIAL]: 'Pine' });
    expect((await read())?.outcomes).toEqual([]);
    await push();
    expect(values()).toEqual({ [MATERIAL]: 'Pine', [WARRANTY]: '12' });
    expect(await read()).toMatchObject({ outcomes: [], is_pending: false });
    expect((await read())?.values.map((one) => one.again)).toEqual([false, false]);
    merchant(WARRANTY, '6');
    await push();
    expect(values()[WARRANTY]).toBe('6');
  });

  it('name one that is gone or refused, which stops only itself', async () => {
    await save({ [MATERIAL]: 'refuse me', [WARRANTY]: '12' });
    await push();
    expect((await read())?.outcomes).toEqual([
      { id: MATERIAL, state: 'refused', held: null, reason: 'Not like this.' },
    ]);
    expect(values()).toEqual({ [WARRANTY]: '12' });
    shop.definitions = shop.definitions.filter(({ key }) => key !== 'warranty');
    await save({ [MATERIAL]: 'Oak' });
    await push();
    expect(values()).toEqual({ [MATERIAL]: 'Oak', [WARRANTY]: '12' });
    expect((await read())?.outcomes).toEqual([{ id: WARRANTY, state: 'gone', held: null, reason: null }]);
    const [listing] = await db.read(scope, (ex) =>
      ex.rows<{ state: string }>(sql`select state from listing where workplace_id = ${scope.workplaceId}`),
    );
    expect(listing?.state).toBe('listed');
    await requestDefinitions(deps, scope, storeId);
    await drain();
    await save({ [WARRANTY]: null });
    expect((await read())?.outcomes).toEqual([]);
  });

  it('are refused, naming the field, and saved all or none', async () => {
    const refused = async (patch: Record<string, string>, fields: object) => {
      await expect(save(patch)).rejects.toMatchObject({ fields });
      expect((await read())?.values).toEqual([]);
    };
    await refused({ [MATERIAL]: 'Oak', [WARRANTY]: 'long' }, { 'values.1.value': ['METAFIELD_INTEGER'] });
    await refused({ [MATERIAL]: 'Oak and some ash' }, { 'values.0.value': ['METAFIELD_TOO_LONG'] });
    await refused({ 'custom.none': 'x' }, { 'values.0.metafield': ['METAFIELD_UNKNOWN'] });
    await refused({ 'custom.pairs': '[]' }, { 'values.0.value': ['METAFIELD_READ_ONLY'] });
    await refused({ 'custom.score': '1.5' }, { 'values.0.value': ['METAFIELD_READ_ONLY'] });
  });

  it('of two people at once, the one who saw an older value is told; others are saved', async () => {
    const edit = (metafield: string, value: string): MetafieldEdit => ({
      productId,
      storeId,
      values: [{ metafield, value, before: null }],
    });
    const done = await Promise.allSettled([
      saveMetafields(deps, scope, edit(MATERIAL, 'Oak')),
      saveMetafields(deps, scope, edit(MATERIAL, 'Ash')),
      saveMetafields(deps, scope, edit(WARRANTY, '12')),
    ]);
    const lost = done.filter((one) => one.status === 'rejected');
    expect(lost.map((one) => (one.reason as { fields: object }).fields)).toEqual([
      { 'values.0.value': ['METAFIELD_CHANGED_MEANWHILE'] },
    ]);
    expect((await read())?.values).toHaveLength(2);
  });

  it("can't be seen or changed by a member who is limited to another store", async () => {
    await save({ [MATERIAL]: 'Oak' });
    const limited = { ...scope, storeIds: ['0198f3a0-0000-7000-8000-000000000000'] };
    await expect(
      saveMetafields(deps, limited, {
        productId,
        storeId,
        values: [{ metafield: MATERIAL, value: null, before: 'Oak' }],
      }),
    ).rejects.toMatchObject({ code: 'STORE_NOT_FOUND' });
    expect(await read(productId, storeId, limited as WorkplaceScope)).toBeUndefined();
  });

  it('survive a push whose answer was lost', async () => {
    await save({ [MATERIAL]: 'Oak' });
    await push();
    await save({ [MATERIAL]: 'Ash' });
    shop.fail('updateListing', 'unknown', { after: true });
    await push();
    await drain();
    expect(values()).toEqual({ [MATERIAL]: 'Ash' });
    await push();
    expect(await read()).toMatchObject({ outcomes: [], is_pending: false });
  });
});

describe('products that are copied or taken in', () => {
  it('a copy gets the values; pushed to another store they go along where it defines them', async () => {
    await save({ [MATERIAL]: 'Oak', [WARRANTY]: '12' });
    await push();
    const { productIds } = await duplicateProduct(
      deps,
      { quota: ports.quota, onCopied: (tx, by, ids) => copyMetafields(tx, by.workplaceId, ids) },
      scope,
      { productId, key: 'copy', locale: 'en' },
    );
    const copy = productIds[0] ?? '';
    expect((await read(copy))?.values.map(({ value }) => value)).toEqual(['Oak', '12']);

    shop.definitions = [defined('material', 'single_line_text_field')];
    const other = await connect();
    await db.tenant(scope, (tx) =>
      metafieldPorts.copied(tx, scope.workplaceId, { productIds: [productId], fromStoreId: storeId, storeId: other }),
    );
    await push(other);
    expect((await read(productId, other))?.outcomes).toEqual([
      { id: WARRANTY, state: 'gone', held: null, reason: null },
    ]);
    const second = [...shop.metafields.values()][1]?.there ?? new Map();
    expect([...second.values()].map((one) => one.value)).toEqual(['Oak']);
  });

  it('a product that is made again in the store gets all its values', async () => {
    await save({ [MATERIAL]: 'Oak' });
    await push();
    shop.listings.clear();
    shop.metafields.clear();
    await push();
    expect(values()).toEqual({ [MATERIAL]: 'Oak' });
    await save({ [MATERIAL]: null });
    await push();
    await save({ [MATERIAL]: 'Oak' });
    await push();
    expect(values()).toEqual({ [MATERIAL]: 'Oak' });
  });

  it('a product that was taken in has the values of the store, which are changed only by an edit here', async () => {
    await push();
    const [external] = [...shop.listings.values()].map((one) => one.externalId);
    const theirs = (key: string, type: string, value: string) =>
      [`custom.${key}`, { namespace: 'custom', key, type, value }] as const;
    shop.metafields.set(external ?? '', {
      there: new Map([
        theirs('material', 'single_line_text_field', 'Oak'),
        theirs('warranty', 'number_integer', '12'),
        theirs('pairs', 'list.product_reference', '[]'),
      ]),
      put: {},
    });
    for (let time = 0; time < 2; time += 1) {
      await db.tenant(scope, (tx) => requestTakenIn(tx, deps, scope, storeId, [productId]));
      await drain();
    }
    expect(await read()).toMatchObject({ is_pending: false, outcomes: [] });
    expect((await read())?.values.map(({ id, value }) => [id, value])).toEqual([
      [MATERIAL, 'Oak'],
      [WARRANTY, '12'],
    ]);
    await save({ [MATERIAL]: 'Ash' });
    await push();
    expect(values()).toEqual({ [MATERIAL]: 'Ash', [WARRANTY]: '12', 'custom.pairs': '[]' });
    merchant(WARRANTY, '24');
    await push();
    expect(values()[WARRANTY]).toBe('24');
    // A value that is taken over from the store counts for both sides from then on.
    await save({ [WARRANTY]: '24' });
    await push();
    await save({ [WARRANTY]: '36' });
    await push();
    expect(values()[WARRANTY]).toBe('36');
    merchant(WARRANTY, '24');
    // Removing what the merchant wrote leaves it there.
    await save({ [WARRANTY]: null });
    await push();
    expect(values()[WARRANTY]).toBe('24');
  });
});
