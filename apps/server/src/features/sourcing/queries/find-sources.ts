import type { SupplierId } from '@quayside/connector-kit';
import { type Executor, join, raw, type Sql, sql } from '../../../db/index.ts';
import type { Mode } from '../../../deps.ts';
import type { Range } from '../rules/bands.ts';
import type { Cursor } from '../rules/cursor.ts';
import type { FindOrder, SortColumn } from '../rules/sorts.ts';

/** A page of search by relevance looks at the most sold of the hits; a common word has too many to weigh them all. */
const WEIGHED_HITS = 500;

export interface FindAsk {
  workplaceId: string;
  mode: Mode;
  /** For the full text search, see searchQuery. */
  words?: string;
  categoryIds?: string[];
  sources?: SupplierId[];
  /** In cents; one of the ranges is enough. */
  prices?: Range[];
  volumes?: Range[];
  listings?: Range[];
  ratingMin?: number;
  /** Only what is known to be shipped there. */
  shipsTo?: string;
  order: FindOrder;
  cursor?: Cursor;
  size: number;
}

export interface FoundRow {
  source_key: string;
  source: SupplierId;
  mode: Mode;
  source_product_id: string;
  title: string;
  category_id: string | null;
  image_urls: string[];
  cost_from: number;
  cost_to: number;
  currency: string;
  suggested: number;
  rsp: number | null;
  profit: number | null;
  rating: number | null;
  reviews_count: number | null;
  order_volume: number | null;
  listings_count: number | null;
  shipping_cost: number | null;
  shipping_days_min: number | null;
  shipping_days_max: number | null;
  ship_countries: string[];
  total_variants: number;
  seen_at: string;
  sorted_by: number;
  product_id: string | null;
  push_state: string | null;
}

function within(column: string, ranges: readonly Range[]): Sql {
  const one = ({ min, above, max, through }: Range): Sql =>
    join(
      [
        ...(min === undefined ? [] : [sql`${raw(column)} ${raw(above ? '>' : '>=')} ${min}`]),
        ...(max === undefined ? [] : [sql`${raw(column)} ${raw(through ? '<=' : '<')} ${max}`]),
        sql`${raw(column)} is not null`,
      ],
      ' and ',
    );
  return sql`(${join(
    ranges.map((range) => sql`(${one(range)})`),
    ' or ',
  )})`;
}

const conditionsOf = (ask: FindAsk): Sql[] => [
  sql`mode = ${ask.mode}`,
  ...(ask.words ? [sql`search @@ to_tsquery('english', ${ask.words})`] : []),
  ...(ask.categoryIds ? [sql`category_id = any(${ask.categoryIds}::text[])`] : []),
  ...(ask.sources?.length ? [sql`source = any(${ask.sources}::text[])`] : []),
  ...(ask.prices?.length ? [within('cost_from', ask.prices)] : []),
  ...(ask.volumes?.length ? [within('order_volume', ask.volumes)] : []),
  ...(ask.listings?.length ? [within('listings_count', ask.listings)] : []),
  ...(ask.ratingMin === undefined ? [] : [sql`rating >= ${ask.ratingMin}`]),
  ...(ask.shipsTo ? [sql`ship_countries @> array[${ask.shipsTo}]::text[]`] : []),
];

const CARD =
  raw(`source_key, source, mode, source_product_id, title, category_id, image_urls, cost_from, cost_to, currency, suggested, rsp,
  profit, rating, reviews_count, order_volume, listings_count, shipping_cost, shipping_days_min, shipping_days_max, ship_countries,
  total_variants, seen_at`);

/** Walks the column's index from the cursor and stops at the page's end. */
function walk(ask: FindAsk, by: SortColumn, descending: boolean): Sql {
  const column = raw(by);
  const direction = raw(descending ? 'desc' : 'asc');
  const conditions = conditionsOf(ask);
  let offset = sql``;
  if (ask.cursor && 'after' in ask.cursor) {
    const [at, key] = ask.cursor.after;
    conditions.push(sql`(${column}, source_key) ${raw(descending ? '<' : '>')} (${at}, ${key}::uuid)`);
  } else if (ask.cursor) offset = sql`offset ${ask.cursor.skip}`;
  return sql`select ${CARD}, ${column}::bigint as sorted_by from source_product where ${join(conditions, ' and ')}
    order by ${column} ${direction}, source_key ${direction} limit ${ask.size} ${offset}`;
}

/** The most sold of the hits, those nearest to the words first; without words, what sells most. */
function weigh(ask: FindAsk): Sql {
  const skip = ask.cursor && 'skip' in ask.cursor ? ask.cursor.skip : 0;
  if (!ask.words) return walk(ask, 'volume_order', true);
  return sql`select ${CARD}, 0::bigint as sorted_by from (
      select ${CARD}, search, volume_order from source_product where ${join(conditionsOf(ask), ' and ')}
      order by volume_order desc, source_key desc limit ${WEIGHED_HITS}) hits
    order by ts_rank(search, to_tsquery('english', ${ask.words})) desc, volume_order desc, source_key desc
    limit ${ask.size} offset ${skip}`;
}

/**
 * One page of the catalogue, with what this workplace already imported of it. One statement; never named, so that the
 * planner sees the words and bands asked for: how common they are decides which index serves best.
 */
export async function findSources(ex: Executor, ask: FindAsk): Promise<FoundRow[]> {
  const { order } = ask;
  const page = order.by === 'relevance' ? weigh(ask) : walk(ask, order.by, order.descending);
  const query = sql`with page as materialized (${page})
    select page.*, product.product_id, product.push_state from page
    left join product on product.workplace_id = ${ask.workplaceId} and product.source = page.source and product.mode = page.mode
      and product.source_product_id = page.source_product_id and product.deleted_at is null`;
  const { rows } = await ex.raw(query.text, query.values);
  return rows as unknown as FoundRow[];
}
