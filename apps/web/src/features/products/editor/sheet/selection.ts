import { SHEET_COLUMNS } from './columns.ts';

/** Numbers from 0. `column`: of SHEET_COLUMNS. */
export interface Cell {
  row: number;
  column: number;
}

/** The active cell, which has the focus, and the opposite corner of the selected range. */
export interface Selection {
  active: Cell;
  head: Cell;
}

/** Both ends are included. */
export interface Range {
  top: number;
  bottom: number;
  start: number;
  end: number;
}

export const MOVES = ['up', 'down', 'back', 'on', 'top', 'bottom', 'first', 'last', 'pageUp', 'pageDown'] as const;
export type Move = (typeof MOVES)[number];

const LAST_COLUMN = SHEET_COLUMNS.length - 1;
const PAGE_ROWS = 10;

const within = (value: number, last: number): number => Math.max(0, Math.min(last, value));

/** The cell that a move leads to; the table's edges stop it. */
export function moveCell({ row, column }: Cell, move: Move, rows: number): Cell {
  const last = Math.max(0, rows - 1);
  const to = (nextRow: number, nextColumn = column): Cell => ({
    row: within(nextRow, last),
    column: within(nextColumn, LAST_COLUMN),
  });
  switch (move) {
    case 'up':
      return to(row - 1);
    case 'down':
      return to(row + 1);
    case 'back':
      return to(row, column - 1);
    case 'on':
      return to(row, column + 1);
    case 'top':
      return to(0);
    case 'bottom':
      return to(last);
    case 'first':
      return to(row, 0);
    case 'last':
      return to(row, LAST_COLUMN);
    case 'pageUp':
      return to(row - PAGE_ROWS);
    case 'pageDown':
      return to(row + PAGE_ROWS);
  }
}

/** The cell before or after, row by row; undefined at the table's end. */
export function nextCell({ row, column }: Cell, by: 1 | -1, rows: number): Cell | undefined {
  const at = row * SHEET_COLUMNS.length + column + by;
  if (at < 0 || at >= rows * SHEET_COLUMNS.length) return undefined;
  return { row: Math.floor(at / SHEET_COLUMNS.length), column: at % SHEET_COLUMNS.length };
}

export const rangeOf = ({ active, head }: Selection): Range => ({
  top: Math.min(active.row, head.row),
  bottom: Math.max(active.row, head.row),
  start: Math.min(active.column, head.column),
  end: Math.max(active.column, head.column),
});

export const isSingle = ({ top, bottom, start, end }: Range): boolean => top === bottom && start === end;

/** A range with the rows below it to which its fill handle was pulled. */
export const pulledTo = (range: Range, row: number): Range => ({ ...range, bottom: Math.max(range.bottom, row) });
