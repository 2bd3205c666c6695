import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@quayside/server/src/testing/app/test-app.ts';
import { type SandboxClient, sandboxClient } from '@quayside/testing/sandbox-client.ts';
import { until } from '@quayside/testing/waiting.ts';
import { afterAll, expect, it } from 'vitest';
import { type Installation, install } from './installation.ts';
import { connectStores, must, SHOPS, signUp } from './shop-world.ts';

const PRODUCTS = 5;
const RATES = { EUR: 0.92 };
const FOR_MS = 240_000;
/** A lost write may show for as long as a store's writes last, which is measured by this: 15 s at WooCommerce, not 180. */
const QUAYSIDE_PATIENCE = '5';

const dataDir = mkdtempSync(join(tmpdir(), 'quayside-push-'));
let quayside: Installation | undefined;
afterAll(async () => {
  await quayside?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

const titleOf = (at: number): string => `Restarted ${at}`;

/** Imported products with titles of our own, so that the stores' books tell one from the other. */
async function bring(client: Client): Promise<string[]> {
  const cards = await until(
    'goods in the catalogue',
    async () => {
      const { items } = await must(client, 'GET /center/products/find', {
        query: { source: ['quayside'], mode: 'sandbox', ship_to: 'US', page_size: 60 } as never,
      });
      const good = items.filter((card) => card.total_variants <= 6);
      return good.length >= PRODUCTS && good.slice(0, PRODUCTS);
    },
    { forMs: FOR_MS },
  );
  const ids: string[] = [];
  for (const card of cards) {
    const { product_package_id: id } = await must(client, 'POST /center/products/import/{source}', {
      params: { source: 'quayside' },
      body: { supplier_product_id: card.source_product_id, ship_to: 'US', mode: 'sandbox' },
    });
    const { revision } = await must(client, 'GET /center/products/{id}', { params: { id } });
    const product = { product_id: id, revision, title: titleOf(ids.length) };
    await must(client, 'PUT /center/products/bulk_update', { body: { products: [product] } });
    ids.push(id);
  }
  return ids;
}

/** What the shops' own books have, by title for WooCommerce and by our reference for Shopify. */
async function books(sandbox: SandboxClient): Promise<{ woocommerce: string[]; shopify: string[] }> {
  const woo = await sandbox.book<{ products: { name: string }[] }>('woocommerce', `?shop=${SHOPS.woocommerce}`);
  const shopify = await sandbox.book<{ shops: { products: { refs: string[] }[] }[] }>(
    'shopify',
    `?shop=${SHOPS.shopify}`,
  );
  return {
    woocommerce: woo.products.map((one) => one.name).sort(),
    shopify: shopify.shops.flatMap((shop) => shop.products.map((one) => one.refs.join(' '))).sort(),
  };
}

it('a push of several products into two stores goes on after a kill: nothing lost, nothing twice, failures retried alone', async () => {
  const here = await install('one-process', dataDir, { QUAYSIDE_PATIENCE });
  quayside = here;
  const sandbox = sandboxClient(here.sandboxUrl);
  const client = await signUp(here.url);
  await connectStores(client, sandbox);
  const ids = await bring(client);
  const { items: stores } = await must(client, 'GET /stores/list-store');
  const wooId = stores.find((store) => store.platform === 'woocommerce')?.id ?? '';
  const [broken = ''] = ids;
  // WooCommerce refuses one of them for good, before the kill and after it.
  const refuse = () =>
    sandbox.fault({
      standIn: 'woocommerce',
      kind: 'status-402',
      match: 'POST .*/wc/v3/products(\\?|$)',
      matchBody: `"${titleOf(0)}"`,
    });
  await refuse();
  const before = await books(sandbox);

  // Two calls are held after their effect: their answers are lost with the process that waits for them. The faults name the
  // shops, or a push of the demo account to its own shops would meet them.
  await sandbox.fault({
    standIn: 'woocommerce',
    kind: 'hold-after',
    match: `POST .*/${SHOPS.woocommerce}/.*/wc/v3/products(\\?|$)`,
    times: 1,
    delayMs: FOR_MS,
  });
  await sandbox.fault({
    standIn: 'shopify',
    kind: 'hold-after',
    match: `POST .*/${SHOPS.shopify}[./]`,
    matchBody: 'productSet',
    times: 1,
    delayMs: FOR_MS,
  });
  const begun = await must(client, 'POST /center/products/push-multiple-channel', {
    body: { product_ids: ids, store_ids: stores.map((store) => store.id), rates: RATES },
  });
  expect(begun.failed).toEqual({});
  expect(begun.items).toHaveLength(ids.length * stores.length);
  const processes = begun.items.map((item) => item.process_id).sort();

  const states = () =>
    here.rows<{ listing_id: string; store_id: string; product_id: string; state: string; updated_at: string }>(
      'select listing_id, store_id, product_id, state, updated_at from listing where workplace_id = $1',
      [client.workplaceId],
    );
  const count = async (state: string) => (await states()).filter((one) => one.state === state).length;
  await until(
    'a push in the middle of it',
    async () => {
      const held = (await sandbox.holds()).filter((one) => one.when === 'after');
      return held.length >= 2 && (await count('pushing')) >= 2;
    },
    { forMs: FOR_MS, seen: states },
  );
  const listedBefore = (await states()).filter((one) => one.state === 'listed').map((one) => one.listing_id);

  const killed = await here.killOwner({});
  await sandbox.clearFaults();
  await refuse();
  for (const held of await sandbox.holds()) await sandbox.letGo(held.id, 'drop');
  await killed?.back;

  // The same entries of the process tray go on to their end; nobody has to begin anything anew.
  const tray = async () =>
    (await must(client, 'GET /processes')).items.filter((one) => processes.includes(one.process_id));
  await until(
    'every push to end',
    async () => {
      const items = await tray();
      return items.length === processes.length && items.every((one) => one.status !== 'processing');
    },
    { forMs: FOR_MS, seen: states },
  );
  expect((await tray()).map((one) => one.process_id).sort()).toEqual(processes);
  const ended = await states();
  const failed = ended.filter((one) => one.state === 'failed');
  expect(failed.map((one) => [one.product_id, one.store_id])).toEqual([[broken, wooId]]);
  expect(ended.filter((one) => one.state === 'listed').map((one) => one.listing_id)).toEqual(
    expect.arrayContaining(listedBefore),
  );
  expect(await count('listed')).toBe(ids.length * stores.length - 1);

  const titles = ids.map((_id, at) => titleOf(at));
  const after = await books(sandbox);
  expect(after.woocommerce).toEqual([...before.woocommerce, ...titles.slice(1)].sort());
  expect(after.shopify).toHaveLength(before.shopify.length + ids.length);
  expect(new Set(after.shopify).size).toBe(after.shopify.length);

  // The one that failed is tried again alone: the others are left as they are.
  await sandbox.clearFaults();
  const params = { listing_id: failed[0]?.listing_id ?? '' };
  await must(client, 'POST /center/products/listings/{listing_id}/retry', { params, body: {} });
  await until('the one that had failed', async () => (await count('listed')) === ids.length * stores.length, {
    forMs: FOR_MS,
    seen: states,
  });
  const touched = (await states()).filter(
    (one) => ended.find((old) => old.listing_id === one.listing_id)?.updated_at !== one.updated_at,
  );
  expect(touched.map((one) => one.listing_id)).toEqual([params.listing_id]);
  const whole = await books(sandbox);
  expect(whole.woocommerce).toEqual([...before.woocommerce, ...titles].sort());
  expect(whole.shopify).toEqual(after.shopify);
}, 900_000);
