import { readWhole } from '../../../../csv/cells.ts';
import type { FileRow } from '../../../../csv/records.ts';
import { LONGEST_SKU, readCents, readCurrency } from './cells.ts';
import { type Header, STOCK_COLUMNS } from './columns.ts';
import type { Entry, StockDraft } from './drafts.ts';
import { RowReader } from './read-products.ts';

/** Reads a file of stock levels and costs, one SKU a row. */
export function* readStock(header: Header, rows: readonly FileRow[]): Generator<Entry<StockDraft>> {
  for (const row of rows) {
    const reader = new RowReader(header, STOCK_COLUMNS);
    const sku = reader.text(row, 'sku');
    if (sku === '') reader.refuse(row, 'sku', { code: 'CELL_REQUIRED' });
    reader.limit(row, 'sku', sku, LONGEST_SKU);
    reader.value(row, 'currency', readCurrency, undefined);
    const draft: StockDraft = {
      row: row.number,
      sku,
      stock: reader.value(row, 'stock', (cell) => readWhole(cell, 0, 10_000_000), undefined),
      cost: reader.value(row, 'cost', (cell) => readCents(cell, 1), undefined),
    };
    const entry = { name: sku, title: '', rows: [row] };
    yield reader.faults.length > 0 ? { ...entry, faults: reader.faults } : { ...entry, draft };
  }
}
