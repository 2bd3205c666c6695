import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectorContext, createGuardedHttp } from '@quayside/connector-kit';
import { run } from '@quayside/connector-shopify/client.ts';
import { createClient } from '@quayside/connector-woocommerce/client.ts';
import { systemClock } from '@quayside/kernel';
import { folderSecrets, stopSandbox } from '@quayside/sandbox';
import { SANDBOX_APP } from '@quayside/sandbox/shopify/seed.ts';
import { createDb, ensureAppRole, sql } from '@quayside/server/src/db/index.ts';
import { freePort } from '@quayside/testing/free-port.ts';
import { type SandboxClient, sandboxClient } from '@quayside/testing/sandbox-client.ts';
import { z } from 'zod';
import { ownerAddress } from '../database-url.ts';
import { residentOf, serve } from '../process.ts';
import { count, figure, machineLoad, type Row } from '../rows.ts';
import { connect, newOwner, type Owner, type Scene, SHOPS, until } from './scene.ts';

type Platform = keyof typeof SHOPS;

const SIZES = ['S', 'M', 'L'];
/** Products that a shop's importer writes at once. */
const AT_ONCE = 5_000;
/** Calls are given for this many products. */
const PER = 50;
const RUN_MS = 60 * 60_000;

/** A request to the stand-in of a platform that reads products, as its faults recognise it. */
const READS: Record<Platform, string> = {
  woocommerce: `GET /woo/${SHOPS.woocommerce}/`,
  shopify: `POST /shopify/${SHOPS.shopify}/admin/api/`,
};

const setProduct = {
  name: 'BenchSet',
  data: z.object({ productSet: z.object({ product: z.object({ legacyResourceId: z.string() }) }) }),
  text: `mutation BenchSet($input: ProductSetInput!) {
  productSet(input: $input, synchronous: true) { product { legacyResourceId } userErrors { message } }
}`,
};
const made = z.object({ id: z.number() });

/** Makes a product as a merchant would. Returns its number. */
async function makeProduct(scene: Scene, platform: Platform): Promise<number> {
  const { sandbox, server } = scene;
  const http = createGuardedHttp({ allowHosts: () => [new URL(sandbox.url).host] });
  const context = (baseUrl: string, credentials: Record<string, string>): ConnectorContext => ({
    http,
    clock: systemClock,
    baseUrl,
    credentials,
    saveCredentials: async () => undefined,
  });
  const shop = SHOPS[platform];
  if (platform === 'shopify') {
    const accessToken = folderSecrets(join(server.dataDir, 'sandbox')).shopToken(shop);
    const input = {
      title: 'Their mug',
      descriptionHtml: '<p>A mug of their own.</p>',
      status: 'ACTIVE',
      productOptions: [{ name: 'Size', values: SIZES.map((name) => ({ name })) }],
      variants: SIZES.map((name) => ({
        optionValues: [{ optionName: 'Size', name }],
        price: '19.00',
        inventoryItem: { sku: `THEIRS-${name}` },
      })),
    };
    const answer = await run(context(`${sandbox.url}/shopify/${shop}`, { accessToken }), setProduct, { input });
    return Number(answer.productSet.product.legacyResourceId);
  }
  const key = z
    .object({ consumer_key: z.string(), consumer_secret: z.string() })
    .parse(await sandbox.post(`/woo/${shop}/wp-admin/keys`, { description: 'Bench' }));
  const client = createClient(
    context(`${sandbox.url}/woo/${shop}`, { consumerKey: key.consumer_key, consumerSecret: key.consumer_secret }),
  );
  const { id } = await client.send('POST', {
    path: 'products',
    shape: made,
    body: {
      name: 'Their mug',
      description: '<p>A mug of their own.</p>',
      type: 'variable',
      status: 'publish',
      attributes: [{ name: 'Size', options: SIZES, visible: true, variation: true }],
    },
  });
  for (const option of SIZES)
    await client.send('POST', {
      path: `products/${id}/variations`,
      shape: made,
      body: { sku: `THEIRS-${option}`, regular_price: '19.00', attributes: [{ name: 'Size', option }] },
    });
  return id;
}

/** Fills a shop with products of the merchant. */
async function stock(scene: Scene, platform: Platform, products: number): Promise<void> {
  const from = await makeProduct(scene, platform);
  const path = {
    woocommerce: `/woo/${SHOPS.woocommerce}/wp-admin/import-products`,
    shopify: `/shopify/${SHOPS.shopify}/admin/import-products`,
  }[platform];
  for (let left = products - 1; left > 0; left -= AT_ONCE)
    await scene.sandbox.post(path, { from, count: Math.min(AT_ONCE, left) });
}

/** Counts requests, by a fault with probability 0. */
async function counting(sandbox: SandboxClient, platform: Platform): Promise<() => Promise<number>> {
  await sandbox.clearFaults();
  await sandbox.fault({ standIn: platform, kind: 'status-500', match: READS[platform], probability: 0 });
  return async () => (await sandbox.faults())[0]?.draws ?? 0;
}

/** Points that Quayside's app has used of its Shopify shop. */
const spent = async (sandbox: SandboxClient): Promise<number> =>
  (await sandbox.book<{ apps: { clientId: string; spent: number }[] }>('shopify-points')).apps
    .filter((one) => one.clientId === SANDBOX_APP.clientId)
    .reduce((sum, one) => sum + one.spent, 0);

interface Books {
  products: number;
  listings: number;
  twice: number;
}

/** Products from a store, their listings, and store products with more than one listing. */
const booksOf = async ({ db }: Scene, { accountId, workplaceId }: Owner, storeId: string): Promise<Books> =>
  (await db.tenant({ accountId, workplaceId }, (tx) =>
    tx.first<Books>(sql`select
      (select count(*)::int from product where workplace_id = ${workplaceId} and source = 'store' and deleted_at is null
        and source_product_id like ${`${storeId}/%`}) as products,
      count(*)::int as listings, (count(*) - count(distinct external_product_id))::int as twice
      from listing where workplace_id = ${workplaceId} and store_id = ${storeId} and state = 'listed'`),
  )) ?? { products: 0, listings: 0, twice: 0 };

/**
 * Taking in all products that a store had before Quayside, with the process killed in the middle: how long it takes, what it asks of
 * the store, the memory it needs, and that each product came in once.
 */
export async function adoption(platform: Platform, products: number): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quayside-bench-'));
  const settings = {
    QUAYSIDE_SANDBOX: 'on',
    QUAYSIDE_SANDBOX_DEMO: 'off',
    QUAYSIDE_SANDBOX_PRODUCTS: '100',
    PORT: String(await freePort()),
  };
  let server = await serve(dataDir, settings);
  const ownerUrl = ownerAddress(server.dataDir);
  const db = createDb({ ownerUrl, appUrl: await ensureAppRole({ ownerUrl, dataDir: server.dataDir }) });
  const scene: Scene = { server, sandbox: sandboxClient(server.sandboxUrl ?? ''), db };
  try {
    await stock(scene, platform, products);
    const owner = await newOwner(scene);
    const storeId = await connect(scene, owner, platform);
    const requests = await counting(scene.sandbox, platform);
    const pointsBefore = await spent(scene.sandbox);
    const rest = residentOf(server.pid).now;
    const began = performance.now();
    const { adoption_id } = await owner.call('POST /center/products/adoptions', { body: { store_id: storeId } });
    const look = () => owner.call('GET /center/products/adoptions/{adoption_id}', { params: { adoption_id } });
    await until(`half of ${platform}`, async () => (await look()).seen >= products / 2, {
      forMs: RUN_MS,
      everyMs: 1_000,
    });
    const beforeKill = residentOf(server.pid).peak;
    const killedAt = performance.now();
    await server.kill();
    server = await serve(dataDir, settings);
    const awayMs = performance.now() - killedAt;
    const end = await until(
      `all of ${platform}`,
      async () => {
        const run = await look();
        return run.state !== 'running' && run;
      },
      { forMs: RUN_MS, everyMs: 1_000 },
    );
    const seconds = (performance.now() - began) / 1_000;
    const asked = await requests();
    const points = (await spent(scene.sandbox)) - pointsBefore;
    const per = (figures: number): string => ((figures * PER) / products).toFixed(1);
    const peak = Math.max(beforeKill, residentOf(server.pid).peak);
    const books = await booksOf(scene, owner, storeId);
    const isWhole =
      end.state === 'done' && books.products === products && books.listings === products && books.twice === 0;
    return [
      {
        what: `Adoption of ${count(products)} products with ${SIZES.length} variants from ${platform}, killed half-way`,
        value: `${seconds.toFixed(0)} s (${Math.round(products / seconds)}/s), ${(awayMs / 1_000).toFixed(1)} s of it away; ${count(books.products)} here, ${books.twice} twice (${machineLoad()})`,
        bar: 'each product once',
        met: isWhole,
      },
      figure(
        `Adoption, ${platform}: calls per ${PER} products`,
        `${per(asked)}${points > 0 ? `, ${per(points)} of the points that the plan allows` : ''}`,
      ),
      figure(
        `Adoption, ${platform}: the most memory of the process`,
        `${peak.toFixed(0)} MB, ${rest.toFixed(0)} MB before the run`,
      ),
    ];
  } finally {
    await db.close();
    await server.stop();
    await stopSandbox({ dataDir: join(server.dataDir, 'sandbox') });
    for (const folder of [dataDir, server.dataDir]) rmSync(folder, { recursive: true, force: true });
  }
}
