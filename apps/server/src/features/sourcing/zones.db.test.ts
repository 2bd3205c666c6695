import { sourcing } from '@quayside/contracts';
import { money } from '@quayside/kernel';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { connectSupplier } from '../connections/index.ts';
import { syncCatalogue } from './actions/sync-catalogue.ts';
import { finder } from './queries/find.ts';
import { priceDetail } from './queries/price-detail.ts';
import { workplaceFacts } from './queries/workplace-facts.ts';
import { shippingFigures, shippingKey } from './zone-repo.ts';

const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const cj = fakeSupplier('cj', false);
const { deps, clock, person } = await fakeWorld(db, { suppliers: [own, cj] });
const scope = await person();

const usd = (amount: number) => money(amount, 'USD');
const COUNTRIES = ['US', 'DE', 'FR', 'BR'];
/** Cents by zone; of `unknown` the supplier tells no shipping at all, and `nowhere` goes to the US alone. */
const PRICES: Record<string, Record<string, number>> = {
  a: { us: 100, europe: 900, far: 1500 },
  b: { us: 800, europe: 200, far: 1900 },
  c: { us: 400, europe: 500 },
  nowhere: { us: 300, europe: 100, far: 100 },
  unknown: {},
};
const zoneOf: Record<string, string> = { US: 'us', DE: 'europe', FR: 'europe', BR: 'far' };

const find = (query: Record<string, string | number>, who = scope) =>
  finder(deps, workplaceFacts(deps))(who, sourcing.find.query.parse(query), 'en');
const idsOf = async (query: Record<string, string | number>) =>
  (await find(query)).items.map((item) => item.source_product_id);
/** What is kept of shipping an imported product, which is what the product center shows. */
const kept = async (sourceProductId: string, shipTo: string) => {
  const ask = { source: 'quayside' as const, mode: 'sandbox' as const, sourceProductId, shipTo };
  const { ownAccounts } = await workplaceFacts(deps)(scope);
  const found = await deps.db.read(scope, (ex) => shippingFigures(ex, [ask], ownAccounts));
  return found.get(shippingKey(ask))?.cost;
};
const nameOf = (sourceProductId: string, shipTo: string, source: 'quayside' | 'cj' = 'quayside') => ({
  source,
  mode: 'sandbox' as const,
  sourceProductId,
  shipTo,
});

/** Figures whose price band, category, profit or words are not those of their product. */
const strays = () =>
  db.global((tx) =>
    tx.rows(sql`select p.title, z.code from source_shipping f join source_product p using (source_key) join source_zone z using (zone_id)
      where (f.price_band, f.category_id, f.profit) is distinct from (p.price_band, p.category_id, p.suggested - p.cost_from - f.shipping_cost)
        or f.words is distinct from (case when length(p.title) < 1000 then strip(p.search) end)`),
  );

beforeAll(async () => {
  own.zones = [
    { code: 'us', countries: ['US'] },
    { code: 'europe', countries: ['DE', 'FR'] },
    { code: 'far', countries: ['BR'] },
  ];
  own.products = Object.entries(PRICES).map(([sourceProductId, prices], at) =>
    fakeProduct(at, {
      sourceProductId,
      shipCountries: sourceProductId === 'nowhere' ? ['US'] : COUNTRIES,
      zonePrices: Object.entries(prices).map(([zone, cost]) => ({ zone, cost: usd(cost), daysMin: cost / 100 })),
    }),
  );
  own.quoteShipping = async (_ctx, { countryCode, lines }) => {
    const id = lines[0]?.sourceProductId ?? '';
    const cost = PRICES[id]?.[zoneOf[countryCode] ?? ''];
    return cost === undefined || (id === 'nowhere' && countryCode !== 'US')
      ? []
      : [{ serviceName: 'Standard', amount: usd(cost), deliveryDaysMin: cost / 100 }];
  };
  expect(await find({})).toMatchObject({ items: [], refreshing: true });
  await syncCatalogue(deps, 'quayside', 'sandbox');
  expect(await find({ keyword: 'nothing is called so' })).toMatchObject({ refreshing: false });
});

describe('figures of the chosen country', () => {
  it.each(COUNTRIES)('are on cards what a quote says, or nothing: %s', async (country) => {
    const { items } = await find({ ship_to: country });
    expect(items).toHaveLength(5);
    for (const { source_product_id, details } of items) {
      const quoted = await priceDetail(deps, scope, nameOf(source_product_id, country), { quantity: 1 });
      expect(details.shipping_cost).toBe(quoted.shipping?.amount ?? null);
      expect(details.estimated_profit).toBe(quoted.estimated_profit);
      expect(details.shipping_time_min).toBe(quoted.shipping?.delivery_days_min ?? null);
    }
  });

  it.each([
    ['US', ['a', 'nowhere', 'c', 'b', 'unknown']],
    ['DE', ['b', 'c', 'a', 'nowhere', 'unknown']],
    ['FR', ['b', 'c', 'a', 'nowhere', 'unknown']],
    ['BR', ['a', 'b', 'c', 'nowhere', 'unknown']],
    ['JP', ['a', 'b', 'c', 'nowhere', 'unknown']],
  ])('order the list, the unknown last in both directions: %s', async (ship_to, expected) => {
    const known = (ids: string[]) =>
      ids.filter((id) => PRICES[id]?.[zoneOf[ship_to] ?? ''] !== undefined && (id !== 'nowhere' || ship_to === 'US'));
    const first = known(expected);
    const rest = expected.filter((id) => !first.includes(id)).sort();
    const filters: Record<string, string | number>[] = [
      {},
      { keyword: 'lamp' },
      { price: '10_30' },
      { category_id: 'light' },
      { rating_min: 4 },
    ];
    for (const narrowed of filters) {
      for (const key of ['profit', 'shipping_cost', 'shipping_time_min']) {
        const isUpward = key === 'profit' ? 'desc' : 'asc';
        const best = await idsOf({ ship_to, sort: `${isUpward}_${key}`, ...narrowed });
        const worst = await idsOf({ ship_to, sort: `${isUpward === 'asc' ? 'desc' : 'asc'}_${key}`, ...narrowed });
        expect(best.slice(0, first.length)).toEqual(first);
        expect(worst.slice(0, first.length)).toEqual([...first].reverse());
        expect(best.slice(first.length).sort()).toEqual(rest);
        expect(worst.slice(first.length).sort()).toEqual(rest);
      }
    }
  });

  it.each(['US', 'DE', 'BR', 'JP'])(
    'page by cursor and by number over the known and the unknown: %s',
    async (ship_to) => {
      for (const sort of ['desc_profit', 'asc_shipping_cost']) {
        const whole = await idsOf({ ship_to, sort });
        const byCursor: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await find({ ship_to, sort, page_size: 2, ...(cursor ? { cursor } : {}) });
          byCursor.push(...page.items.map((item) => item.source_product_id));
          cursor = page.next_cursor;
        } while (cursor);
        expect(byCursor).toEqual(whole);
        const pages = await Promise.all([1, 2, 3].map((page) => idsOf({ ship_to, sort, page_size: 2, page })));
        expect(pages.flat()).toEqual(whole);
      }
    },
  );

  it('follow the product when its cost changes, and the supplier when it no longer tells a price', async () => {
    const kept = own.products;
    own.products = kept.map((one) =>
      one.sourceProductId === 'a'
        ? { ...one, costFrom: usd(1100), zonePrices: one.zonePrices?.filter(({ zone }) => zone !== 'far') }
        : one,
    );
    await syncCatalogue(deps, 'quayside', 'sandbox');
    const cardIn = async (ship_to: string) =>
      (await find({ ship_to })).items.find((item) => item.source_product_id === 'a')?.details;
    expect(await cardIn('US')).toMatchObject({ shipping_cost: 1, estimated_profit: 17.99 });
    expect(await cardIn('BR')).toMatchObject({ shipping_cost: null, estimated_profit: null });
    own.products = kept;
    await syncCatalogue(deps, 'quayside', 'sandbox');
    expect(await cardIn('BR')).toMatchObject({ shipping_cost: 15, estimated_profit: 4.99 });
  });

  it('are found by the words that the product has now', async () => {
    const kept = own.products;
    const titled = (title: string) => {
      own.products = kept.map((one) => (one.sourceProductId === 'b' ? { ...one, title, zonePrices: undefined } : one));
      return syncCatalogue(deps, 'quayside', 'sandbox');
    };
    const byProfit = (keyword: string) => idsOf({ keyword, sort: 'desc_profit', price: '10_30', ship_to: 'DE' });
    expect(await strays()).toEqual([]);
    await titled('Walnut shelf');
    expect(await strays()).toEqual([]);
    expect([await byProfit('walnut'), await byProfit('lamp')]).toEqual([['b'], expect.not.arrayContaining(['b'])]);
    // More words than an entry of the index holds.
    await titled(`Walnut ${Array.from({ length: 400 }, (_, at) => `word${at}`).join(' ')}`);
    expect(await strays()).toEqual([]);
    expect([await byProfit('walnut'), await byProfit('word399')]).toEqual([['b'], ['b']]);
    own.products = kept;
    await syncCatalogue(deps, 'quayside', 'sandbox');
    expect(await strays()).toEqual([]);
  });

  it('are forgotten when the countries of a zone change, until the catalogue was read again', async () => {
    own.zones = own.zones.map((zone) => (zone.code === 'europe' ? { ...zone, countries: ['DE', 'PL'] } : zone));
    own.calls = [];
    await syncCatalogue(deps, 'quayside', 'sandbox');
    expect((await find({ ship_to: 'FR' })).items.map((item) => item.details.shipping_cost)).toEqual(
      Array(5).fill(null),
    );
    const [best] = (await find({ ship_to: 'DE' })).items;
    expect(best?.details.shipping_cost).toBe(2);
    own.zones = own.zones.map((zone) => (zone.code === 'europe' ? { ...zone, countries: ['DE', 'FR'] } : zone));
    await syncCatalogue(deps, 'quayside', 'sandbox');
  });

  it('are read again when the price list of a zone changes', async () => {
    const { feed, products, zones } = own;
    // Nothing about the products themselves changed.
    own.feed = async (ctx, ask) => (ask.since ? { items: [] } : ((await feed?.(ctx, ask)) ?? { items: [] }));
    own.products = products.map((one) =>
      one.sourceProductId === 'a' ? { ...one, zonePrices: [{ zone: 'us', cost: usd(250) }] } : one,
    );
    await syncCatalogue(deps, 'quayside', 'sandbox');
    expect(await kept('a', 'US')).toBe(100);
    own.zones = zones.map((zone) => ({ ...zone, priceList: 'autumn' }));
    await syncCatalogue(deps, 'quayside', 'sandbox');
    expect([await kept('a', 'US'), await kept('a', 'DE'), await kept('b', 'DE')]).toEqual([250, undefined, 200]);
    Object.assign(own, { feed, products, zones });
    await syncCatalogue(deps, 'quayside', 'sandbox');
    expect(await kept('a', 'US')).toBe(100);
  });

  it('of a country are not shown for the others of its zone where the supplier told none', async () => {
    await priceDetail(deps, scope, nameOf('nowhere', 'US'), { quantity: 1 });
    own.products = own.products.map((one) => (one.sourceProductId === 'unknown' ? { ...one, zonePrices: [] } : one));
    await syncCatalogue(deps, 'quayside', 'sandbox');
    PRICES.unknown = { europe: 300 };
    clock.pass(11 * 60_000);
    await priceDetail(deps, scope, nameOf('unknown', 'DE'), { quantity: 1 });
    expect([await kept('unknown', 'DE'), await kept('unknown', 'FR')]).toEqual([undefined, undefined]);
    PRICES.unknown = {};
    clock.pass(11 * 60_000);
  });

  it('are replaced for the zone by what a quote says later', async () => {
    PRICES.a = { ...PRICES.a, europe: 700 };
    clock.pass(11 * 60_000);
    await priceDetail(deps, scope, nameOf('a', 'DE'), { quantity: 1 });
    const cost = async (ship_to: string) =>
      (await find({ ship_to })).items.find((item) => item.source_product_id === 'a')?.details.shipping_cost;
    expect([await cost('DE'), await cost('FR'), await cost('US')]).toEqual([7, 7, 1]);
    expect(await kept('a', 'DE')).toBe(700);
    await priceDetail(deps, scope, nameOf('a', 'US'), { quantity: 3 });
    await priceDetail(deps, scope, nameOf('a', 'US'), { quantity: 1, skuId: 'p0-v2' });
    expect(await cost('US')).toBe(1);
  });
});

it('learns the figures of an own account from its quotes, for that workplace alone', async () => {
  const other = await person();
  cj.products = [
    fakeProduct(50, {
      sourceProductId: 'cj1',
      title: 'Bamboo stool',
      shipCountries: ['US', 'BR'],
      zonePrices: undefined,
    }),
  ];
  cj.shipping = { BR: [{ serviceName: 'Post', amount: usd(650) }] };
  for (const who of [scope, other])
    await connectSupplier(deps, who, {
      supplier: 'cj',
      mode: 'sandbox',
      credentials: { apiKey: 'k' },
      payer: 'own-account',
    } as never);
  const details = async (ship_to: string, who = scope) =>
    (await find({ ship_to, keyword: 'bamboo' }, who)).items[0]?.details;
  await priceDetail(deps, scope, nameOf('cj1', 'BR', 'cj'), { quantity: 1 });
  expect(await details('BR')).toMatchObject({ shipping_cost: 6.5, estimated_profit: 12.99 });
  expect(await strays()).toEqual([]);
  expect(await details('US')).toMatchObject({ shipping_cost: null, estimated_profit: null });
  expect(await details('BR', other)).toMatchObject({ shipping_cost: null, estimated_profit: null });
  cj.shipping = {};
  clock.pass(11 * 60_000);
  await priceDetail(deps, scope, nameOf('cj1', 'BR', 'cj'), { quantity: 1 });
  expect(await details('BR')).toMatchObject({ shipping_cost: null, estimated_profit: null });
});
