import type { SupplierId, SupplierList } from '@quayside/connector-kit';
import { type Executor, raw, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import type { CategoryRow } from './rules/category-tree.ts';
import type { SourceRow } from './source-row.ts';

/** A stored product. */
export type Source = SourceRow;

const COLUMNS = `source_key, source, mode, source_product_id, title, category_id, category_path, image_urls, cost_from, cost_to,
  currency, rsp, suggested, rating, reviews_count, order_volume, listings_count,
  ship_countries, made_in, ships_from, free_shipping_to, fastest_us_days, trending, total_variants, store_name,
  product_url, detail_status, detail, seen_at, detail_seen_at`;

/** A JSON array as a text column. */
const texts = (column: string): string =>
  `coalesce((select array_agg(t.value order by t.at) from jsonb_array_elements_text(r.${column}) with ordinality t(value, at)), '{}') as ${column}`;
/** The same, with null for unknown. */
const knownTexts = (column: string): string =>
  `case when jsonb_typeof(r.${column}) = 'array' then ${texts(column).replace(/ as \w+$/, '')} end as ${column}`;

/** New data replaces old data; fields missing this time stay, because a search returns less than a product page. */
const UPSERT = `insert into source_product (${COLUMNS})
  select r.source_key, r.source, r.mode, r.source_product_id, r.title, r.category_id, ${texts('category_path')}, ${texts('image_urls')},
    r.cost_from, r.cost_to, r.currency, r.rsp, r.suggested, r.rating, r.reviews_count, r.order_volume, r.listings_count,
    ${texts('ship_countries')}, r.made_in, ${knownTexts('ships_from')},
    ${knownTexts('free_shipping_to')}, r.fastest_us_days, r.trending, r.total_variants, r.store_name, r.product_url, r.detail_status,
    nullif(r.detail, 'null'::jsonb), r.seen_at, r.detail_seen_at
  from jsonb_to_recordset($1::jsonb) as r(source_key uuid, source text, mode text, source_product_id text, title text, category_id text,
    category_path jsonb, image_urls jsonb, cost_from bigint, cost_to bigint, currency text, rsp bigint, suggested bigint, rating real,
    reviews_count integer, order_volume integer, listings_count integer, ship_countries jsonb, made_in text, ships_from jsonb, free_shipping_to jsonb, fastest_us_days integer,
    trending boolean, total_variants integer, store_name text, product_url text, detail_status text,
    detail jsonb, seen_at timestamptz, detail_seen_at timestamptz)
  on conflict (source, mode, source_product_id) do update set
    title = excluded.title, cost_from = excluded.cost_from, cost_to = excluded.cost_to, currency = excluded.currency,
    suggested = case when excluded.rsp is null and source_product.rsp is not null then source_product.suggested else excluded.suggested end,
    rsp = coalesce(excluded.rsp, source_product.rsp),
    category_id = coalesce(excluded.category_id, source_product.category_id),
    category_path = case when excluded.category_path = '{}' then source_product.category_path else excluded.category_path end,
    image_urls = case when cardinality(excluded.image_urls) < cardinality(source_product.image_urls) and excluded.detail is null
      then source_product.image_urls else excluded.image_urls end,
    rating = coalesce(excluded.rating, source_product.rating),
    reviews_count = coalesce(excluded.reviews_count, source_product.reviews_count),
    order_volume = coalesce(excluded.order_volume, source_product.order_volume),
    listings_count = coalesce(excluded.listings_count, source_product.listings_count),
    ship_countries = case when excluded.ship_countries = '{}' then source_product.ship_countries else excluded.ship_countries end,
    made_in = coalesce(excluded.made_in, source_product.made_in),
    ships_from = case when excluded.detail is not null then coalesce(excluded.ships_from, source_product.ships_from)
      else coalesce((select array_agg(distinct country order by country) from unnest(source_product.ships_from || excluded.ships_from) country),
        source_product.ships_from, excluded.ships_from) end,
    free_shipping_to = coalesce(excluded.free_shipping_to, source_product.free_shipping_to),
    fastest_us_days = coalesce(excluded.fastest_us_days, source_product.fastest_us_days),
    trending = coalesce(excluded.trending, source_product.trending),
    total_variants = case when excluded.detail is null then greatest(excluded.total_variants, source_product.total_variants)
      else excluded.total_variants end,
    store_name = coalesce(excluded.store_name, source_product.store_name),
    product_url = coalesce(excluded.product_url, source_product.product_url),
    detail_status = case when excluded.detail is null then source_product.detail_status else excluded.detail_status end,
    detail = coalesce(excluded.detail, source_product.detail),
    seen_at = excluded.seen_at, detail_seen_at = coalesce(excluded.detail_seen_at, source_product.detail_seen_at)`;

/** Saves many products in one statement, in a fixed order to avoid deadlocks between workers. */
export async function upsertSources(tx: Executor, rows: readonly SourceRow[]): Promise<void> {
  const once = [...new Map(rows.map((row) => [row.source_product_id, row])).values()];
  if (once.length === 0) return;
  once.sort((a, b) => (a.source_product_id < b.source_product_id ? -1 : 1));
  await tx.raw(UPSERT, [JSON.stringify(once)]);
}

export const findSource = (ex: Executor, source: SupplierId, mode: Mode, id: string): Promise<Source | undefined> =>
  ex.first<Source>(sql`select source_key, source, mode, source_product_id, title, category_id, category_path, image_urls, cost_from,
      cost_to, currency, rsp, suggested, rating, reviews_count, order_volume, listings_count, ship_countries, made_in, ships_from, free_shipping_to, fastest_us_days, trending, total_variants, store_name,
      product_url, detail_status, detail, seen_at, detail_seen_at
    from source_product where source = ${source} and mode = ${mode} and source_product_id = ${id}`);

/** Several stored products of a supplier. */
export const findSourcesByIds = (
  ex: Executor,
  source: SupplierId,
  mode: Mode,
  ids: readonly string[],
): Promise<Source[]> =>
  ex.rows<Source>(sql`select ${raw(COLUMNS)} from source_product
    where source = ${source} and mode = ${mode} and source_product_id = any(${[...ids]}::text[])`);

/** Removes products that their supplier no longer sells from the search. Copies in workspaces stay. */
export async function removeSources(
  tx: Executor,
  source: SupplierId,
  mode: Mode,
  ids: readonly string[],
): Promise<void> {
  const gone = sql`source = ${source} and mode = ${mode} and source_product_id = any(${[...ids]}::text[])`;
  await tx.run(
    sql`delete from source_shipping where source_key in (select source_key from source_product where ${gone})`,
  );
  await tx.run(sql`delete from source_product where ${gone}`);
}

/** Removes products that are no longer on a supplier's list. */
export const leaveList = (
  tx: Executor,
  source: SupplierId,
  mode: Mode,
  list: SupplierList,
  stayed: readonly string[],
): Promise<number> => {
  const gone = sql`source = ${source} and mode = ${mode} and not source_product_id = any(${[...stayed]}::text[])`;
  return list === 'trending'
    ? tx.run(sql`update source_product set trending = false where trending and ${gone}`)
    : tx.run(sql`update source_product set ships_from = array_remove(ships_from, 'US')
        where ships_from @> '{US}'::text[] and ${gone}`);
};

export const listCategories = (ex: Executor): Promise<CategoryRow[]> =>
  ex.rows<CategoryRow>(
    sql`select source, category_id, parent_id, name from source_category order by source <> 'quayside', source, position, name`,
  );

/** Replaces a source's categories. */
export async function replaceCategories(
  tx: Executor,
  source: SupplierId,
  categories: readonly { id: string; parentId?: string; name: string }[],
): Promise<void> {
  if (categories.length === 0) return;
  const rows = categories.map(({ id, parentId, name }, position) => ({
    id,
    parent_id: parentId ?? null,
    name,
    position,
  }));
  await tx.run(sql`insert into source_category (source, category_id, parent_id, name, position)
    select ${source}, r.id, r.parent_id, r.name, r.position
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, parent_id text, name text, position integer)
    on conflict (source, category_id) do update set parent_id = excluded.parent_id, name = excluded.name, position = excluded.position`);
  await tx.run(sql`delete from source_category where source = ${source}
    and not category_id = any(${rows.map((row) => row.id)}::text[])`);
}
