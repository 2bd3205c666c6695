import type { Money } from '@quayside/kernel/money.ts';
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Draft, type DraftVariant, withVariants } from '../draft.ts';
import { type CellFault, cellText, readCell, type SheetContext, type SheetRow } from './cells.ts';
import { cellKey, SHEET_COLUMNS, type SheetColumn } from './columns.ts';
import { clearRange, copyRange, fillRange, pasteBlock, type RangeEdit } from './edit-range.ts';
import { findDecimalSign } from './numbers.ts';
import { type Cell, isSingle, moveCell, nextCell, pulledTo, type Range, rangeOf, type Selection } from './selection.ts';
import { commandFor, type SheetCommand } from './sheet-keys.ts';
import { trackPointer } from './track-pointer.ts';
import { formatTsv, parseTsv } from './tsv.ts';
import type { WeightUnit } from './weight.ts';

interface Options {
  /** Variant ids, in the order of the rows. */
  ids: readonly string[];
  draft: Draft;
  costs: ReadonlyMap<string, Money>;
  shipping: Money | undefined;
  unit: WeightUnit;
  language: string;
  change(next: (draft: Draft) => Draft, what?: string): void;
  scrollTo(row: number): void;
  undo(): void;
  redo(): void;
}

/** What a cell asks of the table; the same object for the table's whole life. */
export interface SheetActions {
  /** Takes what is typed so far, if it fits. */
  type(id: string, column: SheetColumn, text: string): void;
  /** Takes a typed text; one that doesn't fit is refused and the cell gets `before` again. */
  settle(id: string, column: SheetColumn, text: string, before: DraftVariant): void;
  /** Puts a cell back. */
  restore(id: string, column: SheetColumn, before: DraftVariant): void;
  variant(id: string): DraftVariant | undefined;
  /** The formula that a cell's value was calculated from, unless it was changed since. */
  formula(id: string, column: SheetColumn): string | undefined;
}

/** A clipboard of more characters is ignored. */
const MOST_TEXT = 2_000_000;

const cellOf = (element: EventTarget | null): Cell | undefined => {
  const cell = element instanceof Element ? element.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.closest<HTMLElement>('[data-index]')?.dataset.index;
  return cell && row !== undefined ? { row: Number(row), column: Number(cell.dataset.column) } : undefined;
};

const isEditing = (element: EventTarget): boolean =>
  element instanceof HTMLElement && element.dataset.editing !== undefined;

const sameCell = (a: Cell, b: Cell): boolean => a.row === b.row && a.column === b.column;

/** Selection, keyboard, clipboard, fill and formulas of the variants table. */
export function useSheet(options: Options) {
  const table = useRef<HTMLDivElement>(null);
  const latest = useRef(options);
  const [selection, setSelection] = useState<Selection>();
  const [faults, setFaults] = useState<ReadonlyMap<string, CellFault>>(new Map());
  const [pulled, setPulled] = useState<number>();
  const formulas = useRef(new Map<string, { text: string; amount: number }>());
  /** The cell that gets the focus once it is the active one: keys can be faster than the screen. */
  const wantsFocus = useRef<Cell>(undefined);
  /** After Escape, the next Tab leaves the table. */
  const leaves = useRef(false);
  const touches = useRef(false);
  const now = useRef({ selection, pulled });
  useLayoutEffect(() => {
    latest.current = options;
    now.current = { selection, pulled };
  });

  const active = selection?.active;
  useEffect(() => {
    if (!active || !wantsFocus.current || !sameCell(wantsFocus.current, active)) return;
    const row = `[data-index="${active.row}"] [data-column="${active.column}"] input`;
    const input = table.current?.querySelector<HTMLInputElement>(row);
    if (!input) return;
    wantsFocus.current = undefined;
    input.focus({ preventScroll: true });
  });

  const api = useMemo(() => {
    const context = (): SheetContext => {
      const { shipping, unit, language } = latest.current;
      return { shipping, unit, sign: findDecimalSign([], language) };
    };
    const row = (id: string): SheetRow | undefined => {
      const { draft, costs } = latest.current;
      const [own, cost] = [draft.variants[id], costs.get(id)];
      return own && cost ? { id, draft: own, cost } : undefined;
    };
    const rows = (): SheetRow[] => latest.current.ids.flatMap((id) => row(id) ?? []);
    const noFault = (id: string, column: SheetColumn) =>
      setFaults((before) => {
        const key = cellKey(id, column);
        if (!before.has(key)) return before;
        const next = new Map(before);
        next.delete(key);
        return next;
      });
    const patch = (id: string, next: Partial<DraftVariant>, what?: string) =>
      latest.current.change((draft) => withVariants(draft, [id], (one) => ({ ...one, ...next })), what);

    const remember = (id: string, column: SheetColumn, next: Partial<DraftVariant>, text: string | undefined) => {
      const key = cellKey(id, column);
      const value = column === 'price' || column === 'compare_at_price' ? next[column] : undefined;
      if (text !== undefined && value) formulas.current.set(key, { text, amount: value.amount });
      else formulas.current.delete(key);
    };
    const actions: SheetActions = {
      type(id, column, text) {
        const own = row(id);
        const read = own && readCell(column, text, own, context());
        if (!read || 'fault' in read || read.formula) return;
        patch(id, read.patch, cellKey(id, column));
        noFault(id, column);
      },
      settle(id, column, text, before) {
        const own = row(id);
        // A formula on its own cell ("=price*2") counts from the value before the typing.
        const read = own && readCell(column, text, { ...own, draft: before }, context());
        if (!read) return;
        if ('fault' in read) {
          patch(id, { [column]: before[column] }, cellKey(id, column));
          setFaults((all) => new Map(all).set(cellKey(id, column), read.fault));
          return;
        }
        patch(id, read.patch, cellKey(id, column));
        remember(id, column, read.patch, read.formula);
        noFault(id, column);
      },
      restore: (id, column, before) => patch(id, { [column]: before[column] }, cellKey(id, column)),
      variant: (id) => latest.current.draft.variants[id],
      formula(id, column) {
        const kept = formulas.current.get(cellKey(id, column));
        const value = column === 'price' || column === 'compare_at_price' ? row(id)?.draft[column] : undefined;
        return kept && value && kept.amount === value.amount ? kept.text : undefined;
      },
    };

    const select = (next: Selection, focus: boolean) => {
      leaves.current = false;
      wantsFocus.current = focus ? next.active : undefined;
      setSelection(next);
    };
    const go = (cell: Cell) => {
      latest.current.scrollTo(cell.row);
      select({ active: cell, head: cell }, true);
    };
    const extend = (head: Cell) => {
      const { selection: held } = now.current;
      if (!held || sameCell(held.head, head)) return;
      select({ active: held.active, head }, false);
    };

    const apply = (edit: RangeEdit) => {
      if (edit.patches.size > 0)
        latest.current.change((draft) => {
          const variants = { ...draft.variants };
          for (const [id, next] of edit.patches) {
            const own = variants[id];
            if (own) variants[id] = { ...own, ...next };
          }
          return { ...draft, variants };
        });
      for (const [id, next] of edit.patches)
        for (const column of SHEET_COLUMNS)
          if (column in next) remember(id, column, next, edit.formulas.get(cellKey(id, column)));
      setFaults(edit.faults);
      const { top, bottom, start, end } = edit.range;
      const active = { row: top, column: start };
      setSelection({ active, head: { row: bottom, column: end } });
      wantsFocus.current = active;
    };
    const fill = (source: Range, target: Range) => {
      const all = rows();
      const texts = new Map<string, string>();
      for (const { id } of all.slice(source.top, source.bottom + 1))
        for (const column of SHEET_COLUMNS) {
          const formula = actions.formula(id, column);
          if (formula) texts.set(cellKey(id, column), formula);
        }
      apply(fillRange(all, source, target, texts, context()));
    };
    /** Repeats the range's first row; a range of one row repeats the row above. */
    const fillDown = (range: Range) => {
      const from = range.top === range.bottom ? range.top - 1 : range.top;
      if (from >= 0) fill({ ...range, top: from, bottom: from }, { ...range, top: from });
    };

    const run = (command: SheetCommand, held: Selection): boolean => {
      const range = rangeOf(held);
      const count = latest.current.ids.length;
      switch (command.do) {
        case 'move': {
          if (!command.extend) {
            go(moveCell(held.active, command.move, count));
            return true;
          }
          const head = moveCell(held.head, command.move, count);
          latest.current.scrollTo(head.row);
          extend(head);
          return true;
        }
        case 'next': {
          const next = leaves.current ? undefined : nextCell(held.active, command.by, count);
          if (next) go(next);
          return next !== undefined;
        }
        case 'all':
          select({ active: { row: 0, column: 0 }, head: { row: count - 1, column: SHEET_COLUMNS.length - 1 } }, true);
          return true;
        case 'fill':
          fillDown(range);
          return true;
        case 'clear':
          // The field itself clears a single text, so that a new one can be typed.
          if (isSingle(range) && SHEET_COLUMNS[range.start] !== 'enabled') return false;
          apply(clearRange(rows(), range));
          return true;
        case 'collapse':
          select({ active: held.active, head: held.active }, false);
          leaves.current = true;
          return true;
        case 'undo':
        case 'redo':
          latest.current[command.do]();
          return true;
      }
    };

    /** Until the button is released, the cell under the pointer ends the range, or the fill. */
    const drag = (kind: 'range' | 'fill') =>
      trackPointer({
        over(element) {
          const cell = cellOf(element);
          if (!cell) return;
          if (kind === 'range') extend(cell);
          else setPulled(cell.row);
        },
        end() {
          const { selection: held, pulled: row } = now.current;
          setPulled(undefined);
          if (kind !== 'fill' || !held || row === undefined) return;
          const source = rangeOf(held);
          const target = pulledTo(source, row);
          if (target.bottom > source.bottom) fill(source, target);
        },
      });

    const copy = (event: ClipboardEvent): boolean => {
      const { selection: held } = now.current;
      if (!held || isEditing(event.target) || !cellOf(event.target)) return false;
      event.preventDefault();
      const texts = copyRange(rows(), rangeOf(held), latest.current.unit);
      event.clipboardData.setData('text/plain', formatTsv(texts));
      return true;
    };

    const handlers = {
      onKeyDown(event: KeyboardEvent) {
        const { selection: held } = now.current;
        if (!held || !cellOf(event.target) || event.nativeEvent.isComposing) return;
        const rtl = document.documentElement.dir === 'rtl';
        const command = commandFor(event, { editing: isEditing(event.target), rtl });
        if (command && run(command, held)) {
          event.preventDefault();
          event.stopPropagation();
        }
      },
      onFocus(event: FocusEvent) {
        const cell = cellOf(event.target);
        if (!cell || !(event.target instanceof HTMLInputElement)) return;
        const { selection: held } = now.current;
        if (held && sameCell(held.active, cell)) return;
        select({ active: cell, head: cell }, false);
      },
      onPointerDown(event: PointerEvent) {
        touches.current = event.pointerType === 'touch';
        if (!(event.target instanceof Element) || !event.target.closest('[data-handle]')) return;
        event.preventDefault();
        drag('fill');
      },
      onMouseDown(event: MouseEvent) {
        const cell = cellOf(event.target);
        const input = event.target instanceof HTMLInputElement ? event.target : undefined;
        if (event.target instanceof Element && event.target.closest('[data-handle]')) {
          event.preventDefault();
          return;
        }
        if (!cell || !input || touches.current || event.button !== 0 || isEditing(input)) return;
        if (event.shiftKey && now.current.selection) {
          event.preventDefault();
          extend(cell);
          return;
        }
        if (input.type !== 'checkbox') {
          // The browser would put the caret into the text, which typing then wouldn't replace.
          event.preventDefault();
          input.focus({ preventScroll: true });
          input.select();
        }
        select({ active: cell, head: cell }, false);
        drag('range');
      },
      onDoubleClick(event: MouseEvent) {
        const { selection: held } = now.current;
        if (!held || !(event.target instanceof Element) || !event.target.closest('[data-handle]')) return;
        const source = rangeOf(held);
        fill(source, pulledTo(source, latest.current.ids.length - 1));
      },
      onCopy: (event: ClipboardEvent) => void copy(event),
      onCut(event: ClipboardEvent) {
        const { selection: held } = now.current;
        if (copy(event) && held) apply(clearRange(rows(), rangeOf(held)));
      },
      onPaste(event: ClipboardEvent) {
        const { selection: held } = now.current;
        if (!held || isEditing(event.target) || !cellOf(event.target)) return;
        const text = event.clipboardData.getData('text/plain');
        event.preventDefault();
        if (text === '' || text.length > MOST_TEXT) return;
        const { shipping, unit, language } = latest.current;
        apply(pasteBlock(rows(), rangeOf(held), parseTsv(text), { shipping, unit }, language));
      },
    };
    return { actions, handlers, go };
  }, []);

  return {
    table,
    selection,
    range: useMemo(() => selection && rangeOf(selection), [selection]),
    /** The row to which the fill handle is being pulled. */
    pulled,
    faults,
    dropFaults: () => setFaults(new Map()),
    textOf: (column: SheetColumn, draft: DraftVariant) => cellText(column, draft, options.unit),
    ...api,
  };
}
