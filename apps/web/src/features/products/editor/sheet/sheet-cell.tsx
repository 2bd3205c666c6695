import { type KeyboardEvent, memo, useId, useLayoutEffect, useRef, useState } from 'react';
import type { DraftVariant } from '../draft.ts';
import type { SheetColumn } from './columns.ts';
import classes from './sheet-cell.module.css';
import type { SheetActions } from './use-sheet.ts';

interface Props {
  id: string;
  column: SheetColumn;
  label: string;
  text: string;
  /** Before or after the text, for the eye: a currency, a unit. */
  prefix?: string | undefined;
  suffix?: string | undefined;
  /** For letters rather than numbers. */
  mono?: boolean;
  /** Why the text typed last was refused. */
  fault: string | undefined;
  /** What deserves a look in the saved text, which is kept all the same. */
  hint?: string | undefined;
  /** The saved text is invalid, whatever was typed last. */
  invalid?: boolean;
  tabIndex: number;
  actions: SheetActions;
}

/**
 * A cell of the variants table with a text. Focused, its text is replaced by typing; F2 or a double click edits it. It takes what
 * is typed as it is typed, a formula when one leaves the cell.
 */
export const SheetCell = memo(function SheetCell(props: Props) {
  const { id, column, label, text, prefix, suffix, mono, hint, fault, invalid, tabIndex, actions } = props;
  const said = fault ?? hint;
  const own = useRef<HTMLInputElement>(null);
  const before = useRef<DraftVariant>(undefined);
  const [typed, setTyped] = useState<string>();
  const note = useId();
  const editing = typed !== undefined;

  useLayoutEffect(() => {
    if (!editing && document.activeElement === own.current) own.current?.select();
  }, [editing]);

  function begin(next: string): void {
    if (!editing) before.current = actions.variant(id);
    setTyped(next);
  }
  function settle(): void {
    if (typed === undefined || !before.current) return;
    actions.settle(id, column, typed, before.current);
    setTyped(undefined);
  }
  function edit(): void {
    if (editing) return;
    begin(actions.formula(id, column) ?? text);
    const input = own.current;
    requestAnimationFrame(() => input?.setSelectionRange(input.value.length, input.value.length));
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'F2') {
      event.preventDefault();
      edit();
    } else if (event.key === 'Enter') settle();
    else if (event.key === 'Escape' && editing && before.current) {
      event.stopPropagation();
      actions.restore(id, column, before.current);
      setTyped(undefined);
    }
  }
  return (
    <span
      className={classes.frame}
      data-wrong={fault !== undefined || invalid || undefined}
      data-doubtful={hint !== undefined || undefined}
      data-hint={said}
    >
      {prefix ? (
        <span className={classes.beside} aria-hidden="true">
          {prefix}
        </span>
      ) : null}
      <input
        ref={own}
        className={mono ? 'mono' : undefined}
        data-letters={mono || undefined}
        inputMode={mono ? undefined : 'decimal'}
        aria-label={label}
        aria-invalid={fault !== undefined || invalid || undefined}
        aria-describedby={said ? note : undefined}
        data-editing={editing ? '' : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        tabIndex={tabIndex}
        value={typed ?? text}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          begin(event.currentTarget.value);
          actions.type(id, column, event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onDoubleClick={edit}
        onBlur={settle}
      />
      {suffix ? (
        <span className={classes.beside} aria-hidden="true">
          {suffix}
        </span>
      ) : null}
      {said ? (
        <span id={note} className="visually-hidden">
          {said}
        </span>
      ) : null}
    </span>
  );
});
