import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import classes from './choice-list.module.css';
import { type Choice, matching } from './matching-choices.ts';

interface Props {
  choices: readonly Choice[];
  chosen: readonly string[];
  onChange(next: string[]): void;
  /** Allows several choices. */
  many?: boolean;
  /** Shows a search field with this label. */
  searchLabel?: string;
  emptyText: string;
  /** What is typed in the search field, also once it opens. */
  onSearch?: ((text: string) => void) | undefined;
  label: string;
  /** Height of the list in pixels before it scrolls. */
  height?: number;
}

/** A list of choices, searchable by label or note, with arrow keys and Enter. */
export function ChoiceList({
  choices,
  chosen,
  onChange,
  many,
  searchLabel,
  emptyText,
  label,
  onSearch,
  height = 320,
}: Props) {
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const found = useMemo(() => matching(choices, search), [choices, search]);
  useEffect(() => onSearch?.(search), [onSearch, search]);

  function toggle(value: string): void {
    const has = chosen.includes(value);
    if (!many) onChange(has ? [] : [value]);
    else onChange(has ? chosen.filter((one) => one !== value) : [...chosen, value]);
  }
  function move(to: number): void {
    const next = Math.max(0, Math.min(found.length - 1, to));
    setActive(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  }
  function onKeyDown(event: KeyboardEvent): void {
    const current = found[active];
    if (event.key === 'ArrowDown') move(active + 1);
    else if (event.key === 'ArrowUp') move(active - 1);
    else if (event.key === 'Enter' && current) toggle(current.value);
    else return;
    event.preventDefault();
  }
  const optionId = (index: number) => `${label}-${index}`.replaceAll(/\W/g, '-');

  return (
    <div className={classes.frame}>
      {searchLabel ? (
        <label className={classes.search}>
          <Search size={16} aria-hidden />
          <input
            data-autofocus
            value={search}
            placeholder={searchLabel}
            aria-label={searchLabel}
            role="combobox"
            aria-expanded="true"
            aria-controls={`${optionId(0)}-list`}
            aria-activedescendant={found[active] ? optionId(active) : undefined}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              setActive(0);
            }}
          />
        </label>
      ) : null}
      <div
        ref={list}
        id={`${optionId(0)}-list`}
        role="listbox"
        aria-label={label}
        aria-multiselectable={many || undefined}
        tabIndex={searchLabel ? -1 : 0}
        data-autofocus={searchLabel ? undefined : true}
        aria-activedescendant={!searchLabel && found[active] ? optionId(active) : undefined}
        className={classes.list}
        onKeyDown={onKeyDown}
        style={{ maxHeight: height }}
      >
        {found.map((one, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the list, which keeps the focus
          // biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus and names the active option
          <div
            key={one.value}
            id={optionId(index)}
            role="option"
            aria-selected={chosen.includes(one.value)}
            data-active={index === active || undefined}
            className={classes.option}
            onClick={() => toggle(one.value)}
            onPointerMove={() => setActive(index)}
          >
            <span className={many ? classes.tick : classes.dot} aria-hidden />
            {one.image ? (
              <img className={classes.image} src={one.image} alt="" width={16} height={16} loading="lazy" />
            ) : null}
            <span className={classes.label}>{one.label}</span>
            {one.note ? <span className={classes.note}>{one.note}</span> : null}
          </div>
        ))}
        {found.length === 0 ? <p className={classes.none}>{emptyText}</p> : null}
      </div>
    </div>
  );
}
