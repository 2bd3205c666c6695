// biome-ignore-all lint/a11y/useSemanticElements: rows stand at their own places, which a table's elements cannot; the roles say what they are
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, their cells do not
import { memo, type ReactNode, useState } from 'react';
import { Checkbox } from '../ui/checkbox.tsx';
import type { Column } from './columns.ts';
import classes from './data-table.module.css';
import { SkeletonBox, SkeletonLine } from './skeletons.tsx';

interface RowProps<T> {
  row: T;
  id: string;
  index: number;
  /** Offset in the body, in pixels. */
  start: number;
  columns: readonly Column<T>[];
  chosen: boolean | undefined;
  active: boolean;
  open: boolean;
  /** Set when rows differ in height. */
  measure?(element: Element | null): void;
  choose(id: string, event: unknown): void;
  onOpen?(id: string): void;
  onActive?(id: string): void;
  rowActions?(row: T): ReactNode;
  selectLabel: string;
}

/** Elements in a row with their own click handling. */
const OWN_CLICK = 'a, button, input, select, textarea, label, [role="dialog"], [role="menu"]';

function RowView<T>(props: RowProps<T>) {
  const {
    row,
    id,
    index,
    start,
    columns,
    chosen,
    active,
    open,
    measure,
    choose,
    onOpen,
    onActive,
    rowActions,
    selectLabel,
  } = props;
  // Row actions render on hover or focus: a thousand hidden buttons cost frames.
  const [near, setNear] = useState(false);
  return (
    <div
      ref={measure}
      role="row"
      style={{ transform: `translateY(${start}px)` }}
      data-index={index}
      data-row={id}
      data-open={open || undefined}
      data-active={active || undefined}
      aria-rowindex={index + 2}
      aria-selected={chosen}
      tabIndex={active ? 0 : -1}
      className={classes.row}
      onPointerEnter={rowActions && !near ? () => setNear(true) : undefined}
      onFocus={() => {
        setNear(true);
        onActive?.(id);
      }}
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
        <div role="gridcell" className={classes.select}>
          <span className={classes.selectArea}>
            <Checkbox
              aria-label={selectLabel}
              checked={chosen}
              onClick={(event) => choose(id, event)}
              onChange={() => undefined}
              tabIndex={-1}
            />
          </span>
        </div>
      )}
      {columns.map((column, at) => (
        <div key={column.key} role="gridcell" data-align={column.align} className={classes.cell}>
          <div className={classes.content}>{column.cell(row)}</div>
          {rowActions && near && at === columns.length - 1 ? (
            <div className={classes.actions}>{rowActions(row)}</div>
          ) : null}
        </div>
      ))}
    </div>
  );
}

/** Re-renders a row only when its props change; scrolling re-renders none. */
export const Row = memo(RowView) as typeof RowView;

function SkeletonCell({ kind, align }: { kind: Column<never>['skeleton']; align: Column<never>['align'] }) {
  return (
    <div className={classes.skeleton} data-align={align}>
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

/** Skeleton rows. */
export function SkeletonRows({
  count,
  columns,
  selectable,
}: {
  count: number;
  columns: readonly Column<never>[];
  selectable: boolean;
}) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
    <div key={index} aria-hidden="true" className={classes.skeletons}>
      {selectable ? <div className={classes.select} /> : null}
      {columns.map((column) => (
        <div key={column.key} className={classes.cell}>
          <SkeletonCell kind={column.skeleton} align={column.align} />
        </div>
      ))}
    </div>
  ));
}
