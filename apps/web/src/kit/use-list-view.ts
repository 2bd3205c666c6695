import { useRouter } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { ListPageData } from '../lib/live-pages.ts';
import { FROM_LIST, type Search, useAddressSearch } from '../lib/url-state.ts';
import { type ListResult, useList } from '../lib/use-list.ts';
import { type FilterDef, type FilterValues, readFilters } from './filters.ts';
import { NOTHING, type Selection } from './selection.ts';

/** Determines the rows of a list; passed to `read` and part of the query key. */
export interface ListState {
  q: string;
  tab: string;
  sort: string;
  /** Filter values by URL parameter; ranges as `<key>_min` and `<key>_max`, days as `<key>_from` and `<key>_to`. */
  filters: FilterValues;
  /** Page number in the URL, from 1; undefined: infinite scroll. */
  page?: number;
}

export interface ListViewOptions<T> {
  /** Key of the list in the browser's storage, for example for hidden columns. */
  name: string;
  /** Live topic of the rows. */
  topic: string;
  /** Keys of the tabs; the first is the default. */
  tabs?: readonly string[];
  filters?: readonly FilterDef[];
  defaultSort?: string;
  /** Further state outside the URL that determines the rows: the ship-to country, the store. */
  extra?: object;
  enabled?: boolean;
  id(row: T): string;
  read(state: ListState, cursor: string | undefined, signal?: AbortSignal): Promise<ListPageData<T>>;
}

/** Page number of a URL parameter, from 1; undefined: none. */
export function pageOfSearch(raw: string | string[] | undefined): number | undefined {
  const text = one(raw);
  return text !== undefined && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
}

const one = (raw: string | string[] | undefined) => (Array.isArray(raw) ? raw[0] : raw);

/**
 * State of a list screen, stored in the URL (search, tab, sort, filters, the open row), and its rows. Pass the result
 * to ListPage.
 */
export function useListView<T extends object>(options: ListViewOptions<T>) {
  const { name, topic, tabs = [], filters = [], defaultSort = '', extra, read, id, enabled } = options;
  const [search, change] = useAddressSearch();
  const router = useRouter();
  const state: ListState = useMemo(
    () => ({
      q: one(search.q) ?? '',
      tab: tabs.find((tab) => tab === one(search.tab)) ?? tabs[0] ?? '',
      sort: one(search.sort) ?? defaultSort,
      filters: readFilters(filters, search),
      page: pageOfSearch(search.page),
    }),
    [search, tabs, filters, defaultSort],
  );
  const list: ListResult<T> = useList({
    topic,
    state: { name, ...state, ...extra },
    read: (cursor, signal) => read(state, cursor, signal),
    id,
    enabled,
    singlePage: state.page !== undefined,
  });

  const [selection, setSelection] = useState<Selection>(NOTHING);
  const set = useCallback((patch: Search) => change((before) => ({ ...before, ...patch })), [change]);
  /** Changing the rows also clears the selection, so that no action affects rows out of sight. */
  const setRows = useCallback(
    (patch: Search) => {
      setSelection(NOTHING);
      set(state.page === undefined ? patch : { page: '1', ...patch });
    },
    [set, state.page],
  );

  const openId = one(search.open);
  /**
   * Opening adds a history entry that Back and closing undo; moving to the next row adds none. Changing the list
   * meanwhile drops the marker, so that closing doesn't undo that change.
   */
  const open = useCallback(
    (rowId: string | undefined) => {
      if (rowId === undefined && 'fromList' in router.history.location.state) return router.history.back();
      const opening = rowId !== undefined && openId === undefined;
      const state = opening ? FROM_LIST : rowId === undefined ? undefined : true;
      change((before) => ({ ...before, open: rowId }), { push: opening, state });
    },
    [change, router, openId],
  );

  return {
    name,
    state,
    list,
    filters,
    selection,
    setSelection,
    openId,
    open,
    /** Goes to the next or previous page; undefined without a page in the URL or in that direction. */
    turnPage: createPageTurner(state.page, list.hasMore, (page) => setRows({ page: String(page), open: undefined })),
    setSearch: (q: string) => setRows({ q: q || undefined }),
    setTab: (tab: string) => setRows({ tab: tab === tabs[0] ? undefined : tab }),
    setSort: (sort: string) =>
      (state.page === undefined ? set : setRows)({ sort: sort === defaultSort ? undefined : sort }),
    setFilters: (patch: FilterValues) => setRows(patch),
    /** Clears search and filters, keeps the tab. */
    reset: () =>
      setRows({ q: undefined, ...Object.fromEntries(Object.keys(state.filters).map((key) => [key, undefined])) }),
    isFiltered: state.q !== '' || Object.keys(state.filters).length > 0,
  };
}

/** Returns the page turner for K and J, which turn pages when the URL has a page number. Source: rule B043. */
export function createPageTurner(
  page: number | undefined,
  hasMore: boolean,
  show: (page: number) => void,
): ((by: 1 | -1) => void) | undefined {
  if (page === undefined) return undefined;
  return (by) => {
    if (by === 1 ? hasMore : page > 1) show(page + by);
  };
}

export type ListView<T extends object> = ReturnType<typeof useListView<T>>;
