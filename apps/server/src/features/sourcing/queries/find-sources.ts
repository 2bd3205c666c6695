import type { SupplierId } from '@quayside/connector-kit';
import type { Collection } from '@quayside/contracts';
import { type Executor, join, raw, type Sql, sql } from '../../../db/index.ts';
import type { Mode } from '../../../deps.ts';
import type { Range } from '../rules/bands.ts';
import { COLLECTION_RULES } from '../rules/collections.ts';
import type { Cursor } from '../rules/cursor.ts';
import { orderOf, type SortColumn } from '../rules/sorts.ts';

/**
 * Rows of an index that a search looks at before it turns to the words' own index. A common word has a page's worth of
 * hits among them; a rare one has so few at all that they can be fetched and sorted.
 */
export const WINDOW = 2000;
/** More values than this are cheaper to filter than to merge. */
const MOST_MERGED = 60;

export interface FindAsk {
  workplaceId: string;
  mode: Mode;
  /** For the full text search: `every` or `any` of searchQuery. */
  words?: string;
  categoryIds?: string[];
  sources?: SupplierId[];
  /** In cents; one of the ranges is enough. `bands`: the numbers of the price bands in which they lie. */
  prices?: Range[];
  bands?: number[];
  volumes?: Range[];
  listings?: Range[];
  ratingMin?: number;
  /** Only what is known to be shipped there. */
  shipsTo?: string;
  collection?: Collection;
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
  free_shipping_to: string[] | null;
  fastest_us_days: number | null;
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

/** A mark of source_words as the search reads it: quoted, so that nothing in it is taken for an operator. */
const mark = (kind: 'band' | 'category', value: string | number): string =>
  `'@${kind}=${String(value).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** Words and marks in one question. */
function wordsOf({ words, bands, categoryIds }: FindAsk): Sql[] {
  if (!words) return [];
  const marks = [
    ...(bands ? [`(${bands.map((band) => mark('band', band)).join(' | ')})`] : []),
    ...(categoryIds ? [`(${categoryIds.map((id) => mark('category', id)).join(' | ')})`] : []),
  ];
  if (marks.length === 0) return [sql`search @@ to_tsquery('english', ${words})`];
  return [sql`search @@ (to_tsquery('english', ${words}) && ${marks.join(' & ')}::tsquery)`];
}

const filtersOf = (ask: FindAsk): Sql[] => [
  ...(ask.sources?.length ? [sql`source = any(${ask.sources}::text[])`] : []),
  ...(ask.prices?.length ? [within('cost_from', ask.prices)] : []),
  ...(ask.volumes?.length ? [within('order_volume', ask.volumes)] : []),
  ...(ask.listings?.length ? [within('listings_count', ask.listings)] : []),
  ...(ask.ratingMin === undefined ? [] : [sql`rating >= ${ask.ratingMin}`]),
  ...(ask.shipsTo ? [sql`ship_countries @> array[${ask.shipsTo}]::text[]`] : []),
  ...(ask.collection ? [sql`(${raw(COLLECTION_RULES[ask.collection].where)})`] : []),
];

const categoriesOf = ({ categoryIds }: FindAsk): Sql[] => {
  if (!categoryIds) return [];
  return categoryIds.length === 1
    ? [sql`category_id = ${categoryIds[0]}`]
    : [sql`category_id = any(${categoryIds}::text[])`];
};

export const conditionsOf = (ask: FindAsk): Sql[] => [
  sql`mode = ${ask.mode}`,
  ...wordsOf(ask),
  ...categoriesOf(ask),
  ...filtersOf(ask),
];

export const CARD =
  raw(`source_key, source, mode, source_product_id, title, category_id, image_urls, cost_from, cost_to, currency, suggested, rsp,
  profit, rating, reviews_count, order_volume, listings_count, shipping_cost, shipping_days_min, shipping_days_max, ship_countries,
  free_shipping_to, fastest_us_days, total_variants, seen_at`);

export interface Walk {
  by: SortColumn;
  descending: boolean;
}

export const ordered = ({ by, descending }: Walk, column = raw(by)): Sql => {
  const direction = raw(descending ? 'desc' : 'asc');
  return sql`order by ${column} ${direction}, source_key ${direction}`;
};

export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : join([...conditions], ' and ');

/** The place where the index is entered, and the rows of a page jump that are passed over. */
function entry(ask: FindAsk, { by, descending }: Walk): { conditions: Sql[]; skip: number } {
  const { cursor } = ask;
  if (!cursor || 'skip' in cursor) return { conditions: [], skip: cursor?.skip ?? 0 };
  const [at, key] = cursor.after;
  const past = raw(descending ? '<' : '>');
  return { conditions: [sql`(${raw(by)}, source_key) ${past} (${at}, ${key}::uuid)`], skip: 0 };
}

/** Walks the column's index from the cursor and stops at the page's end. */
function walk(ask: FindAsk, by: Walk): Sql {
  const { conditions, skip } = entry(ask, by);
  return sql`select ${CARD}, ${raw(by.by)}::bigint as sorted_by from source_product
    where ${all([...conditionsOf(ask), ...conditions])} ${ordered(by)} limit ${ask.size} offset ${skip}`;
}

/** Where a walk by profit may begin deeper in: within the one price band or category that was asked for. */
function lane(ask: FindAsk, by: Walk): Sql[] {
  const { categoryIds, bands } = ask;
  if (by.by !== 'profit_order') return [];
  if (categoryIds?.length === 1) return [sql`category_id = ${categoryIds[0]}`];
  return bands?.length === 1 && !categoryIds ? [sql`price_band = ${bands[0]}`] : [];
}

/**
 * The same where filters decide. How many rows fulfil them together nobody knows beforehand, and a wrong guess costs
 * seconds: so the walk is tried over a window of the index, and where that does not fill the page, the hits are fetched
 * by their words (or what else is rare about them) and sorted.
 */
function walkOrFetch(ask: FindAsk, by: Walk): Sql {
  const { conditions, skip } = entry(ask, by);
  const column = raw(by.by);
  const wanted = ask.size + skip;
  const hits = all(conditionsOf(ask));
  const from = all([sql`mode = ${ask.mode}`, ...lane(ask, by), ...conditions]);
  return sql`select * from (
      with near as materialized (select ${CARD}, ${column}::bigint as sorted_by
          from (select * from source_product where ${from} ${ordered(by)} limit ${WINDOW}) seen where ${hits} limit ${wanted}),
        far as materialized (select ${CARD}, ${column}::bigint as sorted_by
          from (select * from source_product where (select count(*) from near) < ${wanted} and ${all([...conditions, hits])} offset 0) seen
          ${ordered(by)} limit ${wanted})
      select * from near where (select count(*) from near) >= ${wanted} union all select * from far) found
    ${ordered(by, raw('sorted_by'))} limit ${ask.size} offset ${skip}`;
}

/** Walks one index for each of a few values and merges what they give. */
function walkEach(ask: FindAsk, by: Walk, column: 'category_id' | 'price_band'): Sql {
  const { conditions, skip } = entry(ask, by);
  const values = column === 'category_id' ? sql`${ask.categoryIds}::text[]` : sql`${ask.bands}::smallint[]`;
  const others = [sql`mode = ${ask.mode}`, ...filtersOf(ask), ...conditions];
  return sql`select found.* from unnest(${values}) value cross join lateral (
      select ${CARD}, ${raw(by.by)}::bigint as sorted_by from source_product
      where ${all([...others, sql`${raw(column)} = value`])} ${ordered(by)} limit ${ask.size + skip}) found
    ${ordered(by, raw('sorted_by'))} limit ${ask.size} offset ${skip}`;
}

function pageOf(ask: FindAsk, by: Walk): Sql {
  const { words, categoryIds, bands, collection } = ask;
  const merges = !words && !collection && (by.by === 'profit_order' || by.by === 'cost_from');
  if (merges && categoryIds && categoryIds.length <= MOST_MERGED) return walkEach(ask, by, 'category_id');
  if (merges && by.by === 'profit_order' && bands && !categoryIds) return walkEach(ask, by, 'price_band');
  const isFiltered = words !== undefined || categoryIds !== undefined || filtersOf(ask).length > 0;
  return isFiltered && !isOwnOrder(ask, by) ? walkOrFetch(ask, by) : walk(ask, by);
}

/** One filter alone, in the order of the index that holds just its rows together: prices by price, a collection in its own. */
function isOwnOrder({ words, categoryIds, ...ask }: FindAsk, { by }: Walk): boolean {
  const isAlone = (rest: Omit<FindAsk, 'words' | 'categoryIds'>): boolean =>
    !words && !categoryIds && filtersOf(rest).length === 0;
  if (by === 'cost_from' && isAlone({ ...ask, prices: undefined })) return true;
  const { collection, ...rest } = ask;
  return collection !== undefined && orderOf(COLLECTION_RULES[collection].order).by === by && isAlone(rest);
}

export async function run(ex: Executor, workplaceId: string, page: Sql, order: Sql): Promise<FoundRow[]> {
  const query = sql`with page as materialized (${page})
    select page.*, product.product_id, product.push_state from page
    left join product on product.workplace_id = ${workplaceId} and product.source = page.source and product.mode = page.mode
      and product.source_product_id = page.source_product_id and product.deleted_at is null
    ${order}`;
  const { rows } = await ex.raw(query.text, query.values);
  return rows as unknown as FoundRow[];
}

/**
 * One page of the catalogue in the order of a column, with what this workplace already imported of it. One statement;
 * never named, so that the planner sees the values asked for.
 */
export const findSources = (ex: Executor, ask: FindAsk, by: Walk): Promise<FoundRow[]> =>
  run(ex, ask.workplaceId, pageOf(ask, by), ordered(by, raw('sorted_by')));
