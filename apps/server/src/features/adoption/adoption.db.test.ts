import { type CatalogProduct, type ChannelConnector, ConnectorError } from '@quayside/connector-kit';
import { money, newId } from '@quayside/kernel';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { json, sql, type WorkplaceScope } from '../../db/index.ts';
import { Later } from '../../jobs/define.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { finishAdoption, runAdoption } from './actions/run-adoption.ts';
import { startAdoption } from './actions/start-adoption.ts';
import { claimAdoption, findAdoption, listSkips } from './repo.ts';

const PAGE = 10;
const db = await testDatabase();
/** The store's products, and what its next page does before it is answered. */
let store: CatalogProduct[] = [];
let before: (() => Promise<void> | void)[] = [];
let reads = 0;

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
