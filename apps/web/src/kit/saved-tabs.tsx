import { type KeyboardEvent, useRef } from 'react';
import { useFormats } from '../lib/use-formats.ts';
import { useScrollIntoView } from '../lib/use-scroll-into-view.ts';
import classes from './saved-tabs.module.css';

export interface TabItem {
  key: string;
  label: string;
  /** Number of rows; absent while unknown. */
  count?: number;
  /** The count reached its cap and is shown with a plus. */
  capped?: boolean;
  /** Emphasizes a count that needs attention, such as unpaid orders. */
  alert?: boolean;
}

interface Props {
  items: readonly TabItem[];
  value: string;
  onChange(key: string): void;
  label: string;
}

/** The views of a list with their counts. Arrow keys move between them. */
export function SavedTabs({ items, value, onChange, label }: Props) {
  const { count } = useFormats();
  const list = useRef<HTMLDivElement>(null);
  // Counts that load later widen the tabs.
  useScrollIntoView(list, '[aria-selected=true]', `${value} ${items.map((item) => item.count).join()}`);
  function onKeyDown(event: KeyboardEvent): void {
    const forward = document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const backward = document.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
    const step = event.key === forward ? 1 : event.key === backward ? -1 : 0;
    const now = items.findIndex((item) => item.key === value);
    const next = items[(now + step + items.length) % items.length];
    if (!step || !next) return;
    event.preventDefault();
    onChange(next.key);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.key)}"]`)?.focus();
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className={classes.tabs} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role="tab"
          data-tab={item.key}
          aria-selected={item.key === value}
          tabIndex={item.key === value ? 0 : -1}
          className={classes.tab}
          onClick={() => onChange(item.key)}
        >
          <span className={classes.word} data-word={item.label}>
            {item.label}
          </span>
          {item.count === undefined ? null : (
            <span className={classes.count} data-alert={(item.alert && item.count > 0) || undefined}>
              {count(item.count)}
              {item.capped ? '+' : ''}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
