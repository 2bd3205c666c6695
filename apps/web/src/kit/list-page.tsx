import { ActionIcon, Button } from '@mantine/core';
import { ListChecks, SearchX } from 'lucide-react';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { escapeStack } from '../lib/escape-stack.ts';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import { useFormats } from '../lib/use-formats.ts';
import { useKeys } from '../lib/use-keys.ts';
import { useIsMobile } from '../lib/use-media.ts';
import { useRowKeys } from '../lib/use-row-keys.ts';
import { BulkBar } from './bulk-bar.tsx';
import { CardList } from './card-list.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { type Column, hiddenColumns, saveHiddenColumns } from './columns.ts';
import { DataTable } from './data-table.tsx';
import { FilterChips } from './filter-chips.tsx';
import classes from './list-page.module.css';
import { PageHeader } from './page-header.tsx';
import { SavedTabs, type TabItem } from './saved-tabs.tsx';
import type { SavedListName } from './saved-view.ts';
import { SearchField } from './search-field.tsx';
import { NOTHING, type Selection, selectionCount } from './selection.ts';
import { EmptyState, ErrorState } from './states.tsx';
import type { ListView } from './use-list-view.ts';
import { useSteadyRows } from './use-steady-rows.ts';

// Its place is the start of the last group, so nothing moves when it arrives.
const SavedViews = lazyChunk(() => import('./saved-views.tsx').then((kit) => ({ default: kit.SavedViews })));

export interface DetailNav {
  close(): void;
  previous?: () => void;
  next?: () => void;
}

/** Props for rendering rows as cards. */
export interface CardsProps<T> {
  rows: readonly T[];
  activeId: string | undefined;
  /** Selection mode: checkboxes stay visible. */
  choosing: boolean;
  isChosen(id: string): boolean;
  onChoose(id: string): void;
}

interface Props<T extends object> {
  view: ListView<T>;
  title: string;
  /** Secondary text beside the title; default: the number of matches. */
  note?: ReactNode;
  /** Returns to the screen that led here. */
  onBack?(): void;
  /** Below the title. */
  intro?: ReactNode;
  /** The primary action of the screen. */
  actions?: ReactNode;
  tabs?: readonly TabItem[];
  searchLabel?: string;
  /** Beside search and filters: a ship-to country, a switch. */
  tools?: ReactNode;
  /** The list has saved views under this name. */
  savedViews?: SavedListName;
  /** Shows filters in their own row below the search, with fixed columns. Above cards, bulk actions replace it. */
  filterRow?: ReactNode;
  /** Between the tools and the rows: a warning, a summary. */
  banner?: ReactNode;
  /** Memoize it: new columns re-render every row. */
  columns: readonly Column<T>[];
  /** The row on a small screen; use Card. */
  card?(row: T): ReactNode;
  /** Renders all rows as cards on every screen size. */
  cards?(props: CardsProps<T>): ReactNode;
  /** Actions for selected rows; absent: rows can't be selected. */
  bulk?(selection: Selection, count: number, done: () => void): ReactNode;
  /** The server can act on all matching rows, not only on loaded ones. */
  canChooseAll?: boolean;
  /** Number of matching rows, if the list's answer doesn't contain it; `capped`: at least that many. */
  matching?: { count: number; capped: boolean };
  rowActions?(row: T): ReactNode;
  /** Rows are known to differ in height; detected otherwise. */
  variableRows?: boolean;
  /** The panel of one row; use DetailPanel. */
  detail?(id: string, nav: DetailNav): ReactNode;
  /** Handles Enter and click when there is no panel. */
  onOpen?(id: string): void;
  /** Shown without rows and filters: what will be here, and the first step. */
  empty: ReactNode;
  /** Shown when nothing matches; default: a text and a button that clears the filters. */
  noMatch?: ReactNode;
}

/** A list screen: head, tabs with counts, search, filters, rows, bulk actions, and the panel of the open row. */
export function ListPage<T extends object>(props: Props<T>) {
  const { view, columns, detail } = props;
  const { list, selection, setSelection } = view;
  const { t } = useTranslation('common');
  const { count: formatCount } = useFormats();
  const mobile = useIsMobile();
  const body = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [hidden, setHidden] = useState(() => hiddenColumns(view.name, columns as readonly Column<never>[]));
  function showColumns(next: string[]): void {
    setHidden(next);
    saveHiddenColumns(view.name, next);
  }
  const [activeId, setActiveId] = useState<string>();
  const [choosing, setChoosing] = useState(false);

  const { rows, waiting, release } = useSteadyRows(view, body);
  const openAt = rows.findIndex((row) => list.id(row) === view.openId);
  const activeAt = rows.findIndex((row) => list.id(row) === activeId);
  const open = useCallback(
    (id: string) => {
      if (detail) view.open(id);
      else props.onOpen?.(id);
    },
    [detail, view.open, props.onOpen],
  );

  function step(by: 1 | -1): void {
    const from = openAt >= 0 ? openAt : activeAt;
    const next = rows[from < 0 ? 0 : from + by];
    if (next === undefined) return;
    const id = list.id(next);
    setActiveId(id);
    if (view.openId !== undefined) view.open(id);
    if (from + by >= rows.length - 3) list.loadMore();
  }
  const chosenIds = useMemo(() => new Set(selection.all ? [] : selection.ids), [selection]);
  // A stable reference between renders, so that a card re-renders only when its data changes.
  const shown = useRef<readonly T[]>(rows);
  useEffect(() => {
    shown.current = rows;
  });
  const toggle = useCallback(
    (id: string) =>
      setSelection((now) => {
        const ids = now.all ? shown.current.map(list.id) : now.ids;
        return { all: false, ids: ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id] };
      }),
    [setSelection, list.id],
  );
  const isChosen = (id: string) => selection.all || chosenIds.has(id);
  // While a row is open, K and J move to its neighbors.
  const turn = (view.openId === undefined ? view.turnPage : undefined) ?? step;
  const group = t('keys.list');
  const rowKeys = useRowKeys();
  /** Whether arrows belong to the rows, and not to the page or to a field. */
  const isInList = () => {
    const focused = document.activeElement;
    return focused === document.body ? activeId !== undefined : body.current?.contains(focused) === true;
  };
  useKeys([
    { keys: rowKeys.next, label: t('keys.next'), group, run: () => turn(1) },
    { keys: 'ArrowDown', label: t('keys.next'), group, when: isInList, run: () => step(1) },
    { keys: rowKeys.previous, label: t('keys.previous'), group, run: () => turn(-1) },
    { keys: 'ArrowUp', label: t('keys.previous'), group, when: isInList, run: () => step(-1) },
    { keys: 'x', label: t('keys.choose'), group, run: () => props.bulk && activeId && toggle(activeId) },
    { keys: 'o', label: t('keys.open'), group, run: () => activeId && open(activeId) },
  ]);

  /** The search whose results take the keys once they are shown. */
  const [entering, setEntering] = useState<string>();
  const firstId = rows[0] === undefined ? undefined : list.id(rows[0]);
  // Right after Enter, the rows are still those of the search before.
  const isEntered = entering === view.state.q && !list.isLoading && !list.isStale;
  useEffect(() => {
    if (!isEntered) return;
    setEntering(undefined);
    // Somebody who went elsewhere meanwhile stays there.
    if (document.activeElement === document.body) setActiveId(firstId);
  }, [isEntered, firstId]);
  function enterList(q: string): void {
    search.current?.blur();
    setActiveId(undefined);
    setEntering(q);
  }

  const matching = props.matching?.count ?? list.total;
  const count = selectionCount(selection, matching);
  const letGo = useCallback(() => {
    setSelection(NOTHING);
    setChoosing(false);
  }, [setSelection]);
  const bulk =
    props.bulk && count > 0 ? (
      <BulkBar
        count={count}
        total={props.canChooseAll ? matching : undefined}
        capped={props.matching?.capped}
        loaded={rows.length}
        all={selection.all}
        onAll={() => setSelection({ all: true })}
        onClear={letGo}
      >
        {props.bulk(selection, count, letGo)}
      </BulkBar>
    ) : null;

  const isEmpty = !list.isLoading && !list.error && rows.length === 0;
  const total =
    list.total === undefined || list.isLoading ? null : `${formatCount(list.total)}${list.totalCapped ? '+' : ''}`;
  const choose =
    mobile && props.bulk ? (
      <ActionIcon
        aria-label={t('table.chooseSome')}
        aria-pressed={choosing}
        variant={choosing ? 'light' : 'subtle'}
        onClick={() => (choosing ? letGo() : setChoosing(true))}
      >
        <ListChecks size={18} aria-hidden />
      </ActionIcon>
    ) : null;
  return (
    <div className={classes.page}>
      <div className={classes.main}>
        <PageHeader
          title={props.title}
          note={props.note === undefined ? total : props.note}
          onBack={props.onBack}
          actions={props.actions}
        />
        {props.intro}
        {props.tabs ? (
          <SavedTabs items={props.tabs} value={view.state.tab} onChange={view.setTab} label={props.title} />
        ) : null}
        <div className={classes.tools} data-short={props.filterRow ? true : undefined}>
          {props.searchLabel ? (
            <SearchField
              value={view.state.q}
              onChange={view.setSearch}
              label={props.searchLabel}
              onSubmit={enterList}
              input={search}
            />
          ) : null}
          {view.filters.length > 0 && !props.filterRow ? (
            <FilterChips filters={view.filters} values={view.state.filters} onChange={view.setFilters} />
          ) : null}
          <div className={classes.end}>
            {props.savedViews ? (
              <Suspense>
                <SavedViews list={props.savedViews} hidden={hidden} onHidden={showColumns} />
              </Suspense>
            ) : null}
            {props.tools}
            {mobile || props.filterRow ? (
              choose
            ) : (
              <ColumnChoice columns={columns as readonly Column<never>[]} hidden={hidden} onChange={showColumns} />
            )}
          </div>
        </div>
        {!props.filterRow ? null : bulk && props.cards && !mobile ? (
          <div className={classes.filterRow} data-bulk>
            {bulk}
          </div>
        ) : (
          <div className={classes.filterRow}>{props.filterRow}</div>
        )}
        {props.banner}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: only Escape on the way out of the rows is caught here */}
        <div
          ref={body}
          className={classes.body}
          data-cards={props.cards ? true : undefined}
          onKeyDown={(event) => {
            // What is open above the list closes first.
            if (event.key !== 'Escape' || event.defaultPrevented || escapeStack.size > 0) return;
            event.preventDefault();
            if (count > 0) return letGo();
            setActiveId(undefined);
            search.current?.focus();
          }}
        >
          {waiting > 0 ? (
            <div className={classes.waiting}>
              <button type="button" onClick={release}>
                {t('list.newRows', { count: waiting })}
              </button>
            </div>
          ) : null}
          {list.error && rows.length === 0 ? (
            <ErrorState error={list.error} onRetry={list.retry} />
          ) : isEmpty ? (
            !view.isFiltered ? (
              props.empty
            ) : props.noMatch !== undefined ? (
              props.noMatch
            ) : (
              <EmptyState
                picture={<SearchX size={28} strokeWidth={1.5} aria-hidden />}
                title={t('list.noMatch')}
                text={t('list.noMatchText')}
                action={
                  <Button variant="default" onClick={view.reset}>
                    {t('filter.clear')}
                  </Button>
                }
              />
            )
          ) : props.cards ? (
            props.cards({
              rows,
              activeId,
              choosing: choosing || (!mobile && count > 0),
              isChosen,
              onChoose: toggle,
            })
          ) : mobile && props.card ? (
            <CardList
              rows={rows}
              id={list.id}
              label={props.title}
              card={props.card}
              onOpen={open}
              choosing={choosing}
              isChosen={isChosen}
              onChoose={toggle}
              isLoading={list.isLoading}
              isLoadingMore={list.isLoadingMore}
              isStale={list.isStale}
              loadMore={list.loadMore}
            />
          ) : (
            <DataTable
              rows={rows}
              id={list.id}
              columns={columns}
              hidden={hidden}
              label={props.title}
              isLoading={list.isLoading}
              isStale={list.isStale}
              isLoadingMore={list.isLoadingMore}
              loadMore={list.loadMore}
              total={list.total}
              sort={view.state.sort}
              onSort={view.setSort}
              chosen={props.bulk ? Object.fromEntries([...chosenIds].map((id) => [id, true])) : undefined}
              onChosen={(update) =>
                setSelection((now) => {
                  const before = now.all ? rows.map(list.id) : now.ids;
                  const next = update(Object.fromEntries(before.map((id) => [id, true])));
                  return { all: false, ids: Object.keys(next).filter((id) => next[id]) };
                })
              }
              allChosen={selection.all}
              bulk={bulk}
              openId={view.openId}
              onOpen={open}
              activeId={activeId}
              onActive={setActiveId}
              rowActions={props.rowActions}
              variableRows={props.variableRows}
            />
          )}
          {list.error && rows.length > 0 ? <ErrorState small error={list.error} onRetry={list.retry} /> : null}
        </div>
        {mobile && bulk ? (
          <div className={classes.mobileBulk} data-foot-bar>
            {bulk}
          </div>
        ) : null}
      </div>
      {detail && view.openId !== undefined
        ? detail(view.openId, {
            close: () => view.open(undefined),
            previous: openAt > 0 ? () => step(-1) : undefined,
            next: openAt >= 0 && openAt < rows.length - 1 ? () => step(1) : undefined,
          })
        : null}
    </div>
  );
}
