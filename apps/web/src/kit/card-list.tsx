import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './card-list.module.css';
import { SkeletonBox, SkeletonLine } from './skeletons.tsx';

const GUESS = 84;
const NEAR_END = 6;

interface Props<T> {
  rows: T[];
  id(row: T): string;
  label: string;
  card(row: T): ReactNode;
  onOpen?(id: string): void;
  /** Selection mode: a tap selects instead of opening. */
  choosing: boolean;
  isChosen(id: string): boolean;
  onChoose(id: string): void;
  isLoading?: boolean;
  isLoadingMore?: boolean;
  isStale?: boolean;
  loadMore?(): void;
}

/** The list on small screens: one card per row. */
export function CardList<T>(props: Props<T>) {
  const { rows, id, loadMore } = props;
  const own = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const read = () => own.current && setTop(Math.round(own.current.getBoundingClientRect().top + scrollY));
    read();
    const sized = new ResizeObserver(read);
    sized.observe(document.body);
    return () => sized.disconnect();
  }, []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => GUESS,
    overscan: 6,
    scrollMargin: top,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : id(row);
    },
  });
  const items = virtual.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (lastIndex >= rows.length - NEAR_END && rows.length > 0) loadMore?.();
  }, [lastIndex, rows.length, loadMore]);

  return (
    <ul
      ref={own}
      aria-label={props.label}
      aria-busy={props.isLoading || props.isStale || undefined}
      className={classes.list}
      data-stale={props.isStale || undefined}
      style={{ height: props.isLoading ? undefined : virtual.getTotalSize() }}
    >
      {items.map((item) => {
        const row = rows[item.index];
        if (row === undefined) return null;
        const rowId = id(row);
        const chosen = props.isChosen(rowId);
        return (
          <li
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            className={classes.item}
            style={{ transform: `translateY(${item.start - virtual.options.scrollMargin}px)` }}
          >
            <button
              type="button"
              className={classes.card}
              data-row={rowId}
              aria-pressed={props.choosing ? chosen : undefined}
              onClick={() => (props.choosing ? props.onChoose(rowId) : props.onOpen?.(rowId))}
            >
              {props.choosing ? <span className={classes.mark} data-on={chosen || undefined} aria-hidden /> : null}
              <span className={classes.content}>{props.card(row)}</span>
            </button>
          </li>
        );
      })}
      {props.isLoading
        ? [0, 1, 2, 3, 4, 5].map((one) => (
            <li key={one} className={classes.skeleton} aria-hidden="true">
              <SkeletonBox width={48} height={48} />
              <span className={classes.lines}>
                <SkeletonLine width="70%" />
                <SkeletonLine width="40%" height={8} />
              </span>
            </li>
          ))
        : null}
    </ul>
  );
}

interface CardProps {
  picture?: ReactNode;
  title: ReactNode;
  /** At the end beside the title: the total. */
  aside?: ReactNode;
  /** Below: status, date, number. Three facts at most. */
  facts?: ReactNode;
}

/** The usual content of a card. */
export function Card({ picture, title, aside, facts }: CardProps) {
  return (
    <span className={classes.frame}>
      {picture}
      <span className={classes.text}>
        <span className={classes.first}>
          <span className={classes.title} dir="auto">
            {title}
          </span>
          {aside ? <span className={classes.aside}>{aside}</span> : null}
        </span>
        {facts ? <span className={classes.facts}>{facts}</span> : null}
      </span>
    </span>
  );
}
