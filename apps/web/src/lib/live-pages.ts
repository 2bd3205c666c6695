import type { InfiniteData, QueryClient } from '@tanstack/react-query';

/** One page of a list: rows, cursor of the next page, and totals. */
export interface ListPageData<T> {
  items: T[];
  /** Cursor of the next page; absent at the end. */
  next_cursor?: string;
  /** Number of matching rows, if the server counts them. */
  total?: number;
  /** The count reached its cap: there are at least `total`. */
  total_capped?: boolean;
  /** some: no row contains all search words, these contain some. */
  matched?: 'every' | 'some';
}

export type RowId<T> = (row: T) => string;

/**
 * Merges a refreshed page into the displayed one. Rows that new ones push past the page's end are kept, or they would
 * be missing before the next page; duplicates with the next page are removed by `uniqueRows`.
 *
 * @returns undefined when the pages no longer overlap, so that the list must be reloaded.
 */
export function mergePage<T>(
  shown: ListPageData<T>,
  fresh: ListPageData<T>,
  id: RowId<T>,
  following: readonly T[] = [],
): ListPageData<T> | undefined {
  const last = fresh.items.at(-1);
  if (!last || !fresh.next_cursor) return fresh;
  const meets = shown.items.findIndex((row) => id(row) === id(last));
  if (meets < 0) return following.some((row) => id(row) === id(last)) ? fresh : undefined;
  const present = new Set(fresh.items.map(id));
  const pushedOver = shown.items.slice(meets + 1).filter((row) => !present.has(id(row)));
  if (pushedOver.length === 0) return fresh;
  return { ...fresh, items: [...fresh.items, ...pushedOver], next_cursor: shown.next_cursor };
}

/** All rows of all pages, without repetitions. */
export function uniqueRows<T>(pages: readonly ListPageData<T>[], id: RowId<T>): T[] {
  const seen = new Set<string>();
  const rows: T[] = [];
  for (const page of pages) {
    for (const row of page.items) {
      if (seen.has(id(row))) continue;
      seen.add(id(row));
      rows.push(row);
    }
  }
  return rows;
}

type Pages<T> = InfiniteData<ListPageData<T>, string | undefined>;

/**
 * Refreshes only the affected pages of a long list: the first, where new rows appear, and those with a changed row.
 * Otherwise one order would reload a hundred pages.
 */
export async function refreshPages<T>(
  client: QueryClient,
  queryKey: readonly unknown[],
  read: (cursor: string | undefined) => Promise<ListPageData<T>>,
  id: RowId<T>,
  ids: string[] | undefined,
  attempt = 0,
): Promise<void> {
  const shown = client.getQueryData<Pages<T>>(queryKey);
  if (!shown || !ids?.length || shown.pages.length === 0 || attempt > 2) {
    await client.invalidateQueries({ queryKey });
    return;
  }
  const changed = new Set(ids);
  const touched = shown.pages.map((page, index) => index === 0 || page.items.some((row) => changed.has(id(row))));
  const fresh = await Promise.all(
    shown.pageParams.map((cursor, index) => (touched[index] ? read(cursor ?? undefined) : undefined)),
  );
  const pages: ListPageData<T>[] = [];
  for (const [index, page] of shown.pages.entries()) {
    const next = fresh[index];
    const merged = next ? mergePage(page, next, id, shown.pages[index + 1]?.items) : page;
    if (!merged) {
      await client.invalidateQueries({ queryKey });
      return;
    }
    pages.push(merged);
  }
  // Another page arrived meanwhile, so start over from the current data.
  if (client.getQueryData(queryKey) !== shown) return refreshPages(client, queryKey, read, id, ids, attempt + 1);
  client.setQueryData<Pages<T>>(queryKey, { ...shown, pages });
}
