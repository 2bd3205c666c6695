import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@quayside/kernel';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { sql, type WorkplaceScope } from '../../db/index.ts';
import { createHttpApp } from '../../http/app.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../../testing/fakes/fake-deps.ts';
import { linkStore } from '../connections/index.ts';
import { createQuota } from '../plans/index.ts';
import { createImport, getImportName } from '../products/index.ts';
import { workspaceUsage } from '../reports/index.ts';
import { syncCatalogue } from '../sourcing/index.ts';
import { refreshFeeds } from './actions/refresh-feeds.ts';
import { register } from './register.ts';
import { deleteFeed, type FeedRow, findFeed, insertFeed, rotateFeed } from './repo.ts';
import { toFeedPath } from './rules/feed-link.ts';

const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const woo = fakeChannel('woocommerce');
const { deps, person } = await fakeWorld(db, { suppliers: [own], channels: [woo] });
deps.config.dataDir = mkdtempSync(join(tmpdir(), 'quayside-feeds-'));
const http = await createHttpApp(deps);
await register(deps).routes?.(http);
const app = http.fastify;
afterAll(async () => {
  await app.close();
  rmSync(deps.config.dataDir, { recursive: true, force: true });
});
own.products = Array.from({ length: 3 }, (_none, at) => fakeProduct(at));
await syncCatalogue(deps, 'quayside', 'sandbox');
const importProducts = createImport(deps, {
  quota: createQuota(deps, { workspaceUsage }),
  onImported: async () => undefined,
});

let scope: WorkplaceScope;
let storeId: string;
let shops = 0;
const read = (feedId: string) => db.read(scope, (ex) => findFeed(ex, scope.workplaceId, feedId));
const pathOf = (row: FeedRow, workplaceId = scope.workplaceId, revision = row.revision) =>
  toFeedPath(deps.vault, { workplaceId, feedId: row.feed_id, revision }, row.format);

/** Lists a product in the store without a push. */
async function list(at: number, page: string | null): Promise<string> {
  const ask = { source: 'quayside', mode: 'sandbox' as const, sourceProductId: `p${at}`, shipTo: 'US' };
  const { imported } = await importProducts(scope, [ask]);
  const productId = imported.get(getImportName(ask))?.productId ?? '';
  await db.tenant(scope, (tx) =>
    tx.run(sql`insert into listing (workplace_id, listing_id, product_id, store_id, state, publish_status, settings, variant_ids, url,
        external_product_id)
      select ${scope.workplaceId}, ${newId()}, ${productId}, ${storeId}, 'listed', 'active',
        '{"allowSellOutOfStock":false,"syncOrder":true}', array_agg(variant_id order by position), ${page}, ${`e${at}`}
      from product_variant where workplace_id = ${scope.workplaceId} and product_id = ${productId} returning 1`),
  );
  return productId;
}
async function feed(format: 'xml' | 'csv' = 'xml'): Promise<FeedRow> {
  const feedId = newId();
  await db.tenant(scope, (tx) => insertFeed(tx, scope.workplaceId, { feed_id: feedId, store_id: storeId, format }));
  await refreshFeeds(deps, scope, storeId);
  const row = await read(feedId);
  if (!row) throw new Error('inserted feed not found');
  return row;
}

beforeEach(async () => {
  scope = await person();
  shops += 1;
  woo.facts = { ...woo.facts, platformDomain: `f${shops}.example.com`, currency: 'USD' };
  const store = await linkStore(deps, scope, {
    platform: 'woocommerce',
    shop: `${SANDBOX_URL}/f${shops}.example.com`,
    credentials: { key: 'good' },
  });
  storeId = store;
});

describe('a feed', () => {
  it('serves what the store has, and says what it leaves out', async () => {
    await list(0, 'https://shop.example.com/a');
    const hidden = await list(1, null);
    const row = await feed();
    expect(row).toMatchObject({ products: 1, left_out: 1, problems: [{ product_id: hidden, key: 'FEED_NO_LINK' }] });
    const answer = await app.inject({ url: pathOf(row) });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/xml/);
    expect(answer.body).toContain('<g:link>https://shop.example.com/a</g:link>');
    expect(answer.body.match(/<item>/g)).toHaveLength(row.items);
    const again = await app.inject({ url: pathOf(row), headers: { 'if-none-match': String(answer.headers.etag) } });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it('follows the store at the next refresh, and keeps its address', async () => {
    await list(0, 'https://shop.example.com/a');
    const row = await feed('csv');
    await list(1, 'https://shop.example.com/b');
    await refreshFeeds(deps, scope, storeId);
    const answer = await app.inject({ url: pathOf(row) });
    expect(answer.body.split('\r\n')[0]).toMatch(/^id,title,description,link,image_link/);
    expect(answer.body).toContain('https://shop.example.com/b');
    expect((await read(row.feed_id))?.file_id).not.toBe(row.file_id);
  });

  it('answers every wrong address alike', async () => {
    await list(0, 'https://shop.example.com/a');
    const row = await feed();
    const old = pathOf(row);
    await db.tenant(scope, (tx) => rotateFeed(tx, scope.workplaceId, row.feed_id));
    const rotated = await read(row.feed_id);
    if (!rotated) throw new Error('rotated feed not found');
    const another = await person();
    const wrong = [
      old,
      // Not the last character, of which some bits mean nothing.
      pathOf(rotated).replace(/.(?=.\.xml$)/, (one) => (one === 'A' ? 'B' : 'A')),
      pathOf(rotated).replace(/xml$/, 'csv'),
      pathOf({ ...rotated, feed_id: newId() }),
      pathOf(rotated, another.workplaceId),
      '/api/feeds/a/b/c/d.xml',
    ];
    const answers = await Promise.all(wrong.map((url) => app.inject({ url })));
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(wrong.map(() => [404, '']));
    expect((await app.inject({ url: pathOf(rotated) })).statusCode).toBe(200);
    await db.tenant(scope, (tx) => deleteFeed(tx, scope.workplaceId, row.feed_id));
    expect((await app.inject({ url: pathOf(rotated) })).statusCode).toBe(404);
  });

  it('keeps its last file when a refresh fails, with the reason', async () => {
    await list(0, 'https://shop.example.com/a');
    const row = await feed();
    const before = deps.config.fileQuota;
    deps.config.fileQuota = 0;
    await list(1, 'https://shop.example.com/b');
    await refreshFeeds(deps, scope, storeId).finally(() => {
      deps.config.fileQuota = before;
    });
    expect(await read(row.feed_id)).toMatchObject({ fault: 'FILE_SPACE_FULL', file_id: row.file_id });
    expect((await app.inject({ url: pathOf(row) })).statusCode).toBe(200);
  });
});
