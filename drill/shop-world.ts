import type { CallMap } from '@quayside/contracts';
import { CATALOGUE } from '@quayside/sandbox/cj/catalogue.ts';
import { type Client, createClient } from '@quayside/server/src/testing/app/test-app.ts';
import type { SandboxClient } from '@quayside/testing/sandbox-client.ts';
import { inParallel, until } from '@quayside/testing/waiting.ts';
import type { Installation } from './installation.ts';

/** The demo account has the other two shops. */
export const SHOPS = { woocommerce: 'fjord-living', shopify: 'quay-co' } as const;
const RATES = { EUR: 0.92 };
/** So that no shelf runs empty: this drill is not about stock. */
const PIECES = 100_000;
const CENTS = 1_000_000;

const PASSWORD = 'correct horse battery';

/** A session of whoever signs up or in by a call. */
export async function enter(url: string, path: string, body: object): Promise<Client> {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', locale: 'en' },
    body: JSON.stringify({ ...body, password: PASSWORD }),
  });
  const { data } = (await response.json()) as {
    data: { token: string; user: { id: string; workplaces: { id: string }[] } };
  };
  return createClient(url, data.token, data.user.id, data.user.workplaces[0]?.id ?? '');
}

export const signUp = (url: string): Promise<Client> =>
  enter(url, '/auth/register', { first_name: 'Ada', last_name: 'Owner', email: `drill-${Date.now()}@example.com` });

type Input<K extends keyof CallMap> = Partial<Pick<CallMap[K], 'params' | 'query' | 'body'>>;

/** A call that must succeed. */
export async function must<K extends keyof CallMap>(client: Client, key: K, input: Input<K> = {}) {
  const answer = await client.call(key, input);
  if (answer.status !== 200)
    throw new Error(`${key}: ${answer.code} ${answer.message} ${JSON.stringify(answer.errors ?? {})}`);
  return answer.data;
}

/** The key of the WooCommerce shop, with which another plug-in of it may change its orders. */
export interface StoreKey {
  consumer_key: string;
  consumer_secret: string;
}

export async function connectStores(client: Client, sandbox: SandboxClient): Promise<StoreKey> {
  const address = `${sandbox.url}/woo/${SHOPS.woocommerce}`;
  const keys = (await sandbox.post(`/woo/${SHOPS.woocommerce}/wp-admin/keys`, { description: 'Quayside' })) as StoreKey;
  await must(client, 'POST /auth/platform/{platform}/link', {
    params: { platform: 'woocommerce' },
    body: { shop: address, credentials: { consumerKey: keys.consumer_key, consumerSecret: keys.consumer_secret } },
  });
  const { url } = await must(client, 'POST /auth/platform/{platform}/install', {
    params: { platform: 'shopify' },
    body: { shop: `${SHOPS.shopify}.myshopify.com` },
  });
  const asked = new URL(url);
  const form = new URLSearchParams([...asked.searchParams, ['decision', 'install']]);
  const answer = await fetch(`${asked.origin}${asked.pathname}`, { method: 'POST', body: form, redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  await must(client, 'GET /auth/platform/{platform}/callback', {
    params: { platform: 'shopify' },
    query: Object.fromEntries(back.searchParams),
  });
  await must(client, 'POST /connections/suppliers', {
    body: { supplier: 'cj', mode: 'sandbox', payer: 'wallet', credentials: {} },
  });
  return keys;
}

type Source = 'quayside' | 'cj';

/** Cheap goods: our own by search, CJ's from its catalogue. What is bought does not matter here, only that it lasts. */
async function idsOf(client: Client, source: Source, products: number): Promise<string[]> {
  if (source === 'cj')
    return CATALOGUE.filter((good) => good.onSale && good.variants.every((variant) => variant.price <= 800))
      .slice(0, products)
      .map((good) => good.pid);
  return until('goods in the catalogue', async () => {
    const { items } = await must(client, 'GET /center/products/find', {
      query: { source: [source], mode: 'sandbox', ship_to: 'US', page_size: 60, price_max: 8 } as never,
    });
    const good = items.filter((card) => card.source === source && card.total_variants <= 12);
    return good.length >= products && good.slice(0, products).map((card) => card.source_product_id);
  });
}

/** Fills shelves, puts goods of both suppliers into both shops, and waits until shoppers see them. */
async function stockShops(client: Client, quayside: Installation, sandbox: SandboxClient, each: number): Promise<void> {
  const goods = { quayside: await idsOf(client, 'quayside', each), cj: await idsOf(client, 'cj', each) };
  await quayside.rows(`update warehouse.variant set stock = $1 where product_id = any($2)`, [PIECES, goods.quayside]);
  for (const { vid } of CATALOGUE.flatMap((good) => (goods.cj.includes(good.pid) ? good.variants : [])))
    await sandbox.post('/cj/setup/stock', { vid, country: 'CN', pieces: PIECES });
  const products = (['quayside', 'cj'] as const).flatMap((source) =>
    goods[source].map((id) => ({ supplier_product_id: id, source, ship_to: 'US' })),
  );
  // What we know of the shelves is read again, so that the shops are told of full ones.
  for (const { source, supplier_product_id: id } of products)
    await until(`the variants of ${id}`, async () => {
      const { variants } = await must(client, 'POST /center/products/source/{platform}/{id}', {
        params: { platform: source, id },
        body: { ship_to: 'US', mode: 'sandbox' },
      });
      return variants.length > 0;
    });
  const { items: stores } = await must(client, 'GET /stores/list-store');
  for (const store of stores)
    await must(client, 'POST /center/products/source/push', {
      body: { store_id: store.id, products, rates: RATES } as never,
    });
  // One that a busy machine could not push in time is not missed: this drill is not about pushing.
  const pushes = async () => {
    const [row] = await quayside.rows<{ all: number; open: number }>(
      `select count(*)::int as "all", count(*) filter (where state in ('queued', 'pushing', 'unknown'))::int as open
       from listing where workplace_id = $1`,
      [client.workplaceId],
    );
    return row;
  };
  const ended = (row?: { all: number; open: number }) =>
    (row?.all ?? 0) >= products.length * stores.length && row?.open === 0;
  await until('every push to end', async () => ended(await pushes()), { forMs: 600_000, everyMs: 500, seen: pushes });
  for (const [platform, shop] of Object.entries(SHOPS)) {
    const seen = (await windowOf(sandbox, platform, shop)).length;
    if (seen > products.length / 2) continue;
    const why = await quayside.rows(
      `select distinct s.platform, l.state, l.error_key, l.error_params from listing l
       join store s using (workplace_id, store_id) where l.workplace_id = $1`,
      [client.workplaceId],
    );
    throw new Error(`only ${seen} of ${products.length} goods came into ${shop}: ${JSON.stringify(why)}`);
  }
}

export interface WindowProduct {
  id: string;
  variants: { id: string; inStock: boolean }[];
}

export const windowOf = async (sandbox: SandboxClient, platform: string, shop: string): Promise<WindowProduct[]> =>
  (await sandbox.get<{ products: WindowProduct[] }>(`/shop/${platform}/${shop}/products.json`)).products;

/** Asks for a top-up; the same number twice is the same top-up. USD cents. Returns its id. */
export async function beginTopUp(client: Client, n: number): Promise<string> {
  const begun = await must(client, 'POST /payments/user/wallets/topup', {
    body: { amount: CENTS, idempotency_key: `drill-topup-${n}`, return_path: '/app/setting/wallet' },
  });
  return begun.topup_id;
}

/** Pays a top-up on the payment provider's page, once there is one. Returns USD cents. */
export async function payTopUp(client: Client, topupId: string): Promise<number> {
  const page = await until(
    'a page to pay on',
    async () => {
      const call = client.call('GET /payments/user/wallets/topup/{topup_id}', { params: { topup_id: topupId } });
      return (await call.catch(() => undefined))?.data?.confirmation_url ?? false;
    },
    { forMs: 300_000 },
  );
  await fetch(`${page}/confirm`, { method: 'POST', redirect: 'manual' });
  return CENTS;
}

/** Puts money into the wallet as an owner does. USD cents. */
async function fillWallet(client: Client, topUps: number): Promise<number> {
  await must(client, 'POST /payments/user/wallets/accept-policy', { body: {} });
  for (let n = 0; n < topUps; n += 1) await payTopUp(client, await beginTopUp(client, n));
  await until(
    'the top-ups',
    async () => (await must(client, 'GET /payments/user/wallets')).topup.amount === topUps * CENTS,
    // A clock that is off refuses the provider's webhooks; then its checkouts are polled.
    { forMs: 300_000 },
  );
  return topUps * CENTS;
}

/** An owner with both stores, both suppliers, so many goods of each in both stores, and money. */
export async function openShop(
  quayside: Installation,
  sandbox: SandboxClient,
  { goods, topUps }: { goods: number; topUps: number },
): Promise<{ client: Client; funds: number; storeKey: StoreKey }> {
  const client = await signUp(quayside.url);
  const filling = fillWallet(client, topUps);
  // A failure of the other comes first.
  filling.catch(() => undefined);
  const storeKey = await connectStores(client, sandbox);
  await stockShops(client, quayside, sandbox, goods);
  return { client, funds: await filling, storeKey };
}

/** By the address on the parcel every shopper is known on every side. */
export const addressOf = (n: number): string => `${n} Drill Street`;

/** Every so many shoppers one buys at Shopify, which lets an app read and fulfil no more than one or two orders a second. */
const AT_SHOPIFY = 8;

/** What a shopper got from the shop: the number under which the store's books have the order. */
export interface Purchase {
  platform: keyof typeof SHOPS;
  orderId: string;
  /**
   * Where it is not meant to be fulfilled. cancelled: in the store, before it was placed. stopped: in the store, after it was placed
   * and before it was paid; its supplier then refuses it. refused: refused or cancelled by the supplier before it was paid. refunded:
   * the same after it was paid.
   */
  fate?: 'cancelled' | 'stopped' | 'refused' | 'refunded';
}

/** More shoppers buy in both shops: one or two lines, one to three pieces of each. Adds to the purchases, by shopper. */
export async function letShoppersBuy(sandbox: SandboxClient, shoppers: number, bought: Purchase[]): Promise<void> {
  const first = bought.length;
  bought.length += shoppers;
  const windows = await Promise.all(
    Object.entries(SHOPS).map(async ([platform, shop]) => ({
      platform,
      shop,
      products: await windowOf(sandbox, platform, shop),
    })),
  );
  await inParallel(Array.from({ length: shoppers }), 8, async (_nothing, at) => {
    const n = first + at;
    const window = windows[n % AT_SHOPIFY === AT_SHOPIFY - 1 ? 1 : 0];
    const round = Math.floor(n / 2);
    const lines = Array.from({ length: n % 3 === 0 ? 2 : 1 }, (_line, row) => {
      const product = window?.products[(round * 5 + row * 7) % (window.products.length || 1)];
      const stocked = product?.variants.filter((variant) => variant.inStock) ?? [];
      return {
        productId: product?.id ?? '',
        variantId: stocked[round % (stocked.length || 1)]?.id ?? '',
        quantity: 1 + ((n + row) % 3),
      };
    });
    const { orderId } = (await sandbox.post(`/shop/${window?.platform}/${window?.shop}/orders`, {
      email: `shopper-${n}@example.com`,
      firstName: 'Sam',
      lastName: `Shopper${n}`,
      address1: addressOf(n),
      city: 'Portland',
      province: 'OR',
      postalCode: '97204',
      countryCode: 'US',
      phone: '+1 555 0100',
      lines,
    })) as { orderId: string };
    bought[n] = { platform: window?.platform as Purchase['platform'], orderId: String(orderId) };
  });
}
