import type { Deps } from '../../../deps.ts';
import { readShelves, shippable } from '../goods-repo.ts';
import {
  categoryPaths,
  changedProducts,
  type ProductView,
  readStock,
  searchProducts,
  viewProduct,
} from '../queries/products.ts';
import { findPrices } from '../rates-repo.ts';
import { WarehouseRefusal } from '../refusal.ts';
import { type door, read } from './door.ts';
import * as schemas from './schemas.ts';
import { productShape, readCursor, writeCursor } from './shapes.ts';

const CATEGORY_MARK = ' > ';

type Shown = ProductView & { variants: NonNullable<ProductView['variants']> };
const isShown = (row: ProductView): row is Shown => row.status === 'active' && row.variants !== null;

/** Account, categories, products (a search, or the feed of changes), stock and shipping. */
export function addGoodsRoutes(call: ReturnType<typeof door>, deps: Deps): void {
  const base = (): string => deps.config.ownUrl;

  call('GET', '/account', async ({ customer }) => ({ name: customer.name, mode: customer.mode }));

  call('GET', '/categories', async ({ customer }) => {
    const paths = await deps.db.global((tx) => categoryPaths(tx, customer.mode));
    return {
      items: paths.map((path) => ({
        id: path.join(CATEGORY_MARK),
        parent_id: path.length > 1 ? path.slice(0, -1).join(CATEGORY_MARK) : null,
        name: path.at(-1),
      })),
    };
  });

  call('GET', '/products', async ({ customer, query }) => {
    const { cursor, since, size, ...rest } = read(schemas.productsQuery, query);
    const after = cursor === undefined ? undefined : readCursor(cursor);
    if (cursor !== undefined && !after) throw new WarehouseRefusal('invalid_input', 'cursor: not one of ours');
    const asksForSome = Object.keys(rest).length > 0;
    const { rows, prices } = await deps.db.global(async (tx) => ({
      prices: await findPrices(tx, customer.mode),
      rows: await (asksForSome
        ? searchProducts(tx, customer.mode, {
            word: rest.word,
            category: rest.category?.split(CATEGORY_MARK),
            costFrom: rest.cost_from,
            costTo: rest.cost_to,
            shipTo: rest.ship_to,
            afterId: after?.id,
            size,
          })
        : changedProducts(tx, customer.mode, { since, after, size })),
    }));
    const last = rows.length === size ? rows.at(-1) : undefined;
    return {
      items: rows.flatMap((row) => (isShown(row) ? [productShape(base(), prices, row)] : [])),
      /** Products that are no longer sold. */
      removed: rows.filter((row) => !isShown(row)).map((row) => row.product_id),
      next_cursor: last ? writeCursor(last.updated_at, last.product_id) : null,
    };
  });

  call('GET', '/products/:id', async ({ customer, params }) => {
    const { product, prices } = await deps.db.global(async (tx) => ({
      product: await viewProduct(tx, customer.mode, params.id ?? ''),
      prices: await findPrices(tx, customer.mode),
    }));
    if (!product || !isShown(product)) throw new WarehouseRefusal('not_found', 'Product not found.');
    return productShape(base(), prices, product);
  });

  call('POST', '/stock', async ({ customer, body }) => {
    const { variant_ids } = read(schemas.stockBody, body);
    const rows = await deps.db.global((tx) => readStock(tx, customer.mode, variant_ids));
    return { items: rows.map((row) => ({ ...row, cost: { amount: row.cost, currency: 'USD' } })) };
  });

  call('GET', '/shipping/zones', async ({ customer }) => ({
    items: (await deps.db.global((tx) => findPrices(tx, customer.mode))).zones.map(
      ({ code, countries, priceList }) => ({
        code,
        countries,
        price_list: priceList,
      }),
    ),
  }));

  call('POST', '/shipping/quote', async ({ customer, body }) => {
    const ask = read(schemas.quoteBody, body);
    const ids = ask.lines.map((line) => line.variant_id);
    const rows = await deps.db.global((tx) => readShelves(tx, customer.mode, ids));
    const shelves = new Map(rows.map((row) => [row.variant_id, row]));
    const unknown = ids.filter((variant) => !shelves.has(variant));
    if (unknown.length > 0) throw new WarehouseRefusal('error_not_found_sku', 'Unknown SKU.', unknown);
    const prices = await deps.db.global((tx) => findPrices(tx, customer.mode));
    const things = ask.lines.flatMap((line) => {
      const shelf = shelves.get(line.variant_id);
      return shelf ? [shippable(shelf, line.quantity)] : [];
    });
    return {
      options: prices.quotes(ask.country_code, things).map(({ service, amount, processingDays, deliveryDays }) => ({
        service: service.code,
        name: service.name,
        amount: { amount, currency: 'USD' },
        processing_days: { min: processingDays[0], max: processingDays[1] },
        delivery_days: { min: deliveryDays[0], max: deliveryDays[1] },
        tracked: true,
      })),
    };
  });
}
