import type { LucideIcon } from 'lucide-react';
import { Check } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import classes from './menu.module.css';
import { Pop, type PopProps } from './pop.tsx';

export interface MenuItem {
  key: string;
  label: string;
  icon?: LucideIcon;
  /** A second line of secondary text. */
  note?: string;
  /** Keyboard shortcut, shown at the end. */
  keys?: string;
  danger?: boolean;
  /** Why it is disabled; shown as its note. */
  disabled?: string | boolean;
  /** Marks the current choice. */
  checked?: boolean;
  /** Starts a section with this heading; an empty text draws only a line. */
  section?: string;
  run(): void;
}

/**
 * A menu of actions or choices. Arrow keys move, Home and End jump, and a letter goes to the next item that starts with
 * it.
 */
export function MenuList({ items, onDone, head }: { items: readonly MenuItem[]; onDone(): void; head?: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  const choice = items.some((item) => item.checked !== undefined);

  function onKeyDown(event: KeyboardEvent): void {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
    const now = all.indexOf(document.activeElement as HTMLElement);
    const target =
      event.key === 'ArrowDown'
        ? all[(now + 1) % all.length]
        : event.key === 'ArrowUp'
          ? all[(now - 1 + all.length) % all.length]
          : event.key === 'Home'
            ? all[0]
            : event.key === 'End'
              ? all.at(-1)
              : event.key.length === 1
                ? [...all.slice(now + 1), ...all].find((one) =>
                    one.textContent.toLowerCase().startsWith(event.key.toLowerCase()),
                  )
                : undefined;
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    target.focus();
  }

  return (
    <div className={classes.menu}>
      {head}
      <div ref={list} role="menu" onKeyDown={onKeyDown} tabIndex={-1}>
        {items.map((item) => (
          <div key={item.key} role="none">
            {item.section !== undefined ? <div className={classes.section}>{item.section}</div> : null}
            {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: checked goes with the radio role alone */}
            <button
              type="button"
              role={choice ? 'menuitemradio' : 'menuitem'}
              aria-checked={choice ? Boolean(item.checked) : undefined}
              aria-disabled={Boolean(item.disabled) || undefined}
              data-danger={item.danger || undefined}
              data-autofocus={item.checked || undefined}
              className={classes.item}
              onClick={() => {
                if (item.disabled) return;
                onDone();
                item.run();
              }}
            >
              {item.icon ? <item.icon size={16} aria-hidden className={classes.icon} /> : null}
              <span className={classes.words}>
                <span>{item.label}</span>
                {item.note || typeof item.disabled === 'string' ? (
                  <span className={classes.note}>{typeof item.disabled === 'string' ? item.disabled : item.note}</span>
                ) : null}
              </span>
              {item.keys ? <kbd className={classes.keys}>{item.keys}</kbd> : null}
              {item.checked ? <Check size={16} aria-hidden className={classes.check} /> : null}
            </button>
          </div>
        ))}
      </div>
    </div>
  );
}

type MenuProps = Omit<PopProps, 'children' | 'kind'> & { items: readonly MenuItem[]; head?: ReactNode };

/** A button with a menu. */
export function Menu({ items, head, ...pop }: MenuProps) {
  return (
    <Pop {...pop} kind="menu">
      {(close) => <MenuList items={items} onDone={close} head={head} />}
    </Pop>
  );
}
