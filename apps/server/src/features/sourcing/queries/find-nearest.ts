import { MARKETPLACE_IDS } from '@quayside/contracts';
import { type Executor, join, type Sql, sql } from '../../../db/index.ts';
import { installed } from '../../../installed/index.ts';
import {
  all,
  CARD,
  type FindQuery,
  type FoundRow,
  getConditions,
  ordered,
  run,
  type Walk,
  WINDOW,
} from './find-sources.ts';

/** Rows fetched in about 100 ms with 1,000,000 products. */
const MOST_OF_SOME = 20_000;
export const BEST_SOLD: Walk = { by: 'volume_order', descending: true };

export interface NearestQuery extends FindQuery {
  words: string;
  /** See WordQuery: each match raises the rank by one step. */
  nearer: readonly string[];
  /** Letters, digits and hyphens only. */
  written: readonly string[];
}

/**
 * How near a product is to the words: first the steps it takes (all words in its title, written out, side by side, just so), then
 * what the full text search itself makes of the places of the words, then what sells best.
 *
 * The steps stand in the order alone, never in the condition: marks such as `:A` are not in the words' index, so that a
 * condition with them would read every hit's row a second time. Only hits are ranked, never what is walked over.
 */
function nearness({ words, nearer, written }: NearestQuery): Sql {
  const steps = [
    ...nearer.map((one) => sql`(search @@ to_tsquery('english', ${one}))::int`),
    sql`(' ' || lower(title) like all (${written.map((word) => `% ${word}%`)}::text[]))::int`,
  ];
  const rank = sql`ts_rank(search, to_tsquery('english', ${words}))`;
  return sql`order by ${join(steps, ' + ')} desc, ${rank} desc, volume_order desc, source_key desc`;
}

const page = (ask: NearestQuery, from: Sql, skip: number): Sql =>
  sql`select * from (
      select ${CARD}, row_number() over (${nearness(ask)}) as sorted_by from ${from} where ${all(getConditions(ask))}) ranked
    order by sorted_by limit ${ask.size} offset ${skip}`;

const byPlace = sql`order by sorted_by`;
const skipOf = ({ cursor }: FindQuery): number => (cursor && 'skip' in cursor ? cursor.skip : 0);

/**
 * Best sellers with the words, by relevance. A common word has more than a page of them, so its other matches need not
 * be fetched.
 */
export const findNearestOfBest = (ex: Executor, ask: NearestQuery): Promise<FoundRow[]> => {
  const best = sql`select * from source_product where mode = ${ask.mode} ${ordered(BEST_SOLD)} limit ${WINDOW}`;
  return run(ex, ask, page(ask, sql`(${best}) best`, skipOf(ask)), byPlace);
};

/** All products with the words, by relevance, for rare words. */
export const findNearestOfAll = (ex: Executor, ask: NearestQuery): Promise<FoundRow[]> =>
  run(ex, ask, page(ask, sql`source_product`, skipOf(ask)), byPlace);

/** The same for any of the words, limited because too many products may match. */
export const findNearestOfSome = (ex: Executor, ask: NearestQuery): Promise<FoundRow[]> => {
  const some = sql`select * from source_product where ${all(getConditions(ask))} limit ${MOST_OF_SOME}`;
  return run(ex, ask, page(ask, sql`(${some}) among`, skipOf(ask)), byPlace);
};

/** All possible sources, so that the index by number applies. */
const everySource = [...Object.keys(installed.suppliers), ...MARKETPLACE_IDS];

/** Products by suppliers' numbers, using their unique index. */
export const findByIds = (ex: Executor, ask: FindQuery, ids: readonly string[]): Promise<FoundRow[]> => {
  const { mode, size } = ask;
  const wanted = sql`source = any(${ask.sources ?? everySource}::text[]) and mode = ${mode} and source_product_id = any(${ids}::text[])`;
  const named = sql`select ${CARD}, row_number() over (order by volume_order desc, source_key desc) as sorted_by
    from source_product where ${wanted} limit ${size}`;
  return run(ex, ask, named, byPlace);
};

/** Where the best sellers end and the remaining walk starts. undefined when the catalog has no more. */
export async function endOfBest(ex: Executor, { mode }: FindQuery): Promise<[number, string] | undefined> {
  const last = await ex.first<{ volume_order: number; source_key: string }>(
    sql`select volume_order, source_key from source_product where mode = ${mode} ${ordered(BEST_SOLD)} offset ${WINDOW - 1} limit 1`,
  );
  return last && [last.volume_order, last.source_key];
}
