import {
  columnVisibilityFeature,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { fitColumns } from '../lib/column-fit.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { type Column, columnPriority, columnWidth, nextSort, readSort } from './columns.ts';
import classes from './data-table.module.css';
import { SkeletonBox, SkeletonLine } from './skeletons.tsx';

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });
const SELECT_WIDTH = 44;
const OVERSCAN = 10;
const NEAR_END = 12;
const BONES = 12;

export interface DataTableProps<T extends object> {
  rows: T[];
  id(row: T): string;
  columns: readonly Column<T>[];
  /** Keys of columns the person hid. */
  hidden: readonly string[];
  /** Name for reading aloud. */
  label: string;
  isLoading?: boolean;
  isStale?: boolean;
  isLoadingMore?: boolean;
  loadMore?(): void;
  total?: number;
  sort?: string;
  onSort?(sort: string): void;
  /** Absent: rows cannot be chosen. */
  chosen?: RowSelectionState;
  onChosen?(update: (before: RowSelectionState) => RowSelectionState): void;
  /** Everything that matches is chosen. */
  allChosen?: boolean;
  /** Shown in the head's place while rows are chosen. */
  bulk?: ReactNode;
  openId?: string;
  onOpen?(id: string): void;
  activeId?: string;
  onActive?(id: string): void;
  /** What can be done with a row, on hover and focus. */
  rowActions?(row: T): ReactNode;
}

interface RowProps<T> {
  row: T;
  id: string;
  index: number;
  columns: readonly Column<T>[];
  chosen: boolean | undefined;
  active: boolean;
  open: boolean;
  measure(element: Element | null): void;
  choose(id: string, event: unknown): void;
  onOpen?(id: string): void;
  onActive?(id: string): void;
  rowActions?(row: T): ReactNode;
  selectLabel: string;
}

/** Anything in a row that has its own click. */
const OWN_CLICK = 'a, button, input, select, textarea, label, [role="dialog"], [role="menu"]';

function RowView<T>(props: RowProps<T>) {
  const { row, id, index, columns, chosen, active, open, measure, choose, onOpen, onActive, rowActions, selectLabel } =
    props;
  return (
    <tr
      ref={measure}
      data-index={index}
      data-row={id}
      data-open={open || undefined}
      data-active={active || undefined}
      aria-rowindex={index + 2}
      aria-selected={chosen}
      tabIndex={active ? 0 : -1}
      className={classes.row}
      onFocus={() => onActive?.(id)}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest(OWN_CLICK)) return;
        if (getSelection()?.type === 'Range') return;
        onActive?.(id);
        onOpen?.(id);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        event.preventDefault();
        onOpen?.(id);
      }}
    >
      {chosen === undefined ? null : (
        <td className={classes.select}>
          <span className={classes.selectArea}>
            <Checkbox
              aria-label={selectLabel}
              checked={chosen}
              onClick={(event) => choose(id, event)}
              onChange={() => undefined}
              tabIndex={-1}
            />
          </span>
        </td>
      )}
      {columns.map((column, at) => (
        <td key={column.key} data-align={column.align} className={classes.cell}>
          <div className={classes.content}>{column.cell(row)}</div>
          {rowActions && at === columns.length - 1 ? <div className={classes.actions}>{rowActions(row)}</div> : null}
        </td>
      ))}
    </tr>
  );
}

const Row = memo(RowView) as typeof RowView;

function Bone({ kind, align }: { kind: Column<never>['bone']; align: Column<never>['align'] }) {
  return (
    <div className={classes.bone} data-align={align}>
      {kind === 'picture' ? (
        <>
          <SkeletonBox width={32} height={32} />
          <SkeletonLine width="50%" />
        </>
      ) : (
        <SkeletonLine width={kind === 'short' || kind === 'money' ? 48 : '62%'} />
      )}
    </div>
  );
}

/** The width of an element, and where it begins on the page. */
function usePlace<E extends HTMLElement>() {
  const own = useRef<E>(null);
  const [place, setPlace] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const element = own.current;
    if (!element) return;
    const read = () => {
      const box = element.getBoundingClientRect();
      const next = { width: Math.round(box.width), top: Math.round(box.top + scrollY) };
      setPlace((before) => (before.width === next.width && before.top === next.top ? before : next));
    };
    read();
    const sized = new ResizeObserver(read);
    sized.observe(element);
    sized.observe(document.body);
    return () => sized.disconnect();
  }, []);
  return [own, place] as const;
}

/**
 * Rows of facts with a head that stays, only those near the window drawn. Columns that do not fit go away by their
 * priority; nothing scrolls sideways. J and K move (K down, J up), Enter opens, X chooses.
 */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { rows, id, columns, hidden, chosen, onChosen, activeId, openId, loadMore } = props;
  const { t } = useTranslation('common');
  const [frame, { width, top }] = usePlace<HTMLDivElement>();
  const selectable = chosen !== undefined;

  const shown = useMemo(() => {
    const wanted = columns.filter((column) => !hidden.includes(column.key));
    if (width === 0) return wanted;
    const room = width - (selectable ? SELECT_WIDTH : 0);
    const fits = fitColumns(
      wanted.map((column) => ({
        key: column.key,
        width: columnWidth(column as Column<never>),
        priority: columnPriority(column as Column<never>),
      })),
      room,
    );
    return wanted.filter((column) => fits.has(column.key));
  }, [columns, hidden, width, selectable]);

  const definitions = useMemo(() => columns.map((column) => ({ id: column.key, header: column.header })), [columns]);
  const visibility = useMemo(
    () => Object.fromEntries(columns.map((column) => [column.key, shown.includes(column)])),
    [columns, shown],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: id,
    enableSubRowSelection: false,
    state: { rowSelection: chosen ?? {}, columnVisibility: visibility },
    onRowSelectionChange: (update) => onChosen?.((before) => (typeof update === 'function' ? update(before) : update)),
  });
  const model = table.getRowModel().rows;
  const current = useRef(table);
  useEffect(() => {
    current.current = table;
  });
  const choose = useCallback(
    (rowId: string, event: unknown) => current.current.getRow(rowId).getToggleSelectedHandler()(event),
    [],
  );

  const virtual = useWindowVirtualizer({
    count: model.length,
    estimateSize: () => 45,
    overscan: OVERSCAN,
    scrollMargin: top + 40,
    getItemKey: (index) => model[index]?.id ?? index,
    scrollPaddingStart: 180,
    scrollPaddingEnd: 80,
  });
  const items = virtual.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  const before = first ? first.start - virtual.options.scrollMargin : 0;
  const after = last ? virtual.getTotalSize() - (last.end - virtual.options.scrollMargin) : 0;

  const nearEnd = last !== undefined && last.index >= model.length - NEAR_END;
  useEffect(() => {
    if (nearEnd) loadMore?.();
  }, [nearEnd, loadMore]);

  // The active row is followed when the keyboard moves it, and keeps the focus when it was in the table.
  const { scrollToIndex } = virtual;
  const activeIndex = activeId === undefined ? -1 : model.findIndex((row) => row.id === activeId);
  const followed = useRef<string>(undefined);
  useEffect(() => {
    if (activeId === undefined || activeIndex < 0 || followed.current === activeId) return;
    followed.current = activeId;
    scrollToIndex(activeIndex, { align: 'auto' });
    const rowElement = frame.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(activeId)}"]`);
    const focused = document.activeElement;
    if (rowElement && (focused === document.body || frame.current?.contains(focused)))
      rowElement.focus({ preventScroll: true });
  }, [activeId, activeIndex, scrollToIndex, frame]);

  const sort = readSort(props.sort);
  const anyChosen = props.bulk !== undefined && props.bulk !== null;
  const everyLoaded = model.length > 0 && model.every((row) => chosen?.[row.id]);
  const someLoaded = !everyLoaded && model.some((row) => chosen?.[row.id]);
  const chooseAll = useCallback(() => {
    onChosen?.((now) => {
      const next = { ...now };
      for (const row of rows) {
        if (everyLoaded) delete next[id(row)];
        else next[id(row)] = true;
      }
      return next;
    });
  }, [onChosen, rows, id, everyLoaded]);

  function onArrows(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (!step || !(event.target instanceof HTMLElement) || !event.target.matches('tr')) return;
    const next = model[activeIndex + step];
    if (!next) return;
    event.preventDefault();
    props.onActive?.(next.id);
  }

  return (
    <div ref={frame} className={classes.frame} data-stale={props.isStale || undefined}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are chosen and opened: a grid
        role="grid"
        aria-label={props.label}
        aria-rowcount={props.total === undefined ? -1 : props.total + 1}
        aria-multiselectable={selectable || undefined}
        aria-busy={props.isLoading || props.isStale || undefined}
        className={classes.table}
        onKeyDown={onArrows}
      >
        <colgroup>
          {selectable ? <col style={{ width: SELECT_WIDTH }} /> : null}
          {shown.map((column) => (
            <col key={column.key} style={column.grow ? undefined : { width: columnWidth(column as Column<never>) }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {selectable ? (
              <th scope="col" className={`${classes.head} ${classes.select}`}>
                <span className={classes.selectArea}>
                  <Checkbox
                    aria-label={t('table.chooseAll')}
                    checked={props.allChosen || everyLoaded}
                    indeterminate={someLoaded && !props.allChosen}
                    onChange={chooseAll}
                    disabled={rows.length === 0}
                  />
                </span>
              </th>
            ) : null}
            {anyChosen ? (
              <th scope="col" colSpan={shown.length} className={classes.head}>
                {props.bulk}
              </th>
            ) : (
              shown.map((column) => {
                const direction = column.sort && sort?.key === column.sort ? sort.direction : undefined;
                return (
                  <th
                    key={column.key}
                    scope="col"
                    data-align={column.align}
                    aria-sort={direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
                    className={classes.head}
                  >
                    {column.sort && props.onSort ? (
                      <button
                        type="button"
                        className={classes.sort}
                        onClick={() => props.onSort?.(nextSort(props.sort, column.sort ?? ''))}
                      >
                        <span>{column.header}</span>
                        {direction === 'asc' ? <ArrowUp size={14} aria-hidden /> : null}
                        {direction === 'desc' ? <ArrowDown size={14} aria-hidden /> : null}
                      </button>
                    ) : (
                      column.header
                    )}
                  </th>
                );
              })
            )}
          </tr>
        </thead>
        <tbody>
          {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: room for rows out of sight, nothing to focus */}
          {before > 0 ? <tr aria-hidden="true" style={{ height: before }} /> : null}
          {items.map((item) => {
            const row = model[item.index];
            if (!row) return null;
            return (
              <Row
                key={row.id}
                row={row.original}
                id={row.id}
                index={item.index}
                columns={shown}
                chosen={selectable ? props.allChosen || chosen[row.id] === true : undefined}
                active={activeId === undefined ? item.index === 0 : row.id === activeId}
                open={row.id === openId}
                measure={virtual.measureElement}
                choose={choose}
                onOpen={props.onOpen}
                onActive={props.onActive}
                rowActions={props.rowActions}
                selectLabel={t('table.choose')}
              />
            );
          })}
          {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: as above */}
          {after > 0 ? <tr aria-hidden="true" style={{ height: after }} /> : null}
          {props.isLoading || props.isLoadingMore
            ? Array.from({ length: props.isLoading ? BONES : 3 }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
                // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the shape of rows to come, nothing to focus
                <tr key={index} aria-hidden="true" className={classes.bones}>
                  {selectable ? <td className={classes.select} /> : null}
                  {shown.map((column) => (
                    <td key={column.key} className={classes.cell}>
                      <Bone kind={column.bone} align={column.align} />
                    </td>
                  ))}
                </tr>
              ))
            : null}
        </tbody>
      </table>
    </div>
  );
}
