import { PRICE_BANDS, type ServerSide, type sourcing } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import type { Executor, Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { askLater } from '../actions/search-source.ts';
import { cardAnswer } from '../answers.ts';
import { LISTING_RANGES, mayOverlap, PRICE_RANGES, type Range, VOLUME_RANGES } from '../rules/bands.ts';
import { withDescendants } from '../rules/category-tree.ts';
import { type Cursor, readCursor, writeCursor } from '../rules/cursor.ts';
import { orderOf } from '../rules/sorts.ts';
import { searchQuery } from '../rules/words.ts';
import { listCategories } from '../source-repo.ts';
import { type FindAsk, type FoundRow, findNearest, findSources } from './find-sources.ts';
import { usualMode, type WorkplaceFacts } from './workplace-facts.ts';

type Query = ServerSide<(typeof sourcing)['find']>['query'];

const CENTS = 100;
const inCents = ({ min, max, ...edges }: Range): Range => ({
  ...edges,
  ...(min === undefined ? {} : { min: min * CENTS }),
  ...(max === undefined ? {} : { max: max * CENTS }),
});

/** The bands asked for, and the bounds that a person typed, of which all hold. */
function pricesOf(query: Query): Range[] | undefined {
  const typed: Range = {
    ...(query.price_min === undefined ? {} : { min: Math.round(query.price_min * CENTS) }),
    ...(query.price_max === undefined ? {} : { max: Math.round(query.price_max * CENTS), through: true }),
  };
  const bands = (query.price ?? []).map((band) => inCents(PRICE_RANGES[band]));
  if (bands.length === 0) return query.price_min === undefined && query.price_max === undefined ? undefined : [typed];
  return bands.map((band) => narrowed(band, typed));
}

/** The price bands in which ranges lie, by their numbers. */
const bandsOf = (ranges: readonly Range[]): number[] =>
  PRICE_BANDS.flatMap((band, at) =>
    ranges.some((range) => mayOverlap(inCents(PRICE_RANGES[band]), range)) ? [at] : [],
  );

/** Where two ranges overlap. */
function narrowed(a: Range, b: Range): Range {
  const low =
    b.min !== undefined && (a.min === undefined || b.min > a.min)
      ? { min: b.min, above: b.above }
      : { min: a.min, above: a.above };
  const high =
    b.max !== undefined && (a.max === undefined || b.max < a.max)
      ? { max: b.max, through: b.through }
      : { max: a.max, through: a.through };
  return { ...low, ...high };
}

function cursorOf(query: Query): Cursor | undefined {
  if (query.cursor !== undefined) {
    const cursor = readCursor(query.cursor);
    if (!cursor)
      throw new AppError('UNPROCESSABLE_ENTITY', 'INPUT_INVALID_FIELDS', { fields: { cursor: ['INPUT_INVALID'] } });
    return cursor;
  }
  return query.page && query.page > 1 ? { skip: (query.page - 1) * query.page_size } : undefined;
}

interface Page {
  rows: FoundRow[];
  next: string | undefined;
}

/** `size` rows of those read, one of which only tells that there is more. */
function cut(rows: readonly FoundRow[], size: number, cursorAfter: (last: FoundRow) => Cursor): Page {
  const last = rows[size - 1];
  return { rows: rows.slice(0, size), next: rows.length > size && last ? writeCursor(cursorAfter(last)) : undefined };
}

const afterRow = (last: FoundRow): Cursor => ({ after: [last.sorted_by, last.source_key] });
const BEST_SOLD = { by: 'volume_order', descending: true } as const;

/** Nearest to the words first among what sells best; what sells less follows in the order of its sales. */
async function byRelevance(ex: Executor, ask: FindAsk, size: number): Promise<Page> {
  const { words, cursor } = ask;
  if (!words || (cursor && 'after' in cursor)) return cut(await findSources(ex, ask, BEST_SOLD), size, afterRow);
  const { rows, end } = await findNearest(ex, { ...ask, words });
  const skip = (cursor && 'skip' in cursor ? cursor.skip : 0) + size;
  if (rows.length > size || !end) return cut(rows, size, () => ({ skip }));
  if (rows.length === size) return { rows, next: writeCursor({ after: end }) };
  const rest = await findSources(ex, { ...ask, cursor: { after: end }, size: size + 1 - rows.length }, BEST_SOLD);
  return cut([...rows, ...rest], size, afterRow);
}

async function findPage(ex: Executor, query: Query, ask: FindAsk): Promise<Page> {
  const order = orderOf(query.sort);
  if (order.by === 'relevance') return byRelevance(ex, ask, query.page_size);
  return cut(await findSources(ex, ask, order), query.page_size, afterRow);
}

const CATEGORIES_KEPT_MS = 60_000;

/** Finds products; what is kept answers at once, and sources that are searched on demand are asked meanwhile. */
export function finder(deps: Deps, factsOf: (scope: Required<Scope>) => Promise<WorkplaceFacts>) {
  let categories: { rows: Awaited<ReturnType<typeof listCategories>>; at: number } | undefined;
  const descendants = async (categoryId: string): Promise<string[]> => {
    if (!categories || Date.now() - categories.at > CATEGORIES_KEPT_MS)
      categories = { rows: await deps.db.global(listCategories), at: Date.now() };
    return withDescendants(categories.rows, categoryId);
  };

  return async (scope: Required<Scope>, query: Query) => {
    const facts = await factsOf(scope);
    const mode = query.mode ?? usualMode(deps, facts);
    const words = searchQuery(query.keyword ?? '');
    const sources = query.source?.includes('all') ? undefined : query.source?.filter((source) => source !== 'all');
    const cursor = cursorOf(query);
    const categoryIds = query.category_id ? await descendants(query.category_id) : undefined;
    const prices = pricesOf(query);
    const page = await deps.db.read(scope, (ex) =>
      findPage(ex, query, {
        workplaceId: scope.workplaceId,
        mode,
        words,
        categoryIds,
        sources,
        prices,
        bands: prices && bandsOf(prices),
        volumes: query.order_volume?.map((band) => VOLUME_RANGES[band]),
        listings: query.listing_count?.map((band) => LISTING_RANGES[band]),
        ratingMin: query.rating_min,
        shipsTo: query.only_shippable ? query.ship_to : undefined,
        cursor,
        size: query.page_size + 1,
      }),
    );
    const asked = facts.onDemand.filter(
      (one) => one.mode === mode && (sources === undefined || sources.some((source) => source === one.supplier)),
    );
    let refreshing = false;
    if (!cursor && (words || query.category_id)) {
      for (const { supplier } of asked) {
        const ask = {
          source: supplier,
          mode,
          word: query.keyword,
          categoryId: query.category_id,
          shipTo: query.ship_to,
        };
        refreshing = (await askLater(deps, scope, ask)) || refreshing;
      }
    }
    return {
      items: page.rows.map((row) => cardAnswer(row, query.ship_to)),
      ...(page.next ? { next_cursor: page.next } : {}),
      mode,
      ship_to: query.ship_to,
      sort: query.sort,
      refreshing,
    };
  };
}
