import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planSetting } from '@quayside/sandbox/shopify/throttle.ts';
import { sandboxClient } from '@quayside/testing/sandbox-client.ts';
import { until } from '@quayside/testing/waiting.ts';
import { afterAll, expect, it, onTestFailed } from 'vitest';
import { type Installation, install } from './installation.ts';
import { fillProducts, SIZES, servePictures } from './many-products.ts';
import { type Edit, type MerchantAtWork, merchantsOf, type Platform } from './merchant.ts';
import { connectStores, must, SHOPS, signUp } from './shop-world.ts';

const isFull = process.env.QUAYSIDE_DRILL === 'full';
const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
const PRODUCTS = number('QUAYSIDE_DRILL_PRODUCTS', isFull ? 1_000 : 24);
const KILLS = number('QUAYSIDE_DRILL_PUSH_KILLS', isFull ? 5 : 1);
/** How many of the newest products of a shop its merchant rewrites at a time, and how often beside every kill. */
const EDITS = 3;
const EDIT_EVERY_MS = 10_000;
/** Products that are pushed again, at most; the API takes no more at once. */
const AGAIN = 500;
const SLOW_MS = 500;
const SUFFIX = ' again';
const RATES = { EUR: 0.92 };
const FOR_MS = 80 * 60_000;
const PLATFORMS = ['woocommerce', 'shopify'] as const satisfies readonly Platform[];

const dataDir = mkdtempSync(join(tmpdir(), 'quayside-pushes-'));
const pictures = await servePictures();
let quayside: Installation | undefined;
afterAll(async () => {
  pictures.close();
  await quayside?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

const began = Date.now();
const log = (line: string): void =>
  void process.stdout.write(`${((Date.now() - began) / 1000).toFixed(0)} s  pushes: ${line}\n`);

interface Listing {
  listing_id: string;
  product_id: string;
  platform: Platform;
  state: string;
  error_key: string | null;
  external_product_id: string | null;
}

/** A merchant who rewrites the newest products of the shop, whether Quayside knows of them yet or not. */
function rewriter(merchant: MerchantAtWork, edits: Map<string, Edit>) {
  let last = 0;
  return async (most: number): Promise<void> => {
    const found = await merchant.products(last);
    const whole = found.filter(({ id, variants }) => variants === SIZES.length && !edits.has(id));
    for (const { id } of whole.slice(-most)) {
      const n = edits.size;
      const edit = {
        title: `Theirs ${n}`,
        description: `<p>Their words, ${n}.</p>`,
        price: `${(40 + (n % 50)).toFixed(2)}`,
      };
      await merchant.edit(id, edit);
      edits.set(id, edit);
    }
    // The next look needs only what is newer than what was whole by now.
    last = Math.max(last, ...whole.slice(0, -most).map((one) => one.number));
  };
}

it(`pushes ${PRODUCTS} products into two stores through ${KILLS} kills: none lost, none twice, nothing of the merchant's touched`, async () => {
  // What Quayside said itself is gone with its folder.
  onTestFailed(() => log(readFileSync(join(dataDir, 'quayside.log'), 'utf8').slice(-8_000)));
  const here = await install('one-process', dataDir, { QUAYSIDE_PATIENCE: process.env.QUAYSIDE_PATIENCE ?? '5' });
  quayside = here;
  const sandbox = sandboxClient(here.sandboxUrl);
  const plan = process.env.QUAYSIDE_DRILL_PLAN ?? 'Plus';
  await sandbox.post('/control/settings', { [planSetting(SHOPS.shopify)]: plan });
  const client = await signUp(here.url);
  const merchants = merchantsOf(sandbox, join(dataDir, 'sandbox'), await connectStores(client, sandbox));
  const { items: stores } = await must(client, 'GET /stores/list-store');
  const store_ids = stores.map((store) => store.id);
  await fillProducts(here, client.workplaceId, PRODUCTS, pictures.url);
  log(`${PRODUCTS} products are here`);
  // A few products would be in the shops before a kill could meet their pushes.
  if (PRODUCTS < 100)
    for (const standIn of PLATFORMS)
      await sandbox.fault({ standIn, match: '^POST .*(products|graphql)', kind: 'slow', delayMs: SLOW_MS });

  const listings = () =>
    here.rows<Listing>(
      `select l.listing_id, l.product_id, s.platform, l.state, l.error_key, l.external_product_id from listing l
       join store s using (workplace_id, store_id) where l.workplace_id = $1`,
      [client.workplaceId],
    );
  const progress = async () => {
    const [row] = await here.rows<{ listed: number; failed: number; pushing: number; open: number }>(
      `select count(*) filter (where state = 'listed')::int as listed, count(*) filter (where state = 'failed')::int as failed,
         count(*) filter (where state in ('pushing', 'unknown'))::int as pushing,
         count(*) filter (where state in ('queued', 'pushing', 'unknown'))::int as open
       from listing where workplace_id = $1`,
      [client.workplaceId],
    );
    return row ?? { listed: 0, failed: 0, pushing: 0, open: 0 };
  };
  const edits = { woocommerce: new Map<string, Edit>(), shopify: new Map<string, Edit>() };
  const rewriters = PLATFORMS.map((platform) => rewriter(merchants[platform], edits[platform]));
  const rewrite = (): Promise<unknown> => Promise.all(rewriters.map((work) => work(EDITS)));
  const inFlight: number[] = [];

  /** Waits for so many listings to end, while merchants work and the process is killed. Returns the seconds it took. */
  async function throughKills(total: number, kills: number): Promise<number> {
    const start = Date.now();
    let killed = 0;
    let rewrittenAt = 0;
    await until(
      `${total} listings to end`,
      async () => {
        const now = await progress();
        const ended = now.listed + now.failed;
        if (now.listed + now.failed + now.open >= total && now.open === 0) return true;
        if (killed < kills && now.pushing > 0 && ended >= ((killed + 0.5) / kills) * total) {
          killed += 1;
          inFlight.push(now.pushing);
          log(`kill ${killed} with ${now.listed} listed, ${now.pushing} under way`);
          // What a killed process had made in the shop, and not noted, is rewritten before it is back.
          await (await here.killOwner({}, async () => void (await rewrite())))?.back;
        } else if (Date.now() - rewrittenAt > EDIT_EVERY_MS) {
          rewrittenAt = Date.now();
          await rewrite();
        }
        return false;
      },
      { forMs: FOR_MS, everyMs: 250, seen: progress, log },
    );
    expect(killed).toBe(kills);
    return (Date.now() - start) / 1_000;
  }

  const before = Object.fromEntries(
    await Promise.all(PLATFORMS.map(async (platform) => [platform, await merchants[platform].products()] as const)),
  );
  const { count } = await must(client, 'GET /center/products/matching', { query: {} });
  expect(count).toBe(PRODUCTS);
  const batch = await must(client, 'POST /center/products/push-all-multiple-channel', {
    body: { filter: {}, count, store_ids, rates: RATES },
  });
  const total = PRODUCTS * PLATFORMS.length;
  await until('the first listings', async () => (await progress()).open > 0, { forMs: 120_000 });
  const first = await throughKills(total, KILLS);
  log(`all ended in ${first.toFixed(0)} s`);

  /** What is wrong in the shops, by their own books. */
  async function faults(): Promise<string[]> {
    const found: string[] = [];
    const ours = await listings();
    for (const platform of PLATFORMS) {
      const mine = ours.filter((one) => one.platform === platform);
      for (const one of mine)
        if (one.state !== 'listed') found.push(`${platform}: ${one.listing_id} is ${one.state} (${one.error_key})`);
      const known = new Set(mine.map((one) => one.external_product_id));
      if (known.size !== PRODUCTS) found.push(`${platform}: ${known.size} products noted, not ${PRODUCTS}`);
      const there = await merchants[platform].products();
      const old = new Map(before[platform]?.map((one) => [one.id, one.mark]));
      for (const { id, mark, variants } of there) {
        const was = old.get(id);
        if (was !== undefined) {
          if (was !== mark) found.push(`${platform}: the merchant's own ${id} was changed`);
          old.delete(id);
        } else if (!known.has(id)) found.push(`${platform}: ${id} is there twice or unknown here`);
        else if (variants !== SIZES.length) found.push(`${platform}: ${id} has ${variants} variants`);
      }
      for (const id of old.keys()) found.push(`${platform}: the merchant's own ${id} is gone`);
      const ids = new Set(there.map(({ id }) => id));
      for (const id of known) if (!id || !ids.has(id)) found.push(`${platform}: ${id} is lost`);
      for (const [id, edit] of edits[platform]) {
        const read = await merchants[platform].read(id);
        if (JSON.stringify(read) !== JSON.stringify(edit))
          found.push(
            `${platform}: ${id} has ${JSON.stringify(read)}, where the merchant wrote ${JSON.stringify(edit)}`,
          );
      }
    }
    return found;
  }
  expect((await faults()).slice(0, 20)).toEqual([]);
  await until(
    'the batch to end',
    async () => {
      const ended = await must(client, 'GET /center/products/push-batches/{batch_id}', {
        params: { batch_id: batch.batch_id },
      });
      return ended.state === 'ended';
    },
    { forMs: 120_000 },
  );

  // Pushed again with another title: the merchants' titles stay, all others change.
  const ours = await listings();
  const rewritten = new Set(
    ours.filter((one) => edits[one.platform].has(one.external_product_id ?? '')).map((one) => one.product_id),
  );
  const product_ids = [...new Set([...rewritten, ...ours.map((one) => one.product_id)])].slice(0, AGAIN);
  const again = await must(client, 'POST /center/products/bulk-update-and-push-multiple-channel', {
    body: { product_ids, store_ids, rates: RATES, changes: { title_suffix: SUFFIX } },
  });
  expect(again.failed).toEqual({});
  const noted = await until('the changes to be queued', async () => {
    const now = await progress();
    return now.open > 0 && now;
  });
  const seconds = await throughKills(noted.listed + noted.failed + noted.open, 1);
  expect((await faults()).slice(0, 20)).toEqual([]);
  const changed = new Set(product_ids);
  for (const platform of PLATFORMS) {
    const titles = new Map((await merchants[platform].products()).map(({ id, title }) => [id, title]));
    const wrong = (await listings()).filter(
      ({ external_product_id: id, platform: where, product_id: product }) =>
        where === platform &&
        id !== null &&
        !edits[platform].has(id) &&
        titles.get(id)?.endsWith(SUFFIX) !== changed.has(product),
    );
    expect(wrong.slice(0, 20)).toEqual([]);
  }
  const figures = {
    products: PRODUCTS,
    listings: total,
    plan,
    seconds: Math.round(first),
    perSecond: Number((total / first).toFixed(1)),
    kills: inFlight.length,
    inFlight,
    edited: { woocommerce: edits.woocommerce.size, shopify: edits.shopify.size },
    again: { listings: product_ids.length * PLATFORMS.length, seconds: Math.round(seconds) },
  };
  log(JSON.stringify(figures, undefined, 2));
});
