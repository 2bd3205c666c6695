import type { SupplierId } from '@quayside/connector-kit';
import { PRICE_BANDS, type ServerSide, type sourcing } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { problemAnswer } from '../../connections/index.ts';
import { askLater } from '../actions/search-source.ts';
import { cardAnswer } from '../answers.ts';
import { readProgress } from '../question-repo.ts';
import { LISTING_RANGES, mayOverlap, PRICE_RANGES, type Range, VOLUME_RANGES } from '../rules/bands.ts';
import { withDescendants } from '../rules/category-tree.ts';
import { COLLECTION_RULES } from '../rules/collections.ts';
import { type Cursor, readCursor } from '../rules/cursor.ts';
import { getOrder } from '../rules/sorts.ts';
import { searchQuery } from '../rules/words.ts';
import { listCategories } from '../source-repo.ts';
import { viewedNames } from '../view-repo.ts';
import { type CountryZone, findZones, pickZones } from '../zone-repo.ts';
import { afterRow, byRelevance, cut, type Page, withSome } from './by-relevance.ts';
import { type FindQuery, findSources } from './find-sources.ts';
import { usualMode, type WorkplaceFacts } from './workplace-facts.ts';

type Query = ServerSide<(typeof sourcing)['find']>['query'];

const CENTS = 100;
const inCents = ({ min, max, ...edges }: Range): Range => ({
  ...edges,
  ...(min === undefined ? {} : { min: min * CENTS }),
  ...(max === undefined ? {} : { max: max * CENTS }),
});

/** The requested bands, combined with the entered bounds. */
function pricesOf(query: Query): Range[] | undefined {
  const typed: Range = {
    ...(query.price_min === undefined ? {} : { min: Math.round(query.price_min * CENTS) }),
    ...(query.price_max === undefined ? {} : { max: Math.round(query.price_max * CENTS), through: true }),
  };
  const bands = (query.price ?? []).map((band) => inCents(PRICE_RANGES[band]));
  if (bands.length === 0) return query.price_min === undefined && query.price_max === undefined ? undefined : [typed];
  return bands.map((band) => narrowed(band, typed));
}

/** Numbers of the price bands that contain the ranges. */
const bandsOf = (ranges: readonly Range[]): number[] =>
  PRICE_BANDS.flatMap((band, at) =>
    ranges.some((range) => mayOverlap(inCents(PRICE_RANGES[band]), range)) ? [at] : [],
  );

/** The overlap of two ranges. */
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

async function findPage(
  ex: Executor,
  query: Query,
  ask: FindQuery,
  words: ReturnType<typeof searchQuery>,
): Promise<Page> {
  const order = getOrder(query.sort);
  const { cursor, size } = { ...ask, size: query.page_size };
  const weaker = cursor && 'of' in cursor && cursor.of === 'some';
  if (order.by === 'relevance' || weaker) return byRelevance(ex, ask, words, size);
  const page = cut(await findSources(ex, ask, order), size, afterRow);
  return page.rows.length === 0 && words && !cursor ? withSome(ex, ask, words, size) : page;
}

const CATEGORIES_KEPT_MS = 60_000;
/** Every search needs them; suppliers change them at most daily. */
const ZONES_KEPT_MS = 10_000;

/** Searches products: saved ones immediately, while on-demand sources are queried. */
export function finder(deps: Deps, factsOf: (scope: WorkplaceScope) => Promise<WorkplaceFacts>) {
  let categories: { rows: Awaited<ReturnType<typeof listCategories>>; at: number } | undefined;
  const descendants = async (categoryId: string): Promise<string[]> => {
    if (!categories || Date.now() - categories.at > CATEGORIES_KEPT_MS)
      categories = { rows: await deps.db.global(listCategories), at: Date.now() };
    return withDescendants(categories.rows, categoryId);
  };

  const kept = new Map<string, { zones: CountryZone[]; at: number }>();
  const zonesOf = async (ex: Executor, mode: Mode, country: string): Promise<CountryZone[]> => {
    const key = `${mode} ${country}`;
    const known = kept.get(key);
    if (known && Date.now() - known.at < ZONES_KEPT_MS) return known.zones;
    const zones = await findZones(ex, mode, country);
    kept.set(key, { zones, at: Date.now() });
    return zones;
  };

  /** Whether a complete catalog is still being read for the first time, so that the list fills automatically. */
  const isFirstReading = async (mode: Mode, sources: readonly SupplierId[] | undefined): Promise<boolean> => {
    for (const { id, capabilities } of Object.values(deps.connectors.suppliers)) {
      if (!capabilities.feed || !deps.connectors.baseUrl(id, mode) || sources?.includes(id) === false) continue;
      const { since } = await deps.db.global((tx) => readProgress(tx, id, mode));
      if (!since) return true;
    }
    return false;
  };

  return async (scope: WorkplaceScope, query: Query, locale: string, viewer?: string) => {
    const facts = await factsOf(scope);
    const mode = query.mode ?? usualMode(deps, facts);
    const words = searchQuery(query.keyword ?? '');
    const sources = query.source?.includes('all') ? undefined : query.source;
    const cursor = cursorOf(query);
    const categoryIds = query.category_id ? await descendants(query.category_id) : undefined;
    const prices = pricesOf(query);
    const page = await deps.db.read(scope, async (ex) =>
      findPage(
        ex,
        query,
        {
          workplaceId: scope.workplaceId,
          mode,
          words: words?.every,
          categoryIds,
          sources,
          prices,
          bands: prices && bandsOf(prices),
          volumes: query.order_volume?.map((band) => VOLUME_RANGES[band]),
          listings: query.listing_count?.map((band) => LISTING_RANGES[band]),
          ratingMin: query.rating_min,
          shipsTo: query.only_shippable ? query.ship_to : undefined,
          collection: query.collection,
          without:
            query.hide_viewed && viewer
              ? await viewedNames(ex, { workplaceId: scope.workplaceId, accountId: viewer, mode })
              : undefined,
          cursor,
          size: query.page_size + 1,
          shipTo: query.ship_to,
          zones: pickZones(await zonesOf(ex, mode, query.ship_to), facts.ownAccounts[mode]),
        },
        words,
      ),
    );
    const meant = (one: WorkplaceFacts['onDemand'][number]): boolean =>
      one.mode === mode && (sources === undefined || sources.some((source) => source === one.supplier));
    const asked = facts.onDemand.filter(meant);
    const about = (key: string, supplier: SupplierId) =>
      problemAnswer(locale, { key, params: { name: deps.connectors.suppliers[supplier]?.label ?? supplier } }) ?? [];
    const problems = facts.waiting.filter(meant).flatMap((one) => about('SUPPLIER_NEEDS_RECONNECT', one.supplier));
    let refreshing = page.rows.length === 0 && !cursor && (await isFirstReading(mode, sources));
    const list = query.collection && COLLECTION_RULES[query.collection].list;
    const canAnswer = (supplier: SupplierId): boolean =>
      !query.collection ||
      (list !== undefined && deps.connectors.suppliers[supplier]?.capabilities.lists?.includes(list) === true);
    if (!cursor && (words || query.category_id || query.collection)) {
      for (const { supplier } of asked.filter((one) => canAnswer(one.supplier))) {
        const ask = {
          source: supplier,
          mode,
          word: query.keyword,
          categoryId: query.category_id,
          list,
          shipTo: query.ship_to,
        };
        const state = await askLater(deps, scope, ask);
        refreshing = state.isAsked || refreshing;
        if (state.error) problems.push(...[about(state.error, supplier)].flat());
      }
    }
    return {
      items: page.rows.map((row) => cardAnswer(row, query.ship_to)),
      ...(page.next ? { next_cursor: page.next } : {}),
      mode,
      ship_to: query.ship_to,
      sort: query.sort,
      matched: page.matched,
      refreshing,
      problems,
    };
  };
}
