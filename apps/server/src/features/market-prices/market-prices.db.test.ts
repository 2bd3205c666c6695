import { defaultPriceRule, type PriceRule, SPLIT_DEFAULTS } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, type Scope, sql, type WorkplaceScope } from '../../db/index.ts';
import { Later } from '../../jobs/define.ts';
import { PATIENCE } from '../../jobs/effect/pauses.ts';
import { createSweep } from '../../jobs/effect/sweep.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../../testing/fakes/fake-deps.ts';
import { linkStore } from '../connections/index.ts';
import { createQuota } from '../plans/index.ts';
import { createImport, type ProductPorts, register as registerProducts, startPush } from '../products/index.ts';
import { workspaceUsage } from '../reports/index.ts';
import { syncCatalogue, workplaceFacts } from '../sourcing/index.ts';
import { choosePrices, replacePrices } from './actions/choose-prices.ts';
import { followPrices } from './actions/queue-listings.ts';
import { requestMarkets, requestPrices } from './actions/read-markets.ts';
import { createWriting } from './actions/write-batch.ts';
import { marketPricesView } from './queries/market-prices-view.ts';
import { previewPrices } from './queries/preview.ts';
import { register } from './register.ts';

const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const shop = fakeChannel('shopify');
Object.assign(shop.capabilities, { marketPrices: true });
const { deps, jobs, person } = await fakeWorld(db, { suppliers: [own], channels: [shop] });
own.products = [fakeProduct(1)];
await syncCatalogue(deps, 'quayside', 'sandbox');
// 1 USD = 0.80 EUR.
await db.global((tx) =>
  tx.run(
    sql`insert into exchange_rate (currency, day, per_euro, source) values ('USD', ${deps.clock.now().slice(0, 10)}, 1.25, 'ECB')`,
  ),
);
const quota = createQuota(deps, { workspaceUsage });
const ports: ProductPorts = {
  quota,
  onListed: async (_scope: Scope, _storeId: string) => undefined,
  unmappedProducts: async () => [],
  onImported: async () => undefined,
  onDeleted: async () => undefined,
  watchMarks: async () => new Map(),
  seenVariants: async () => new Map(),
  isWatched: () => sql`true`,
  onPushed: (tx, at, store, listingIds) => followPrices(tx, deps, at, store, listingIds),
};
const feature = register(deps);
const sweep = createSweep(deps, [feature as never]);
const handlers = [...registerProducts(deps, ports).jobs, ...feature.jobs];
const idle = ['set-up-store', 'refresh-source', 'draw-pictures', 'check-pictures'].map((name) => ({
  kind: { name, payload: { parse: (payload: unknown) => payload } },
  handle: async () => undefined,
}));
const drain = () =>
  jobs.drain([
    ...handlers.filter((one) => !idle.some(({ kind }) => kind.name === one.kind.name)),
    sweep.job as never,
    ...(idle as never[]),
  ]);
const importProducts = createImport(deps, ports);
const plain = { readMarketPrices: shop.readMarketPrices, writeMarketPrices: shop.writeMarketPrices };

let scope: WorkplaceScope;
let storeId: string;
let shops = 0;
const LIST = 'list-eu';

const market = (change: object = {}) => ({
  id: 'm-eu',
  name: 'Germany',
  isActive: true,
  countries: ['DE'],
  isOpenEnded: false,
  priceLists: [{ id: LIST, name: 'Euro prices', currency: 'EUR', isActive: true, percent: null }],
  ...change,
});
const rule = (change: Partial<PriceRule> = {}): PriceRule => ({
  ...defaultPriceRule('USD'),
  bands: [{ kind: 'markup', from: 0, multiply: 3_000, add: 0 }],
  fees: { percent: 0, fixed: 0, included: false },
  shipping_included: false,
  rounding: 'exact',
  compare_at_percent: null,
  floor: { profit: 0, margin: 0 },
  ...change,
});
const save = (change: Partial<PriceRule> = {}) =>
  db.tenant(scope, (tx) =>
    tx.run(sql`insert into price_rule (workplace_id, rule_id, rule, for_imports, suggested_first)
      values (${scope.workplaceId}, ${scope.workplaceId}, ${json(rule(change))}, false, false)
      on conflict (workplace_id, rule_id) do update set rule = excluded.rule`),
  );
const readMarkets = async () => {
  await requestMarkets(deps, scope, storeId);
  await drain();
};
const choose = (byRule: boolean, priceListId = LIST) => choosePrices(deps, scope, { storeId, priceListId, byRule });
const push = async () => {
  const { product_id: id = '' } =
    (await db.read(scope, (ex) =>
      ex.first<{ product_id: string }>(sql`select product_id from product where workplace_id = ${scope.workplaceId}`),
    )) ?? {};
  const settings = { settings: undefined, split: SPLIT_DEFAULTS, rates: {} };
  await startPush(deps, quota, scope, { productIds: [id], storeIds: [storeId], ...settings });
  await drain();
};
const view = async () => {
  const { stores } = await db.read(scope, (ex) => marketPricesView(ex, deps, scope.workplaceId, 'en'));
  const list = stores[0]?.price_lists.find((one) => one.id === LIST);
  if (!stores[0]) throw new Error('store not found');
  return { store: stores[0], list };
};
const preview = async (change: object = {}) => {
  const { ownAccounts } = await workplaceFacts(deps)(scope);
  const ask = { storeId, priceListId: LIST, size: 25, ownAccounts, locale: 'en', ...change };
  return db.read(scope, (ex) => previewPrices(ex, deps, scope.workplaceId, ask));
};
/** Fixed prices in the store, in the order of variants. */
const fixed = () =>
  [...(shop.fixedPrices.get(LIST) ?? new Map())].sort(([a], [b]) => a.localeCompare(b)).map(([, one]) => one.price);
const variantIds = () => [...shop.listings.values()].flatMap((one) => [`${one.externalId}-1`, `${one.externalId}-2`]);
const merchant = (at: number, price: number | undefined) => {
  const list = shop.fixedPrices.get(LIST) ?? new Map();
  shop.fixedPrices.set(LIST, list);
  const id = variantIds()[at] ?? '';
  if (price === undefined) list.delete(id);
  else list.set(id, { price, compareAt: null });
};
const costs = (factor: number) =>
  db.tenant(scope, async (tx) => {
    await tx.run(
      sql`update product_variant set cost = cost * ${factor}::int where workplace_id = ${scope.workplaceId}`,
    );
    await tx.run(sql`update product set revision = revision + 1 where workplace_id = ${scope.workplaceId}`);
  });
const batches = () =>
  db.read(scope, (ex) =>
    ex.rows<{ batch_id: string; state: string }>(
      sql`select batch_id, state from market_price_batch where workplace_id = ${scope.workplaceId} order by batch_id`,
    ),
  );
const messageOf = async (call: Promise<unknown>) => {
  const error = await call.catch((one: unknown) => one);
  return error instanceof AppError ? [error.messageKey, Object.keys(error.fields ?? {})] : error;
};

// Costs of 10.01 and 12.01 USD, times 3, at 0.80.
const BY_RULE = [2403, 2883];

beforeEach(async () => {
  await db.global((tx) => tx.run(sql`delete from test_job`));
  scope = await person();
  shops += 1;
  shop.listings.clear();
  shop.fixedPrices.clear();
  shop.refusedPrices.clear();
  shop.markets = [market(), market({ id: 'm-us', name: 'Home', countries: ['US'], priceLists: [] })];
  shop.facts = { ...shop.facts, platformDomain: `m${shops}.example.com`, currency: 'USD' };
  storeId = await linkStore(deps, scope, {
    platform: 'shopify',
    shop: `${SANDBOX_URL}/m${shops}.example.com`,
    credentials: { key: 'good' },
  });
  const ask = { source: 'quayside' as const, mode: 'sandbox' as const, sourceProductId: 'p1', shipTo: 'US' };
  await importProducts(scope, [ask]);
  await push();
  await readMarkets();
  shop.calls.length = 0;
});
afterEach(() => {
  Object.assign(shop, plain);
});

describe('the list of markets', () => {
  it('is read by a job and kept; a failure keeps it, with the reason', async () => {
    const { store, list } = await view();
    expect([store.fault, store.is_reading, store.rule]).toEqual([null, false, 'none']);
    expect(list).toMatchObject({ name: 'Euro prices', currency: 'EUR', countries: ['DE'], by_rule: false });
    expect(store.without.map((one) => one.name)).toEqual(['Home']);
    shop.fail('readMarkets', 'temporary');
    await readMarkets();
    const after = await view();
    expect([Boolean(after.store.fault), after.list?.name]).toEqual([true, 'Euro prices']);
  });

  it('says so where the store does not allow it, and the store stays connected', async () => {
    shop.fail('readMarkets', 'auth', { code: 'missing_scope' });
    await readMarkets();
    expect((await view()).store.fault).toContain('read_markets');
    const { status } =
      (await db.read(scope, (ex) =>
        ex.first<{ status: string }>(sql`select status from store where store_id = ${storeId}`),
      )) ?? {};
    expect(status).toBe('active');
  });

  it('is for members who have the store', async () => {
    await save();
    const limited = { ...scope, storeIds: [] } as WorkplaceScope;
    const ask = { storeId, priceListId: LIST, byRule: true };
    expect(await messageOf(choosePrices(deps, limited, ask))).toEqual(['STORE_NOT_FOUND', ['store_id']]);
    const { stores } = await db.read(limited, (ex) => marketPricesView(ex, deps, scope.workplaceId, 'en'));
    expect(stores).toEqual([]);
  });
});

describe('without a choice', () => {
  it('nothing is read of prices and nothing written, however often products are pushed', async () => {
    await save();
    await costs(2);
    await push();
    expect(shop.calls).not.toContain('readMarketPrices');
    expect(shop.calls).not.toContain('writeMarketPrices');
    expect(await batches()).toEqual([]);
  });
});

describe('a preview', () => {
  it('shows the price now, the new one and the profit, and changes nothing', async () => {
    await save();
    merchant(1, 999);
    await requestPrices(deps, scope, { storeId, priceListId: LIST });
    expect((await view()).list?.is_reading).toBe(true);
    await drain();
    const { items, totals, rates } = await preview();
    expect(
      items.map(({ now, next, verdict }) => [now?.price.amount, now?.is_fixed, next?.price.amount, verdict]),
    ).toEqual([
      [expect.any(Number), false, BY_RULE[0], 'write'],
      [999, true, BY_RULE[1], 'theirs'],
    ]);
    expect(items[0]?.next?.profit).toEqual({ amount: 2403 - 801, currency: 'EUR' });
    expect(totals).toMatchObject({ variants: 2, write: 1, theirs: 1 });
    // 9.99 is above the cost of 9.61 EUR.
    expect(totals?.below_floor).toBe(0);
    expect(rates).toContainEqual(expect.objectContaining({ from: 'USD', to: 'EUR' }));
    expect(shop.calls).not.toContain('writeMarketPrices');
    expect((await preview({ verdict: 'theirs' })).items).toHaveLength(1);
  });

  it('says why a price is unknown', async () => {
    const lacks = async () => (await preview()).items.map((one) => [one.lacks, one.countries]);
    expect(await lacks()).toEqual([
      ['rule', []],
      ['rule', []],
    ]);
    await save({ shipping_included: true });
    expect((await lacks())[0]).toEqual(['shipping', ['DE']]);
    shop.markets = [market({ countries: ['US'], isOpenEnded: true })];
    await readMarkets();
    expect((await lacks())[0]?.[0]).toBe('shipping');
    await save({ shipping_included: false });
    shop.markets = [
      market({ priceLists: [{ id: LIST, name: 'Rupees', currency: 'INR', isActive: true, percent: null }] }),
    ];
    await readMarkets();
    expect((await lacks())[0]?.[0]).toBe('rate');
  });
});

describe('prices by rule', () => {
  it('need a rule and a price list that the store has', async () => {
    expect(await messageOf(choose(true))).toEqual(['MARKET_WITHOUT_RULE', ['by_rule']]);
    expect(await messageOf(choose(true, 'nowhere'))).toEqual(['MARKET_UNKNOWN', ['price_list']]);
    expect(await messageOf(replacePrices(deps, scope, { storeId, priceListId: LIST, variants: undefined }))).toEqual([
      'MARKET_NOT_BY_RULE',
      ['price_list'],
    ]);
  });

  it('are written, with the rate, and follow pushes', async () => {
    await save();
    await choose(true);
    expect((await view()).list?.is_writing).toBe(true);
    await drain();
    expect(fixed()).toEqual(BY_RULE);
    expect((await view()).list).toMatchObject({ by_rule: true, is_writing: false, counts: { ours: 2, theirs: 0 } });
    await costs(2);
    await push();
    expect(fixed()).toEqual([4806, 5766]);
  });

  it('write nothing that is there already', async () => {
    await save();
    await choose(true);
    await drain();
    shop.calls.length = 0;
    await push();
    expect(shop.calls).toContain('readMarketPrices');
    expect(shop.calls).not.toContain('writeMarketPrices');
  });

  it('include shipping to the dearest country where the rule does, and leave what has no price', async () => {
    await save({ shipping_included: true });
    await choose(true);
    await drain();
    expect(fixed()).toEqual([]);
    expect((await view()).list?.counts.unpriced).toBe(2);
    shop.markets = [market({ countries: ['US'] })];
    await readMarkets();
    await push();
    // 4.00 USD to the US, in the cost.
    expect(fixed()).toEqual([3363, 3843]);
  });

  it('are raised by the daily reading when rates or costs put them below the floor, and stay otherwise', async () => {
    await save();
    await choose(true);
    await drain();
    await costs(2);
    await readMarkets();
    // 20.02 USD are 16.02 EUR: 24.03 EUR are above.
    expect(fixed()).toEqual(BY_RULE);
    await costs(2);
    await readMarkets();
    expect(fixed()).toEqual([9609, 11529]);
  });

  it('are raised to the floor, and one that became unknown stays as it was', async () => {
    await save({ bands: [{ kind: 'markup', from: 0, multiply: 1_000, add: 0 }], floor: { profit: 1_000, margin: 0 } });
    await choose(true);
    await drain();
    // Cost and a profit of 10.00 USD.
    expect(fixed()).toEqual([1601, 1761]);
    await costs(0);
    await push();
    expect(fixed()).toEqual([1601, 1761]);
    expect((await view()).list?.counts).toMatchObject({ ours: 0, unpriced: 2 });
  });

  it("leave the merchant's prices until ours are chosen, once", async () => {
    await save();
    merchant(0, 1999);
    await choose(true);
    await drain();
    expect(fixed()).toEqual([1999, BY_RULE[1]]);
    merchant(1, undefined);
    await push();
    expect(fixed()).toEqual([1999]);
    expect((await view()).list?.counts).toMatchObject({ ours: 0, theirs: 2 });
    await replacePrices(deps, scope, { storeId, priceListId: LIST, variants: [variantIds()[0] ?? ''] });
    await drain();
    expect(fixed()).toEqual([BY_RULE[0]]);
    await replacePrices(deps, scope, { storeId, priceListId: LIST, variants: undefined });
    await drain();
    expect(fixed()).toEqual(BY_RULE);
    merchant(0, 1500);
    await push();
    expect(fixed()).toEqual([1500, BY_RULE[1]]);
  });

  it('are removed when they are left to the store again, but not those of the merchant', async () => {
    await save();
    await choose(true);
    await drain();
    merchant(0, 1999);
    await choose(false);
    await drain();
    expect(fixed()).toEqual([1999]);
    expect((await view()).list).toMatchObject({ by_rule: false, counts: { ours: 0, theirs: 0 } });
  });

  it("a refused price is named with the store's words, and the others are written", async () => {
    await save();
    shop.refusedPrices.add(variantIds()[0] ?? '');
    await choose(true);
    await drain();
    expect(fixed()).toEqual([BY_RULE[1]]);
    expect((await preview()).items[0]?.refused).toContain('Not this one.');
    expect((await view()).list?.counts).toMatchObject({ ours: 1, refused: 1 });
  });

  it('a price list that is gone stops only itself, and the markets are read again', async () => {
    const second = { id: 'list-ca', name: 'Canada', currency: 'EUR', isActive: true, percent: null };
    shop.markets = [market(), market({ id: 'm-ca', name: 'Canada', priceLists: [second] })];
    await readMarkets();
    await save();
    await choose(true);
    await choose(true, 'list-ca');
    shop.markets = [market({ id: 'm-ca', name: 'Canada', priceLists: [second] })];
    await drain();
    expect([...(shop.fixedPrices.get('list-ca') ?? new Map()).values()].map((one) => one.price)).toEqual(BY_RULE);
    expect((await view()).list).toBeUndefined();
  });
});

describe('writing', () => {
  const run = (batchId: string) =>
    createWriting(deps, PATIENCE)
      .run(scope, batchId)
      .catch((error: unknown) => {
        if (!(error instanceof Later)) throw error;
      });
  const only = async () => (await batches()).at(-1)?.batch_id ?? '';
  const aged = () =>
    db.tenant(scope, (tx) =>
      tx.run(sql`update market_price_batch set state = 'sending', next_attempt_at = now(),
        claimed_until = now() - interval '10 minutes', sent_at = now() - interval '10 minutes'
        where workplace_id = ${scope.workplaceId}`),
    );

  it('that is left to the store meanwhile is taken back', async () => {
    await save();
    await choose(true);
    let isLeft = false;
    shop.readMarketPrices = async (...call) => {
      if (!isLeft) {
        isLeft = true;
        await choose(false);
      }
      return (await plain.readMarketPrices?.(...call)) ?? [];
    };
    await run(await only());
    expect(fixed()).toEqual(BY_RULE);
    await drain();
    expect(fixed()).toEqual([]);
  });

  it('is done once by two workers', async () => {
    await save();
    await choose(true);
    const id = await only();
    await Promise.all([run(id), run(id)]);
    expect(shop.calls.filter((one) => one === 'writeMarketPrices')).toHaveLength(1);
    expect(fixed()).toEqual(BY_RULE);
  });

  it('is done by one worker for a store at a time', async () => {
    await save();
    await choose(true);
    const first = await only();
    let second = '';
    shop.writeMarketPrices = async (...call) => {
      if (second === '') {
        // The rule changes meanwhile, and the prices are to be written again.
        await save({ bands: [{ kind: 'markup', from: 0, multiply: 4_000, add: 0 }] });
        await choose(true);
        second = await only();
        await run(second);
      }
      return (await plain.writeMarketPrices?.(...call)) ?? { written: [], refused: new Map() };
    };
    await run(first);
    expect([second === first, fixed()]).toEqual([false, BY_RULE]);
    await run(second);
    expect(fixed()).toEqual([3204, 3844]);
    expect((await view()).list?.counts).toMatchObject({ ours: 2, theirs: 0 });
  });

  it.each(['before', 'after'])(
    'by a worker that is killed %s the call is found, and ours are known as ours',
    async (when) => {
      await save();
      await choose(true);
      const id = await only();
      shop.writeMarketPrices = async (...call) => {
        if (when === 'after') await plain.writeMarketPrices?.(...call);
        throw new Error('killed');
      };
      await run(id).catch(() => undefined);
      Object.assign(shop, plain);
      await aged();
      // Meanwhile the cost changed, so that other prices are wanted than those that may be there.
      await costs(2);
      await run(id);
      expect(fixed()).toEqual([4806, 5766]);
      expect((await view()).list?.counts).toMatchObject({ ours: 2, theirs: 0 });
      await choose(false);
      await drain();
      expect(fixed()).toEqual([]);
    },
  );

  it('that lost its job is found by the sweep', async () => {
    await save();
    await choose(true);
    await db.global((tx) => tx.run(sql`delete from test_job`));
    await db.tenant(scope, (tx) =>
      tx.run(sql`update market_price_batch set next_attempt_at = now() - interval '1 hour'
        where workplace_id = ${scope.workplaceId}`),
    );
    await sweep.now();
    await drain();
    expect(fixed()).toEqual(BY_RULE);
  });

  it('sees what the merchant set right before', async () => {
    await save();
    await choose(true);
    merchant(0, 1111);
    await run(await only());
    expect(fixed()).toEqual([1111, BY_RULE[1]]);
  });

  it('waits while the store is busy, and is done afterwards', async () => {
    await save();
    await choose(true);
    shop.fail('readMarketPrices', 'rate-limited', { retryAfterMs: 10 });
    await run(await only());
    expect((await batches())[0]?.state).toBe('waiting');
    await db.tenant(scope, (tx) =>
      tx.run(sql`update market_price_batch set next_attempt_at = now() where workplace_id = ${scope.workplaceId}`),
    );
    await run(await only());
    expect(fixed()).toEqual(BY_RULE);
  });

  it('gathers listings that are pushed one after the other', async () => {
    await save();
    await choose(true);
    await drain();
    const before = (await batches()).length;
    const ids = [...shop.listings.keys()];
    await db.tenant(scope, async (tx) => {
      for (const id of ids) await followPrices(tx, deps, scope, storeId, [id]);
      for (const id of ids) await followPrices(tx, deps, scope, storeId, [id]);
    });
    expect((await batches()).length - before).toBe(1);
  });
});
