import type { InfiniteData, QueryClient } from '@tanstack/react-query';

/** One page of a list: its rows, the cursor to the next page, and what is known of the whole. */
export interface ListPageData<T> {
  items: T[];
  /** Cursor of the next page; absent at the end. */
  next_cursor?: string;
  /** How many rows match in all, when the server counts them. */
  total?: number;
  /** The count stopped at its limit: there are at least `total`. */
  total_capped?: boolean;
  /** some: nothing has all the words that were looked for, the rows have some of them. */
  matched?: 'every' | 'some';
}

export type RowId<T> = (row: T) => string;

/**
 * Puts a freshly read page over the one shown. New rows push old ones over the page's end; those are kept, or they
 * would be missing between this page and the next. Rows that left the list are dropped; what then moves up from the
 * following page stands in both until `uniqueRows` takes the second away.
 *
 * @returns undefined when the pages no longer meet, so that the list must be read anew.
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

/** All rows of all pages, each once, at its first place. */
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
 * Refreshes only what a change touches in a long list: the first page (where new rows come in) and the pages that
 * hold a changed row. A list of a hundred pages would otherwise be read a hundred times for one order.
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
  // Another page may have arrived meanwhile: then begin again from what is shown now.
  if (client.getQueryData(queryKey) !== shown) return refreshPages(client, queryKey, read, id, ids, attempt + 1);
  client.setQueryData<Pages<T>>(queryKey, { ...shown, pages });
}
