import type { SourceProduct } from '@quayside/connector-kit';
import { COLLECTIONS, type Collection, sourcing } from '@quayside/contracts';
import { money } from '@quayside/kernel';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Executor } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { connectSupplier } from '../connections/index.ts';
import { readSource } from './actions/read-source.ts';
import { syncCatalogue } from './actions/sync-catalogue.ts';
import { collectionSizes } from './queries/collections.ts';
import { finder } from './queries/find.ts';
import { findSources } from './queries/find-sources.ts';
import { workplaceFacts } from './queries/workplace-facts.ts';
import { register } from './register.ts';
import { COLLECTION_RULES } from './rules/collections.ts';
import { getOrder } from './rules/sorts.ts';

const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const cj = fakeSupplier('cj', false);
const { deps, jobs, clock, person } = await fakeWorld(db, { suppliers: [own, cj] });
const handlers = [
  ...(register(deps).jobs ?? []),
  {
    kind: { name: 'set-up-supplier', payload: { parse: (x: unknown) => x } },
    handle: async () => undefined,
  } as never,
];
const scope = await person();

const find = (collection: Collection, query: Record<string, string | number> = {}) =>
  finder(deps, workplaceFacts(deps))(scope, sourcing.find.query.parse({ ...query, collection }), 'en');
const idsIn = async (collection: Collection, query: Record<string, string | number> = {}) =>
  (await find(collection, query)).items.map((item) => item.source_product_id);

/** What each product of the feed tells. The first tells nothing at all. */
const TOLD: Record<string, Partial<SourceProduct>> = {
  silent: {},
  hit: { orderVolume: 10_001 },
  almost: { orderVolume: 10_000 },
  near: { shipsFrom: ['US'], fastestUsDays: 2, madeIn: 'CN' },
  'near-but-slow': { shipsFrom: ['US'], fastestUsDays: 7, madeIn: 'US', orderVolume: 50 },
  far: { shipsFrom: ['CN'], fastestUsDays: 3, madeIn: 'CN', freeShippingTo: [] },
  free: {
    shipsFrom: ['US'],
    fastestUsDays: 2,
    freeShippingTo: ['US'],
    zonePrices: [{ zone: 'us', cost: money(0, 'USD') }],
    orderVolume: 90,
  },
  'free-elsewhere': { freeShippingTo: ['DE'], madeIn: 'US' },
};

beforeAll(async () => {
  own.products = Object.entries(TOLD).map(([sourceProductId, told], at) =>
    fakeProduct(at, { sourceProductId, ...told }),
  );
  await syncCatalogue(deps, 'quayside', 'sandbox');
});

describe('the collections (B223)', () => {
  it('hold what a supplier told, and nothing of which it told nothing', async () => {
    expect(await idsIn('trending')).toEqual(['hit']);
    expect((await idsIn('fastest_delivery_us')).sort()).toEqual(['free', 'near']);
    expect(await idsIn('free_ship_us')).toEqual(['free']);
    expect((await idsIn('made_in_us')).sort()).toEqual(['free-elsewhere', 'near-but-slow']);
  });

  it('are searched, filtered and ordered like everything else', async () => {
    expect(await idsIn('made_in_us', { sort: 'asc_lastest_volume' })).toEqual(['near-but-slow', 'free-elsewhere']);
    expect(await idsIn('made_in_us', { order_volume: 'under_500', price_max: 10.05 })).toEqual(['near-but-slow']);
    expect((await idsIn('made_in_us', { category_id: 'light' })).length).toBe(2);
    expect(await idsIn('made_in_us', { category_id: 'garden' })).toEqual([]);
    expect(await idsIn('trending', { keyword: 'lamp' })).toEqual(['hit']);
    expect(await idsIn('trending', { keyword: 'lamp', sort: 'desc_most_relevant' })).toEqual(['hit']);
    const first = await find('made_in_us', { page_size: 1 });
    const second = await find('made_in_us', { page_size: 1, cursor: first.next_cursor ?? '' });
    expect(new Set([...first.items, ...second.items].map((item) => item.source_product_id)).size).toBe(2);
  });

  it('are listed with how many there are and the pictures of the first, all four of them', async () => {
    const sizes = await collectionSizes(deps)('sandbox');
    expect(sizes.map(({ slug, count }) => [slug, count])).toEqual([
      ['trending', 1],
      ['fastest_delivery_us', 2],
      ['free_ship_us', 1],
      ['made_in_us', 2],
    ]);
    expect(sizes[1]?.images).toEqual(['/pictures/lamp3-800.webp', '/pictures/lamp6-800.webp']);
    expect(await collectionSizes(deps)('live')).toContainEqual({
      slug: 'trending',
      count: 0,
      has_more: false,
      images: [],
    });
  });

  it('say that shipping is free only for the country that it is free to', async () => {
    const [card] = (await find('free_ship_us')).items;
    expect(card?.details).toMatchObject({ shipping_cost: 0, estimated_profit: 19.93 });
    const [abroad] = (await find('free_ship_us', { ship_to: 'DE' })).items;
    expect(abroad?.details).toMatchObject({ shipping_cost: null, estimated_profit: null });
  });

  it('keep what was told before where less is told now, and follow what a whole product tells', async () => {
    const change = (told: Partial<SourceProduct>) => {
      own.products = own.products.map((one) => (one.sourceProductId === 'near' ? { ...one, ...told } : one));
      return syncCatalogue(deps, 'quayside', 'sandbox');
    };
    await change({ shipsFrom: undefined, fastestUsDays: undefined });
    expect(await idsIn('fastest_delivery_us')).toContain('near');
    await change({ shipsFrom: ['DE'] });
    expect(await idsIn('fastest_delivery_us')).toEqual(['free']);
  });
});

it.each(COLLECTIONS)('walks one index of its own, in its order: %s', async (collection) => {
  const plan = await db.read(scope, async (ex) => {
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await ex.raw(`set local enable_${way} = off`);
    const explaining: Executor = { ...ex, raw: (text, values) => ex.raw(`explain ${text}`, values) };
    const order = getOrder(COLLECTION_RULES[collection].order);
    if (order.by === 'relevance') throw new Error('no order to walk in');
    return findSources(
      explaining,
      { workplaceId: scope.workplaceId, mode: 'sandbox', collection, size: 41, shipTo: 'US', zones: [] },
      order,
    );
  });
  const index = {
    trending: 'source_product_trending',
    fastest_delivery_us: 'source_product_fastest_us',
    free_ship_us: 'source_product_free_us',
    made_in_us: 'source_product_made_us',
  }[collection];
  expect(JSON.stringify(plan)).toContain(`Index Scan Backward using ${index}`);
});

describe('a supplier that is searched on demand', () => {
  it('is asked for its own list when a collection is opened, and what leaves the list leaves the collection', async () => {
    cj.products = ['a', 'b', 'c'].map((id, at) =>
      fakeProduct(at, { sourceProductId: `cj-${id}`, orderVolume: undefined, zonePrices: undefined }),
    );
    cj.lists = { trending: ['cj-a', 'cj-b'], us_shelf: ['cj-c'] };
    await connectSupplier(deps, scope, {
      supplier: 'cj',
      mode: 'sandbox',
      payer: 'own-account',
      credentials: { apiKey: 'k' },
    });
    expect(await find('trending')).toMatchObject({ refreshing: true });
    expect(await find('fastest_delivery_us')).toMatchObject({ refreshing: true });
    await jobs.drain(handlers);
    expect((await idsIn('trending')).sort()).toEqual(['cj-a', 'cj-b', 'hit']);
    expect((await idsIn('fastest_delivery_us')).sort()).toEqual(['cj-c', 'free']);

    cj.lists = { trending: ['cj-b'], us_shelf: [] };
    clock.pass(11 * 60_000);
    await db.global((tx) => tx.raw(`update source_question set asked_at = now() - interval '11 minutes'`));
    await find('trending');
    await find('fastest_delivery_us');
    await jobs.drain(handlers);
    expect((await idsIn('trending')).sort()).toEqual(['cj-b', 'hit']);
    expect(await idsIn('fastest_delivery_us')).toEqual(['free']);
  });

  it('is not asked for what it has no list of', async () => {
    cj.calls = [];
    for (const collection of ['free_ship_us', 'made_in_us'] as const)
      expect(await find(collection)).toMatchObject({ refreshing: false });
    await jobs.drain(handlers);
    expect(cj.calls).toEqual([]);
  });

  it('tells more of a product that is opened: all its shelves', async () => {
    cj.products = cj.products.map((one) =>
      one.sourceProductId === 'cj-b' ? { ...one, shipsFrom: ['CN', 'US'] } : one,
    );
    const row = await readSource(deps, scope, {
      source: 'cj',
      mode: 'sandbox',
      sourceProductId: 'cj-b',
      shipTo: 'US',
    });
    expect(row).toMatchObject({ ships_from: ['CN', 'US'], made_in: null, trending: true });
    expect(await idsIn('fastest_delivery_us')).toContain('cj-b');
  });
});
