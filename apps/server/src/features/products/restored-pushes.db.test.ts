import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChannelConnector } from '@quayside/connector-kit';
import { shopify } from '@quayside/connector-shopify';
import { woocommerce } from '@quayside/connector-woocommerce';
import { SPLIT_DEFAULTS } from '@quayside/contracts';
import { money, newId, systemClock } from '@quayside/kernel';
import { startTestSandbox, until } from '@quayside/testing/contract/sandbox-control.ts';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { json, sql, type WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { findHold, guardConnectors, resumeSending, watchServer } from '../../sending/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { copyRows } from '../../testing/db/time-machine.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { createQuota } from '../plans/index.ts';
import { workspaceUsage } from '../reports/index.ts';
import { syncCatalogue } from '../sourcing/index.ts';
import { chooseFields } from './actions/choose-fields.ts';
import { createImport } from './actions/import-products.ts';
import { startPush } from './actions/start-push.ts';
import { updateProducts } from './actions/update-products.ts';
import * as products from './index.ts';
import { findProduct, findVariants } from './repo.ts';

type Platform = 'shopify' | 'woocommerce';
/** Several at Shopify, each with a budget of calls of its own. */
const SHOPS = {
  shopify: ['north-pier', 'driftwood', 'lamplight', 'capstan'],
  woocommerce: ['harbour-goods'],
} as const;
const MANY = 3;

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

const own = fakeSupplier('quayside', true);
const { deps: fakes, jobs, person } = await fakeWorld(db, { suppliers: [own] });
/** What was called at a store, by the names of the connector's methods. */
const calls: string[] = [];
const counted = (connector: ChannelConnector): ChannelConnector =>
  new Proxy(connector, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        calls.push(String(name));
        return (value as (...args: unknown[]) => unknown).apply(target, args);
      };
    },
  });
const deps: Deps = {
  ...fakes,
  // The connector waits by it for what Shopify's limit allows, and the sandbox counts in real time.
  clock: systemClock,
  http: sandbox.context(sandbox.baseUrl, {}).http,
  connectors: {
    ...fakes.connectors,
    channels: guardConnectors({
      channels: { shopify: counted(shopify), woocommerce: counted(woocommerce) },
      suppliers: {},
      payments: {},
      trackers: {},
    }).channels,
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
};
const handlers = [
  ...(products.register(deps, ports).jobs ?? []).filter(({ kind }) => kind.name !== 'draw-pictures'),
  ...['draw-pictures', 'refresh-source'].map((name) => ({
    kind: { name, payload: { parse: (payload: unknown) => payload } },
    handle: async () => undefined,
  })),
] as Parameters<typeof jobs.drain>[0];
const importProducts = createImport(deps, ports);

let round = 0;
let scope: WorkplaceScope;
let storeId = '';
let ids: string[] = [];
const shopOf = (platform: Platform): string => SHOPS[platform][round % SHOPS[platform].length] ?? '';
const titles = () => Array.from({ length: MANY }, (_none, at) => `Lamp ${round}-${at}`);

async function credentials(platform: Platform): Promise<Record<string, string>> {
  if (platform === 'shopify') return { accessToken: `shpat_sandbox_${shopOf('shopify')}` };
  const made = (await sandbox.post(`/woo/${shopOf('woocommerce')}/wp-admin/keys`, { permissions: 'read_write' })) as {
    consumer_key: string;
    consumer_secret: string;
  };
  return { consumerKey: made.consumer_key, consumerSecret: made.consumer_secret };
}

async function connect(platform: Platform): Promise<void> {
  storeId = newId();
  const shop = shopOf(platform);
  const baseUrl = platform === 'shopify' ? `${sandbox.baseUrl}/shopify/${shop}` : `${sandbox.baseUrl}/woo/${shop}`;
  const sealed = json(deps.vault.seal(await credentials(platform), `store:${storeId}`));
  await db.tenant(scope, (tx) =>
    tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
        store_name, currency, credentials)
      values (${scope.workplaceId}, ${storeId}, ${scope.accountId}, ${platform}, ${`${shop}.example.com`}, ${baseUrl},
        'sandbox', 'active', 'A shop', 'USD', ${sealed})`),
  );
}

beforeEach(async () => {
  round += 1;
  await db.global(async (tx) => {
    await tx.run(sql`delete from test_job`);
    await tx.run(sql`update installation set server = null, restored_at = null, current_until = null, seen_at = null`);
  });
  await db.global(resumeSending);
  await watchServer(db);
  own.products = titles().map((title, at) => {
    const id = `r${round}-${at}`;
    const base = fakeProduct(round * 100 + at);
    return fakeProduct(round * 100 + at, {
      sourceProductId: id,
      title,
      imageUrls: [pictureUrl(`${id}-a`), pictureUrl(`${id}-b`)],
      variants: base.variants.map((variant, n) => ({
        ...variant,
        sourceVariantId: `${id}-v${n}`,
        imageUrl: pictureUrl(`${id}-v${n}`),
      })),
    });
  });
  await syncCatalogue(deps, 'quayside', 'sandbox');
  scope = await person();
});

async function bring(): Promise<void> {
  const asks = own.products.map(({ sourceProductId }) => ({
    source: 'quayside' as const,
    mode: 'sandbox' as const,
    sourceProductId,
    shipTo: 'US',
  }));
  const { imported } = await importProducts(scope, asks);
  ids = own.products.map((one) => imported.get(`quayside:sandbox:${one.sourceProductId}`)?.productId ?? '');
  expect(ids.every((id) => id !== '')).toBe(true);
}

const push = async () => {
  const begun = await startPush(deps, ports.quota, scope, {
    productIds: ids,
    storeIds: [storeId],
    settings: undefined,
    split: SPLIT_DEFAULTS,
    rates: {},
  });
  expect(begun.failed.size).toBe(0);
};

/** Gives every variant a price, in cents. */
async function price(amount: number): Promise<void> {
  for (const id of ids) {
    const { product, variants } = await db.read(scope, async (ex) => ({
      product: await findProduct(ex, scope.workplaceId, id),
      variants: await findVariants(ex, scope.workplaceId, [id]),
    }));
    await updateProducts(deps, scope, [
      {
        product_id: id,
        revision: product?.revision ?? 0,
        variants: variants.map(({ variant_id }) => ({ variant_id, price: money(amount, 'USD') })),
      },
    ]);
  }
}

/** Works until every listing has ended; what waits is due at once. */
async function settle(): Promise<void> {
  for (let n = 0; n < 12; n += 1) {
    await jobs.drain(handlers);
    const open = await db.read(scope, (ex) =>
      ex.rows(
        sql`select 1 from listing where workplace_id = ${scope.workplaceId} and state not in ('listed', 'failed', 'removed')`,
      ),
    );
    if (open.length === 0) return;
    await db.tenant(scope, (tx) =>
      tx.run(sql`update listing set next_attempt_at = now(), sent_at = seconds_after(sent_at, -60), claimed_until = null
        where workplace_id = ${scope.workplaceId}`),
    );
  }
  const left = await db.read(scope, (ex) =>
    ex.rows(sql`select state, error_key, error_params from listing where workplace_id = ${scope.workplaceId}`),
  );
  throw new Error(`listings are left: ${JSON.stringify(left)}`);
}

interface Shown {
  id: string;
  title: string;
  images: string[];
  variants: { id: string; price: string; optionValues: string[] }[];
}

async function shown(platform: Platform): Promise<Shown[]> {
  const answer = await fetch(`${sandbox.baseUrl}/shop/${platform}/${shopOf(platform)}/products.json`);
  const { products: all } = (await answer.json()) as { products: Shown[] };
  return all.filter(({ title }) => titles().includes(title));
}

/** One product each, with its two variants at this price and its four pictures. Returns their ids. */
async function expectOnce(platform: Platform, cents: number): Promise<string[]> {
  const seen = await until('the pictures', async () => {
    const now = await shown(platform);
    return now.every(({ images }) => images.length >= 4) && now;
  });
  expect(seen.map(({ title }) => title).sort()).toEqual(titles());
  for (const { images, variants } of seen) {
    expect(images).toHaveLength(4);
    expect(new Set(images).size).toBe(4);
    expect(variants.map(({ optionValues }) => optionValues.join()).sort()).toEqual(['Blue,S', 'Red,S']);
    expect(variants.map((variant) => Number(variant.price))).toEqual([cents / 100, cents / 100]);
  }
  return seen.flatMap(({ id, variants }) => [id, ...variants.map((variant) => variant.id)]).sort();
}

const STEPS: readonly { name: string; run(): Promise<void> }[] = [
  { name: 'the products were imported', run: bring },
  { name: 'their first price was set', run: () => price(10_00) },
  { name: 'they were queued for the store', run: push },
  { name: 'the store had them', run: settle },
  { name: 'their price was changed', run: () => price(20_00) },
  { name: 'the change was pushed', run: () => push().then(settle) },
];

const conflicts = () =>
  db.read(scope, (ex) =>
    ex.rows<{ listing_id: string; conflicts: number }>(
      sql`select listing_id, conflicts from listing where workplace_id = ${scope.workplaceId}`,
    ),
  );

async function goBack(putBack: () => Promise<void>): Promise<void> {
  await putBack();
  await db.global((tx) => tx.run(sql`update installation set server = '7000000000000000000/00000001/5'`));
}

describe.each<Platform>(['shopify', 'woocommerce'])(
  'products in a %s store after the data went back in time',
  (platform) => {
    it.each(STEPS.map(({ name }, at) => ({ at, name })))(
      'to before $name: none is there twice',
      async ({ at }) => {
        await connect(platform);
        for (const { run } of STEPS.slice(0, at)) await run();
        const putBack = await copyRows(db.superuserUrl);
        for (const { run } of STEPS.slice(at)) await run();
        const before = await expectOnce(platform, 20_00);

        await goBack(putBack);
        expect(await watchServer(db)).toBe('changed');
        expect(await db.global((tx) => findHold(tx, {}))).toMatchObject({ reason: 'server_changed' });
        calls.length = 0;
        if (at === 0) await bring();
        // Another price than the store has had: what is pushed counts.
        await price(30_00);
        if (at !== 3) await push();
        await jobs.drain(handlers);
        expect(calls.filter((name) => name.endsWith('Listing') && name !== 'findListing')).toEqual([]);

        await db.global(resumeSending);
        await settle();
        if (at === 3) await push().then(settle);
        // The record of our own last push is gone, so its price can't be told from a merchant's and stays until a person chooses.
        expect(await expectOnce(platform, 20_00)).toEqual(before);
        const rows = await conflicts();
        expect(rows.every((row) => row.conflicts >= 2)).toBe(true);
        await chooseFields(
          deps,
          scope,
          rows.map((row) => ({ listingId: row.listing_id, choice: 'ours' as const })),
        );
        await push();
        await settle();
        expect(await expectOnce(platform, 30_00)).toEqual(before);
        expect(calls).not.toContain('createListing');
        const listed = await db.read(scope, (ex) =>
          ex.rows<{ state: string }>(sql`select state from listing where workplace_id = ${scope.workplaceId}`),
        );
        expect(listed.map(({ state }) => state)).toEqual(Array(MANY).fill('listed'));
      },
      60_000,
    );
  },
);
