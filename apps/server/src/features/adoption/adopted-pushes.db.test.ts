import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { shopify } from '@quayside/connector-shopify';
import { woocommerce } from '@quayside/connector-woocommerce';
import { newId, systemClock } from '@quayside/kernel';
import { startTestSandbox } from '@quayside/testing/contract/sandbox-control.ts';
import { newGtin } from '@quayside/testing/new-gtin.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { json, sql, type WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { guardConnectors } from '../../sending/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { createQuota } from '../plans/index.ts';
import * as products from '../products/index.ts';
import { workspaceUsage } from '../reports/index.ts';
import { runAdoption } from './actions/run-adoption.ts';
import { startAdoption } from './actions/start-adoption.ts';

/** The barcode of the product that the next test makes. */
let theirGtin = '';

// A push of a product that was taken in changes nothing in its store that the owner did not change here.

type Platform = 'shopify' | 'woocommerce';
type Doc = Record<string, unknown>;
const SHOPS: Record<Platform, string> = { shopify: 'north-pier', woocommerce: 'harbour-goods' };

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const pictures = createServer((_request, response) => {
  response.setHeader('content-type', 'image/png');
  response.end(PICTURE);
});
await new Promise<void>((done) => pictures.listen(0, '127.0.0.1', done));
const pictureUrl = (name: string) => `http://127.0.0.1:${(pictures.address() as AddressInfo).port}/${name}.png`;

const db = await testDatabase();
const sandbox = await startTestSandbox(['shopify', 'woocommerce']);
afterAll(async () => {
  pictures.closeAllConnections();
  pictures.close();
  await sandbox.close();
});

const { deps: fakes, jobs, person } = await fakeWorld(db, { suppliers: [] });
const deps: Deps = {
  ...fakes,
  // The connector waits by it for what Shopify's limit allows, and the sandbox counts in real time.
  clock: systemClock,
  http: sandbox.context(sandbox.baseUrl, {}).http,
  connectors: {
    ...fakes.connectors,
    channels: guardConnectors({ channels: { shopify, woocommerce }, suppliers: {}, payments: {}, trackers: {} })
      .channels,
    baseUrl: (id) => `${sandbox.baseUrl}/${id}`,
    isSandboxUrl: (url) => url.startsWith(sandbox.baseUrl),
  },
};
const ports = {
  quota: createQuota(deps, { workspaceUsage }),
  onListed: async () => undefined,
  unmappedProducts: async () => [],
  onImported: async () => undefined,
  onDeleted: async () => undefined,
  watchMarks: async () => new Map(),
  seenVariants: async () => new Map(),
  isWatched: () => sql`true`,
  soldUnmapped: async () => [],
};
const handlers = [
  ...(products.register(deps, ports).jobs ?? []).filter(({ kind }) => kind.name !== 'draw-pictures'),
  ...['draw-pictures', 'adopt-products'].map((name) => ({
    kind: { name, payload: { parse: (payload: unknown) => payload } },
    handle: async () => undefined,
  })),
] as Parameters<typeof jobs.drain>[0];

let scope: WorkplaceScope;
let storeId = '';
let keys: Record<string, string> = {};
beforeEach(async () => {
  await db.global((tx) => tx.run(sql`delete from test_job`));
  scope = await person();
  theirGtin = newGtin();
});

async function connect(platform: Platform): Promise<void> {
  storeId = newId();
  const shop = SHOPS[platform];
  if (platform === 'shopify') keys = { accessToken: `shpat_sandbox_${shop}` };
  else {
    const made = (await sandbox.post(`/woo/${shop}/wp-admin/keys`, { permissions: 'read_write' })) as Record<
      string,
      string
    >;
    keys = { consumerKey: made.consumer_key ?? '', consumerSecret: made.consumer_secret ?? '' };
  }
  const baseUrl = `${sandbox.baseUrl}/${platform === 'shopify' ? 'shopify' : 'woo'}/${shop}`;
  const sealed = json(deps.vault.seal(keys, `store:${storeId}`));
  await db.tenant(scope, (tx) =>
    tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
        store_name, currency, credentials)
      values (${scope.workplaceId}, ${storeId}, ${scope.accountId}, ${platform}, ${`${shop}.example.com`}, ${baseUrl},
        'sandbox', 'active', 'A shop', 'USD', ${sealed})`),
  );
}

async function woo(method: string, path: string, body?: Doc): Promise<Doc> {
  const query = new URLSearchParams({
    consumer_key: keys.consumerKey ?? '',
    consumer_secret: keys.consumerSecret ?? '',
  });
  const answer = await fetch(
    `${sandbox.baseUrl}/woo/${SHOPS.woocommerce}/wp-json/wc/v3/${path}${path.includes('?') ? '&' : '?'}${query}`,
    {
      method,
      headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    },
  );
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Doc;
}

async function graphql(query: string, variables: Doc): Promise<Doc> {
  const answer = await fetch(`${sandbox.baseUrl}/shopify/${SHOPS.shopify}/admin/api/2026-10/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': keys.accessToken ?? '' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await answer.json()) as { data?: Doc; errors?: unknown };
  if (!data) throw new Error(JSON.stringify(errors));
  return data;
}

async function makeInShopify(): Promise<string> {
  const input = {
    title: 'The merchant’s bowl',
    descriptionHtml: '<p onclick="x()">Thrown by hand.</p><ul><li>One</li></ul>',
    vendor: 'Kiln',
    productType: 'Bowls',
    status: 'DRAFT',
    tags: ['clay', 'blue'],
    seo: { title: 'A bowl', description: 'Blue' },
    productOptions: [
      { name: 'Size', position: 1, values: [{ name: 'Large' }, { name: 'Small' }] },
      { name: 'Glaze', position: 2, values: [{ name: 'Blue' }] },
    ],
    variants: ['Small', 'Large'].map((size) => ({
      optionValues: [
        { optionName: 'Size', name: size },
        { optionName: 'Glaze', name: 'Blue' },
      ],
      price: size === 'Small' ? '12.50' : '20.00',
      ...(size === 'Small' ? { compareAtPrice: '15.00', sku: 'KILN-S', barcode: theirGtin } : {}),
      inventoryPolicy: size === 'Small' ? 'CONTINUE' : 'DENY',
      inventoryItem: { tracked: size === 'Small', measurement: { weight: { unit: 'POUNDS', value: 1.5 } } },
    })),
    files: [
      { originalSource: pictureUrl('bowl-a'), contentType: 'IMAGE', alt: 'From above' },
      { originalSource: pictureUrl('bowl-b'), contentType: 'IMAGE' },
    ],
  };
  const made = (await graphql(
    `mutation Make($input: ProductSetInput!) { productSet(input: $input, synchronous: true) { product { id } userErrors { message } } }`,
    { input },
  )) as { productSet: { product: { id: string } | null; userErrors: unknown[] } };
  expect(made.productSet.userErrors).toEqual([]);
  const id = made.productSet.product?.id ?? '';
  await expect
    .poll(async () => JSON.stringify(await seenInShopify(id)), { timeout: 10_000 })
    .not.toContain('PROCESSING');
  return id;
}

const seenInShopify = async (id: string): Promise<Doc> =>
  (
    (await graphql(
      `query See($id: ID!) { product(id: $id) {
        id title handle descriptionHtml vendor productType status tags seo { title description }
        options(first: 3) { id name position optionValues { id name } }
        media(first: 20) { nodes { id alt status ... on MediaImage { image { url } } } }
        variants(first: 20) { nodes { id sku barcode price compareAtPrice position inventoryPolicy inventoryQuantity
          selectedOptions { name value } media(first: 1) { nodes { id } }
          inventoryItem { tracked harmonizedSystemCode measurement { weight { unit value } } } } }
      } }`,
      { id },
    )) as { product: Doc }
  ).product;

async function makeInWoo(type: 'simple' | 'variable'): Promise<string> {
  const tag = await woo('POST', 'products/tags', { name: `clay ${newId()}` });
  const parent = await woo('POST', 'products/categories', { name: `Home ${newId()}` });
  const made = await woo('POST', 'products', {
    name: 'Salt & pepper bowl',
    type,
    status: 'draft',
    description: '<p onclick="x()">Thrown by hand.</p>',
    short_description: 'By hand',
    tags: [{ id: tag.id }],
    categories: [{ id: parent.id }],
    images: [{ src: pictureUrl('bowl-a'), alt: 'From above' }, { src: pictureUrl('bowl-b') }],
    dimensions: { length: '10' },
    attributes: [
      { name: 'Care', options: ['By hand'], position: 0, visible: true, variation: false },
      ...(type === 'variable'
        ? [{ name: 'Size', options: ['Large', 'Small', 'Unused'], position: 1, visible: false, variation: true }]
        : []),
    ],
    ...(type === 'simple'
      ? { regular_price: '12.50', sale_price: '10', weight: '0.5', global_unique_id: theirGtin }
      : {}),
  });
  if (type === 'simple') return String(made.id);
  const images = made.images as { id: number }[];
  for (const [at, size] of ['Small', 'Large'].entries())
    await woo('POST', `products/${made.id}/variations`, {
      regular_price: '20',
      menu_order: 7 - at,
      attributes: [{ name: 'Size', option: size }],
      ...(at === 0
        ? {
            sku: `KILN-${newId()}`,
            global_unique_id: theirGtin,
            manage_stock: true,
            stock_quantity: 4,
            backorders: 'notify',
          }
        : {}),
      ...(at === 1 ? { image: { id: images[1]?.id }, sale_price: '18' } : {}),
    });
  return String(made.id);
}

/** What shoppers and merchants see of an item: without the time of the last change, and without what apps note hidden. */
function seen(item: Doc): Doc {
  const { date_modified: _local, date_modified_gmt: _gmt, meta_data: meta, ...rest } = item;
  return { ...rest, meta: (meta as { key: string }[]).filter(({ key }) => !key.startsWith('_quayside_')) };
}
const seenInWoo = async (id: string): Promise<Doc> => ({
  product: seen(await woo('GET', `products/${id}?context=edit`)),
  variations: (
    (await woo('GET', `products/${id}/variations?context=edit&orderby=id&order=asc`)) as unknown as Doc[]
  ).map(seen),
});

/** Changes the barcode of the variant that has one, as the merchant does. */
async function recode(platform: Platform, id: string, barcode: string): Promise<void> {
  if (platform === 'shopify') {
    const there = (await seenInShopify(id)) as {
      options: { name: string; optionValues: { name: string }[] }[];
      variants: { nodes: { id: string; barcode: string | null; selectedOptions: { name: string; value: string }[] }[] };
    };
    const made = (await graphql(
      `mutation Recode($id: ID!, $input: ProductSetInput!) {
        productSet(identifier: { id: $id }, input: $input, synchronous: true) { userErrors { message } } }`,
      {
        id,
        input: {
          productOptions: there.options.map(({ name, optionValues }) => ({
            name,
            values: optionValues.map((one) => ({ name: one.name })),
          })),
          variants: there.variants.nodes.map((variant) => ({
            id: variant.id,
            optionValues: variant.selectedOptions.map(({ name, value }) => ({ optionName: name, name: value })),
            ...(variant.barcode ? { barcode } : {}),
          })),
        },
      },
    )) as { productSet: { userErrors: unknown[] } };
    expect(made.productSet.userErrors).toEqual([]);
    return;
  }
  const variations = (await woo('GET', `products/${id}/variations`)) as unknown as {
    id: number;
    global_unique_id: string;
  }[];
  const coded = variations.find((one) => one.global_unique_id !== '');
  await woo('PUT', coded ? `products/${id}/variations/${coded.id}` : `products/${id}`, { global_unique_id: barcode });
}

async function adopt(): Promise<void> {
  const id = await startAdoption(deps, scope, storeId);
  await runAdoption(deps, ports, scope, id, new AbortController().signal);
}

async function push(productId: string): Promise<void> {
  const begun = await products.startPush(deps, ports.quota, scope, {
    productIds: [productId],
    storeIds: [storeId],
    settings: undefined,
    split: undefined,
    rates: {},
  });
  expect(begun.failed.size).toBe(0);
  await jobs.drain(handlers);
  const listing = await db.read(scope, (ex) =>
    ex.first(sql`select state, error_key, error_params, conflicts from listing
      where workplace_id = ${scope.workplaceId} and product_id = ${productId}`),
  );
  expect(listing).toMatchObject({ state: 'listed', error_key: null, conflicts: 0 });
}

async function productOf(external: string): Promise<{ product_id: string; revision: number }> {
  const row = await db.read(scope, (ex) =>
    ex.first<{ product_id: string; revision: number }>(sql`select p.product_id, p.revision from product p join listing l
      on l.workplace_id = ${scope.workplaceId} and l.product_id = p.product_id
      where p.workplace_id = ${scope.workplaceId} and l.external_product_id = ${external}`),
  );
  if (!row) throw new Error(`product ${external} was not taken in`);
  return row;
}

describe.each<[string, Platform, () => Promise<string>, (id: string) => Promise<Doc>]>([
  ['Shopify', 'shopify', makeInShopify, seenInShopify],
  ['WooCommerce, without variations', 'woocommerce', () => makeInWoo('simple'), seenInWoo],
  ['WooCommerce, with variations', 'woocommerce', () => makeInWoo('variable'), seenInWoo],
])('a product of %s that was taken in', (_name, platform, make, see) => {
  it('stays as it is when it is pushed, and then changes only what its owner changed here', async () => {
    await connect(platform);
    const external = await make();
    const before = await see(external);
    await adopt();
    expect(await see(external)).toEqual(before);
    const { product_id: id } = await productOf(external);
    await push(id);
    expect(await see(external)).toEqual(before);
    await push(id);
    expect(await see(external)).toEqual(before);

    const { revision } = await productOf(external);
    await products.updateProducts(deps, scope, [{ product_id: id, revision, title: 'The owner’s bowl' }]);
    await push(id);
    const text = JSON.stringify(before);
    const old = platform === 'shopify' ? 'The merchant’s bowl' : 'Salt &amp; pepper bowl';
    expect(text).toContain(old);
    expect(await see(external)).toEqual(JSON.parse(text.replaceAll(old, 'The owner’s bowl')));
  });

  it('brings its barcode along, which changes in the store only once its owner changes it here', async () => {
    await connect(platform);
    const external = await make();
    await adopt();
    const { product_id: id, revision } = await productOf(external);
    const coded = (await db.read(scope, (ex) => products.findVariants(ex, scope.workplaceId, [id]))).filter(
      (one) => one.barcode !== '',
    );
    expect(coded.map((one) => one.barcode)).toEqual([theirGtin]);
    await push(id);
    expect(JSON.stringify(await see(external))).toContain(theirGtin);
    const ourGtin = newGtin();
    const changes = coded.map((one) => ({ variant_id: one.variant_id, barcode: ourGtin }));
    await products.updateProducts(deps, scope, [{ product_id: id, revision, variants: changes }]);
    await push(id);
    const after = JSON.stringify(await see(external));
    expect(after).toContain(ourGtin);
    expect(after).not.toContain(theirGtin);
    await products.updateProducts(deps, scope, [
      { product_id: id, revision: revision + 1, variants: changes.map((one) => ({ ...one, barcode: '' })) },
    ]);
    await push(id);
    expect(JSON.stringify(await see(external))).not.toContain(ourGtin);
  });

  it('keeps a barcode that the merchant changes in the store, until its owner chooses', async () => {
    await connect(platform);
    const external = await make();
    await adopt();
    const { product_id: id, revision } = await productOf(external);
    const changed = newGtin();
    await recode(platform, external, changed);
    await products.updateProducts(deps, scope, [{ product_id: id, revision, title: 'The owner’s bowl' }]);
    await push(id);
    const after = JSON.stringify(await see(external));
    expect(after).toContain('The owner’s bowl');
    expect(after).toContain(changed);
    expect(after).not.toContain(theirGtin);
  });
});
