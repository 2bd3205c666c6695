import type { SupplierId } from '@quayside/connector-kit';
import { type Collection, PRICE_BANDS } from '@quayside/contracts';
import { type Executor, join, raw, type Sql, sql } from '../../../db/index.ts';
import type { Mode } from '../../../deps.ts';
import type { Range } from '../rules/bands.ts';
import { COLLECTION_RULES } from '../rules/collections.ts';
import type { Cursor } from '../rules/cursor.ts';
import { getOrder, isZoned, type SortColumn, type ZoneColumn } from '../rules/sorts.ts';
import { shipsTo } from '../zone-repo.ts';

/**
 * Index rows to scan before switching to the word index. A common word has a page of matches among them; a rare one has
 * few enough to fetch and sort.
 */
export const WINDOW = 2000;
/** The same for an index that contains the words: about 5 ms, because products without them aren't read. */
const WORDS_WINDOW = 20_000;
/** More values are cheaper to filter than to merge. */
const MOST_MERGED = 60;

export interface FindQuery {
  workplaceId: string;
  mode: Mode;
  /** For full text search: `every` or `any` of searchQuery. */
  words?: string;
  categoryIds?: string[];
  sources?: SupplierId[];
  /** In cents; any of the ranges. `bands`: numbers of the price bands that contain them. */
  prices?: Range[];
  bands?: number[];
  volumes?: Range[];
  listings?: Range[];
  ratingMin?: number;
  /** Only products known to ship there. */
  shipsTo?: string;
  collection?: Collection;
  /** Products to leave out, as "source/id". */
  without?: string[];
  cursor?: Cursor;
  size: number;
  /** Destination with its price zones, at most one per supplier. */
  shipTo: string;
  zones: number[];
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
  days_min: number | null;
  days_max: number | null;
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

/** A mark of source_words, quoted for the search so that nothing in it acts as an operator. */
const mark = (kind: 'band' | 'category', value: string | number): string =>
  `'@${kind}=${String(value).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** Words and marks as one condition on `column`. */
function wordsOf({ words, bands, categoryIds }: FindQuery, column = raw('search')): Sql[] {
  if (!words) return [];
  const marks = [
    ...(bands ? [`(${bands.map((band) => mark('band', band)).join(' | ')})`] : []),
    ...(categoryIds ? [`(${categoryIds.map((id) => mark('category', id)).join(' | ')})`] : []),
  ];
  if (marks.length === 0) return [sql`${column} @@ to_tsquery('english', ${words})`];
  return [sql`${column} @@ (to_tsquery('english', ${words}) && ${marks.join(' & ')}::tsquery)`];
}

const filtersOf = (ask: FindQuery): Sql[] => [
  ...(ask.sources?.length ? [sql`source = any(${ask.sources}::text[])`] : []),
  ...(ask.prices?.length ? [within('cost_from', ask.prices)] : []),
  ...(ask.volumes?.length ? [within('order_volume', ask.volumes)] : []),
  ...(ask.listings?.length ? [within('listings_count', ask.listings)] : []),
  ...(ask.ratingMin === undefined ? [] : [sql`rating >= ${ask.ratingMin}`]),
  ...(ask.shipsTo ? [sql`ship_countries @> array[${ask.shipsTo}]::text[]`] : []),
  ...(ask.without?.length ? [sql`source || '/' || source_product_id <> all(${ask.without}::text[])`] : []),
  ...(ask.collection ? [sql`(${raw(COLLECTION_RULES[ask.collection].where)})`] : []),
];

const categoriesOf = ({ categoryIds }: FindQuery): Sql[] => {
  if (!categoryIds) return [];
  return categoryIds.length === 1
    ? [sql`category_id = ${categoryIds[0]}`]
    : [sql`category_id = any(${categoryIds}::text[])`];
};

const othersOf = (ask: FindQuery): Sql[] => [sql`mode = ${ask.mode}`, ...categoriesOf(ask), ...filtersOf(ask)];
export const getConditions = (ask: FindQuery): Sql[] => [...wordsOf(ask), ...othersOf(ask)];

const CARD_COLUMNS = [
  ...[
    'source_key',
    'source',
    'mode',
    'source_product_id',
    'title',
    'category_id',
    'image_urls',
    'cost_from',
    'cost_to',
  ],
  ...['currency', 'suggested', 'rsp', 'rating', 'reviews_count', 'order_volume', 'listings_count', 'ship_countries'],
  ...['free_shipping_to', 'fastest_us_days', 'total_variants', 'seen_at'],
];
export const CARD = raw(CARD_COLUMNS.join(', '));
const CARD_OF_P = raw(CARD_COLUMNS.map((column) => `p.${column}`).join(', '));

export interface Walk<By = SortColumn> {
  by: By;
  descending: boolean;
}

export const ordered = ({ by, descending }: Walk<string>, column = raw(by)): Sql => {
  const direction = raw(descending ? 'desc' : 'asc');
  return sql`order by ${column} ${direction}, source_key ${direction}`;
};

export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : join([...conditions], ' and ');

/** Start of the index scan, and the rows skipped by a page number. */
function entry(ask: FindQuery, { by, descending }: Walk): { conditions: Sql[]; skip: number } {
  const { cursor } = ask;
  if (!cursor || 'skip' in cursor) return { conditions: [], skip: cursor?.skip ?? 0 };
  const [at, key] = cursor.after;
  const past = raw(descending ? '<' : '>');
  return { conditions: [sql`(${raw(by)}, source_key) ${past} (${at}, ${key}::uuid)`], skip: 0 };
}

/** Scans the column's index from the cursor to the page's end. */
function walk(ask: FindQuery, by: Walk): Sql {
  const { conditions, skip } = entry(ask, by);
  return sql`select ${CARD}, ${raw(by.by)}::bigint as sorted_by from source_product
    where ${all([...getConditions(ask), ...conditions])} ${ordered(by)} limit ${ask.size} offset ${skip}`;
}

/**
 * With filters, the number of matches is unknown and a wrong estimate costs seconds: first a window of the index is
 * scanned, and if that doesn't fill the page, the matches are fetched by words (or another rare filter) and sorted.
 */
function walkOrFetch(ask: FindQuery, by: Walk): Sql {
  const { conditions, skip } = entry(ask, by);
  const column = raw(by.by);
  const wanted = ask.size + skip;
  const hits = all(getConditions(ask));
  const from = all([sql`mode = ${ask.mode}`, ...conditions]);
  return sql`select * from (
      with near as materialized (select ${CARD}, ${column}::bigint as sorted_by
          from (select * from source_product where ${from} ${ordered(by)} limit ${WINDOW}) seen where ${hits} limit ${wanted}),
        far as materialized (select ${CARD}, ${column}::bigint as sorted_by
          from (select * from source_product where (select count(*) from near) < ${wanted} and ${all([...conditions, hits])} offset 0) seen
          ${ordered(by)} limit ${wanted})
      select * from near where (select count(*) from near) >= ${wanted} union all select * from far) found
    ${ordered(by, raw('sorted_by'))} limit ${ask.size} offset ${skip}`;
}

/** Scans one index per category, for a few, and merges the results. */
function walkEach(ask: FindQuery, by: Walk): Sql {
  const { conditions, skip } = entry(ask, by);
  const values = sql`${ask.categoryIds}::text[]`;
  const others = [sql`mode = ${ask.mode}`, ...filtersOf(ask), ...conditions];
  return sql`select found.* from unnest(${values}) value cross join lateral (
      select ${CARD}, ${raw(by.by)}::bigint as sorted_by from source_product
      where ${all([...others, sql`category_id = value`])} ${ordered(by)} limit ${ask.size + skip}) found
    ${ordered(by, raw('sorted_by'))} limit ${ask.size} offset ${skip}`;
}

function pageOf(ask: FindQuery, by: Walk): Sql {
  const { words, categoryIds, collection } = ask;
  const merges = !words && !collection && by.by === 'cost_from';
  if (merges && categoryIds && categoryIds.length <= MOST_MERGED) return walkEach(ask, by);
  const isFiltered = words !== undefined || categoryIds !== undefined || filtersOf(ask).length > 0;
  return isFiltered && !isOwnOrder(ask, by) ? walkOrFetch(ask, by) : walk(ask, by);
}

/**
 * A single filter in the order of the index that contains exactly its rows: price by price, a collection in its own
 * order.
 */
function isOwnOrder({ words, categoryIds, ...ask }: FindQuery, { by }: Walk): boolean {
  const isAlone = (rest: Omit<FindQuery, 'words' | 'categoryIds'>): boolean =>
    !words && !categoryIds && filtersOf(rest).length === 0;
  if (by === 'cost_from' && isAlone({ ...ask, prices: undefined })) return true;
  const { collection, ...rest } = ask;
  return collection !== undefined && getOrder(COLLECTION_RULES[collection].order).by === by && isAlone(rest);
}

export async function run(
  ex: Executor,
  { workplaceId, shipTo, zones }: Pick<FindQuery, 'workplaceId' | 'shipTo' | 'zones'>,
  page: Sql,
  order: Sql,
): Promise<FoundRow[]> {
  const query = sql`with page as materialized (${page})
    select page.*, figure.*, product.product_id, product.push_state from page
    left join lateral (select profit, shipping_cost, days_min, days_max from source_shipping
      where source_key = page.source_key and zone_id = any(${zones}::int[]) and ${shipsTo(shipTo)} limit 1) figure on true
    left join product on product.workplace_id = ${workplaceId} and product.source = page.source and product.mode = page.mode
      and product.source_product_id = page.source_product_id and product.deleted_at is null
      and product.copied_from is null
    ${order}`;
  const { rows } = await ex.raw(query.text, query.values);
  return rows as unknown as FoundRow[];
}

/** Represents an unknown figure in a cursor, last in either direction. */
const UNKNOWN = 9_000_000_000_000_000;
const unknownAt = (descending: boolean): number => (descending ? -UNKNOWN : UNKNOWN);

/** Parts of a zone's index to scan separately: the zones, each by the requested categories or bands. */
function lanesOf({ words, collection, categoryIds, bands, zones }: FindQuery, by: ZoneColumn) {
  const all = sql`unnest(${zones}::int[]) zone`;
  if (by === 'profit' && categoryIds && categoryIds.length <= MOST_MERGED)
    return {
      lanes: sql`${all} cross join unnest(${categoryIds}::text[]) value`,
      within: sql`f.zone_id = zone and f.category_id = value`,
      isWhole: !words && !collection,
      walksPrices: false,
    };
  if (by === 'profit' && bands && !categoryIds)
    return {
      lanes: sql`${all} cross join unnest(${bands}::smallint[]) value`,
      within: sql`f.zone_id = zone and f.price_band = value`,
      isWhole: !words && !collection,
      walksPrices: true,
    };
  return { lanes: all, within: sql`f.zone_id = zone`, isWhole: !words && !categoryIds, walksPrices: false };
}

/** Products with a known figure for the country, in its order. */
function knownPage(ask: FindQuery, by: Walk<ZoneColumn>): Sql {
  const { cursor } = ask;
  const skip = cursor && 'skip' in cursor ? cursor.skip : 0;
  const wanted = ask.size + skip;
  const column = raw(`f.${by.by}`);
  const direction = raw(by.descending ? 'desc' : 'asc');
  const past = raw(by.descending ? '<' : '>');
  const entered =
    cursor && 'after' in cursor
      ? [sql`(${column}, f.source_key) ${past} (${cursor.after[0]}, ${cursor.after[1]}::uuid)`]
      : [];
  const figures = all([sql`${column} is not null`, ...entered]);
  const hits = all([...getConditions(ask), shipsTo(ask.shipTo)]);
  const { lanes, within, isWhole, walksPrices } = lanesOf(ask, by.by);
  const order = sql`order by ${column} ${direction}, f.source_key ${direction}`;
  const found = sql`order by sorted_by ${direction}, source_key ${direction}`;
  const others = walksPrices ? { ...ask, prices: undefined } : ask;
  const isOpen = isWhole && filtersOf(others).length === 0;
  if (isOpen)
    return sql`select found.* from ${lanes} cross join lateral (
        select ${CARD_OF_P}, ${column}::bigint as sorted_by from source_shipping f
        cross join lateral (select * from source_product where source_key = f.source_key and ${hits} limit 1) p
        where ${within} and ${figures} ${order} limit ${wanted}) found
      ${found} limit ${ask.size} offset ${skip}`;
  return sql`select * from (
      with seen as materialized (select walked.* from ${lanes} cross join lateral (
            select f.source_key as walked_key, ${column}::bigint as sorted_by from source_shipping f
            where ${within} and ${figures} ${order} limit ${WINDOW}) walked
          order by sorted_by ${direction}, walked_key ${direction} limit ${WINDOW}),
        near as materialized (select ${CARD_OF_P}, seen.sorted_by from seen
          cross join lateral (select * from source_product where source_key = seen.walked_key and ${hits} limit 1) p
          order by seen.sorted_by ${direction}, seen.walked_key ${direction} limit ${wanted}),
        far as materialized (select ${CARD_OF_P}, f.sorted_by from
          (select * from source_product where (select count(*) from near) < ${wanted}
            and (select count(*) from seen) >= ${WINDOW} and ${hits} offset 0) p
          cross join lateral (select ${column}::bigint as sorted_by from source_shipping f
            where f.source_key = p.source_key and f.zone_id = any(${ask.zones}::int[]) and ${figures} limit 1) f
          order by f.sorted_by ${direction}, p.source_key ${direction} limit ${wanted})
      select * from near where (select count(*) from near) >= ${wanted} or (select count(*) from seen) < ${WINDOW}
      union all select * from far) found
    ${found} limit ${ask.size} offset ${skip}`;
}

/** A few categories are scanned individually instead. */
const walksWords = ({ words, categoryIds }: FindQuery, by: ZoneColumn): boolean =>
  words !== undefined && by === 'profit' && !(categoryIds && categoryIds.length <= MOST_MERGED);

/**
 * Products with the words by profit. The zones' price band index contains the words, so it is scanned far, merging
 * bands and zones; if that doesn't fill the page, all matches are fetched by word, those without a figure last.
 */
function wordsPage(ask: FindQuery, descending: boolean): Sql {
  const { cursor, zones } = ask;
  const skip = cursor && 'skip' in cursor ? cursor.skip : 0;
  const wanted = ask.size + skip;
  const direction = raw(descending ? 'desc' : 'asc');
  const end = unknownAt(descending);
  const entered = (column: Sql, key: Sql): Sql[] =>
    cursor && 'after' in cursor
      ? [sql`(${column}, ${key}) ${raw(descending ? '<' : '>')} (${cursor.after[0]}::bigint, ${cursor.after[1]}::uuid)`]
      : [];
  const bands = ask.bands ?? PRICE_BANDS.map((_, band) => band);
  const lanes = zones.flatMap((zone) =>
    bands.map(
      (band) => sql`(select source_key as walked_key, profit as sorted_by, words as walked_words from source_shipping
        where ${all([sql`zone_id = ${zone} and price_band = ${band}`, ...entered(raw('profit'), raw('source_key'))])}
        order by profit ${direction}, source_key ${direction} limit ${WORDS_WINDOW})`,
    ),
  );
  const goes = shipsTo(ask.shipTo);
  return sql`select * from (
      with near as materialized (select ${CARD_OF_P}, seen.sorted_by from
          (select * from (${join(lanes, ' union all ')}) lanes
            order by sorted_by ${direction}, walked_key ${direction} limit ${WORDS_WINDOW}) seen
          cross join lateral (select * from source_product where source_key = seen.walked_key
            and ${all([...getConditions(ask), goes])} limit 1) p
          where (walked_words is null or ${all(wordsOf(ask, raw('walked_words')))})
          order by seen.sorted_by ${direction}, seen.walked_key ${direction} limit ${wanted}),
        far as materialized (select ${CARD_OF_P}, coalesce(f.profit, ${end}::bigint) as sorted_by from
          (select * from (select * from source_product where (select count(*) from near) < ${wanted}
              and ${all(wordsOf(ask))} offset 0) hit
            where ${all(othersOf(ask))} offset 0) p
          left join lateral (select profit from source_shipping where source_key = p.source_key
            and zone_id = any(${zones}::int[]) and ${goes} limit 1) f on true
          where ${all(entered(sql`coalesce(f.profit, ${end}::bigint)`, raw('p.source_key')))}
          order by sorted_by ${direction}, p.source_key ${direction} limit ${wanted})
      select * from near where (select count(*) from near) >= ${wanted} union all select * from far) found
    order by sorted_by ${direction}, source_key ${direction} limit ${ask.size} offset ${skip}`;
}

/** The product's figure for the country is known. */
const isKnown = ({ shipTo, zones }: FindQuery, by: ZoneColumn): Sql =>
  sql`(${shipsTo(shipTo)} and exists (select 1 from source_shipping f where f.source_key = source_product.source_key
    and f.zone_id = any(${zones}::int[]) and ${raw(`f.${by}`)} is not null))`;

/** Products with a known figure; only counted for page numbers behind them. */
async function countKnown(ex: Executor, ask: FindQuery, by: ZoneColumn): Promise<number> {
  const { text, values } = sql`select count(*)::int as known from source_product
    where ${all([...getConditions(ask), isKnown(ask, by)])}`;
  const { rows } = await ex.raw(text, values);
  return Number(rows[0]?.known ?? 0);
}

/** By a figure of the chosen country in either direction; unknown ones follow by key. */
async function findByFigure(ex: Executor, ask: FindQuery, by: Walk<ZoneColumn>): Promise<FoundRow[]> {
  const { cursor, size } = ask;
  const end = unknownAt(by.descending);
  const isPast = cursor !== undefined && 'after' in cursor && cursor.after[0] === end;
  if (!isPast && ask.zones.length > 0 && walksWords(ask, by.by))
    return run(ex, ask, wordsPage(ask, by.descending), ordered(by, raw('sorted_by')));
  const known =
    isPast || ask.zones.length === 0 ? [] : await run(ex, ask, knownPage(ask, by), ordered(by, raw('sorted_by')));
  if (known.length >= size) return known;
  const direction = raw(by.descending ? 'desc' : 'asc');
  const past = raw(by.descending ? '<' : '>');
  const after = isPast ? [sql`source_key ${past} ${cursor.after[1]}::uuid`] : [];
  const jumped = cursor && 'skip' in cursor && known.length === 0 ? cursor.skip : 0;
  const skip = jumped === 0 ? 0 : jumped - (ask.zones.length === 0 ? 0 : await countKnown(ex, ask, by.by));
  const rest = await run(
    ex,
    ask,
    sql`select ${CARD}, ${end}::bigint as sorted_by from source_product where ${all([...getConditions(ask), sql`not ${isKnown(ask, by.by)}`, ...after])}
      order by source_key ${direction} limit ${size - known.length} offset ${Math.max(0, skip)}`,
    ordered(by, raw('sorted_by')),
  );
  return [...known, ...rest];
}

/**
 * A catalog page in a column's order, with this workplace's imports. One unnamed statement, so that the planner sees
 * the values.
 */
export const findSources = (ex: Executor, ask: FindQuery, by: Walk | Walk<ZoneColumn>): Promise<FoundRow[]> =>
  isZoned(by) ? findByFigure(ex, ask, by) : run(ex, ask, pageOf(ask, by as Walk), ordered(by, raw('sorted_by')));
