import type { ConnectorContext, MarketPrice, StoreMarket } from '@quayside/connector-kit';
import { createGuardedHttp } from '@quayside/connector-kit';
import { shopify } from '@quayside/connector-shopify';
import { money, systemClock } from '@quayside/kernel';
import { type RunningSandbox, startSandbox } from '@quayside/sandbox';
import { FIXED_SECRETS } from '@quayside/sandbox/fixed-secrets.ts';
import { shopify as standIn } from '@quayside/sandbox/shopify/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getListing, toFailure } from './channel-world.ts';
import { temporaryFolder } from './temporary-folder.ts';

// Markets, their price lists, and fixed prices in them.

const folder = temporaryFolder('quayside-shopify-markets-');
const SHOP = 'north-pier';
let sandbox: RunningSandbox;
let http: ReturnType<typeof createGuardedHttp>;
let markets: StoreMarket[];

beforeAll(async () => {
  sandbox = await startSandbox({ dataDir: folder.path, port: 0, standIns: [standIn], secrets: FIXED_SECRETS });
  http = createGuardedHttp({ allowHosts: () => [new URL(sandbox.baseUrl).host] });
  markets = (await shopify.readMarkets?.(contextOf())) ?? [];
});
afterAll(async () => {
  await http.close();
  await sandbox.close();
  folder.remove();
});

const contextOf = (token = `shpat_sandbox_${SHOP}`): ConnectorContext => ({
  http,
  clock: systemClock,
  baseUrl: `${sandbox.baseUrl}/shopify/${SHOP}`,
  credentials: { accessToken: token },
  async saveCredentials() {},
});

const listNamed = (name: string) => {
  const found = markets.flatMap((one) => one.priceLists).find((one) => one.name === name);
  if (!found) throw new Error(`no price list ${name}`);
  return found;
};
const euro = () => listNamed('Euro prices');
/** The merchant at work in the shop's own admin. */
const merchant = (path: string) =>
  fetch(`${sandbox.baseUrl}/shopify/${SHOP}/admin/price-lists/${path}`, { method: 'POST', redirect: 'manual' });
const numberOf = (id: string | undefined) => id?.split('/').at(-1);

async function list(values = ['Sand', 'Slate']) {
  const listed = await shopify.createListing(contextOf(), getListing([{ name: 'Colour', values }], 'USD'));
  const ids = listed.variants.map((one) => one.externalVariantId);
  const read = async (of = euro()): Promise<MarketPrice[]> =>
    (await shopify.readMarketPrices?.(contextOf(), {
      priceListId: of.id,
      currency: of.currency,
      externalProductIds: [listed.externalProductId],
    })) ?? [];
  const set = (prices: number[], compare?: number) =>
    shopify.writeMarketPrices?.(contextOf(), {
      priceListId: euro().id,
      set: prices.map((price, at) => ({
        externalVariantId: ids[at] ?? '',
        price: money(price, 'EUR'),
        compareAtPrice: compare === undefined ? null : money(compare, 'EUR'),
      })),
      remove: [],
    });
  return { id: listed.externalProductId, ids, read, set };
}
const amounts = (prices: readonly MarketPrice[] | undefined) =>
  prices?.map(({ price, compareAtPrice, isFixed }) => [price.amount, compareAtPrice?.amount ?? null, isFixed]);

test('markets have their countries, state, and price lists with currency and adjustment', () => {
  expect(
    markets.map(({ name, isActive, countries, isOpenEnded, priceLists }) => [
      name,
      isActive,
      countries,
      isOpenEnded,
      priceLists.map(({ currency, percent, isActive: active }) => [currency, percent, active]),
    ]),
  ).toEqual([
    ['United States', true, ['US'], false, []],
    ['Canada', true, ['CA'], false, [['CAD', 0, true]]],
    ['Germany and France', true, ['DE', 'FR'], false, [['EUR', 10, true]]],
    ['United Kingdom', false, ['GB'], false, [['GBP', 0, true]]],
  ]);
});

test('a price is computed until it is fixed, and again when the fixed one is deleted', async () => {
  const { ids, read, set } = await list();
  const computed = await read();
  expect(computed.map((one) => one.isFixed)).toEqual([false, false]);
  const done = await set([1990, 2490], 2990);
  expect(done?.refused.size).toBe(0);
  expect(done?.written.map((one) => [one.price, one.compareAtPrice?.amount])).toEqual([
    [money(1990, 'EUR'), 2990],
    [money(2490, 'EUR'), 2990],
  ]);
  expect(amounts(await read())).toEqual([
    [1990, 2990, true],
    [2490, 2990, true],
  ]);
  // Once more, as after a lost answer; and without a compare-at price, which is gone then.
  await set([1990, 2490]);
  expect(amounts(await read())?.[0]).toEqual([1990, null, true]);
  // The second deletion finds no fixed price, which is what was wanted.
  for (let time = 0; time < 2; time += 1) {
    const removed = await shopify.writeMarketPrices?.(contextOf(), { priceListId: euro().id, set: [], remove: ids });
    expect(removed?.refused.size).toBe(0);
  }
  expect(amounts(await read())).toEqual(amounts(computed));
});

test('what the merchant sets or takes away is seen by the next reading', async () => {
  const { ids, read, set } = await list();
  await set([1990, 2490]);
  const at = numberOf(euro().id);
  await merchant(`${at}/prices/${numberOf(ids[0])}?price=9.99`);
  await merchant(`${at}/prices/${numberOf(ids[1])}`);
  const [first, second] = await read();
  expect(amounts(first && [first])).toEqual([[999, null, true]]);
  expect(second?.isFixed).toBe(false);
});

test('a variant that is gone is refused by name, and the others are written', async () => {
  const { ids, read } = await list();
  const gone = 'gid://shopify/ProductVariant/1';
  const done = await shopify.writeMarketPrices?.(contextOf(), {
    priceListId: euro().id,
    set: [gone, ids[0] ?? ''].map((externalVariantId) => ({
      externalVariantId,
      price: money(1500, 'EUR'),
      compareAtPrice: null,
    })),
    remove: [],
  });
  expect([...(done?.refused.keys() ?? [])]).toEqual([gone]);
  expect(amounts(await read())?.[0]).toEqual([1500, null, true]);
});

test('250 prices are written in one request, and read in pages', async () => {
  const { id, ids, set } = await list(Array.from({ length: 250 }, (_, at) => `Shade ${at}`));
  await set(ids.map((_id, at) => 1000 + at));
  const all = await shopify.readMarketPrices?.(contextOf(), {
    priceListId: euro().id,
    currency: 'EUR',
    externalProductIds: [id],
  });
  expect(all?.filter((one) => one.isFixed).length).toBe(250);
  expect(new Set(all?.map((one) => one.price.amount)).size).toBe(250);
});

test('a list with another currency, and one that was deleted, are refused by reading and by writing', async () => {
  const { id, ids } = await list();
  const uk = listNamed('United Kingdom');
  const read = (currency: string) =>
    shopify.readMarketPrices?.(contextOf(), { priceListId: uk.id, currency, externalProductIds: [id] });
  const write = (currency: string) =>
    shopify.writeMarketPrices?.(contextOf(), {
      priceListId: uk.id,
      set: [{ externalVariantId: ids[0] ?? '', price: money(100, currency), compareAtPrice: null }],
      remove: [],
    });
  const codes = async () => [
    (await toFailure(Promise.resolve(read('EUR')))).code,
    (await toFailure(Promise.resolve(write('EUR')))).code,
  ];
  expect(await codes()).toEqual(['price_list_gone', 'price_list_gone']);
  await merchant(`${numberOf(uk.id)}/delete`);
  expect((await toFailure(Promise.resolve(read('GBP')))).code).toBe('price_list_gone');
  expect((await toFailure(Promise.resolve(write('GBP')))).code).toBe('price_list_gone');
});

test('without the permission to read markets the reason is named', async () => {
  const failure = await toFailure(Promise.resolve(shopify.readMarkets?.(contextOf(`shpat_sandbox_${SHOP}_limited`))));
  expect([failure.kind, failure.code]).toEqual(['auth', 'missing_scope']);
  expect(failure.detail).toContain('read_markets');
});

test('a revoked token and a full bucket are told apart', async () => {
  const failure = await toFailure(Promise.resolve(shopify.readMarkets?.(contextOf('shpat_wrong'))));
  expect(failure.kind).toBe('auth');
});
