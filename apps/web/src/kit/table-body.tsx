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
  /** The frame of the table, and where it begins on the page in pixels. */
  frame: RefObject<HTMLElement | null>;
  top: number;
  /** It is known that rows differ in height; found out by itself otherwise. */
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
 * The rows near the window, each at its own place, so that one row's coming and going lays out nothing but itself. Only
 * this part is drawn anew while the page scrolls.
 */
export function TableBody<T extends object>(props: Props<T>) {
  const { model, frame, activeId, loadMore } = props;
  const { t } = useTranslation('common');
  const body = useRef<HTMLDivElement>(null);
  const [rowHeight, setRowHeight] = useState(GUESS);
  /** Rows were seen to differ in height: then each is measured, which costs frames while scrolling. */
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
  // One look at the rows that were just drawn: alike, their height counts for all; not alike, each is measured.
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
  // The choice of density changes all heights at once.
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

  // The active row is followed when the keyboard moves it, and keeps the focus when it was in the table.
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
    // A row that was out of sight is drawn with the next frame.
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
