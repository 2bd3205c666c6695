import { type PushSettings, SPLIT_DEFAULTS } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql, type WorkplaceScope } from '../../db/index.ts';
import { type Client, startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../../testing/fakes/fake-deps.ts';
import { linkStore } from '../connections/index.ts';
import { createQuota } from '../plans/index.ts';
import { workspaceUsage } from '../reports/index.ts';
import { syncCatalogue } from '../sourcing/index.ts';
import { createImport } from './actions/import-products.ts';
import { type SettingEdit, saveSettings } from './actions/save-settings.ts';
import { type PushRequest, startPush } from './actions/start-push.ts';
import { findListings } from './listing-repo.ts';
import { previewPush } from './queries/push-preview.ts';
import { findProductSettings } from './setting-repo.ts';

const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const woo = fakeChannel('woocommerce');
const shopify = fakeChannel('shopify');
const { deps, person } = await fakeWorld(db, { suppliers: [own], channels: [woo, shopify] });
own.products = Array.from({ length: 6 }, (_none, at) => fakeProduct(at));
await syncCatalogue(deps, 'quayside', 'sandbox');
const quota = createQuota(deps, { workspaceUsage });
const importProducts = createImport(deps, { quota, onImported: async () => undefined });

let scope: WorkplaceScope;
let shops = 0;
beforeEach(async () => {
  scope = await person();
});

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const save = (edit: Partial<SettingEdit>) => saveSettings(deps, scope, { revision: 0, change: {}, ...edit });
const stored = () => db.read(scope, (ex) => findProductSettings(ex, scope.workplaceId));

describe('product settings', () => {
  it('of an empty row are the defaults of the specification (B316, B317)', async () => {
    await db.tenant(scope, (tx) =>
      tx.run(sql`insert into product_setting (workplace_id) values (${scope.workplaceId})`),
    );
    expect(await stored()).toMatchObject({
      split: SPLIT_DEFAULTS,
      is_publish: true,
      allow_sell_out_of_stock: false,
      channels: {},
      revision: 1,
    });
  });

  it('are refused to the second of two people who edit them', async () => {
    await save({ change: { is_publish: false } });
    expect(await codeOf(save({ change: { is_publish: true } }))).toBe('PRODUCT_SETTINGS_CHANGED');
    const both = await Promise.all([
      codeOf(save({ revision: 1, change: { split: { ...SPLIT_DEFAULTS, threshold: 20 } } })),
      codeOf(save({ revision: 1, channel: { name: 'shopify', options: { is_publish: true } } })),
    ]);
    expect(both.sort()).toEqual(['PRODUCT_SETTINGS_CHANGED', 'no refusal']);
    expect((await stored())?.revision).toBe(2);
  });

  it('first saved by two people at once are saved by one of them', async () => {
    const both = await Promise.all([codeOf(save({})), codeOf(save({ change: { is_publish: false } }))]);
    expect(both.sort()).toEqual(['PRODUCT_SETTINGS_CHANGED', 'no refusal']);
  });

  it('keep nothing of a save whose other half fails', async () => {
    const within = () => Promise.reject(new AppError('BAD_REQUEST', 'HALF'));
    expect(await codeOf(save({ change: { is_publish: false }, within }))).toBe('HALF');
    expect(await stored()).toBeUndefined();
  });

  it('of a channel stay beside those of others, and end when it has none', async () => {
    await save({ channel: { name: 'shopify', options: { is_publish: false } } });
    await save({ revision: 1, channel: { name: 'woocommerce', options: { allow_sell_out_of_stock: true } } });
    await save({ revision: 2, channel: { name: 'shopify', options: {} } });
    expect((await stored())?.channels).toEqual({ woocommerce: { allow_sell_out_of_stock: true } });
    expect(await codeOf(save({ revision: 3, channel: { name: 'constructor', options: {} } }))).toBe('CHANNEL_UNKNOWN');
  });

  it('are those of one workspace', async () => {
    await save({ change: { is_publish: false } });
    scope = await person();
    expect(await stored()).toBeUndefined();
    expect(await db.read(scope, (ex) => ex.rows(sql`select 1 from product_setting`))).toEqual([]);
  });
});

describe('a push', () => {
  const connect = (platform: 'woocommerce' | 'shopify') => {
    shops += 1;
    const channel = platform === 'shopify' ? shopify : woo;
    channel.facts = { ...channel.facts, platformDomain: `s${shops}.example.com`, currency: 'USD' };
    return linkStore(deps, scope, {
      platform,
      shop: `${SANDBOX_URL}/s${shops}.example.com`,
      credentials: { key: 'good' },
    });
  };
  const bring = async () => {
    const ask = { source: 'quayside' as const, mode: 'sandbox' as const, sourceProductId: 'p1', shipTo: 'US' };
    const { imported } = await importProducts(scope, [ask]);
    return imported.get('quayside:sandbox:p1')?.productId ?? '';
  };
  const pushed = async (storeIds: string[], change: Partial<PushRequest> = {}) => {
    const productIds = [await bring()];
    const ask = { productIds, storeIds, settings: undefined, split: undefined, rates: {}, ...change };
    const { failed } = await startPush(deps, quota, scope, ask);
    expect([...failed]).toEqual([]);
    return db.read(scope, (ex) => findListings(ex, scope.workplaceId, productIds, storeIds));
  };
  const optionsOf = (rows: Awaited<ReturnType<typeof pushed>>, storeId: string) =>
    rows
      .filter((row) => row.store_id === storeId)
      .map((row) => [row.publish_status, row.settings.allowSellOutOfStock, row.parts]);
  const narrow = { ...SPLIT_DEFAULTS, threshold: 1, max_variants_per_product: 1 };

  it('that names nothing uses the saved settings, by channel', async () => {
    const stores = [await connect('woocommerce'), await connect('shopify')];
    await save({ change: { split: narrow, is_publish: false, channels: { shopify: { is_publish: true } } } });
    const rows = await pushed(stores);
    expect(optionsOf(rows, stores[0] ?? '')).toEqual([
      ['draft', false, 2],
      ['draft', false, 2],
    ]);
    expect(optionsOf(rows, stores[1] ?? '')).toEqual([
      ['active', false, 2],
      ['active', false, 2],
    ]);
  });

  it('keeps to what it names', async () => {
    const store = await connect('woocommerce');
    await save({ change: { split: narrow, is_publish: false } });
    const settings = { woocommerce: { is_publish: true, allow_sell_out_of_stock: true, sync_order: true } };
    expect(optionsOf(await pushed([store], { settings, split: SPLIT_DEFAULTS }), store)).toEqual([['active', true, 1]]);
  });

  it('B210, A13: before any settings are saved, a push that names nothing has three true values', async () => {
    const store = await connect('woocommerce');
    const rows = await pushed([store]);
    expect(optionsOf(rows, store)).toEqual([['active', true, 1]]);
    expect(rows[0]?.settings.syncOrder).toBe(true);
  });

  it('is previewed as it was pushed last, until it names other options', async () => {
    const store = await connect('woocommerce');
    const [listing] = await pushed([store]);
    await db.tenant(scope, (tx) =>
      tx.run(sql`update listing set state = 'pushing', sent_at = now() where listing_id = ${listing?.listing_id}`),
    );
    await db.tenant(scope, (tx) =>
      tx.run(sql`update listing set state = 'listed', external_product_id = '1', pushed_at = now(), fields = '{"status": {"o": "active", "e": 1}}'
        where listing_id = ${listing?.listing_id}`),
    );
    const statusWrites = async (settings?: PushSettings) => {
      const ask = { productIds: [listing?.product_id ?? ''], storeIds: [store], settings, rates: {} };
      const [preview] = await db.read(scope, (ex) => previewPush(ex, deps, scope.workplaceId, ask));
      return preview?.writes.filter((one) => one.field === 'status').map((one) => one.count);
    };
    expect(await statusWrites()).toEqual([]);
    await save({ change: { is_publish: false } });
    expect(await statusWrites()).toEqual([]);
    const draft = { is_publish: false, allow_sell_out_of_stock: false, sync_order: true };
    expect(await statusWrites({ woocommerce: draft })).toEqual([1]);
  });
});

describe('the calls', () => {
  let app: TestApp;
  let who: Client;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    who = await app.signUp();
  });
  const get = async () => (await who.call('GET /center/products/setting/get')).data;
  const listings = { is_publish: false, allow_sell_out_of_stock: true };
  const update = (body: object) => who.raw('PUT', '/center/products/setting/update', body);

  it('C137, C138, C141: read and save the settings; the split is clamped as in the form (B255, B256)', async () => {
    expect(await get()).toEqual({
      revision: 0,
      auto_split_variant_options: SPLIT_DEFAULTS,
      product_listings: {
        is_publish: true,
        auto_optimize_content: false,
        auto_optimize_image: false,
        allow_sell_out_of_stock: false,
      },
      channels: {},
      updated_at: null,
    });
    const split = { ...SPLIT_DEFAULTS, threshold: 150, split_handle: 'max_product', max_variants_per_product: 150 };
    const saved = await update({ revision: 0, auto_split_variant_options: split, product_listings: listings });
    expect(saved).toMatchObject({ http: 200, message: 'Product settings saved.' });
    expect(await get()).toMatchObject({
      revision: 1,
      auto_split_variant_options: { threshold: 100, split_handle: 'max_product', max_variants_per_product: 150 },
      product_listings: { ...listings, auto_optimize_content: false },
    });
    const { data } = await who.call('GET /center/products/setting/all');
    expect(data.setting.revision).toBe(1);
    expect(data.listings.items.map((one) => one.is_publish)).not.toContain(true);
    const late = await update({ revision: 0, auto_split_variant_options: {}, product_listings: listings });
    expect(late).toMatchObject({ http: 422, code: 'PRODUCT_SETTINGS_CHANGED' });
    expect(Object.keys(late.errors ?? {})).toEqual(['revision']);
  });

  it('turn AI writing on and off with the settings, and leave it alone otherwise (C142)', async () => {
    const turn = (auto_optimize_content?: boolean) =>
      get().then(({ revision }) =>
        update({
          revision,
          auto_split_variant_options: {},
          product_listings: { ...listings, ...(auto_optimize_content === undefined ? {} : { auto_optimize_content }) },
        }),
      );
    const automation = async () => (await who.call('GET /center/products/setting/internal-automation')).data;
    expect(await automation()).toMatchObject({
      ai_writing: { is_enable: false, turned_on_by: null },
      selling_price: { for_imports: false },
      monitoring: { cost_follows: 'tell' },
    });
    await turn(true);
    expect((await automation()).ai_writing).toMatchObject({ is_enable: true, turned_on_by: expect.any(String) });
    await turn();
    expect((await get()).product_listings.auto_optimize_content).toBe(true);
    await turn(false);
    expect((await automation()).ai_writing.is_enable).toBe(false);
  });

  it('refuse AI images where no AI is set up, with the field and the reason', async () => {
    const refused = await update({
      revision: 0,
      auto_split_variant_options: {},
      product_listings: { ...listings, auto_optimize_image: true },
    });
    expect(refused).toMatchObject({
      http: 422,
      errors: {
        'product_listings.auto_optimize_image': [expect.stringContaining('AI_IMAGE_PROVIDER')],
      },
    });
    expect((await get()).revision).toBe(0);
  });

  it.each([
    ['auto_split_variant_options.split_logic', { auto_split_variant_options: { split_logic: 'half' } }],
    ['auto_split_variant_options.threshold', { auto_split_variant_options: { threshold: -1 } }],
    ['product_listings.allow_sell_out_of_stock', { product_listings: { is_publish: true } }],
    ['channels.nowhere', { channels: { nowhere: { is_publish: true } } }],
    ['strange', { strange: 1 }],
  ])('name the field %s of bad input', async (field, part) => {
    const body = { revision: 0, auto_split_variant_options: {}, product_listings: listings, ...part };
    const refused = await update(body);
    expect([refused.http, Object.keys(refused.errors ?? {})]).toEqual([422, [field]]);
  });

  it('C149, C150, C153: read and save the options of channels', async () => {
    const read = async () => (await who.call('GET /center/products/setting/listings')).data;
    const on = async (channel: string) => (await read()).items.find((one) => one.channel === channel);
    expect(await on('shopify')).toEqual({
      channel: 'shopify',
      is_publish: true,
      allow_sell_out_of_stock: false,
      own: {},
    });
    await who.call('PUT /center/products/setting/listings', {
      body: { revision: 0, product_listings: listings, channels: { shopify: { is_publish: true } } },
    });
    const answer = await who.call('PUT /center/products/setting/update_channel', {
      body: { revision: 1, channel: 'woocommerce', options: { allow_sell_out_of_stock: false } },
    });
    expect(answer.data).toMatchObject({ revision: 2, product_listings: listings });
    expect(await on('shopify')).toMatchObject({ is_publish: true, allow_sell_out_of_stock: true });
    expect(await on('woocommerce')).toMatchObject({ is_publish: false, allow_sell_out_of_stock: false });
    const unknown = await who.raw('PUT', '/center/products/setting/update_channel', {
      revision: 2,
      channel: 'nowhere',
      options: {},
    });
    expect([unknown.http, Object.keys(unknown.errors ?? {})]).toEqual([422, ['channel']]);
  });
});
