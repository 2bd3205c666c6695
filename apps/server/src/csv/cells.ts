import { getDecimals, isCountryCode } from '@quayside/kernel';

/** A reason why a cell is refused; the sentence is in messages/<language>/server. */
export interface CellFault {
  code: string;
  params?: Record<string, string | number>;
}
export type Cell<T> = { value: T } | { fault: CellFault };

export const fault = (code: string, params?: CellFault['params']): { fault: CellFault } => ({
  fault: params ? { code, params } : { code },
});

/** Undoes the apostrophe that our own downloads put before what a spreadsheet would take for a formula. */
export const unguarded = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

export const readText = (cell: string, most: number): Cell<string> =>
  cell.length > most ? fault('CELL_TOO_LONG', { most, length: cell.length }) : { value: cell };

/** A whole number within bounds; a spreadsheet may have written it with zeros behind the point. */
export function readWhole(cell: string, least: number, most: number): Cell<number> {
  const match = /^(-?\d{1,10})(?:[.,]0+)?$/.exec(cell);
  const value = match ? Number(match[1]) : Number.NaN;
  return value >= least && value <= most ? { value } : fault('CELL_NO_WHOLE_NUMBER', { least, most });
}

export function readCountry(cell: string): Cell<string> {
  const code = cell.toUpperCase();
  // Everybody's name for it, though ISO 3166 calls it GB.
  if (code === 'UK') return { value: 'GB' };
  return isCountryCode(code) ? { value: code } : fault('CELL_NO_COUNTRY', { value: cell.slice(0, 40) });
}

const MOST_DIGITS = 9;

/** An amount in minor units of a currency, with a point or a comma before the decimals; separators of thousands are ambiguous. */
export function readAmount(cell: string, currency: string): Cell<number> {
  const digits = getDecimals(currency);
  const match = /^\p{Sc}?\s*(\d+)(?:[.,](\d+))?$/u.exec(cell);
  const [, whole = '', decimals = ''] = match ?? [];
  // A spreadsheet may have written more zeros than the currency has decimals.
  const kept = decimals.replace(/0+$/, '');
  if (!match || whole.length > MOST_DIGITS || kept.length > digits)
    return fault('CELL_NO_AMOUNT_OF_CURRENCY', { digits, currency });
  return { value: Number(whole) * 10 ** digits + Number(kept.padEnd(digits, '0') || '0') };
}
