import { hashKey, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo } from 'react';
import { type ListPageData, refreshPages, uniqueRows } from './live-pages.ts';
import { queryKeys } from './query-keys.ts';

export interface ListOptions<T> {
  /** Live topic of the rows; its changes refresh the list. */
  topic: string;
  /** Everything that determines the rows: search, tab, filters, sort. */
  state: object;
  /** Reads one page. */
  read(cursor: string | undefined, signal?: AbortSignal): Promise<ListPageData<T>>;
  id(row: T): string;
  enabled?: boolean;
  /** Shows only the page that `read` returns without a cursor. */
  singlePage?: boolean;
}

export interface ListResult<T> {
  rows: T[];
  id(row: T): string;
  /** Number of matching rows, if the server reported it. */
  total: number | undefined;
  totalCapped: boolean;
  /** The rows contain only some of the search words. */
  hasSomeWords: boolean;
  /** Nothing to show yet. */
  isLoading: boolean;
  /** Rows of the previous state are shown while new ones load. */
  isStale: boolean;
  error: unknown;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore(): void;
  retry(): void;
}

/** A list paged by cursor, refreshed page by page on live events. */
export function useList<T>({ topic, state, read, id, enabled = true, singlePage }: ListOptions<T>): ListResult<T> {
  const client = useQueryClient();
  const queryKey = queryKeys.list(topic, state);
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
    enabled,
    meta: { live: (ids: string[] | undefined) => refreshPages(client, queryKey, (cursor) => read(cursor), id, ids) },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: how a row is named never changes for a list
  const rows = useMemo(() => uniqueRows(query.data?.pages ?? [], id), [query.data]);
  const firstPage = query.data?.pages[0];
  const hash = hashKey(queryKey);
  const { isPending, isPlaceholderData } = query;
  /** The state that the rows belong to; undefined: the one before. */
  const rowsHash = isPlaceholderData ? undefined : hash;
  const now = useMemo(() => ({ rows, firstPage, isPending, rowsHash }), [rows, firstPage, isPending, rowsHash]);
  // Rendering many new rows at once would block the page: they are rendered in the background, and the old ones stay until then.
  const shown = useDeferredValue(now);
  const { fetchNextPage, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const loadMore = useCallback(() => {
    if (!singlePage && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError, singlePage]);
  return {
    rows: shown.rows,
    id,
    total: shown.firstPage?.total,
    totalCapped: shown.firstPage?.total_capped ?? false,
    hasSomeWords: shown.firstPage?.matched === 'some',
    isLoading: isPending || shown.isPending,
    isStale: shown.rowsHash !== hash,
    error: query.error,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}
