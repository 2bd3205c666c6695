import { type Cell, fault, readCountry } from '../../../../csv/cells.ts';

export const LONGEST_SKU = 100;

/** Dollars and cents, with a point or a comma before the cents; a separator of thousands is refused, as it is ambiguous. */
export function readCents(cell: string, least: number): Cell<number> {
  const match = /^\$?\s*(\d{1,8})(?:[.,](\d{1,2}))?$/.exec(cell);
  if (!match) return fault('CELL_NO_AMOUNT');
  const cents = Number(match[1]) * 100 + Number((match[2] ?? '0').padEnd(2, '0'));
  return cents < least ? fault('CELL_AMOUNT_TOO_SMALL') : { value: cents };
}

/** Amounts are in US dollars alone. */
export const readCurrency = (cell: string): Cell<'USD'> =>
  cell.toUpperCase() === 'USD'
    ? { value: 'USD' }
    : { fault: { code: 'CELL_NOT_IN_USD', params: { value: cell.slice(0, 20) } } };

/** A decimal number above zero, as for centimeters. */
export function readDecimal(cell: string, most: number): Cell<number> {
  const value = /^\d{1,6}(?:[.,]\d{1,3})?$/.test(cell) ? Number(cell.replace(',', '.')) : Number.NaN;
  return value > 0 && value <= most ? { value } : fault('CELL_NO_NUMBER', { most });
}

/** Grams; parts of a gram are rounded up. */
export function readGrams(cell: string): Cell<number> {
  const value = readDecimal(cell, 1_000_000);
  return 'value' in value ? { value: Math.ceil(value.value) } : fault('CELL_NO_WEIGHT');
}

/** Countries by their codes, separated by spaces, commas or semicolons; each once, in the order of the alphabet. */
export function readCountries(cell: string): Cell<string[]> {
  const found = new Set<string>();
  for (const one of cell.split(/[\s,;|]+/).filter(Boolean)) {
    const code = readCountry(one);
    if ('fault' in code) return code;
    found.add(code.value);
  }
  return { value: [...found].sort() };
}

/** Stores filter by the whole path, which their calls take up to this length. */
const LONGEST_PATH = 120;

/** Names of a category from the general to the special, separated by ">". */
export function readCategory(cell: string): Cell<string[]> {
  const path = cell
    .split('>')
    .map((name) => name.trim())
    .filter(Boolean);
  if (path.length > 6) return fault('CELL_CATEGORY_TOO_DEEP', { most: 6 });
  const { length } = path.join(' > ');
  return length > LONGEST_PATH ? fault('CELL_TOO_LONG', { most: LONGEST_PATH, length }) : { value: path };
}

const MOST_PICTURES = 30;

/**
 * Pictures of a cell: addresses, or names of files that are uploaded beside the CSV (as `file:` and the name in lower case).
 * Several are separated by spaces, commas, semicolons or lines.
 */
export function readPictures(cell: string): Cell<string[]> {
  const parts = /https?:\/\//i.test(cell) ? cell.split(/[\s,;|]+(?=https?:\/\/)|\s+/i) : cell.split(/[,;|\r\n]+/);
  const sources = new Set<string>();
  for (const part of parts) {
    const text = part.trim().replace(/[,;|]+$/, '');
    if (text === '') continue;
    const source = pictureSource(text);
    if (source === undefined) return fault('CELL_NO_PICTURE', { value: text.slice(0, 80) });
    sources.add(source);
  }
  return sources.size > MOST_PICTURES
    ? fault('CELL_TOO_MANY_PICTURES', { most: MOST_PICTURES })
    : { value: [...sources] };
}

/** The name under which a picture is kept: its address, or `file:` and the name of an uploaded file. */
export function pictureSource(text: string): string | undefined {
  if (/^https?:/i.test(text)) {
    if (!URL.canParse(text) || text.length > 2_000) return undefined;
    const { username, password } = new URL(text);
    return username || password ? undefined : new URL(text).href;
  }
  const name = text.toLowerCase();
  return /^[^/\\:*?"<>|\p{Cc}]{1,200}\.(jpe?g|png|webp)$/u.test(name) ? `file:${name}` : undefined;
}
