// biome-ignore-all lint/a11y/useSemanticElements: rows stand at their own places, which a table's elements cannot; the roles say what they are
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './columns.ts';
import classes from './data-table.module.css';
import { Row } from './table-row.tsx';

const OVERSCAN = 12;
const NEAR_END = 12;
const GUESS = 44;
const HEAD = 40;

interface ModelRow<T> {
  id: string;
  original: T;
}

interface Props<T> {
  model: readonly ModelRow<T>[];
  columns: readonly Column<T>[];
  /** The table's frame, and its offset on the page in pixels. */
  frame: RefObject<HTMLElement | null>;
  top: number;
  /** Rows are known to differ in height; detected otherwise. */
  variableRows?: boolean;
  isChosen(id: string): boolean | undefined;
  choose(id: string, event: unknown): void;
  activeId?: string;
  openId?: string;
  onOpen?(id: string): void;
  onActive?(id: string): void;
  rowActions?(row: T): ReactNode;
  loadMore?(): void;
}

/**
 * The virtualized rows, absolutely positioned so that one row's appearance doesn't affect the layout of others. Only
 * this part re-renders while scrolling.
 */
export function TableBody<T extends object>(props: Props<T>) {
  const { model, frame, activeId, loadMore } = props;
  const { t } = useTranslation('common');
  const body = useRef<HTMLDivElement>(null);
  const [rowHeight, setRowHeight] = useState(GUESS);
  /** Rows differ in height, so each is measured, which costs frames while scrolling. */
  const [varied, setVaried] = useState(props.variableRows ?? false);
  const virtual = useWindowVirtualizer({
    count: model.length,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: props.top + HEAD,
    getItemKey: (index) => model[index]?.id ?? index,
    scrollPaddingStart: 180,
    scrollPaddingEnd: 80,
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1);

  const { measure } = virtual;
  // Compares the rows rendered first: equal heights apply to all rows, otherwise each is measured.
  const firstIndex = items[0]?.index;
  const lastIndex = last?.index;
  useLayoutEffect(() => {
    if (varied || model.length === 0 || firstIndex === undefined || lastIndex === undefined) return;
    const heights = [...(body.current?.children ?? [])].map((row) => row.getBoundingClientRect().height);
    const height = heights[0];
    if (!height) return;
    if (heights.some((one) => Math.abs(one - height) > 1)) setVaried(true);
    else if (height !== rowHeight) setRowHeight(height);
  }, [varied, firstIndex, lastIndex, rowHeight, model]);
  // A change of density changes all heights.
  useLayoutEffect(() => {
    const density = new MutationObserver(() => {
      const height = body.current?.firstElementChild?.getBoundingClientRect().height;
      if (height) setRowHeight(height);
    });
    density.observe(document.documentElement, { attributes: true, attributeFilter: ['data-rows'] });
    return () => density.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (rowHeight > 0) measure();
  }, [rowHeight, measure]);

  const nearEnd = last !== undefined && last.index >= model.length - NEAR_END;
  useEffect(() => {
    if (nearEnd) loadMore?.();
  }, [nearEnd, loadMore]);

  // Scrolls to the active row when the keyboard moves it, and keeps the focus if it was in the table.
  const { scrollToIndex } = virtual;
  const activeIndex = activeId === undefined ? -1 : model.findIndex((row) => row.id === activeId);
  const followed = useRef<string>(undefined);
  useEffect(() => {
    if (activeId === undefined || activeIndex < 0 || followed.current === activeId) return;
    followed.current = activeId;
    scrollToIndex(activeIndex, { align: 'auto' });
    const focused = document.activeElement;
    if (focused !== document.body && !frame.current?.contains(focused)) return;
    const row = () => frame.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(activeId)}"]`);
    // A row outside the viewport is rendered in the next frame.
    if (row()) row()?.focus({ preventScroll: true });
    else requestAnimationFrame(() => row()?.focus({ preventScroll: true }));
  }, [activeId, activeIndex, scrollToIndex, frame]);

  return (
    <div ref={body} role="rowgroup" className={classes.body} style={{ height: virtual.getTotalSize() }}>
      {items.map((item) => {
        const row = model[item.index];
        if (!row) return null;
        return (
          <Row
            key={row.id}
            row={row.original}
            id={row.id}
            index={item.index}
            start={item.start - virtual.options.scrollMargin}
            columns={props.columns}
            chosen={props.isChosen(row.id)}
            active={activeId === undefined ? item.index === 0 : row.id === activeId}
            open={row.id === props.openId}
            measure={varied ? virtual.measureElement : undefined}
            choose={props.choose}
            onOpen={props.onOpen}
            onActive={props.onActive}
            rowActions={props.rowActions}
            selectLabel={t('table.choose')}
          />
        );
      })}
    </div>
  );
}
