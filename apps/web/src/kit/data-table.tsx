// biome-ignore-all lint/a11y/useSemanticElements: rows stand at their own places, which a table's elements cannot; the roles say what they are
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, their cells do not
import {
  columnVisibilityFeature,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
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
import { TableBody } from './table-body.tsx';
import { SkeletonRows } from './table-row.tsx';

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });
const SELECT_WIDTH = 44;
const BONES = 12;
const MORE_BONES = 3;

export interface DataTableProps<T extends object> {
  rows: T[];
  id(row: T): string;
  columns: readonly Column<T>[];
  /** Keys of hidden columns. */
  hidden: readonly string[];
  /** Accessible name. */
  label: string;
  isLoading?: boolean;
  isStale?: boolean;
  isLoadingMore?: boolean;
  loadMore?(): void;
  total?: number;
  sort?: string;
  onSort?(sort: string): void;
  /** Absent: rows can't be selected. */
  chosen?: RowSelectionState;
  onChosen?(update: (before: RowSelectionState) => RowSelectionState): void;
  /** All matching rows are selected. */
  allChosen?: boolean;
  /** Replaces the head while rows are selected. */
  bulk?: ReactNode;
  openId?: string;
  onOpen?(id: string): void;
  activeId?: string;
  onActive?(id: string): void;
  /** Rows are known to differ in height; detected otherwise. */
  variableRows?: boolean;
  /** Row actions, shown on hover and focus. */
  rowActions?(row: T): ReactNode;
}

/** The width of an element and its offset on the page. */
function useBounds<E extends HTMLElement>() {
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
 * A virtualized table with a sticky head. Columns that don't fit are hidden by priority instead of scrolling sideways;
 * K moves down, J up (rule B043), Enter opens, X selects.
 */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { rows, id, columns, hidden, chosen, onChosen, activeId, openId } = props;
  const { t } = useTranslation('common');
  const [frame, { width, top }] = useBounds<HTMLDivElement>();
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

  const template = [
    ...(selectable ? [`${SELECT_WIDTH}px`] : []),
    ...shown.map((column) => {
      const own = `${columnWidth(column as Column<never>)}px`;
      return column.grow ? `minmax(${own}, 1fr)` : own;
    }),
  ].join(' ');
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
    if (!step || !(event.target instanceof HTMLElement) || !event.target.matches('[data-row]')) return;
    const at = activeId === undefined ? 0 : model.findIndex((row) => row.id === activeId);
    const next = model[at + step];
    if (!next) return;
    event.preventDefault();
    props.onActive?.(next.id);
  }

  return (
    <div ref={frame} className={classes.frame} data-stale={props.isStale || undefined}>
      <div
        role="grid"
        aria-label={props.label}
        aria-rowcount={props.total === undefined ? -1 : props.total + 1}
        aria-multiselectable={selectable || undefined}
        aria-busy={props.isLoading || props.isStale || undefined}
        className={classes.table}
        style={{ '--columns': template } as CSSProperties}
        onKeyDown={onArrows}
      >
        <div role="rowgroup" className={classes.top} data-part="head">
          <div role="row" aria-rowindex={1} className={classes.heads}>
            {selectable ? (
              <div role="columnheader" className={`${classes.head} ${classes.select}`}>
                <span className={classes.selectArea}>
                  <Checkbox
                    aria-label={t('table.chooseAll')}
                    checked={props.allChosen || everyLoaded}
                    indeterminate={someLoaded && !props.allChosen}
                    onChange={chooseAll}
                    disabled={rows.length === 0}
                  />
                </span>
              </div>
            ) : null}
            {anyChosen ? (
              <div role="columnheader" className={`${classes.head} ${classes.bulk}`}>
                {props.bulk}
              </div>
            ) : (
              shown.map((column) => {
                const direction = column.sort && sort?.key === column.sort ? sort.direction : undefined;
                return (
                  <div
                    key={column.key}
                    role="columnheader"
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
                  </div>
                );
              })
            )}
          </div>
        </div>
        <TableBody
          model={model}
          columns={shown}
          frame={frame}
          variableRows={props.variableRows}
          top={top}
          isChosen={(rowId) => (selectable ? props.allChosen === true || chosen[rowId] === true : undefined)}
          choose={choose}
          activeId={activeId}
          openId={openId}
          onOpen={props.onOpen}
          onActive={props.onActive}
          rowActions={props.rowActions}
          loadMore={props.loadMore}
        />
        {props.isLoading || props.isLoadingMore ? (
          <div role="rowgroup">
            <SkeletonRows
              count={props.isLoading ? BONES : MORE_BONES}
              columns={shown as readonly Column<never>[]}
              selectable={selectable}
            />
          </div>
        ) : null}
      </div>
    </div>
  );
}
