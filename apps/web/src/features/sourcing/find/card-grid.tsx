import type { SourceCard } from '@quayside/contracts';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useEffect, useMemo } from 'react';
import { SkeletonLine } from '../../../kit/skeletons.tsx';
import { useIsMobile, useMedia } from '../../../lib/use-media.ts';
import classes from './card-grid.module.css';
import { fitGrid, rowAt } from './grid.ts';
import { useAnchor } from './use-anchor.ts';
import { useFrame } from './use-frame.ts';

/** Height of a card below its picture, in pixels: with the pointer of a mouse, and with a finger. */
const WORDS = { fine: 172, coarse: 212 } as const;
const OVERSCAN = 3;

interface Props {
  rows: readonly SourceCard[];
  id(row: SourceCard): string;
  card(row: SourceCard): ReactNode;
  label: string;
  /** The card that the keyboard is on; it is kept in sight and has the focus when the grid had it. */
  activeId: string | undefined;
  openId: string | undefined;
  isLoading: boolean;
  isStale: boolean;
  hasMore: boolean;
  loadMore(): void;
}

/** Cards in as many columns as fit, only those near the window drawn. All are of one height: nothing moves while it fills. */
export function CardGrid(props: Props) {
  const { rows, id, activeId, openId, hasMore, loadMore } = props;
  const narrow = useIsMobile();
  const coarse = useMedia('(pointer: coarse)');
  const [frame, { width, top }] = useFrame<HTMLUListElement>();
  const { columns, gap, card } = fitGrid(width, narrow);
  const words = narrow || coarse ? WORDS.coarse : WORDS.fine;
  const height = Math.round(card + words + gap);
  const lines = Math.ceil(rows.length / columns);
  const grid = useMemo(() => ({ columns, row: height, top }), [columns, height, top]);
  const openAt = openId === undefined ? -1 : rows.findIndex((row) => id(row) === openId);
  useAnchor(grid, openAt);

  const virtual = useWindowVirtualizer({
    count: lines + (hasMore || props.isLoading ? 2 : 0),
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: top,
    scrollPaddingStart: 130,
    scrollPaddingEnd: 24,
    getItemKey: (index) => `${height}:${index}`,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && last >= lines - 2) loadMore();
  }, [last, lines, rows.length, loadMore]);

  const activeAt = activeId === undefined ? -1 : rows.findIndex((row) => id(row) === activeId);
  const { scrollToIndex } = virtual;
  useEffect(() => {
    if (activeAt < 0 || activeId === undefined) return;
    scrollToIndex(Math.floor(activeAt / columns), { align: 'auto' });
    const focused = document.activeElement;
    const own = frame.current;
    if (focused !== document.body && !own?.contains(focused)) return;
    requestAnimationFrame(() =>
      own?.querySelector<HTMLElement>(`[data-card="${CSS.escape(activeId)}"] a`)?.focus({ preventScroll: true }),
    );
  }, [activeId, activeAt, columns, scrollToIndex, frame]);

  const style = {
    '--card-words': `${words}px`,
    height: width === 0 ? undefined : virtual.getTotalSize(),
  } as CSSProperties;
  return (
    <ul
      ref={frame}
      className={classes.grid}
      aria-label={props.label}
      aria-busy={props.isLoading || props.isStale || undefined}
      data-stale={props.isStale || undefined}
      style={style}
    >
      {width === 0
        ? null
        : items.flatMap((item) => {
            const at = item.start - virtual.options.scrollMargin;
            const shown = rowAt(rows, item.index, columns);
            const cells = shown.map((row, column) => (
              <li
                key={id(row)}
                data-card={id(row)}
                className={classes.cell}
                style={{ width: card, insetInlineStart: column * (card + gap), transform: `translateY(${at}px)` }}
              >
                {props.card(row)}
              </li>
            ));
            const missing = hasMore || props.isLoading ? columns - shown.length : 0;
            for (let column = columns - missing; column < columns; column += 1) {
              cells.push(
                <li
                  key={`skeleton-${item.index}-${column}`}
                  aria-hidden="true"
                  className={classes.cell}
                  style={{ width: card, insetInlineStart: column * (card + gap), transform: `translateY(${at}px)` }}
                >
                  <CardSkeleton />
                </li>,
              );
            }
            return cells;
          })}
    </ul>
  );
}

/** The shape of a card to come. */
function CardSkeleton() {
  return (
    <div className={classes.skeleton}>
      <span className={classes.picture} />
      <span className={classes.lines}>
        <SkeletonLine width="90%" />
        <SkeletonLine width="60%" />
        <SkeletonLine width="40%" height={12} />
      </span>
    </div>
  );
}
