import type { SupplierId } from '@quayside/connector-kit';
import type { PriceEnding } from '@quayside/kernel';
import { type Executor, empty, join, raw, type Sql, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';

export interface PricedProduct {
  product_id: string;
  source: SupplierId;
  mode: Mode;
  source_product_id: string;
  ship_to: string;
  currency: string;
}

/** A sold variant. `computed_price`: what the import or a price rule wrote last; null: unknown. */
export interface PricedVariant {
  product_id: string;
  variant_id: string;
  cost: number;
  price: number;
  compare_at_price: number | null;
  computed_price: number | null;
}

export interface PriceFilter {
  productIds?: readonly string[] | undefined;
  /** Only products for stores of this mode. */
  mode?: Mode | undefined;
  /** Only products after this one, newest first. */
  after?: string | undefined;
  most?: number | undefined;
}

const matches = (workplaceId: string, { productIds, mode, after }: PriceFilter): Sql =>
  join(
    [
      sql`p.workplace_id = ${workplaceId} and p.deleted_at is null`,
      ...(productIds ? [sql`p.product_id = any(${[...productIds]}::uuid[])`] : []),
      ...(mode ? [sql`p.mode = ${mode}`] : []),
      ...(after ? [sql`p.product_id < ${after}::uuid`] : []),
    ],
    ' and ',
  );

export const readPricedProducts = (ex: Executor, workplaceId: string, filter: PriceFilter): Promise<PricedProduct[]> =>
  ex.rows<PricedProduct>(sql`select p.product_id, p.source, p.mode, p.source_product_id, p.ship_to, p.currency
    from product p where ${matches(workplaceId, filter)} order by p.product_id desc
    ${filter.most === undefined ? raw('') : sql`limit ${filter.most}`}`);

/**
 * Variants of some products, or of all that the workspace has, deleted ones too. Not joined with their products: of a workspace
 * that was filled since the tables were analyzed the planner expects no rows, and would compare every variant with every product.
 */
export const readPricedVariants = (
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[] | undefined,
): Promise<PricedVariant[]> =>
  ex.rows<PricedVariant>(sql`select product_id, variant_id, cost, price, compare_at_price, computed_price
    from product_variant where workplace_id = ${workplaceId} and enabled
      ${productIds ? sql`and product_id = any(${[...productIds]}::uuid[])` : empty}`);

/** A variant of a listing in a store, with what people call it. */
export interface ListedVariant {
  listing_id: string;
  product_id: string;
  variant_id: string;
  external_product_id: string;
  external_variant_id: string;
  title: string;
  image: string | null;
  sku: string;
}

/** Variants of products that are in a store, in the order of listings. */
export const findListedVariants = (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  { listingIds, after }: { listingIds?: readonly string[] | undefined; after?: string | undefined } = {},
): Promise<ListedVariant[]> =>
  ex.rows<ListedVariant>(sql`select l.listing_id, l.product_id, v.variant_id, l.external_product_id, v.external_variant_id,
      p.title, p.images -> 0 ->> 'url' as image, coalesce(pv.sku, '') as sku
    from listing l
      join product p on p.workplace_id = ${workplaceId} and p.product_id = l.product_id and p.deleted_at is null
      join listing_variant v on v.workplace_id = ${workplaceId} and v.listing_id = l.listing_id
      left join product_variant pv on pv.workplace_id = ${workplaceId} and pv.variant_id = v.variant_id
    where l.workplace_id = ${workplaceId} and l.store_id = ${storeId} and l.external_product_id is not null
      and l.state <> 'removed'
      ${listingIds ? sql`and l.listing_id = any(${[...listingIds]}::uuid[])` : raw('')}
      ${after ? sql`and l.listing_id > ${after}::uuid` : raw('')}
    order by l.listing_id, v.external_variant_id collate "C"`);

/** Titles and first pictures of products. */
export const readProductCards = (
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<{ product_id: string; title: string; image: string | null }[]> =>
  ex.rows(sql`select product_id, title, images -> 0 ->> 'url' as image from product
    where workplace_id = ${workplaceId} and product_id = any(${[...productIds]}::uuid[])`);

/** Holds products in the same order as all other writers; returns those that still exist. */
export const holdProducts = async (
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<Set<string>> =>
  new Set(
    (
      await tx.rows<{ product_id: string }>(sql`select product_id from product where workplace_id = ${workplaceId}
        and product_id = any(${[...productIds]}::uuid[]) and deleted_at is null order by product_id for update`)
    ).map((row) => row.product_id),
  );

/** A price to write where the variant still has the expected ones. */
export interface PriceWrite {
  product_id: string;
  variant_id: string;
  expected_price: number | null;
  expected_compare: number | null;
  /** Only while the variant has this cost; null: any. */
  cost: number | null;
  price: number | null;
  compare: number | null;
  computed: number | null;
}

/** Writes prices of held products, and returns the variants written. Their products get a new revision. */
export async function writePrices(
  tx: Executor,
  workplaceId: string,
  rows: readonly PriceWrite[],
): Promise<Set<string>> {
  const written = await tx.rows<{ variant_id: string; product_id: string }>(sql`update product_variant v
    set price = r.price, compare_at_price = r.compare, computed_price = r.computed
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(variant_id uuid, expected_price bigint, expected_compare bigint,
      cost bigint, price bigint, compare bigint, computed bigint)
    where v.workplace_id = ${workplaceId} and v.variant_id = r.variant_id and v.price = r.expected_price
      and v.compare_at_price is not distinct from r.expected_compare and (r.cost is null or v.cost = r.cost)
    returning v.variant_id, v.product_id`);
  const productIds = [...new Set(written.map((row) => row.product_id))];
  await tx.run(sql`update product p set price_from = v.low, price_to = v.high, revision = p.revision + 1, updated_at = now()
    from (select product_id, min(price) low, max(price) high from product_variant
      where workplace_id = ${workplaceId} and product_id = any(${productIds}::uuid[]) and enabled group by product_id) v
    where p.workplace_id = ${workplaceId} and p.product_id = v.product_id`);
  return new Set(written.map((row) => row.variant_id));
}

/** A price in a store with its own rule, in the store's currency. */
export interface StorePrice {
  product_id: string;
  variant_id: string;
  price: number;
  compare_at_price: number | null;
  currency: string;
  /** How the cost was converted; null: it wasn't. */
  rate: string | null;
  rate_day: string | null;
}

export const readStorePrices = (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  productIds?: readonly string[],
): Promise<StorePrice[]> =>
  ex.rows<StorePrice>(sql`select product_id, variant_id, price, compare_at_price, currency, rate, rate_day::text as rate_day
    from store_price where workplace_id = ${workplaceId} and store_id = ${storeId}
      and (${productIds === undefined} or product_id = any(${[...(productIds ?? [])]}::uuid[]))`);

/** Adds or replaces prices in a store, whatever they were. */
export async function saveStorePrices(
  tx: Executor,
  workplaceId: string,
  storeId: string,
  rows: readonly StorePrice[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`insert into store_price (workplace_id, store_id, product_id, variant_id, price, compare_at_price, currency, rate,
      rate_day)
    select ${workplaceId}, ${storeId}, r.product_id, r.variant_id, r.price, r.compare_at_price, r.currency, r.rate, r.rate_day
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(product_id uuid, variant_id uuid, price bigint,
      compare_at_price bigint, currency text, rate text, rate_day date)
    on conflict (workplace_id, store_id, variant_id) do update set price = excluded.price,
      compare_at_price = excluded.compare_at_price, currency = excluded.currency, rate = excluded.rate, rate_day = excluded.rate_day,
      updated_at = excluded.updated_at`);
}

/** Removes prices in a store: of some variants, or all. */
export async function removeStorePrices(
  tx: Executor,
  workplaceId: string,
  storeId: string,
  variantIds?: readonly string[],
): Promise<void> {
  await tx.run(sql`delete from store_price where workplace_id = ${workplaceId} and store_id = ${storeId}
    and (${variantIds === undefined} or variant_id = any(${[...(variantIds ?? [])]}::uuid[]))`);
}

/** How the prices of a store's listed products are converted, by product; `rate` null: they aren't. */
export const readListedRates = (
  ex: Executor,
  workplaceId: string,
  storeId: string,
): Promise<{ product_id: string; rate: number | null; ending: PriceEnding | null }[]> =>
  ex.rows(sql`select distinct on (product_id) product_id, (settings ->> 'rate')::double precision as rate,
      settings ->> 'priceEnding' as ending
    from listing where workplace_id = ${workplaceId} and store_id = ${storeId} and state = 'listed' order by product_id, part`);

/** Stores where some products are listed now. */
export const storesOfListed = async (
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<string[]> =>
  (
    await ex.rows<{ store_id: string }>(sql`select distinct store_id from listing where workplace_id = ${workplaceId}
      and product_id = any(${[...productIds]}::uuid[]) and state = 'listed'`)
  ).map((row) => row.store_id);
