import {
  type ConnectorContext,
  ConnectorError,
  type MarketPrice,
  type MarketPriceChange,
  type MarketPricesWritten,
  type StoreMarket,
} from '@quayside/connector-kit';
import { moneyFromDecimal, toDecimal } from '@quayside/kernel';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { refuseUserErrors, type UserError } from './errors.ts';
import { everyPage } from './pages.ts';
import type { RawFixedPrice } from './raw.ts';

/** Prices in a page: four points each. */
const PAGE = 100;
/** Products in one search. */
const MOST_PRODUCTS = 50;

/** The countries of a market. Shopify lists none where a market applies everywhere, or by other conditions only. */
async function readCountries(ctx: ConnectorContext, id: string) {
  let everywhere = false;
  const regions = await everyPage(async (after) => {
    const { market } = await run(ctx, documents.marketRegions, { id, after });
    const condition = market?.conditions?.regionsCondition;
    everywhere ||= condition?.applicationLevel === 'ALL';
    return condition?.regions;
  });
  const countries = new Set(regions.flatMap(({ code, country }) => country?.code ?? code ?? []));
  return { countries: [...countries].toSorted(), isOpenEnded: everywhere || countries.size === 0 };
}

async function readPriceLists(ctx: ConnectorContext, id: string): Promise<StoreMarket['priceLists']> {
  const catalogs = await everyPage(
    async (after) => (await run(ctx, documents.marketCatalogs, { id, after })).market?.catalogs,
  );
  return catalogs.flatMap(({ status, priceList }) => {
    if (!priceList) return [];
    const { adjustment } = priceList.parent ?? {};
    const sign = adjustment?.type === 'PERCENTAGE_DECREASE' ? -1 : 1;
    return [
      {
        id: priceList.id,
        name: priceList.name,
        currency: priceList.currency,
        isActive: status === 'ACTIVE',
        percent: adjustment ? sign * adjustment.value : null,
      },
    ];
  });
}

/** Markets of countries, with the price lists of their catalogs. */
export async function readMarkets(ctx: ConnectorContext): Promise<StoreMarket[]> {
  const all = await everyPage(async (after) => (await run(ctx, documents.markets, { after })).markets);
  const markets: StoreMarket[] = [];
  for (const { id, name, status } of all) {
    const places = await readCountries(ctx, id);
    markets.push({ id, name, isActive: status === 'ACTIVE', ...places, priceLists: await readPriceLists(ctx, id) });
  }
  return markets;
}

const listGone = (): ConnectorError =>
  new ConnectorError('rejected', 'the price list was deleted in Shopify, or has another currency now', {
    code: 'price_list_gone',
  });

const toPrice = ({ variant, price, compareAtPrice }: RawFixedPrice) => ({
  externalVariantId: variant.id,
  price: moneyFromDecimal(price.amount, price.currencyCode),
  compareAtPrice: compareAtPrice && moneyFromDecimal(compareAtPrice.amount, compareAtPrice.currencyCode),
});

const numberOf = (id: string): string => id.split('/').at(-1) ?? id;

/** Prices of products in a price list, fixed and computed ones. */
export async function readMarketPrices(
  ctx: ConnectorContext,
  input: { priceListId: string; currency: string; externalProductIds: readonly string[] },
): Promise<MarketPrice[]> {
  const { priceListId: id, currency, externalProductIds } = input;
  const found: MarketPrice[] = [];
  for (let at = 0; at < externalProductIds.length; at += MOST_PRODUCTS) {
    const group = externalProductIds.slice(at, at + MOST_PRODUCTS);
    const query = group.map((one) => `product_id:${numberOf(one)}`).join(' OR ');
    const prices = await everyPage(async (after) => {
      const { priceList } = await run(ctx, documents.marketPrices, { id, query, first: PAGE, after });
      if (priceList?.currency !== currency) throw listGone();
      return priceList.prices;
    });
    found.push(...prices.map((one) => ({ ...toPrice(one), isFixed: one.originType === 'FIXED' })));
  }
  return found;
}

/** The errors by the place in the list that they are about. Throws what concerns the request as a whole. */
function byPlace(what: string, errors: readonly UserError[]): Map<number, string> {
  if (errors.some(({ code }) => code === 'PRICE_LIST_NOT_FOUND' || code === 'PRICE_LIST_CURRENCY_MISMATCH'))
    throw listGone();
  const places = new Map<number, string>();
  for (const error of errors) {
    const place = error.field?.map(Number).find(Number.isInteger);
    if (place === undefined) refuseUserErrors(what, [error]);
    else places.set(place, error.message);
  }
  return places;
}

/** Sends a list; what Shopify refuses of it is left out, and the rest sent again. Returns what it answered to the last. */
async function sendList<T, R>(
  list: readonly T[],
  send: (part: readonly T[]) => Promise<{ result: R; errors: ReadonlyMap<number, string> }>,
  refuse: (one: T, reason: string) => void,
): Promise<R | undefined> {
  let pending = list;
  while (pending.length > 0) {
    const { result, errors } = await send(pending);
    if (errors.size === 0) return result;
    const before = pending.length;
    for (const [at, reason] of errors) {
      const one = pending[at];
      if (one) refuse(one, reason);
    }
    pending = pending.filter((_one, at) => !errors.has(at));
    if (pending.length === before)
      throw new ConnectorError('rejected', [...errors.values()].join('; '), { code: 'other' });
  }
  return undefined;
}

/** Writes and deletes fixed prices. */
export async function writeMarketPrices(
  ctx: ConnectorContext,
  { priceListId: id, set, remove }: MarketPriceChange,
): Promise<MarketPricesWritten> {
  const refused = new Map<string, string>();
  const written = await sendList(
    set,
    async (part) => {
      const prices = part.map(({ externalVariantId, price, compareAtPrice }) => ({
        variantId: externalVariantId,
        price: { amount: toDecimal(price), currencyCode: price.currency },
        ...(compareAtPrice
          ? { compareAtPrice: { amount: toDecimal(compareAtPrice), currencyCode: compareAtPrice.currency } }
          : {}),
      }));
      const { priceListFixedPricesAdd: answer } = await run(
        ctx,
        documents.setMarketPrices,
        { id, prices },
        part.length,
      );
      const errors = byPlace('Shopify refused the prices', answer?.userErrors ?? []);
      return { result: answer?.prices ?? [], errors };
    },
    ({ externalVariantId }, reason) => refused.set(externalVariantId, reason),
  );
  await sendList(
    remove,
    async (part) => {
      const answer = await run(ctx, documents.removeMarketPrices, { id, variantIds: part }, part.length);
      // One that is no fixed price any more is as it should be.
      const errors = (answer.priceListFixedPricesDelete?.userErrors ?? []).map((one) =>
        one.code === 'PRICE_NOT_FIXED' || one.code === 'VARIANT_NOT_FOUND' ? { ...one, message: '' } : one,
      );
      return { result: undefined, errors: byPlace('Shopify refused to delete prices', errors) };
    },
    (variantId, reason) => {
      if (reason !== '') refused.set(variantId, reason);
    },
  );
  return { written: (written ?? []).map(toPrice), refused };
}
