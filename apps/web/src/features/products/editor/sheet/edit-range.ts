import type { DraftVariant } from '../draft.ts';
import {
  type CellFault,
  cellText,
  clearCell,
  type ReadCell,
  readCell,
  type SheetContext,
  type SheetRow,
} from './cells.ts';
import { cellKey, SHEET_COLUMNS, type SheetColumn } from './columns.ts';
import { findDecimalSign } from './numbers.ts';
import type { Range } from './selection.ts';
import type { WeightUnit } from './weight.ts';

/** What an action on many cells comes to. */
export interface RangeEdit {
  /** By variant id. */
  patches: Map<string, Partial<DraftVariant>>;
  /** Cells that stay as they are, by cellKey. */
  faults: Map<string, CellFault>;
  /** Formulas of the cells that were calculated, by cellKey. */
  formulas: Map<string, string>;
  /** The cells that were meant. */
  range: Range;
}

/** Runs over every cell of a range. What one cell refuses stops no other. */
function editEach(
  rows: readonly SheetRow[],
  range: Range,
  read: (column: SheetColumn, row: SheetRow, cell: { row: number; column: number }) => ReadCell | undefined,
): RangeEdit {
  const edit: RangeEdit = { patches: new Map(), faults: new Map(), formulas: new Map(), range };
  for (let at = range.top; at <= range.bottom; at += 1) {
    const row = rows[at];
    if (!row) continue;
    for (let place = range.start; place <= range.end; place += 1) {
      const column = SHEET_COLUMNS[place];
      const result = column && read(column, row, { row: at, column: place });
      if (!column || !result) continue;
      if ('fault' in result) edit.faults.set(cellKey(row.id, column), result.fault);
      else {
        edit.patches.set(row.id, { ...edit.patches.get(row.id), ...result.patch });
        if (result.formula) edit.formulas.set(cellKey(row.id, column), result.formula);
      }
    }
  }
  return edit;
}

export const clearRange = (rows: readonly SheetRow[], range: Range): RangeEdit =>
  editEach(rows, range, (column) => clearCell(column));

/** The cells of a range, for the clipboard. */
export const copyRange = (
  rows: readonly SheetRow[],
  { top, bottom, start, end }: Range,
  unit: WeightUnit,
): string[][] =>
  rows
    .slice(top, bottom + 1)
    .map(({ draft }) => SHEET_COLUMNS.slice(start, end + 1).map((column) => cellText(column, draft, unit)));

/** Where a block lands: repeated over the range if it fits a whole number of times, else once from the range's corner. */
function landing(range: Range, high: number, wide: number, rows: number): Range {
  const [tall, broad] = [range.bottom - range.top + 1, range.end - range.start + 1];
  const repeats = tall % high === 0 && broad % wide === 0;
  return {
    top: range.top,
    start: range.start,
    bottom: Math.min(rows - 1, repeats ? range.bottom : range.top + high - 1),
    end: Math.min(SHEET_COLUMNS.length - 1, repeats ? range.end : range.start + wide - 1),
  };
}

/** Pastes a block of texts. Cells of the block beyond the table's edge are left out; so are missing cells of short rows. */
export function pasteBlock(
  rows: readonly SheetRow[],
  range: Range,
  block: readonly (readonly string[])[],
  ctx: Omit<SheetContext, 'sign'>,
  language: string,
): RangeEdit {
  const wide = Math.max(1, ...block.map((cells) => cells.length));
  const sign = findDecimalSign(block.flat(), language);
  return editEach(rows, landing(range, Math.max(1, block.length), wide, rows.length), (column, row, cell) => {
    const text = block[(cell.row - range.top) % block.length]?.[(cell.column - range.start) % wide];
    return text === undefined ? undefined : readCell(column, text, row, { ...ctx, sign });
  });
}

/** The text that continues a series: "MUG-009" becomes "MUG-010", "MUG" becomes "MUG-2". */
export function continued(text: string, by: number): string {
  const [, start = '', digits = ''] = /^(.*?)(\d{0,15})$/s.exec(text) ?? [];
  if (digits === '') return `${text}-${by + 1}`;
  return `${start}${String(Number(digits) + by).padStart(digits.length, '0')}`;
}

/**
 * Repeats the cells of `source` over the rows of `target` below it: formulas are calculated for each
 * row, and SKUs continue as a series, since no two may be equal. `formulas`: by cellKey.
 */
export function fillRange(
  rows: readonly SheetRow[],
  source: Range,
  target: Range,
  formulas: ReadonlyMap<string, string>,
  ctx: SheetContext,
): RangeEdit {
  const high = source.bottom - source.top + 1;
  return editEach(rows, target, (column, row, cell) => {
    if (cell.row <= source.bottom) return undefined;
    const turn = Math.floor((cell.row - source.top) / high);
    const from = rows[cell.row - turn * high];
    if (!from) return undefined;
    if (column === 'sku') {
      const last = rows[source.bottom];
      return readCell(column, continued(last?.draft.sku ?? '', cell.row - source.bottom), row, ctx);
    }
    const formula = formulas.get(cellKey(from.id, column));
    return formula === undefined ? { patch: { [column]: from.draft[column] } } : readCell(column, formula, row, ctx);
  });
}
