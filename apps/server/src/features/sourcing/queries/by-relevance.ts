import type { Executor } from '../../../db/index.ts';
import { type Cursor, type RankedSet, writeCursor } from '../rules/cursor.ts';
import type { WordQuery } from '../rules/words.ts';
import {
  BEST_SOLD,
  endOfBest,
  findByIds,
  findNearestOfAll,
  findNearestOfBest,
  findNearestOfSome,
  type NearestQuery,
} from './find-nearest.ts';
import { type FindQuery, type FoundRow, findSources } from './find-sources.ts';

export interface Page {
  rows: FoundRow[];
  next: string | undefined;
  /** `some`: nothing contains all words, these contain some. */
  matched: RankedSet;
}

/** `size` rows, one of which only indicates another page. */
export function cut(
  rows: readonly FoundRow[],
  size: number,
  cursorAfter: (last: FoundRow) => Cursor,
  matched: RankedSet = 'every',
): Page {
  const last = rows[size - 1];
  const next = rows.length > size && last ? writeCursor(cursorAfter(last)) : undefined;
  return { rows: rows.slice(0, size), next, matched };
}

export const afterRow = (last: FoundRow): Cursor => ({ after: [last.sorted_by, last.source_key] });

/** All products with all of the words, or some of them. */
async function ranked(ex: Executor, ask: NearestQuery, size: number, of: RankedSet): Promise<Page> {
  const skip = ask.cursor && 'skip' in ask.cursor ? ask.cursor.skip : 0;
  const rows = await (of === 'every' ? findNearestOfAll(ex, ask) : findNearestOfSome(ex, ask));
  return cut(rows, size, () => ({ skip: skip + size, of }), of);
}

/** Without a match for all words: the product with a pasted number, or products with some of the words. */
export async function withSome(ex: Executor, ask: FindQuery, query: WordQuery, size: number): Promise<Page> {
  if (!ask.cursor && query.ids.length > 0) {
    const named = await findByIds(ex, ask, query.ids);
    if (named.length > 0) return cut(named, size, () => ({ skip: size, of: 'every' }));
  }
  if (!query.some) return { rows: [], next: undefined, matched: 'every' };
  const page = await ranked(
    ex,
    { ...ask, words: query.some.any, nearer: query.some.nearer, written: query.written },
    size,
    'some',
  );
  return page.rows.length > 0 ? page : { ...page, matched: 'every' };
}

/**
 * Ranked by relevance. If the best sellers fill a page, they are ranked and the rest follows by sales; else the words
 * are rare and all matches are ranked. The cursor records which, so that nothing repeats.
 */
export async function byRelevance(
  ex: Executor,
  ask: FindQuery,
  query: WordQuery | undefined,
  size: number,
): Promise<Page> {
  const { cursor } = ask;
  if (!query || (cursor && 'after' in cursor)) return cut(await findSources(ex, ask, BEST_SOLD), size, afterRow);
  const near: NearestQuery = { ...ask, words: query.every, nearer: query.nearer, written: query.written };
  if (cursor?.of === 'some') return withSome(ex, ask, query, size);
  if (cursor?.of === 'every') return ranked(ex, near, size, 'every');
  const skip = cursor?.skip ?? 0;
  const rows = await findNearestOfBest(ex, near);
  if (rows.length > size) return cut(rows, size, () => ({ skip: skip + size }));
  const end = await endOfBest(ex, ask);
  // A page reached by number uses the ranking of its first page.
  const first = skip === 0 || !end ? rows : await findNearestOfBest(ex, { ...near, cursor: { skip: 0 } });
  if (!end || first.length <= size) {
    const page = end ? await ranked(ex, near, size, 'every') : cut(rows, size, () => ({ skip: skip + size }));
    return page.rows.length === 0 && skip === 0 ? withSome(ex, ask, query, size) : page;
  }
  if (rows.length === size) return { rows, next: writeCursor({ after: end }), matched: 'every' };
  const rest = await findSources(ex, { ...ask, cursor: { after: end }, size: size + 1 - rows.length }, BEST_SOLD);
  return cut([...rows, ...rest], size, afterRow);
}
