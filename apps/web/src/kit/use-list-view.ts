import { useRouter } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { ListPageData } from '../lib/live-pages.ts';
import { FROM_LIST, type Search, useAddressSearch } from '../lib/url-state.ts';
import { type ListResult, useList } from '../lib/use-list.ts';
import { type FilterDef, type FilterValues, readFilters } from './filters.ts';
import { NOTHING, type Selection } from './selection.ts';

/** What decides which rows a list shows; handed to `read`, and part of the name under which the answer is kept. */
export interface ListState {
  q: string;
  tab: string;
  sort: string;
  /** Filter values by address key; ranges as `<key>_min` and `<key>_max`, days as `<key>_from` and `<key>_to`. */
  filters: FilterValues;
  /** The page that the address names, from 1; undefined: the list scrolls on without pages. */
  page?: number;
}

export interface ListViewOptions<T> {
  /** Names the list in the browser's storage, for example for hidden columns. */
  name: string;
  /** The live topic of its rows. */
  topic: string;
  /** Keys of the tabs; the first is where the list begins. */
  tabs?: readonly string[];
  filters?: readonly FilterDef[];
  defaultSort?: string;
  /** More that decides which rows come, besides the address: the ship-to country, the store. */
  extra?: object;
  enabled?: boolean;
  id(row: T): string;
  read(state: ListState, cursor: string | undefined, signal?: AbortSignal): Promise<ListPageData<T>>;
}

/** The page of an address, from 1; undefined where it names none. */
export function pageOfSearch(raw: string | string[] | undefined): number | undefined {
  const text = one(raw);
  return text !== undefined && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
}

const one = (raw: string | string[] | undefined) => (Array.isArray(raw) ? raw[0] : raw);

/**
 * A list screen's state, held by its address (search, tab, sort, filters, the open row), with the rows that belong
 * to it. Hand the result to ListPage.
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
  /** A change of which rows come also lets go of the chosen ones: nobody acts on rows that are out of sight. */
  const setRows = useCallback(
    (patch: Search) => {
      setSelection(NOTHING);
      set(state.page === undefined ? patch : { page: '1', ...patch });
    },
    [set, state.page],
  );

  const openId = one(search.open);
  /**
   * Opening is a step that Back undoes, and closing undoes it; moving on to the next row is not another. A change of the
   * list meanwhile drops the mark, so that closing never takes it back.
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
    /** Turns to the next or previous page; undefined where the address names no page or there is none. */
    turnPage: pageTurner(state.page, list.hasMore, (page) => setRows({ page: String(page), open: undefined })),
    setSearch: (q: string) => setRows({ q: q || undefined }),
    setTab: (tab: string) => setRows({ tab: tab === tabs[0] ? undefined : tab }),
    setSort: (sort: string) =>
      (state.page === undefined ? set : setRows)({ sort: sort === defaultSort ? undefined : sort }),
    setFilters: (patch: FilterValues) => setRows(patch),
    /** Search and filters away, the tab stays. */
    reset: () =>
      setRows({ q: undefined, ...Object.fromEntries(Object.keys(state.filters).map((key) => [key, undefined])) }),
    isFiltered: state.q !== '' || Object.keys(state.filters).length > 0,
  };
}

/** How the pages of a list are turned: K and J do so where the address names a page. Source: rule B043. */
export function pageTurner(
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
