import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';
import { setPlan } from '../plans/index.ts';
import { withStore } from './index.ts';

const app = await startTestApp({ sandbox: true, products: 300 });
afterAll(() => app.stop());

let ada: Client;
let storeId = '';
let wooId = '';
const sources = () => ada.call('GET /center/products/find', { query: { keyword: 'mug', page_size: 5 } });

async function until<T>(read: () => Promise<T>, good: (value: T) => boolean, what: string): Promise<T> {
  const end = Date.now() + 100_000;
  for (;;) {
    const value = await read();
    if (good(value)) return value;
    if (Date.now() > end) throw new Error(`never came: ${what} (last: ${JSON.stringify(value).slice(0, 500)})`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

beforeAll(async () => {
  ada = await app.signUp();
});

/** What an owner does on Shopify's page: reads, and presses Install. Answers the query that the browser comes back with. */
async function installOnPage(url: string, decision: 'install' | 'cancel' = 'install') {
  const page = new URL(url);
  const form = new URLSearchParams([...page.searchParams, ['decision', decision]]);
  const answer = await fetch(`${page.origin}${page.pathname}`, { method: 'POST', body: form, redirect: 'manual' });
  return Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams);
}

describe('a Shopify store', () => {
  it('is offered by its own page and by keys', async () => {
    const { data } = await ada.call('GET /connections/platforms', {});
    const shopify = data.items.find((item) => item.platform === 'shopify');
    expect(shopify).toMatchObject({ authorize: { available: true }, keys: { available: true } });
    const suppliers = await ada.call('GET /connections/suppliers', {});
    expect(suppliers.data.items.map((item) => [item.supplier, item.payer, item.mode])).toEqual([
      ['quayside', 'wallet', 'sandbox'],
    ]);
  });

  it('is connected on its page, and reports its orders by webhook', async () => {
    const begun = await ada.call('POST /auth/platform/{platform}/install', {
      params: { platform: 'shopify' },
      body: { shop: 'quay-co' },
    });
    expect(begun).toMatchObject({ code: 'OK' });
    const query = await installOnPage(begun.data.url);
    const forged = await ada.raw(
      'GET',
      `/auth/platform/shopify/callback?${new URLSearchParams({ ...query, state: 'x' })}`,
    );
    expect(forged.code).toBe('CONNECT_STATE_UNKNOWN');
    const done = await ada.call('GET /auth/platform/{platform}/callback', { params: { platform: 'shopify' }, query });
    expect(done.data).toMatchObject({ state: 'connected', store: { platform_domain: 'quay-co.myshopify.com' } });
    storeId = done.data.store?.id ?? '';
    const stores = await until(
      () => ada.call('GET /stores/list-store', {}),
      (answer) => answer.data.items[0]?.orders_by === 'webhook',
      'webhooks',
    );
    expect(stores.data.items[0]).toMatchObject({ is_default: true, is_sandbox: true, problem: null, currency: 'EUR' });
  });

  it('belongs to one workspace', async () => {
    const bob = await app.signUp();
    const begun = await bob.call('POST /auth/platform/{platform}/install', {
      params: { platform: 'shopify' },
      body: { shop: 'quay-co.myshopify.com' },
    });
    const query = await installOnPage(begun.data.url);
    const done = await bob.call('GET /auth/platform/{platform}/callback', { params: { platform: 'shopify' }, query });
    expect(done.data).toMatchObject({ state: 'refused', problem: { key: 'STORE_EXIST_ANOTHER_OWNER' } });
    const health = await bob.call('GET /connections/{store_id}/health', { params: { store_id: storeId } });
    expect(health.code).toBe('STORE_NOT_FOUND');
  });

  it('tells its publications and how it is doing', async () => {
    const { data } = await ada.call(
      'GET /shopify/shop/publications',
      { query: { clear_cache: '1' } },
      { 'store-id': storeId },
    );
    expect(data.publications.map((one) => one.handle)).toContain('online_store');
    const health = await ada.call('GET /connections/{store_id}/health', {
      params: { store_id: storeId },
      query: { check: 'true' },
    });
    expect(health.data).toMatchObject({ answered: true, problem: null });
  });
});

describe('a WooCommerce store', () => {
  const home = () => `${app.sandboxUrl}/woo/fjord-living`;
  const link = (credentials: Record<string, string>, shop = home()) =>
    ada.call('POST /auth/platform/{platform}/link', {
      params: { platform: 'woocommerce' },
      body: { shop, credentials },
    });
  const makeKeys = async (permissions: string) => {
    const answer = await fetch(`${home()}/wp-admin/keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ permissions }),
    });
    const { consumer_key, consumer_secret } = (await answer.json()) as Record<string, string>;
    return { consumerKey: consumer_key ?? '', consumerSecret: consumer_secret ?? '' };
  };

  it('says what is wrong with an address or a key', async () => {
    const good = await makeKeys('read_write');
    expect((await link({ ...good, consumerSecret: 'cs_wrong' })).code).toBe('OUTSIDE_KEY_REFUSED');
    expect((await link(await makeKeys('read'))).code).toBe('OUTSIDE_MISSING_SCOPE');
    expect((await link(good, `${app.sandboxUrl}/woo/no-such-shop`)).code).toBe('OUTSIDE_NOT_A_SHOP');
    expect((await link(good, 'http://127.0.0.1:1')).code).toBe('OUTSIDE_UNREACHABLE');
    expect(await link({ consumerKey: good.consumerKey })).toMatchObject({
      status: 204,
      errors: { 'credentials.consumerSecret': [expect.any(String)] },
    });
    const page = await ada.call('POST /auth/platform/{platform}/install', {
      params: { platform: 'woocommerce' },
      body: { shop: home() },
    });
    expect(page.code).toBe('APP_URL_NOT_HTTPS');
  });

  it('is connected with pasted keys', async () => {
    const linked = await link(await makeKeys('read_write'));
    expect(linked).toMatchObject({ code: 'OK' });
    expect(linked.data).toMatchObject({ status: 'active', is_sandbox: true, is_default: false, currency: 'EUR' });
    wooId = linked.data.id;
    await until(
      () => ada.call('GET /stores/list-store', {}),
      (answer) => answer.data.items.every((store) => store.orders_by === 'webhook'),
      'webhooks of both stores',
    );
  });
});

describe('a product', () => {
  it('B307, B309: is not imported once the credits are used up, and the refusal carries the key of the specification', async () => {
    const eve = await app.signUp();
    const found = await until(sources, (answer) => answer.data.items.length > 0, 'the catalogue');
    await app.db.tenant({ accountId: eve.accountId }, (tx) => setPlan(tx, eve.accountId, 'FREE_CREDIT'));
    const body = { feature_id: 'AI_IMAGE_GENERATION' as const, usage_amount: 8 };
    expect(await eve.call('POST /payments/quota/update-usage', { body })).toMatchObject({ code: 'OK' });
    const refused = await eve.call('POST /center/products/import/{source}', {
      params: { source: 'quayside' },
      body: { supplier_product_id: found.data.items[0]?.source_product_id ?? '' },
    });
    expect(refused).toMatchObject({
      http: 402,
      status: 401,
      code: 'OUT_OF_CREDITS',
      data: { error_code: 'SYSTEM_QUOTA_EXCEEDED', feature: 'PRODUCT_IMPORT', by: 'credits', usage: 0 },
    });
  });

  it('is found, looked at, imported, edited and pushed', async () => {
    const found = await until(sources, (answer) => answer.data.items.length > 0, 'the catalogue');
    const card = found.data.items[0];
    const name = { platform: 'quayside' as const, id: card?.source_product_id ?? '' };
    const detail = await ada.call('GET /center/products/source/{platform}/{id}/detail', { params: name });
    expect(detail.data).toMatchObject({ status: 'full', imported: false });
    const price = await ada.call('GET /product-sources/products/price-detail/{source}/{product_id}/{ship_to}', {
      params: { source: 'quayside', product_id: name.id, ship_to: 'US' },
    });
    expect(price.data.ships).toBe(true);
    const imported = await ada.call('POST /center/products/import/{source}', {
      params: { source: 'quayside' },
      body: { supplier_product_id: name.id },
    });
    expect(imported.code).toBe('OK');
    const id = imported.data.product_package_id;
    const product = await ada.call('GET /center/products/{id}', { params: { id } });
    const first = product.data.variants[0];
    const edited = await ada.call('PUT /center/products/bulk_update', {
      body: {
        products: [
          {
            product_id: id,
            revision: 1,
            title: 'A mug of my own',
            variants: [{ variant_id: first?.variant_id ?? '', price: { amount: 4321, currency: 'USD' } }],
          },
        ],
      },
    });
    expect(edited.data.items[0]?.changes.map((one) => one.field)).toEqual(['title', 'variant_price']);
    const body = { product_ids: [id], store_ids: [storeId, wooId] };
    const asked = await ada.call('POST /center/products/push-multiple-channel', { body });
    expect(asked.data.failed[id]).toMatchObject({ key: 'PUSH_NEEDS_RATE', params: { from: 'USD', to: 'EUR' } });
    const pushed = await ada.call('POST /center/products/push-multiple-channel', {
      body: { ...body, rates: { EUR: 0.9 } },
    });
    expect(pushed.data.failed).toEqual({});
    const processes = await until(
      () => ada.call('GET /processes', {}),
      (answer) => answer.data.items.every((one) => one.status !== 'processing'),
      'the end of the push',
    );
    expect(processes.data.items.map((one) => [one.status, one.title, one.channel]).sort()).toEqual([
      ['success', 'A mug of my own', 'shopify'],
      ['success', 'A mug of my own', 'woocommerce'],
    ]);
    const after = await ada.call('GET /center/products/{id}', { params: { id } });
    expect(after.data).toMatchObject({
      push_state: 'pushed',
      listings: [
        { state: 'listed', is_current: true },
        { state: 'listed', is_current: true },
      ],
    });
    const counts = await ada.call('GET /center/products/push-unpush-count', {});
    expect(counts.data).toMatchObject({ total_pushed: 1, total_pushed_active: 1, total_unpushed: 0 });
    const query = { keyword: card?.name ?? '', page_size: 100 };
    const again = await ada.call('GET /center/products/find', { query });
    expect(again.data.items.find((one) => one.source_product_id === name.id)).toMatchObject({
      imported: true,
      product_package_id: id,
    });
    // The store fetches every picture, and each is drawn when it is first asked for.
  }, 120_000);

  it('C103, C123: is read as Shopify has it, with where it is published', async () => {
    const listed = await ada.call('GET /center/products/listings/elastic-products', { query: {} });
    const id = listed.data.items[0]?.id ?? '';
    const at = (store: string) => ({ 'store-id': store });
    const params = { productId: id };
    const path = 'GET /center/products/shopify/product-publication/{productId}' as const;
    const where = await ada.call(path, { params }, at(storeId));
    expect(where.data.items[0]?.publications.find((one) => one.handle === 'online_store')).toMatchObject({
      published: true,
    });
    expect((await ada.call(path, { params }, at(wooId))).data.items[0]?.publications).toEqual([]);
    const read = await ada.call('POST /center/products/shopify/product', { body: { product_id: id } }, at(storeId));
    expect(read.data).toMatchObject({
      state: 'listed',
      product: { title: 'A mug of my own', currencyCode: 'EUR', published_at: expect.any(String) },
    });
    expect(read.data.product?.minPrice).toBeLessThanOrEqual(read.data.product?.maxPrice ?? 0);
    const woo = await ada.call('POST /center/products/shopify/product', { body: { product_id: id } }, at(wooId));
    expect(woo.code).toBe('STORE_PRODUCT_UNREADABLE');
    const eve = await app.signUp();
    expect((await eve.call('POST /center/products/shopify/product', { body: { product_id: id } })).code).toBe(
      'PRODUCT_NOT_FOUND',
    );
  });

  it('is shown as deleted once the webhook of its store says so', async () => {
    const listing = () =>
      app.db.read(ada, (ex) =>
        ex.first<{ external_product_id: string | null; state: string; error_key: string | null }>(
          sql`select external_product_id, state, error_key from listing
            where workplace_id = ${ada.workplaceId} and store_id = ${wooId}`,
        ),
      );
    const { external_product_id: externalId } = (await listing()) ?? {};
    await withStore(app.running.deps, ada, wooId, ({ connector, ctx }) =>
      connector.deleteListing(ctx, externalId ?? ''),
    );
    const deleted = await until(listing, (row) => row?.state !== 'listed', 'the deletion');
    expect(deleted).toEqual({ external_product_id: null, state: 'failed', error_key: 'LISTING_DELETED' });
  });
});

it('B168: pays at the sandbox’s provider while the account’s payment mode is sandbox', async () => {
  expect((await ada.call('GET /auth/account')).data.payment_mode).toBe('sandbox');
  await ada.call('POST /payments/user/wallets/accept-policy');
  const body = { amount: 2_000, idempotency_key: 'once-and-no-more', return_path: '/app/setting/wallet' };
  const begun = await ada.call('POST /payments/user/wallets/topup', { body });
  expect(begun, JSON.stringify(begun)).toMatchObject({ http: 200 });
  const params = { topup_id: begun.data.topup_id };
  const { confirmation_url: page } = await until(
    async () => (await ada.call('GET /payments/user/wallets/topup/{topup_id}', { params })).data,
    (topup) => topup.confirmation_url !== null,
    'the page to pay on',
  );
  expect(new URL(page ?? '').origin).toBe(new URL(app.sandboxUrl ?? '').origin);
});
