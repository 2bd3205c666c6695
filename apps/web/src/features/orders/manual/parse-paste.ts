import type { CallBody } from '../../../lib/api.ts';
import { parseAmount } from '../../../lib/money-text.ts';
import { isManualSource, type ManualSource } from './marketplaces.ts';

export type PastedItem = CallBody<'POST /orders/v5/manual-purchases'>['items'][number];

/** Columns of pasted purchases, by their order when there is no header. */
export const PASTE_COLUMNS = [
  'order',
  'order_no',
  'carrier',
  'tracking_number',
  'tracking_url',
  'sku',
  'source',
  'cost',
  'shipping',
  'currency',
] as const;
type Column = (typeof PASTE_COLUMNS)[number];

/** Splits a line of a table copied from a spreadsheet (tabs), or of CSV (quotes, comma or semicolon). */
function cellsOf(line: string, separator: string): string[] {
  if (separator === '\t') return line.split('\t').map((cell) => cell.trim());
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? '';
    if (char === '"' && quoted && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (char === '"') quoted = !quoted;
    else if (char === separator && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += char;
  }
  return [...cells, cell.trim()];
}

const isColumn = (name: string): name is Column => (PASTE_COLUMNS as readonly string[]).includes(name);

/** An amount as a spreadsheet shows it, perhaps with a currency sign, in minor units; undefined: none. */
const amountOf = (text: string | undefined, currency: string): number | undefined =>
  parseAmount((text ?? '').replace(/[\p{L}\p{Sc}]/gu, ''), currency);

/**
 * Reads pasted rows. `fallback`: the marketplace of rows that name none. A header row with the columns' names, in any
 * order, is recognized; empty rows are skipped.
 */
export function parsePaste(text: string, fallback: ManualSource): PastedItem[] {
  const rows = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const sample = rows[0] ?? '';
  const separator = sample.includes('\t') ? '\t' : sample.includes(';') ? ';' : ',';
  const [first, ...others] = rows.map((line) => cellsOf(line, separator));
  if (!first) return [];
  const named = first.map((name) => name.toLowerCase().replaceAll(/[\s-]+/g, '_'));
  const hasHeader = named.includes('order') && named.includes('order_no');
  const columns: readonly string[] = hasHeader ? named : PASTE_COLUMNS;
  return (hasHeader ? others : [first, ...others]).map((cells) => {
    const row: Partial<Record<Column, string>> = {};
    for (const [at, cell] of cells.entries()) {
      const column = columns[at];
      if (column && isColumn(column) && cell !== '') row[column] = cell;
    }
    const currency = (row.currency ?? 'USD').toUpperCase();
    const [items, shipping] = [amountOf(row.cost, currency), amountOf(row.shipping, currency)];
    const source = row.source?.toLowerCase() ?? fallback;
    return {
      order: row.order ?? '',
      order_no: row.order_no ?? '',
      source: isManualSource(source) ? source : fallback,
      ...(row.sku ? { sku: row.sku } : {}),
      ...(row.carrier ? { carrier: row.carrier } : {}),
      ...(row.tracking_number ? { tracking_number: row.tracking_number } : {}),
      ...(row.tracking_url ? { tracking_url: row.tracking_url } : {}),
      ...(items === undefined ? {} : { items_cost: { amount: items, currency } }),
      ...(shipping === undefined ? {} : { shipping_cost: { amount: shipping, currency } }),
    };
  });
}
