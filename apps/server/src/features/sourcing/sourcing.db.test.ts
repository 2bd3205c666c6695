import { ConnectorError } from '@quayside/connector-kit';
import { sourcing } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { connectSupplier } from '../connections/index.ts';
import { fetchSource, readSource } from './actions/read-source.ts';
import { syncCatalogue } from './actions/sync-catalogue.ts';
import { finder } from './queries/find.ts';
import { getLogistics, priceDetail } from './queries/price-detail.ts';
import { workplaceFacts } from './queries/workplace-facts.ts';
import { register } from './register.ts';

const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const cj = fakeSupplier('cj', false);
const { deps, jobs, clock, person } = await fakeWorld(db, { suppliers: [own, cj] });
const handlers = register(deps).jobs;
const scope = await person();

const find = (query: Record<string, string | number>) =>
  finder(deps, workplaceFacts(deps))(scope, sourcing.find.query.parse(query), 'en');
const idsOf = async (query: Record<string, string | number>) =>
  (await find(query)).items.map((item) => item.source_product_id);
const name = (sourceProductId: string, source: 'quayside' | 'cj' = 'quayside', shipTo = 'US') => ({
  source,
  mode: 'sandbox' as const,
  sourceProductId,
  shipTo,
});
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

beforeAll(async () => {
  own.products = Array.from({ length: 450 }, (_none, at) => fakeProduct(at));
  own.products.push(
    fakeProduct(900, {
      title: 'Kitchen knives',
      categoryPath: ['Home'],
      rating: 3.9,
      zonePrices: undefined,
      shipCountries: ['FR'],
    }),
    fakeProduct(901, {
      title: 'Garden knife',
      suggestedPrice: undefined,
      orderVolume: undefined,
      categoryPath: ['Garden'],
    }),
  );
  await syncCatalogue(deps, 'quayside', 'sandbox');
});

describe('the catalogue', () => {
  it('is read whole, and again only what changed', async () => {
    expect(await syncCatalogue(deps, 'quayside', 'sandbox')).toBe(452);
    expect(own.calls.filter((call) => call === 'feed')).toHaveLength(6);
    const rows = await db.global((tx) => tx.raw('select count(*)::int as n from source_product'));
    expect(rows.rows).toEqual([{ n: 452 }]);
  });

  it('finds by word, also half written and in another form, best profit first, the unknown last', async () => {
    expect(await idsOf({ keyword: 'kniv' })).toEqual(['p900']);
    expect(await idsOf({ keyword: 'knife' })).toEqual(['p901', 'p900']);
    expect(await idsOf({ keyword: 'lighting lamps', page_size: 2 })).toEqual(['p0', 'p1']);
    expect(await idsOf({ keyword: 'nothing like it' })).toEqual([]);
    expect((await idsOf({ page_size: 100, page: 5 })).at(-1)).toBe('p900');
  });

  it('filters by category with those below, bands, rating and destination', async () => {
    expect(await idsOf({ category_id: 'home', keyword: 'knives' })).toEqual(['p900']);
    expect(await idsOf({ category_id: 'light', keyword: 'knives' })).toEqual([]);
    expect(await idsOf({ keyword: 'kitchen', rating_min: 4 })).toEqual([]);
    expect(await idsOf({ keyword: 'kitchen', ship_to: 'US', only_shippable: 'true' })).toEqual([]);
    expect(await idsOf({ keyword: 'kitchen', ship_to: 'FR', only_shippable: 'true' })).toEqual(['p900']);
    expect(await idsOf({ price: 'under_10' })).toEqual([]);
    expect(await idsOf({ price: '10_30', price_max: 10.01, sort: 'asc_price' })).toEqual(['p0', 'p1']);
    expect((await idsOf({ order_volume: '500_1000', sort: 'asc_lastest_volume' }))[0]).toBe('p400');
    expect(await idsOf({ source: 'cj' })).toEqual([]);
  });

  it.each([
    'desc_profit',
    'asc_price',
    'desc_price',
    'desc_lastest_volumee',
    'asc_shipping_cost',
    'desc_most_relevant',
  ])('walks all of it by cursor, nothing twice: %s', async (sort) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await find({ sort, page_size: 100, ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map((item) => item.source_product_id));
      cursor = page.next_cursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(452);
    expect(seen).toHaveLength(452);
  });

  it('orders hits by how near they are to the words, by cursor too', async () => {
    const first = await find({ keyword: 'lamp', sort: 'desc_most_relevant', page_size: 10 });
    const second = await find({
      keyword: 'lamp',
      sort: 'desc_most_relevant',
      page_size: 10,
      cursor: first.next_cursor ?? '',
    });
    expect(first.items[0]?.source_product_id).toBe('p449');
    expect(second.items[0]?.source_product_id).toBe('p439');
  });

  it('puts all words in the title first, then those written out, then those side by side', async () => {
    const kept = own.products;
    const titles = [
      'Cup holder',
      'Cupcake tray',
      'Tea towel',
      'Cup for tea',
      'Tea cup',
      'Silver tea spoon',
      'Wine glass',
      'Reading glasses',
    ];
    const added = titles.map((title, at) =>
      fakeProduct(950 + at, { title, categoryPath: ['Tea', 'Cups'], orderVolume: 90_000 - at }),
    );
    own.products = [...kept, ...added];
    await syncCatalogue(deps, 'quayside', 'sandbox');
    const found = async (keyword: string) =>
      (await find({ keyword, sort: 'desc_most_relevant', page_size: 10 })).items.map((item) => item.name);
    expect((await found('tea cup')).slice(0, 2)).toEqual(['Tea cup', 'Cup for tea']);
    expect((await found('glasses'))[0]).toBe('Reading glasses');
    expect((await found('glass'))[0]).toBe('Wine glass');
    expect((await found('cups')).slice(0, 3)).not.toContain('Cupcake tray');
    expect((await found('cup')).slice(0, 3)).not.toContain('Cupcake tray');
  });

  it('finds what has some of the words when nothing has all, the most of them first, and says so', async () => {
    const page = await find({ keyword: 'silver dragon spoon', page_size: 2 });
    expect(page.matched).toBe('some');
    expect(page.items[0]?.name).toBe('Silver tea spoon');
    const many = await find({ keyword: 'purple lamp', page_size: 20 });
    expect(many.matched).toBe('some');
    const next = await find({ keyword: 'purple lamp', page_size: 20, cursor: many.next_cursor ?? '' });
    expect(next.matched).toBe('some');
    const ids = [...many.items, ...next.items].map((item) => item.source_product_id);
    expect(new Set(ids).size).toBe(40);
    expect((await find({ keyword: 'lamp' })).matched).toBe('every');
    expect((await find({ keyword: 'zzzz' })).items).toEqual([]);
  });

  it('finds a product by its number, alone or in a pasted address', async () => {
    const odd = fakeProduct(990, { sourceProductId: 'QS-990001', title: 'Plain box' });
    own.products = [...own.products, odd];
    await syncCatalogue(deps, 'quayside', 'sandbox');
    expect(await idsOf({ keyword: 'QS-990001' })).toEqual(['QS-990001']);
    expect(await idsOf({ keyword: 'https://quayside.test/goods/QS-990001?from=mail' })).toEqual(['QS-990001']);
    expect(await idsOf({ keyword: 'QS-990001', source: 'cj' })).toEqual([]);
  });

  it('refuses a cursor that is not its own', async () =>
    expect(await codeOf(find({ cursor: 'x' }))).toBe('INPUT_INVALID_FIELDS'));
});

describe('one product', () => {
  it('is answered from what is kept, cleaned, with our pictures as paths', async () => {
    own.calls = [];
    const row = await readSource(deps, scope, name('p1'));
    expect(row.detail.descriptionHtml).toBe('<p>Bright.</p>');
    expect(row.image_urls).toEqual(['/pictures/lamp1-800.webp']);
    expect(own.calls).toEqual([]);
  });

  it('is looked at again when it has aged, and the screens are told', async () => {
    clock.pass(3_600_000);
    own.products[1] = fakeProduct(1, { title: 'Desk lamp, new' });
    expect((await readSource(deps, scope, name('p1'))).title).toBe('Desk lamp 1');
    expect(await jobs.drain(handlers)).toEqual([]);
    expect((await readSource(deps, scope, name('p1'))).title).toBe('Desk lamp, new');
    const told = await db.read(scope, (ex) => ex.raw(`select topic, ids from live_event where topic = 'sources'`));
    expect(told.rows).toEqual([{ topic: 'sources', ids: ['p1'] }]);
  });

  it('says so when there is none, or the supplier does not answer', async () => {
    expect(await codeOf(readSource(deps, scope, name('gone')))).toBe('SOURCE_PRODUCT_NOT_FOUND');
    const { ConnectorError } = await import('@quayside/connector-kit');
    own.failures.push(new ConnectorError('temporary', 'down'));
    expect(await codeOf(fetchSource(deps, scope, name('p1')))).toBe('OUTSIDE_NOT_ANSWERING');
  });
});

describe('shipping and profit', () => {
  it('quotes cheapest first, and asks the supplier once in ten minutes', async () => {
    own.calls = [];
    const pick = { quantity: 1 };
    const { quote } = await getLogistics(deps, scope, name('p2'), pick);
    expect(quote.options.map((option) => option.serviceName)).toEqual(['Standard', 'Fast']);
    await getLogistics(deps, scope, name('p2'), pick);
    expect(own.calls.filter((call) => call === 'quoteShipping')).toHaveLength(1);
    clock.pass(11 * 60_000);
    await getLogistics(deps, scope, name('p2'), pick);
    expect(own.calls.filter((call) => call === 'quoteShipping')).toHaveLength(2);
  });

  it('counts what is left (A33)', async () => {
    const detail = await priceDetail(deps, scope, name('p0'), { quantity: 1 });
    expect(detail).toMatchObject({ rsp_price_usd: 29.99, cost: 10, estimated_profit: 15.99, margin: 53, ships: true });
    const dearer = await priceDetail(deps, scope, name('p0'), { quantity: 1, skuId: 'p0-v2' });
    expect(dearer).toMatchObject({ rsp_price_usd: 31.99, cost: 12, estimated_profit: 15.99 });
    const ruled = await priceDetail(deps, scope, name('p901'), { quantity: 1 });
    expect(ruled).toMatchObject({ suggested_by: 'rule', rsp_price_usd: 47.99 });
    const nowhere = await priceDetail(deps, scope, name('p0', 'quayside', 'FR'), { quantity: 1 });
    expect(nowhere).toMatchObject({ ships: false, shipping: null, estimated_profit: null });
    expect(await codeOf(priceDetail(deps, scope, name('p0'), { quantity: 1, skuId: 'other' }))).toBe(
      'SOURCE_VARIANT_NOT_FOUND',
    );
  });
});

describe('a supplier that is searched on demand', () => {
  it('is asked once by a job, never by the request, and only when connected', async () => {
    cj.products = [fakeProduct(1, { sourceProductId: 'cj1', title: 'Bamboo lamp', zonePrices: undefined })];
    expect((await find({ keyword: 'bamboo' })).refreshing).toBe(false);
    await connectSupplier(deps, scope, {
      supplier: 'cj',
      mode: 'sandbox',
      payer: 'own-account',
      credentials: { apiKey: 'k' },
    });
    cj.calls = [];
    const before = await find({ keyword: 'bamboo' });
    expect(before).toMatchObject({ refreshing: true, items: [] });
    expect(cj.calls).toEqual([]);
    const setUp = {
      kind: { name: 'set-up-supplier', payload: { parse: (x: unknown) => x } },
      handle: async () => undefined,
    };
    const search = cj.search;
    cj.search = async () => {
      throw new ConnectorError('temporary', 'it is away');
    };
    await jobs.drain([...handlers, setUp as never]);
    cj.search = search;
    expect(await find({ keyword: 'bamboo' })).toMatchObject({
      refreshing: false,
      items: [],
      problems: [{ key: 'SOURCE_NOT_ANSWERING', text: expect.stringContaining('isn’t responding') }],
    });
    expect((await find({ keyword: 'bamboo', source: 'quayside' })).problems).toEqual([]);
    await jobs.drain([...handlers, setUp as never]);
    const after = await find({ keyword: 'bamboo' });
    expect(after).toMatchObject({ refreshing: false, problems: [] });
    expect(after.items[0]).toMatchObject({
      source_product_id: 'cj1',
      source: 'cj',
      details: { estimated_profit: null },
    });
    expect(await jobs.waiting()).toEqual([]);
    expect((await readSource(deps, scope, name('cj1', 'cj'))).detail.variants).toHaveLength(2);
    const stranger = await person();
    expect(await codeOf(fetchSource(deps, stranger, name('cj1', 'cj')))).toBe('SUPPLIER_NOT_CONNECTED');
    // Connected for play only: to say that it is not connected would send its owner the wrong way.
    const real = { ...name('cj1', 'cj'), mode: 'live' as const };
    expect(await codeOf(fetchSource(deps, scope, real))).toBe('SANDBOX_AND_LIVE_MIXED');
  });
});
