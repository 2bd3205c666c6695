import {
  type ConnectorContext,
  ConnectorError,
  type Page,
  type SourceProduct,
  type SourceProductSummary,
  type SupplierList,
  type SupplierSearch,
  type SupplierWarehouse,
} from '@quayside/connector-kit';
import { type Money, toDecimal } from '@quayside/kernel';
import { CURRENCY } from './map-money.ts';
import { categoryIdsBelow, categoryList, isGroup, toProduct, toSummary } from './map-product.ts';
import * as raw from './raw.ts';
import { askAccount } from './session.ts';

/** listV2 refuses pages beyond these. Source: CJ API 2.0, Product List V2. */
const MAX_SIZE = 100;
const MAX_PAGE = 1_000;

const readCategories = (ctx: ConnectorContext) =>
  askAccount(ctx, { method: 'GET', path: '/product/getCategory', effect: false }, raw.categories);

export const categories = async (ctx: ConnectorContext): Promise<{ id: string; parentId?: string; name: string }[]> =>
  categoryList(await readCategories(ctx));

function price(bound: Money | undefined): string | undefined {
  if (!bound) return undefined;
  if (bound.currency !== CURRENCY)
    throw new ConnectorError('rejected', `CJ prices must be in ${CURRENCY}`, { code: 'invalid_input' });
  return toDecimal(bound);
}

async function categoryQuery(ctx: ConnectorContext, id: string): Promise<Record<string, string | string[]>> {
  if (!isGroup(id)) return { categoryId: id };
  return { lv3categoryList: categoryIdsBelow(await readCategories(ctx), id) };
}

/**
 * CJ's lists, as listV2 is asked for them, and what is said of everything it then answers. The amount of postage is not: CJ's
 * free shipping (`addMarkStatus`) names no country. Source: CJ API 2.0, Product List V2.
 */
const LISTS: Record<SupplierList, { ask: Record<string, string>; says: Partial<SourceProductSummary> }> = {
  trending: { ask: { productFlag: '0' }, says: { trending: true } },
  us_shelf: { ask: { countryCode: 'US' }, says: { shipsFrom: ['US'] } },
};

/** `query.shipTo` is not passed on: CJ's countryCode asks where the goods lie, not where they can go. */
export async function search(ctx: ConnectorContext, query: SupplierSearch): Promise<Page<SourceProductSummary>> {
  const page = query.cursor === undefined ? 1 : Number(query.cursor);
  if (!Number.isInteger(page) || page < 1 || page > MAX_PAGE)
    throw new ConnectorError('rejected', `invalid cursor for CJ search: ${query.cursor}`, { code: 'invalid_input' });
  const found = await askAccount(
    ctx,
    {
      method: 'GET',
      path: '/product/listV2',
      query: {
        keyWord: query.word,
        page: String(page),
        size: String(Math.min(query.size, MAX_SIZE)),
        startSellPrice: price(query.priceFrom),
        endSellPrice: price(query.priceTo),
        features: 'enable_category',
        ...(query.list ? LISTS[query.list].ask : {}),
        ...(query.categoryId ? await categoryQuery(ctx, query.categoryId) : {}),
      },
      effect: false,
    },
    raw.productPage,
  );
  const items = (found.content ?? [])
    .flatMap((part) => part.productList ?? [])
    .map((row) => ({
      ...toSummary(row),
      ...(query.list ? LISTS[query.list].says : {}),
    }));
  const more = page < Math.min(found.totalPages, MAX_PAGE);
  return { items, ...(more ? { nextCursor: String(page + 1) } : {}) };
}

export async function getProduct(ctx: ConnectorContext, pid: string): Promise<SourceProduct | undefined> {
  try {
    const found = await askAccount(
      ctx,
      { method: 'GET', path: '/product/query', query: { pid, features: 'enable_inventory' }, effect: false },
      raw.product,
    );
    return toProduct(found);
  } catch (err) {
    const gone = err instanceof ConnectorError && (err.kind === 'not-found' || err.code === 'product_sold_out');
    if (gone) return undefined;
    throw err;
  }
}

export type StockRow = { sourceVariantId: string; stock?: number };

/** Pieces over all of CJ's places. A variant that CJ does not know is left out. */
export async function getStock(ctx: ConnectorContext, vids: readonly string[]): Promise<StockRow[]> {
  const rows: StockRow[] = [];
  for (const vid of vids) {
    try {
      const places = await askAccount(
        ctx,
        { method: 'GET', path: '/product/stock/queryByVid', query: { vid }, effect: false },
        raw.stockByVid,
      );
      rows.push({
        sourceVariantId: vid,
        stock: (places ?? []).reduce((sum, place) => sum + place.totalInventoryNum, 0),
      });
    } catch (err) {
      if (!(err instanceof ConnectorError && err.kind === 'not-found')) throw err;
    }
  }
  return rows;
}

/** Pieces of each variant of one product by country of the place they lie in. */
export async function stockByCountry(ctx: ConnectorContext, pid: string): Promise<Map<string, Map<string, number>>> {
  const found = await askAccount(
    ctx,
    { method: 'GET', path: '/product/stock/getInventoryByPid', query: { pid }, effect: false },
    raw.stockByPid,
  );
  return new Map(
    (found.variantInventories ?? []).map((variant) => [
      variant.vid,
      new Map((variant.inventory ?? []).map((place) => [place.countryCode, place.totalInventory])),
    ]),
  );
}

/** Countries with CJ warehouses: prices and orders name a country, not a single warehouse in it. */
export async function warehouses(ctx: ConnectorContext): Promise<SupplierWarehouse[]> {
  const found = await askAccount(
    ctx,
    { method: 'GET', path: '/product/globalWarehouseList', effect: false },
    raw.warehouses,
  );
  const byCountry = new Map<string, SupplierWarehouse>();
  for (const { countryCode, nameEn, areaEn } of found ?? [])
    if (countryCode && !byCountry.has(countryCode))
      byCountry.set(countryCode, { code: countryCode, name: nameEn ?? areaEn ?? countryCode, countryCode });
  return [...byCountry.values()];
}
