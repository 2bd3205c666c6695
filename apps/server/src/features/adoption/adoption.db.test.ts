import { type CatalogProduct, type ChannelConnector, ConnectorError } from '@quayside/connector-kit';
import { money, newId } from '@quayside/kernel';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { json, sql, type WorkplaceScope } from '../../db/index.ts';
import { Later } from '../../jobs/define.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { finishAdoption, runAdoption } from './actions/run-adoption.ts';
import { continueSearch, runSearch, startSearch } from './actions/search-store.ts';
import { startAdoption } from './actions/start-adoption.ts';
import { claimAdoption, findAdoption, listSkips } from './repo.ts';
import { claimSearch, findSearch, listFound } from './search-repo.ts';

const PAGE = 10;
const db = await testDatabase();
/** The store's products, and what its next page does before it is answered. */
let store: CatalogProduct[] = [];
let before: (() => Promise<void> | void)[] = [];
let reads = 0;
let searches = 0;
let asked: string[][] = [];

const catalogProduct = (at: number, more: Partial<CatalogProduct> = {}): CatalogProduct => {
  const id = String(1000 + at);
  return {
    externalProductId: id,
    handle: `bowl-${at}`,
    adminUrl: `https://shop.example.com/admin/${id}`,
    title: `Bowl ${at}`,
    descriptionHtml: '<p>Plain</p>',
    vendor: 'Harbour',
    productType: 'Bowls',
    tags: ['b', 'a'],
    status: at % 5 === 0 ? 'draft' : 'active',
    seo: { title: '', description: '' },
    dimensions: { lengthMm: null, widthMm: null, heightMm: null },
    options: [{ name: 'Size', values: ['S', 'M'] }],
    images: [{ url: `https://shop.example.com/${id}.jpg` }],
    variants: ['S', 'M'].map((size) => ({
      externalVariantId: `${id}-${size}`,
      sku: size === 'S' ? `SKU-${id}` : '',
      barcode: '',
      optionValues: [size],
      price: money(1_000 + at, 'USD'),
      compareAtPrice: null,
      weightGrams: 250,
      quantity: 4,
      sellsOutOfStock: false,
      hsCode: '',
      originCountry: '',
    })),
    holds: {
      product: { title: `Bowl ${at}`, descriptionHtml: '<p>Plain</p>\n', status: at % 5 === 0 ? 'draft' : 'active' },
      variants: {
        [`${id}-S`]: { price: 1_000 + at, sku: `SKU-${id}` },
        [`${id}-M`]: { price: 1_000 + at, sku: '' },
      },
    },
    ...more,
  };
};

const channel: ChannelConnector = {
  ...fakeChannel('woocommerce'),
  async listProducts(_ctx, { cursor }) {
    reads += 1;
    await before.shift()?.();
    const rest = store.filter((one) => cursor === undefined || one.externalProductId > cursor);
    const products = rest.slice(0, PAGE);
    const last = products.at(-1)?.externalProductId;
    return { products, refused: [], ...(rest.length > PAGE && last ? { nextCursor: last } : {}) };
  },
  async searchProducts(_ctx, { cursor, keyword }) {
    await before.shift()?.();
    searches += 1;
    const found = store.filter(
      (one) => one.title.includes(keyword) && (cursor === undefined || one.externalProductId > cursor),
    );
    const items = found.slice(0, PAGE).map((one) => ({
      externalProductId: one.externalProductId,
      ...(one.ref ? { ref: one.ref } : {}),
      title: one.title,
      sku: '',
      variants: one.variants.length,
      status: one.status,
      ...(one.title.startsWith('Gift') ? { refusal: 'kind' as const } : {}),
    }));
    const last = items.at(-1)?.externalProductId;
    return { items, ...(found.length > PAGE && last ? { nextCursor: last } : {}) };
  },
  async getProducts(_ctx, { externalProductIds }) {
    asked.push([...externalProductIds]);
    return { products: store.filter((one) => externalProductIds.includes(one.externalProductId)), refused: [] };
  },
};
const { deps, person } = await fakeWorld(db, { channels: [channel], suppliers: [] });
let room = Number.POSITIVE_INFINITY;
const ports = {
  quota: {
    admit: async (_scope: unknown, _feature: unknown, wanted: number) => ({
      fits: Math.min(room, wanted),
      ...(room < wanted
        ? { refusal: new (await import('@quayside/kernel')).AppError('QUOTA_EXPIRED', 'QUOTA_LIMIT_REACHED') }
        : {}),
      confirm: async () => undefined,
    }),
  },
  onImported: async () => undefined,
  soldUnmapped: async () => [],
};

let scope: WorkplaceScope;
let storeId = '';
async function connectStore(here: WorkplaceScope): Promise<string> {
  const id = newId();
  const sealed = json(deps.vault.seal({ key: 'good' }, `store:${id}`));
  await db.tenant(here, (tx) =>
    tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status, store_name,
        currency, credentials)
      values (${here.workplaceId}, ${id}, ${here.accountId}, 'woocommerce', ${`${id}.example.com`}, 'http://127.0.0.1:9/shop', 'sandbox',
        'active', 'Harbour', 'USD', ${sealed})`),
  );
  return id;
}
beforeEach(async () => {
  store = [];
  before = [];
  reads = 0;
  searches = 0;
  asked = [];
  room = Number.POSITIVE_INFINITY;
  scope = await person();
  storeId = await connectStore(scope);
});

const start = () => startAdoption(deps, scope, storeId);
const run = async (id: string, signal = new AbortController().signal) => {
  for (;;) {
    try {
      await runAdoption(deps, ports, scope, id, signal);
      return;
    } catch (error) {
      if (!(error instanceof Later) || signal.aborted) throw error;
    }
  }
};
const find = async (keyword: string, from: WorkplaceScope = scope) => {
  const searchId = await startSearch(deps, from, { storeId, keyword });
  await runSearch(deps, scope, searchId, new AbortController().signal);
  return searchId;
};
const searchOf = (id: string) => db.read(scope, (ex) => findSearch(ex, scope.workplaceId, id));
const foundIn = async (id: string) =>
  (await db.read(scope, (ex) => listFound(ex, scope.workplaceId, id, 500))).map((one) => one.external_product_id);
const titlesHere = async () =>
  (await db.read(scope, (ex) => ex.raw('select title from product order by title'))).rows.map((row) => row.title);
const rowOf = (id: string) => db.read(scope, (ex) => findAdoption(ex, scope.workplaceId, id));
const countHere = async (table: 'product' | 'listing') =>
  (await db.read(scope, (ex) => ex.raw(`select count(*)::int as n from ${table}`))).rows[0]?.n;

describe('taking in the products of a store', () => {
  it('makes each a product without supplier and cost, whose listing is the one of the store', async () => {
    store = Array.from({ length: 25 }, (_none, at) => catalogProduct(at));
    const id = await start();
    await run(id);
    expect(await rowOf(id)).toMatchObject({ state: 'done', seen: 25, adopted: 25, known: 0, skipped: 0 });
    const rows = await db.read(scope, (ex) =>
      ex.rows<
        Record<string, unknown>
      >(sql`select p.title, p.source, p.cost_to, p.tags, p.push_state, l.state, l.publish_status,
          l.external_product_id, l.pushed_revision, (select array_agg(external_variant_id order by external_variant_id desc)
            from listing_variant v where v.workplace_id = ${scope.workplaceId} and v.listing_id = l.listing_id) as variants,
          (select array_agg(computed_price) from product_variant v where v.workplace_id = ${scope.workplaceId}
            and v.product_id = p.product_id) as computed
        from product p join listing l on l.workplace_id = ${scope.workplaceId} and l.product_id = p.product_id
        where p.workplace_id = ${scope.workplaceId} order by l.external_product_id limit 2`),
    );
    expect(rows).toEqual([
      expect.objectContaining({
        title: 'Bowl 0',
        source: 'store',
        cost_to: 0,
        tags: ['b', 'a'],
        publish_status: 'draft',
      }),
      {
        title: 'Bowl 1',
        source: 'store',
        cost_to: 0,
        tags: ['b', 'a'],
        push_state: 'pushed',
        state: 'listed',
        publish_status: 'active',
        external_product_id: '1001',
        pushed_revision: 1,
        variants: ['1001-S', '1001-M'],
        computed: [null, null],
      },
    ]);
    const tray = await db.read(scope, (ex) =>
      ex.first(
        sql`select status, done, total, result from process where workplace_id = ${scope.workplaceId} and process_id = ${id}`,
      ),
    );
    expect(tray).toMatchObject({ status: 'success', done: 26, total: 26, result: { adopted: 25 } });
  });

  it('leaves what is here already, also when it runs again', async () => {
    store = Array.from({ length: 12 }, (_none, at) => catalogProduct(at));
    await run(await start());
    store.push(catalogProduct(50));
    const again = await start();
    await run(again);
    expect(await rowOf(again)).toMatchObject({ state: 'done', seen: 13, adopted: 1, known: 12 });
    expect(await countHere('product')).toBe(13);
  });

  it('knows a product whose push has not ended by our reference', async () => {
    store = [catalogProduct(1)];
    await run(await start());
    const { listing_id: ref = '' } =
      (await db.read(scope, (ex) =>
        ex.first<{ listing_id: string }>(sql`select listing_id from listing where workplace_id = ${scope.workplaceId}`),
      )) ?? {};
    store = [catalogProduct(2, { ref }), catalogProduct(3, { ref: newId() })];
    const id = await start();
    await run(id);
    expect(await rowOf(id)).toMatchObject({ adopted: 1, known: 1 });
  });

  it('names what it cannot take, with the reason', async () => {
    const [variant] = catalogProduct(0).variants;
    store = [
      catalogProduct(0, { title: ' ' }),
      catalogProduct(1, { variants: [] }),
      catalogProduct(2, { variants: variant ? [variant, variant] : [] }),
      catalogProduct(3, { options: ['A', 'B', 'C', 'D'].map((name) => ({ name, values: ['1'] })) }),
      catalogProduct(4),
    ];
    const id = await start();
    await run(id);
    expect(await rowOf(id)).toMatchObject({ state: 'done', adopted: 1, skipped: 4 });
    const skips = await db.read(scope, (ex) => listSkips(ex, scope.workplaceId, id, { after: '', size: 10 }));
    expect(skips.map(({ reason }) => reason)).toEqual(['no_title', 'no_variants', 'same_options', 'too_many_options']);
  });

  it('goes on at its last page after it was killed, and doubles nothing', async () => {
    store = Array.from({ length: 35 }, (_none, at) => catalogProduct(at));
    const id = await start();
    const killed = new Error('the process was killed');
    before = [
      () => undefined,
      () => undefined,
      () => {
        throw killed;
      },
    ];
    await expect(run(id)).rejects.toThrow(killed);
    expect(await rowOf(id)).toMatchObject({ state: 'running', seen: 20, adopted: 20 });
    reads = 0;
    await run(id);
    expect(reads).toBe(2);
    expect(await rowOf(id)).toMatchObject({ state: 'done', seen: 35, adopted: 35 });
    expect(await countHere('product')).toBe(35);
  });

  it('is in one worker’s hands: one that lost its hold writes nothing', async () => {
    store = Array.from({ length: 15 }, (_none, at) => catalogProduct(at));
    const id = await start();
    const other = newId();
    before = [
      () => undefined,
      async () => {
        await db.tenant(scope, async (tx) => {
          await tx.run(
            sql`update adoption set held_until = now() - interval '1 minute' where workplace_id = ${scope.workplaceId}`,
          );
          expect(await claimAdoption(tx, scope.workplaceId, id, other)).toBeDefined();
        });
      },
    ];
    await run(id);
    expect(await rowOf(id)).toMatchObject({ state: 'running', seen: 10 });
    await expect(runAdoption(deps, ports, scope, id, new AbortController().signal)).rejects.toThrow(Later);
    expect(await countHere('product')).toBe(10);
  });

  it('keeps its hold while a store takes long to answer a page', async () => {
    store = [catalogProduct(0)];
    const id = await start();
    const heldFor = async () =>
      (
        await db.read(scope, (ex) =>
          ex.first<{ seconds: number }>(
            sql`select extract(epoch from held_until - now())::int as seconds from adoption where workplace_id = ${scope.workplaceId}`,
          ),
        )
      )?.seconds;
    before = [
      async () => {
        await db.tenant(scope, (tx) =>
          tx.run(
            sql`update adoption set held_until = now() + interval '1 second' where workplace_id = ${scope.workplaceId}`,
          ),
        );
        await expect.poll(heldFor, { timeout: 20_000 }).toBeGreaterThan(30);
      },
    ];
    await runAdoption(deps, ports, scope, id, new AbortController().signal, 10);
    expect(await rowOf(id)).toMatchObject({ state: 'done', adopted: 1 });
  });

  it('starts once, however often it is asked, and two workers at once make each product once', async () => {
    store = Array.from({ length: 30 }, (_none, at) => catalogProduct(at));
    const [id = '', same] = await Promise.all([start(), start()]);
    expect(same).toBe(id);
    const both = await Promise.allSettled([
      runAdoption(deps, ports, scope, id, new AbortController().signal),
      runAdoption(deps, ports, scope, id, new AbortController().signal),
    ]);
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await rowOf(id)).toMatchObject({ state: 'done', adopted: 30, seen: 30 });
    expect(await countHere('product')).toBe(30);
    expect(await countHere('listing')).toBe(30);
  });

  it('stops when it is cancelled, and keeps what it took in', async () => {
    store = Array.from({ length: 25 }, (_none, at) => catalogProduct(at));
    const id = await start();
    before = [
      () => undefined,
      async () => {
        await finishAdoption(deps, scope, id, { state: 'cancelled' });
      },
    ];
    await run(id);
    expect(await rowOf(id)).toMatchObject({ state: 'cancelled', adopted: 10 });
    expect(await countHere('product')).toBe(10);
    expect(await finishAdoption(deps, scope, id, { state: 'cancelled' })).toBe(false);
  });

  it('ends where the plan ends, with its reason', async () => {
    store = Array.from({ length: 25 }, (_none, at) => catalogProduct(at));
    const id = await start();
    before = [
      () => undefined,
      () => {
        room = 3;
      },
    ];
    await run(id);
    expect(await rowOf(id)).toMatchObject({ state: 'failed', error_key: 'QUOTA_LIMIT_REACHED', adopted: 10 });
    expect(await countHere('product')).toBe(10);
  });

  it('waits for a store that does not answer, and ends where it refuses us', async () => {
    store = Array.from({ length: 15 }, (_none, at) => catalogProduct(at));
    const id = await start();
    before = [
      () => undefined,
      () => {
        throw new ConnectorError('rate-limited', 'later', { retryAfterMs: 7_000 });
      },
      () => {
        throw new ConnectorError('auth', 'no');
      },
    ];
    const once = () => runAdoption(deps, ports, scope, id, new AbortController().signal);
    await expect(once()).rejects.toMatchObject({ afterMs: 7_000 });
    await once();
    expect(await rowOf(id)).toMatchObject({ state: 'failed', error_key: 'OUTSIDE_KEY_REFUSED', adopted: 10 });
  });

  it('never starts for a store that the caller cannot see', async () => {
    const stranger = await person();
    await expect(startAdoption(deps, stranger, storeId)).rejects.toMatchObject({ messageKey: 'STORE_NOT_FOUND' });
    const limited = { ...scope, storeIds: [newId()] };
    await expect(startAdoption(deps, limited, storeId)).rejects.toMatchObject({ messageKey: 'STORE_NOT_FOUND' });
    store = [catalogProduct(1)];
    const id = await start();
    await run(id);
    expect(await db.read(limited, (ex) => findAdoption(ex, scope.workplaceId, id))).toBeUndefined();
  });
});

describe('finding products of a store to choose from', () => {
  it('shows what is not here yet, in the order of the store, and reads on when it is asked', async () => {
    store = Array.from({ length: 12 }, (_none, at) => catalogProduct(at));
    await run(await start());
    store.push(...Array.from({ length: 75 }, (_none, at) => catalogProduct(at + 20)));
    const id = await find('Bowl');
    // 12 are here; pages are read until 50 others were found.
    expect(await searchOf(id)).toMatchObject({ state: 'ready', found: 58, known: 12, is_whole: false });
    expect(await foundIn(id)).toEqual(store.slice(12, 70).map((one) => one.externalProductId));
    await continueSearch(deps, scope, id, 500);
    expect(await searchOf(id)).toMatchObject({ state: 'reading', wanted: 108 });
    await runSearch(deps, scope, id, new AbortController().signal);
    expect(await searchOf(id)).toMatchObject({ state: 'ready', found: 75, is_whole: true });
    await continueSearch(deps, scope, id, 500);
    expect(await searchOf(id)).toMatchObject({ state: 'ready', found: 75 });
  });

  it('goes on at its last page after it was killed, and shows nothing twice', async () => {
    store = Array.from({ length: 25 }, (_none, at) => catalogProduct(at));
    const killed = new Error('the process was killed');
    before = [
      () => undefined,
      () => {
        throw killed;
      },
    ];
    const id = await startSearch(deps, scope, { storeId, keyword: '' });
    await expect(runSearch(deps, scope, id, new AbortController().signal)).rejects.toThrow(killed);
    expect(await searchOf(id)).toMatchObject({ state: 'reading', found: 10 });
    searches = 0;
    await runSearch(deps, scope, id, new AbortController().signal);
    expect(searches).toBe(2);
    expect(await foundIn(id)).toEqual(store.map((one) => one.externalProductId));
  });

  it('is in one worker’s hands: one that lost its hold writes nothing', async () => {
    store = Array.from({ length: 15 }, (_none, at) => catalogProduct(at));
    const id = await startSearch(deps, scope, { storeId, keyword: '' });
    before = [
      () => undefined,
      async () => {
        await db.tenant(scope, async (tx) => {
          await tx.run(
            sql`update adoption_search set held_until = now() - interval '1 minute' where workplace_id = ${scope.workplaceId}`,
          );
          expect(await claimSearch(tx, scope.workplaceId, id, newId())).toBeDefined();
        });
      },
    ];
    await runSearch(deps, scope, id, new AbortController().signal);
    expect(await searchOf(id)).toMatchObject({ state: 'reading', found: 10 });
    await expect(runSearch(deps, scope, id, new AbortController().signal)).rejects.toThrow(Later);
  });

  it('says why the store could not be asked, and tries again', async () => {
    store = [catalogProduct(1)];
    const id = await startSearch(deps, scope, { storeId, keyword: '' });
    const once = () => runSearch(deps, scope, id, new AbortController().signal);
    before = [
      () => {
        throw new ConnectorError('rate-limited', 'later', { retryAfterMs: 7_000 });
      },
      () => {
        throw new ConnectorError('rejected', 'no');
      },
    ];
    await expect(once()).rejects.toMatchObject({ afterMs: 7_000 });
    await once();
    expect(await searchOf(id)).toMatchObject({ state: 'failed', error_key: expect.any(String) });
    await continueSearch(deps, scope, id, 500);
    await once();
    expect(await searchOf(id)).toMatchObject({ state: 'ready', found: 1, error_key: null });
  });

  it('belongs to those who see the store, and is deleted after a day', async () => {
    store = [catalogProduct(1)];
    const id = await find('');
    const limited = { ...scope, storeIds: [newId()] };
    await expect(find('', limited)).rejects.toMatchObject({ messageKey: 'STORE_NOT_FOUND' });
    expect(await db.read(limited, (ex) => findSearch(ex, scope.workplaceId, id))).toBeUndefined();
    await expect(continueSearch(deps, limited, id, 500)).rejects.toMatchObject({ messageKey: 'ADOPTION_SEARCH_GONE' });
    await db.tenant(scope, (tx) =>
      tx.run(
        sql`update adoption_search set created_at = now() - interval '25 hours' where workplace_id = ${scope.workplaceId}`,
      ),
    );
    await find('');
    expect(await searchOf(id)).toBeUndefined();
    expect(await foundIn(id)).toEqual([]);
  });
});

describe('taking in products that were chosen', () => {
  const choose = (searchId: string, ids?: readonly string[]) =>
    startAdoption(deps, scope, storeId, { search_id: searchId, ...(ids ? { external_product_ids: ids } : {}) });

  it('takes in these alone, and names those that are gone', async () => {
    store = Array.from({ length: 30 }, (_none, at) => catalogProduct(at));
    const searchId = await find('Bowl');
    const ids = ['1003', '1007', '1011'];
    const id = await choose(searchId, ids);
    store = store.filter((one) => one.externalProductId !== '1007');
    await run(id);
    expect(await rowOf(id)).toMatchObject({ state: 'done', seen: 3, adopted: 2, skipped: 1, chosen_count: 3 });
    expect(await titlesHere()).toEqual(['Bowl 11', 'Bowl 3']);
    const skips = await db.read(scope, (ex) => listSkips(ex, scope.workplaceId, id, { after: '', size: 10 }));
    expect(skips).toEqual([{ external_product_id: '1007', title: 'Bowl 7', reason: 'gone' }]);
    expect(reads).toBe(0);
  });

  it('doubles nothing when it is started twice, by two workers, or again later', async () => {
    store = Array.from({ length: 45 }, (_none, at) => catalogProduct(at));
    const searchId = await find('Bowl');
    const ids = store.slice(0, 45).map((one) => one.externalProductId);
    const [id = '', same] = await Promise.all([choose(searchId, ids), choose(searchId, ids)]);
    expect(same).toBe(id);
    const both = await Promise.allSettled([
      runAdoption(deps, ports, scope, id, new AbortController().signal),
      runAdoption(deps, ports, scope, id, new AbortController().signal),
    ]);
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await rowOf(id)).toMatchObject({ state: 'done', adopted: 45, seen: 45 });
    const again = await choose(searchId, ids);
    await run(again);
    expect(await rowOf(again)).toMatchObject({ state: 'done', adopted: 0, known: 45 });
    expect(await countHere('product')).toBe(45);
    expect(await countHere('listing')).toBe(45);
  });

  it('goes on after it was killed with those that were not read yet', async () => {
    store = Array.from({ length: 45 }, (_none, at) => catalogProduct(at));
    const searchId = await find('Bowl');
    const id = await choose(
      searchId,
      store.map((one) => one.externalProductId),
    );
    const stop = new AbortController();
    room = 20;
    asked = [];
    const full = ports.quota.admit;
    ports.quota.admit = async (...args) => {
      stop.abort();
      return full(...args);
    };
    await expect(runAdoption(deps, ports, scope, id, stop.signal)).rejects.toThrow(Later);
    ports.quota.admit = full;
    expect(await rowOf(id)).toMatchObject({ state: 'running', seen: 20 });
    room = Number.POSITIVE_INFINITY;
    await run(id);
    expect(await rowOf(id)).toMatchObject({ state: 'done', seen: 45, adopted: 45 });
    expect(asked.map((one) => one.length)).toEqual([20, 20, 5]);
  });

  it('takes in all that match, and asks the store in full only for what is not here', async () => {
    store = [
      ...Array.from({ length: 15 }, (_none, at) => catalogProduct(at, { title: `Oak bowl ${at}` })),
      ...Array.from({ length: 15 }, (_none, at) => catalogProduct(at + 20, { title: `Ash bowl ${at}` })),
      catalogProduct(60, { title: 'Gift of Oak' }),
    ];
    const first = await find('Oak');
    await run(await choose(first, ['1000', '1001']));
    asked = [];
    const id = await choose(await find('Oak'));
    await run(id);
    expect(await rowOf(id)).toMatchObject({
      state: 'done',
      keyword: 'Oak',
      seen: 16,
      adopted: 13,
      known: 2,
      skipped: 1,
    });
    expect(asked.flat()).not.toContain('1000');
    expect((await titlesHere()).filter((title) => !String(title).startsWith('Oak'))).toEqual([]);
  });

  it('refuses others during a run, and what the search did not find', async () => {
    store = [catalogProduct(1), catalogProduct(2, { title: 'Gift card' })];
    const searchId = await find('');
    await expect(choose(searchId, ['1001', 'unknown'])).rejects.toMatchObject({
      fields: { 'only.external_product_ids': ['ADOPTION_CHOICE_GONE'] },
    });
    await expect(choose(searchId, ['1002'])).rejects.toBeDefined();
    await expect(choose(newId())).rejects.toBeDefined();
    const id = await choose(searchId, ['1001']);
    await expect(start()).rejects.toMatchObject({ messageKey: 'ADOPTION_RUNNING' });
    await run(id);
    const all = await start();
    await expect(choose(searchId, ['1001'])).rejects.toMatchObject({ messageKey: 'ADOPTION_RUNNING' });
    await run(all);
  });

  it('ends where the plan ends, and keeps what it took in', async () => {
    store = Array.from({ length: 45 }, (_none, at) => catalogProduct(at));
    const searchId = await find('Bowl');
    const id = await choose(
      searchId,
      store.map((one) => one.externalProductId),
    );
    let pages = 0;
    const full = ports.quota.admit;
    ports.quota.admit = async (...args) => {
      pages += 1;
      if (pages === 2) room = 3;
      return full(...args);
    };
    await run(id);
    ports.quota.admit = full;
    expect(await rowOf(id)).toMatchObject({ state: 'failed', error_key: 'QUOTA_LIMIT_REACHED', adopted: 20 });
    expect(await countHere('product')).toBe(20);
  });
});
