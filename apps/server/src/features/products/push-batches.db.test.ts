import { ConnectorError } from '@quayside/connector-kit';
import { FREE_PLAN, SPLIT_DEFAULTS } from '@quayside/contracts';
import { AppError, newId } from '@quayside/kernel';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql, type WorkplaceScope } from '../../db/index.ts';
import { PATIENCE } from '../../jobs/effect/pauses.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../../testing/fakes/fake-deps.ts';
import { linkStore } from '../connections/index.ts';
import { type Admission, createQuota, type Quota, setPlan } from '../plans/index.ts';
import { workspaceUsage } from '../reports/index.ts';
import { syncCatalogue } from '../sourcing/index.ts';
import { changeAndPush, changeOnChannel } from './actions/change-products.ts';
import { copyToStore } from './actions/copy-to-store.ts';
import { createImport } from './actions/import-products.ts';
import { startPushAll } from './actions/push-all.ts';
import { createPushing } from './actions/push-listing.ts';
import { storePusher } from './actions/push-store.ts';
import { saveStoreCopySetting } from './actions/save-copy-setting.ts';
import { workPushBatch } from './actions/work-push-batch.ts';
import { saveOverride } from './override-repo.ts';
import { findPushBatch, groupMatching, refusedItems } from './push-batch-repo.ts';
import { isMatching } from './queries/list-products.ts';
import { suggestOrders } from './queries/suggest-orders.ts';
import { NO_VALUES } from './rules/store-override.ts';
import { findCopySettings } from './store-copy-repo.ts';

const PRODUCTS = 7;
const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const woo = fakeChannel('woocommerce');
const { deps, person } = await fakeWorld(db, { suppliers: [own], channels: [woo] });
own.products = Array.from({ length: PRODUCTS }, (_, at) => fakeProduct(at));
await syncCatalogue(deps, 'quayside', 'sandbox');

const quota = createQuota(deps, { workspaceUsage });
const importProducts = createImport(deps, { quota, onImported: async () => undefined } as never);
const push = storePusher(deps, createPushing(deps, PATIENCE));
const LASTING: Pick<AbortSignal, 'throwIfAborted'> = { throwIfAborted: () => undefined };

let scope: WorkplaceScope;
let storeIds: string[];
let shops = 0;

const shop = (of: WorkplaceScope) => {
  shops += 1;
  woo.facts = { ...woo.facts, platformDomain: `b${shops}.example.com` };
  const address = `${SANDBOX_URL}/b${shops}.example.com`;
  return linkStore(deps, of, { platform: 'woocommerce', shop: address, credentials: { key: 'good' } });
};

beforeEach(async () => {
  scope = await person();
  storeIds = [await shop(scope), await shop(scope)];
  await importProducts(
    scope,
    own.products.map(({ sourceProductId }) => ({
      source: 'quayside' as const,
      mode: 'sandbox' as const,
      sourceProductId,
      shipTo: 'US',
    })),
  );
  woo.calls.length = 0;
  woo.listings.clear();
});

const all = () => isMatching(scope.workplaceId, { states: ['unpushed'] });
const start = (patch: { count?: number; storeIds?: string[]; quota?: Quota; as?: WorkplaceScope } = {}) =>
  startPushAll(deps, patch.quota ?? quota, patch.as ?? scope, {
    matching: all(),
    count: patch.count ?? PRODUCTS,
    storeIds: patch.storeIds ?? storeIds,
    settings: undefined,
    split: SPLIT_DEFAULTS,
    rates: {},
    requestedBy: 'Ada',
  });
/** Everything that was imported, whether it is in a store or not. */
const startAgain = (gate: Quota) =>
  startPushAll(deps, gate, scope, {
    matching: isMatching(scope.workplaceId, {}),
    count: PRODUCTS,
    storeIds,
    settings: undefined,
    split: SPLIT_DEFAULTS,
    rates: {},
    requestedBy: 'Ada',
  });
const work = (batchId: string, { signal = LASTING, atOnce = 3, gate = quota, isLastTry = false } = {}) =>
  workPushBatch(deps, { quota: gate }, scope, batchId, { signal, isLastTry }, atOnce);
/** Stops after some transactions, as a process that is killed between them. */
const killedAfter = (times: number) => {
  let left = times;
  return {
    throwIfAborted() {
      if (left === 0) throw new Error('killed');
      left -= 1;
    },
  };
};
const batch = (batchId: string) => db.read(scope, (ex) => findPushBatch(ex, scope.workplaceId, batchId));
const entry = (batchId: string) =>
  db.read(scope, (ex) =>
    ex.first(sql`select status, done, total, error_key from process
      where workplace_id = ${scope.workplaceId} and process_id = ${batchId}`),
  );
const listings = () =>
  db.read(scope, (ex) =>
    ex.rows<{ product_id: string; store_id: string; state: string }>(
      sql`select product_id, store_id, state from listing where workplace_id = ${scope.workplaceId}`,
    ),
  );
const toStores = async () => {
  for (const storeId of storeIds)
    await push(scope, storeId, { signal: new AbortController().signal }).catch((error: Error) => {
      if (error.name !== 'Later') throw error;
    });
};

describe('a push of all matching products', () => {
  it('puts each into each store once, counted in one entry of the tray', async () => {
    const batchId = await start();
    expect(await entry(batchId)).toEqual({ status: 'processing', done: 0, total: 14, error_key: null });
    await work(batchId);
    expect(await batch(batchId)).toMatchObject({ state: 'ended', products: 7, started: 7, refused: 0 });
    expect(await entry(batchId)).toMatchObject({ status: 'processing', done: 0, total: 14 });
    await toStores();
    expect(await entry(batchId)).toEqual({ status: 'success', done: 14, total: 14, error_key: null });
    expect(woo.listings.size).toBe(14);
    const tray = await db.read(scope, (ex) =>
      ex.first(sql`select count(*)::int as n from process where workplace_id = ${scope.workplaceId} and kind = 'push'`),
    );
    expect(tray).toEqual({ n: 1 });
  });

  it('continues where a killed worker stopped, and lists nothing twice', async () => {
    const batchId = await start();
    await expect(work(batchId, { signal: killedAfter(1) })).rejects.toThrow('killed');
    expect(await listings()).toHaveLength(6);
    await Promise.all([work(batchId), work(batchId)]);
    expect(await listings()).toHaveLength(14);
    await toStores();
    expect(woo.calls.filter((call) => call === 'createListing')).toHaveLength(14);
    expect(await entry(batchId)).toMatchObject({ status: 'success', done: 14, total: 14 });
  });

  it('ends with its last attempt if something fails on our side, and says so', async () => {
    const batchId = await start();
    let calls = 0;
    const gate = {
      ...quota,
      admit: async (...args: Parameters<Quota['admit']>) => (calls++ > 0 ? ({} as never) : quota.admit(...args)),
    };
    await expect(work(batchId, { gate })).rejects.toThrow(TypeError);
    expect(await batch(batchId)).toMatchObject({ state: 'running', started: 3 });
    await expect(work(batchId, { gate, isLastTry: true })).rejects.toThrow(TypeError);
    expect(await batch(batchId)).toMatchObject({ state: 'ended', started: 3, refused: 4 });
    await toStores();
    expect(await entry(batchId)).toEqual({
      status: 'error',
      done: 14,
      total: 14,
      error_key: 'PUSH_ALL_INTERRUPTED',
    });
    expect(woo.listings.size).toBe(6);
  });

  it('makes one listing each when two are started at once', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    await Promise.all([work(one), work(two)]);
    await toStores();
    expect(await listings()).toHaveLength(14);
    expect(woo.calls.filter((call) => call === 'createListing')).toHaveLength(14);
    for (const id of [one, two])
      expect(await entry(id)).toMatchObject({ status: 'success', done: 14, total: 14, error_key: null });
  });

  it('fails only the product that a store refuses, and counts it', async () => {
    const plain = woo.createListing;
    let refused = 0;
    woo.createListing = async (ctx, input) => {
      if (refused++ === 0) {
        throw new ConnectorError('rejected', 'the title is not allowed');
      }
      return plain(ctx, input);
    };
    try {
      const batchId = await start({ storeIds: storeIds.slice(0, 1) });
      await work(batchId);
      await toStores();
      expect(await entry(batchId)).toEqual({ status: 'error', done: 7, total: 7, error_key: 'PUSH_ALL_PARTLY' });
      const states = (await listings()).map((one) => one.state).sort();
      expect(states).toEqual(['failed', ...Array(6).fill('listed')]);
    } finally {
      woo.createListing = plain;
    }
  });

  it('refuses a product that no store takes, with the reason, while the others continue', async () => {
    await db.tenant(scope, (tx) =>
      tx.run(sql`update product set currency = 'EUR' where workplace_id = ${scope.workplaceId}
        and source_product_id = 'p1'`),
    );
    const batchId = await start();
    await work(batchId);
    expect(await batch(batchId)).toMatchObject({ started: 6, refused: 1 });
    expect(await entry(batchId)).toMatchObject({ status: 'processing', done: 2, total: 14 });
    const left = await db.read(scope, (ex) =>
      refusedItems(ex, scope.workplaceId, batchId, { after: undefined, most: 10 }),
    );
    expect(left).toMatchObject([{ error_key: 'PUSH_NEEDS_RATE', error_params: { from: 'EUR', to: 'USD' } }]);
  });

  it('leaves out a store that left the workspace meanwhile', async () => {
    const batchId = await start();
    await db.tenant(scope, (tx) =>
      tx.run(sql`delete from store where workplace_id = ${scope.workplaceId} and store_id = ${storeIds[1]}`),
    );
    storeIds = storeIds.slice(0, 1);
    await work(batchId);
    await toStores();
    expect(await entry(batchId)).toMatchObject({ status: 'error', done: 14, total: 14 });
    expect(await listings()).toHaveLength(7);
  });

  it('is refused if another number matches than the person saw', async () => {
    await expect(start({ count: PRODUCTS - 1 })).rejects.toMatchObject({
      code: 'PUSH_ALL_COUNT_CHANGED',
      params: { count: PRODUCTS },
    });
    expect(await db.read(scope, (ex) => groupMatching(ex, all()))).toEqual([
      { is_sandbox: true, currency: 'USD', count: PRODUCTS },
    ]);
    expect(await listings()).toEqual([]);
  });

  it('knows neither the stores nor the products of another workspace', async () => {
    const stranger = await person();
    await expect(start({ as: stranger })).rejects.toMatchObject({ code: 'STORE_NOT_FOUND' });
    const theirs = await shop(stranger);
    await expect(start({ storeIds: [theirs] })).rejects.toMatchObject({ code: 'STORE_NOT_FOUND' });
    expect(await db.read(stranger, (ex) => groupMatching(ex, all()))).toEqual([]);
    const batchId = await start();
    expect(await db.read(stranger, (ex) => findPushBatch(ex, stranger.workplaceId, batchId))).toBeUndefined();
    expect(await db.read(stranger, (ex) => findPushBatch(ex, scope.workplaceId, batchId))).toBeUndefined();
  });
});

describe('the plan', () => {
  it('refuses a push of more than it allows before anything starts, naming both numbers', async () => {
    const enough = { gate: createQuota(deps, { workspaceUsage }) };
    await work(await start({ storeIds: storeIds.slice(0, 1) }), enough);
    await toStores();
    await db.tenant({ accountId: scope.accountId }, (tx) => setPlan(tx, scope.accountId, FREE_PLAN));
    const gate = createQuota(deps, { workspaceUsage });
    await expect(startAgain(gate)).rejects.toMatchObject({
      status: 'QUOTA_EXPIRED',
      data: { feature: 'PRODUCT_LISTING', usage: 7 },
    });
    expect(await listings()).toHaveLength(7);
  });

  it('ends a batch at its limit with what is left used up, B235', async () => {
    const batchId = await start();
    const refusal = new AppError('QUOTA_EXPIRED', 'QUOTA_LIMIT_REACHED', { params: { limit: 8, usage: 8 } });
    const most = 8;
    const confirm: Admission['confirm'] = async (tx) => {
      const row = await tx.first<{ n: number }>(
        sql`select count(*)::int as n from listing where workplace_id = ${scope.workplaceId}`,
      );
      if ((row?.n ?? 0) > most) throw refusal;
    };
    const gate: Quota = { admit: async () => ({ fits: 1, confirm }) };
    await work(batchId, { gate });
    expect(await listings()).toHaveLength(8);
    expect(await batch(batchId)).toMatchObject({ state: 'ended', started: 4, refused: 3 });
    await toStores();
    expect(await entry(batchId)).toEqual({
      status: 'error',
      done: 14,
      total: 14,
      error_key: 'LISTING_PRODUCT_EXCEED_QUOTA_LIMIT',
    });
  });
});

const ids = async () => {
  const rows = await db.read(scope, (ex) =>
    ex.rows<{ product_id: string }>(
      sql`select product_id from product where workplace_id = ${scope.workplaceId} order by product_id`,
    ),
  );
  return rows.map((row) => row.product_id);
};

describe('a copy to another store', () => {
  const charged = () =>
    db.read({ accountId: scope.accountId }, (ex) =>
      ex.rows(sql`select feature, amount from usage_record where account_id = ${scope.accountId}`),
    );
  const copy = (productIds: string[], credits: number, patch: { as?: WorkplaceScope; storeId?: string } = {}) =>
    copyToStore(deps, { quota }, patch.as ?? scope, {
      productIds,
      fromStoreId: storeIds[0] ?? '',
      storeId: patch.storeId ?? storeIds[1] ?? '',
      settings: undefined,
      split: SPLIT_DEFAULTS,
      rates: {},
      credits,
      personId: scope.accountId,
    });
  beforeEach(async () => {
    await work(await start({ storeIds: storeIds.slice(0, 1) }));
    await toStores();
  });

  it('lists each product there once and charges it once, however often and at once it is asked for', async () => {
    const chosen = (await ids()).slice(0, 3);
    const both = await Promise.all([copy(chosen, 6), copy(chosen, 6)]);
    expect(both.map((one) => one.items.length).sort()).toEqual([0, 3]);
    const again = await copy(chosen, 6);
    expect(again.items).toEqual([]);
    expect([...again.failed.values()].map((one) => one.key)).toEqual(Array(3).fill('COPY_ALREADY_THERE'));
    await toStores();
    expect((await listings()).filter((one) => one.store_id === storeIds[1])).toHaveLength(3);
    expect(woo.calls.filter((call) => call === 'createListing')).toHaveLength(10);
    expect(await charged()).toEqual([{ feature: 'WP_STORE_PRODUCT_COPY', amount: 3 }]);
  });

  it('charges nothing at another price than the person saw', async () => {
    await expect(copy(await ids(), 2)).rejects.toMatchObject({ code: 'COPY_PRICE_CHANGED', params: { credits: 14 } });
    expect(await charged()).toEqual([]);
    expect(await listings()).toHaveLength(7);
  });

  it('refuses the same store, and knows no other workspace', async () => {
    const chosen = await ids();
    const same = await copy(chosen, 14, { storeId: storeIds[0] });
    expect(new Set([...same.failed.values()].map((one) => one.key))).toEqual(new Set(['COPY_SAME_STORE']));
    const stranger = await person();
    await expect(copy(chosen, 14, { as: stranger })).rejects.toMatchObject({ code: 'STORE_NOT_FOUND' });
    await expect(copy(chosen, 14, { storeId: await shop(stranger) })).rejects.toMatchObject({
      code: 'STORE_NOT_FOUND',
    });
  });

  it('copies nothing that the credits do not suffice for', async () => {
    await db.tenant({ accountId: scope.accountId }, (tx) => setPlan(tx, scope.accountId, FREE_PLAN));
    const gate = createQuota(deps, { workspaceUsage });
    const ask = { productIds: await ids(), fromStoreId: storeIds[0] ?? '', storeId: storeIds[1] ?? '' };
    await expect(
      copyToStore(deps, { quota: gate }, scope, {
        ...ask,
        settings: undefined,
        split: SPLIT_DEFAULTS,
        rates: {},
        credits: 14,
        personId: scope.accountId,
      }),
    ).rejects.toMatchObject({ status: 'QUOTA_EXPIRED' });
    expect(await charged()).toEqual([]);
    expect(await listings()).toHaveLength(7);
  });

  describe('what goes along', () => {
    const carried: unknown[] = [];
    const collections = {
      carry: async (_tx: unknown, _workplaceId: string, productIds: readonly string[], stores: object) =>
        carried.push([...productIds], stores),
    } as never;
    const own = () =>
      db.read(scope, (ex) =>
        ex.rows<{ product_id: string; title: string | null; vendor: string | null; status: string | null }>(
          sql`select product_id, title, vendor, status from store_override where workplace_id = ${scope.workplaceId}
            and store_id = ${storeIds[1]} order by product_id`,
        ),
      );
    const setOwn = (productId: string, at: number, title: string) =>
      db.tenant(scope, (tx) =>
        saveOverride(tx, scope.workplaceId, {
          ...NO_VALUES,
          product_id: productId,
          store_id: storeIds[at] ?? '',
          title,
          status: 'draft',
          revision: 1,
        }),
      );
    const copyWith = (productIds: string[], carry?: { collections: boolean; store_values: boolean }) =>
      copyToStore(deps, { quota, collections }, scope, {
        productIds,
        fromStoreId: storeIds[0] ?? '',
        storeId: storeIds[1] ?? '',
        settings: undefined,
        split: SPLIT_DEFAULTS,
        rates: {},
        credits: productIds.length * 2,
        personId: scope.accountId,
        carry,
      });
    const setting = (more: { collections: boolean; store_values: boolean }, to = storeIds[1] ?? null) =>
      saveStoreCopySetting(deps, scope, { store_id: storeIds[0] ?? '', to_store_id: to, ...more });
    beforeEach(() => {
      carried.length = 0;
    });

    it('is nothing, unless the copy or the setting of the store says so', async () => {
      const [first = '', second = '', third = ''] = await ids();
      for (const id of [first, second, third]) await setOwn(id, 0, `Own ${id}`);
      await copyWith([first]);
      expect(await own()).toEqual([]);
      await setting({ collections: true, store_values: true });
      await copyWith([second], { collections: false, store_values: false });
      expect(await own()).toEqual([]);
      expect(carried).toEqual([]);
      await copyWith([third]);
      expect(await own()).toEqual([{ product_id: third, title: `Own ${third}`, vendor: null, status: null }]);
      expect(carried).toEqual([[third], { from: storeIds[0], to: storeIds[1] }]);
    });

    it('leaves values that the product has in the other store', async () => {
      const [first = ''] = await ids();
      await setOwn(first, 0, 'From there');
      await setOwn(first, 1, 'Of this store');
      await copyWith([first], { collections: true, store_values: true });
      expect(await own()).toEqual([{ product_id: first, title: 'Of this store', vendor: null, status: 'draft' }]);
    });

    it('is set for stores of the caller alone', async () => {
      const off = { collections: false, store_values: false };
      await expect(setting(off, storeIds[0] ?? '')).rejects.toMatchObject({ messageKey: 'COPY_SAME_STORE' });
      await expect(setting(off, newId())).rejects.toMatchObject({ status: 'NOT_FOUND' });
      const limited = { ...scope, storeIds: [storeIds[1] ?? ''] };
      await expect(
        saveStoreCopySetting(deps, limited, { store_id: storeIds[0] ?? '', to_store_id: null, ...off }),
      ).rejects.toMatchObject({ status: 'NOT_FOUND' });
      await setting({ collections: true, store_values: false });
      await setting({ collections: false, store_values: true }, null);
      expect(await db.read(scope, (ex) => findCopySettings(ex, scope.workplaceId))).toEqual([
        { store_id: storeIds[0], to_store_id: null, collections: false, store_values: true },
      ]);
      expect(await db.read(limited, (ex) => findCopySettings(ex, scope.workplaceId))).toEqual([]);
    });
  });
});

describe('changes of many products', () => {
  const products = () =>
    db.read(scope, (ex) =>
      ex.rows<{ product_id: string; title: string; vendor: string; revision: number }>(
        sql`select product_id, title, vendor, revision from product where workplace_id = ${scope.workplaceId}
          order by product_id`,
      ),
    );
  const change = (productIds: readonly string[], patch: { as?: WorkplaceScope; to?: string[] } = {}) =>
    changeAndPush(deps, { quota }, patch.as ?? scope, {
      productIds,
      storeIds: patch.to ?? storeIds,
      settings: undefined,
      split: SPLIT_DEFAULTS,
      rates: {},
      changes: { title_prefix: 'Sale: ', vendor: 'Fjord' },
      requestedBy: 'Ada',
    });

  it('change and push each product that they fit, and leave the others', async () => {
    const [long = '', ...rest] = await ids();
    await db.tenant(scope, (tx) =>
      tx.run(sql`update product set title = ${'x'.repeat(253)} where workplace_id = ${scope.workplaceId}
        and product_id = ${long}`),
    );
    const { updated, items, failed } = await change([long, ...rest]);
    expect({ updated, items: items.length, failed: [...failed] }).toEqual({
      updated: 6,
      items: 12,
      failed: [[long, { key: 'BULK_TITLE_TOO_LONG', params: {} }]],
    });
    expect((await products()).filter((one) => one.title.startsWith('Sale: ') && one.vendor === 'Fjord')).toHaveLength(
      6,
    );
    await toStores();
    expect(woo.listings.size).toBe(12);
  });

  it('made twice at once change and list each product once', async () => {
    const chosen = await ids();
    const both = await Promise.all([change(chosen), change(chosen)]);
    expect(both.map((one) => one.updated).sort()).toEqual([0, 7]);
    expect((await products()).every((one) => !one.title.startsWith('Sale: Sale: '))).toBe(true);
    await toStores();
    expect(woo.listings.size).toBe(14);
  });

  it('know neither products nor stores of another workspace', async () => {
    const chosen = await ids();
    const stranger = await person();
    const theirs = await shop(stranger);
    await expect(change(chosen, { to: [theirs] })).rejects.toMatchObject({ code: 'STORE_NOT_FOUND' });
    const { failed, items } = await change(chosen, { as: stranger, to: [theirs] });
    expect(items).toEqual([]);
    expect(new Set([...failed.values()].map((one) => one.key))).toEqual(new Set(['PRODUCT_NOT_FOUND']));
    expect((await products()).every((one) => one.vendor !== 'Fjord')).toBe(true);
  });

  it('on one channel update only what its stores have', async () => {
    const [first = '', second = ''] = await ids();
    await change([first], { to: storeIds.slice(0, 1) });
    await toStores();
    woo.calls.length = 0;
    const changes = { add_tags: ['sale'] };
    const ask = { platform: 'woocommerce', productIds: [first, second], changes, requestedBy: 'Ada' };
    const { updated, items, failed } = await changeOnChannel(deps, scope, { ...ask, publish: false });
    expect({ updated, stores: items.map((one) => one.store_id), failed: [...failed] }).toEqual({
      updated: 1,
      stores: storeIds.slice(0, 1),
      failed: [[second, { key: 'PRODUCT_IN_NO_STORE', params: {} }]],
    });
    await toStores();
    expect(woo.calls).not.toContain('createListing');
    const rows = await db.read(scope, (ex) =>
      ex.rows(sql`select publish_status, state from listing where workplace_id = ${scope.workplaceId}`),
    );
    expect(rows).toEqual([{ publish_status: 'draft', state: 'listed' }]);
    const none = await changeOnChannel(deps, scope, { ...ask, platform: 'shopify', publish: undefined });
    expect(none).toMatchObject({ updated: 0, items: [] });
    expect(none.failed.get(first)).toEqual({ key: 'CHANNEL_HAS_NO_STORE', params: { channel: 'shopify' } });
  });
});

it('C101: a test order is suggested for what is for sale in a store, and only to its workspace', async () => {
  const suggested = async (of = scope) => db.read(of, (ex) => suggestOrders(ex, of.workplaceId));
  const [first = '', second = ''] = await ids();
  expect(await suggested()).toEqual([]);
  const ask = { storeIds: storeIds.slice(0, 1), settings: undefined, split: SPLIT_DEFAULTS, rates: {} };
  const changes = { vendor: 'Fjord' };
  await changeAndPush(deps, { quota }, scope, { ...ask, productIds: [first, second], changes, requestedBy: 'Ada' });
  await toStores();
  expect((await suggested()).map((one) => one.product_id).sort()).toEqual([first, second].sort());
  expect((await suggested())[0]).toMatchObject({ store_id: storeIds[0], url: expect.stringContaining('https://') });
  const off = { platform: 'woocommerce', productIds: [first], changes: undefined, publish: false, requestedBy: 'Ada' };
  await changeOnChannel(deps, scope, off);
  expect((await suggested()).map((one) => one.product_id)).toEqual([second]);
  expect(await suggested(await person())).toEqual([]);
});
