import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type ListPageData, refreshPages, uniqueRows } from './live-pages.ts';
import { queryKeys } from './query-keys.ts';

export interface ListOptions<T> {
  /** The live topic of the rows: a change of it refreshes what is shown. */
  topic: string;
  /** Everything that decides which rows come: search, tab, filters, sort. */
  state: object;
  /** Reads one page. */
  read(cursor: string | undefined, signal?: AbortSignal): Promise<ListPageData<T>>;
  id(row: T): string;
  enabled?: boolean;
  /** Show the page that `read` returns without a cursor, and no rows after it. */
  singlePage?: boolean;
}

export interface ListResult<T> {
  rows: T[];
  id(row: T): string;
  /** How many match in all, when the server said so. */
  total: number | undefined;
  totalCapped: boolean;
  /** The rows have only some of the words that were looked for. */
  hasSomeWords: boolean;
  /** Nothing to show yet. */
  isLoading: boolean;
  /** Rows of the state before are shown while those of the new one come. */
  isStale: boolean;
  error: unknown;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore(): void;
  retry(): void;
}

/** A list paged by cursor, kept fresh by live events, page by page. */
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
  const { fetchNextPage, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const loadMore = useCallback(() => {
    if (!singlePage && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError, singlePage]);
  return {
    rows,
    id,
    total: firstPage?.total,
    totalCapped: firstPage?.total_capped ?? false,
    hasSomeWords: firstPage?.matched === 'some',
    isLoading: query.isPending,
    isStale: query.isPlaceholderData,
    error: query.error,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}
