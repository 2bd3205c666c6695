import { type Cell, type CellFault, readCountry, readText, readWhole, unguarded } from '../../../../csv/cells.ts';
import type { FileRow } from '../../../../csv/records.ts';
import {
  LONGEST_SKU,
  readCategory,
  readCents,
  readCountries,
  readCurrency,
  readDecimal,
  readGrams,
  readPictures,
} from './cells.ts';
import { type Header, PRODUCT_COLUMNS, type ProductField } from './columns.ts';
import type { Entry, ProductDraft, RowFault, VariantDraft } from './drafts.ts';

const MOST_VARIANTS = 500;
const LONGEST = { handle: 200, title: 300, description: 60_000, option: 100, code: 40 };

/** Reads the cells of one row and collects what is wrong with them. */
export class RowReader {
  readonly #header: Header;
  readonly #names: Readonly<Record<string, string>>;
  readonly faults: RowFault[] = [];

  constructor(header: Header, names: Readonly<Record<string, string>>) {
    this.#header = header;
    this.#names = names;
  }

  has(field: string): boolean {
    return this.#header.at.has(field);
  }

  text(row: FileRow, field: string): string {
    return unguarded((row.cells[this.#header.at.get(field) ?? -1] ?? '').trim());
  }

  refuse(row: FileRow, field: string, { code, params }: CellFault): void {
    this.faults.push({ row: row.number, column: this.#names[field] ?? field, code, ...(params ? { params } : {}) });
  }

  /** Refuses a text that is too long for its field. */
  limit(row: FileRow, field: string, text: string, most: number): void {
    const cell = readText(text, most);
    if ('fault' in cell) this.refuse(row, field, cell.fault);
  }

  /** The value of a cell; undefined where the file has no such column, `blank` where the cell is empty. */
  value<T, B>(row: FileRow, field: string, read: (cell: string) => Cell<T>, blank: B): T | B | undefined {
    if (!this.has(field)) return undefined;
    const text = this.text(row, field);
    if (text === '') return blank;
    const cell = read(text);
    if ('value' in cell) return cell.value;
    this.refuse(row, field, cell.fault);
    return undefined;
  }
}

const OPTIONS: readonly (readonly [name: ProductField, value: ProductField])[] = [
  ['option1Name', 'option1Value'],
  ['option2Name', 'option2Value'],
  ['option3Name', 'option3Value'],
];
/** Fields that make a row a variant; one with none of them only adds pictures. */
const OF_VARIANT: readonly ProductField[] = ['sku', 'option1Value', 'option2Value', 'option3Value', 'cost', 'stock'];

function readStatus(cell: string): Cell<'active' | 'archived'> {
  const text = cell.toLowerCase();
  if (text === 'active') return { value: 'active' };
  // A draft of Shopify is not for sale either.
  return text === 'archived' || text === 'draft' ? { value: 'archived' } : { fault: { code: 'CELL_NO_STATUS' } };
}

/** Shopify writes a product without options as the option "Title" with the value "Default Title". */
const isDefaultOption = (names: readonly string[], values: readonly string[]): boolean =>
  names.length === 1 && /^title$/i.test(names[0] ?? '') && values.every((value) => /^default title$/i.test(value));

function readOptions(reader: RowReader, rows: readonly FileRow[]): { names: string[]; values: string[][] } {
  const [first] = rows;
  const names: string[] = [];
  if (first)
    for (const [name, value] of OPTIONS) {
      const text = reader.text(first, name);
      if (text === '') {
        for (const row of rows)
          if (reader.text(row, value) !== '') reader.refuse(row, value, { code: 'OPTION_WITHOUT_NAME' });
        continue;
      }
      reader.limit(first, name, text, LONGEST.option);
      if (names.some((one) => one.toLowerCase() === text.toLowerCase()))
        reader.refuse(first, name, { code: 'OPTION_NAMED_TWICE' });
      names.push(text);
    }
  const used = OPTIONS.filter(([name]) => first && reader.text(first, name) !== '');
  const values = rows.map((row) =>
    used.map(([name, value], at) => {
      const said = reader.text(row, name);
      if (said !== '' && said !== names[at])
        reader.refuse(row, name, { code: 'OPTION_NAME_DIFFERS', params: { name: names[at] ?? '' } });
      const text = reader.text(row, value);
      if (text === '') reader.refuse(row, value, { code: 'CELL_REQUIRED' });
      reader.limit(row, value, text, LONGEST.option);
      return text;
    }),
  );
  if (isDefaultOption(names, values.flat())) return { names: [], values: values.map(() => []) };
  return { names, values };
}

function checkCombinations(
  reader: RowReader,
  rows: readonly FileRow[],
  { names, values }: ReturnType<typeof readOptions>,
): void {
  const seen = new Map<string, number>();
  for (const [at, row] of rows.entries()) {
    const key = JSON.stringify(values[at]);
    const before = seen.get(key);
    if (before === undefined) seen.set(key, row.number);
    else if (names.length === 0) reader.refuse(row, 'option1Name', { code: 'VARIANTS_NEED_OPTIONS' });
    else reader.refuse(row, 'option1Value', { code: 'OPTIONS_TWICE', params: { row: before } });
  }
}

function readVariant(reader: RowReader, row: FileRow, optionValues: string[]): VariantDraft {
  const sku = reader.text(row, 'sku');
  if (sku === '') reader.refuse(row, 'sku', { code: 'CELL_REQUIRED' });
  reader.limit(row, 'sku', sku, LONGEST_SKU);
  reader.value(row, 'currency', readCurrency, undefined);
  const image = reader.value(row, 'variantImage', readPictures, null);
  return {
    row: row.number,
    sku,
    optionValues,
    cost: reader.value(row, 'cost', (cell) => readCents(cell, 1), undefined),
    stock: reader.value(row, 'stock', (cell) => readWhole(cell, 0, 10_000_000), undefined),
    grams: reader.value(row, 'grams', readGrams, undefined),
    barcode: reader.value(row, 'barcode', (cell) => readText(cell, LONGEST.code), null),
    image: Array.isArray(image) ? (image[0] ?? null) : image,
  };
}

function readDimensions(reader: RowReader, row: FileRow): string | null | undefined {
  const sides = (['length', 'width', 'height'] as const).map((side) =>
    reader.value(row, side, (cell) => readDecimal(cell, 100_000), null),
  );
  if (sides.every((side) => side === undefined)) return undefined;
  return sides.every((side) => typeof side === 'number') ? `${sides.join(' × ')} cm` : null;
}

/** Pictures of all rows of a product, each once; undefined where the file has no column for them. */
function picturesOf(reader: RowReader, rows: readonly FileRow[]): string[] | undefined {
  if (!reader.has('images')) return undefined;
  const all = rows.flatMap((row) => reader.value(row, 'images', readPictures, []) ?? []);
  return [...new Set(all)];
}

function readProduct(header: Header, handle: string, rows: FileRow[]): Entry<ProductDraft> {
  const reader = new RowReader(header, PRODUCT_COLUMNS);
  const first = rows[0] as FileRow;
  const variantRows = rows.filter((row) => row === first || OF_VARIANT.some((field) => reader.text(row, field) !== ''));
  if (handle === '') reader.refuse(first, 'handle', { code: 'CELL_REQUIRED' });
  reader.limit(first, 'handle', handle, LONGEST.handle);
  if (variantRows.length > MOST_VARIANTS)
    reader.refuse(first, 'sku', { code: 'IMPORT_TOO_MANY_VARIANTS', params: { most: MOST_VARIANTS } });
  for (const row of rows)
    if (row.cells.slice(header.width).some((cell) => cell.trim() !== ''))
      reader.refuse(row, '', { code: 'ROW_TOO_WIDE', params: { columns: header.width } });
  const options = readOptions(reader, variantRows);
  checkCombinations(reader, variantRows, options);
  const title = reader.text(first, 'title');
  const draft: ProductDraft = {
    handle,
    row: first.number,
    status: reader.value(first, 'status', readStatus, undefined),
    title: reader.value(first, 'title', (cell) => readText(cell, LONGEST.title), undefined),
    descriptionHtml: reader.value(first, 'description', (cell) => readText(cell, LONGEST.description), ''),
    categoryPath: reader.value(first, 'category', readCategory, []),
    suggestedPrice: reader.value(first, 'price', (cell) => readCents(cell, 1), null),
    dimensions: readDimensions(reader, first),
    hsCode: reader.value(first, 'hsCode', (cell) => readText(cell, LONGEST.code), null),
    madeIn: reader.value(first, 'origin', readCountry, null),
    shipsFrom: reader.value(first, 'shipsFrom', readCountry, undefined),
    shipsTo: reader.value(first, 'shipsTo', readCountries, []),
    images: picturesOf(reader, rows),
    options: options.names,
    variants: variantRows.map((row, at) => readVariant(reader, row, options.values[at] ?? [])),
  };
  const entry = { name: handle, title, rows };
  return reader.faults.length > 0 ? { ...entry, faults: reader.faults } : { ...entry, draft };
}

const skuFault = (row: number, sku: string, other: number): RowFault => ({
  row,
  column: PRODUCT_COLUMNS.sku,
  code: 'IMPORT_SKU_TWICE',
  params: { sku, row: other },
});

/** Refuses every entry with a SKU that the file has twice, since either could be meant. */
export function refuseRepeatedSkus<D>(
  entries: readonly Entry<D>[],
  skusOf: (draft: D) => { sku: string; row: number }[],
): Entry<D>[] {
  const rows = new Map<string, number[]>();
  for (const { draft } of entries)
    if (draft) for (const { sku, row } of skusOf(draft)) rows.set(sku, [...(rows.get(sku) ?? []), row]);
  return entries.map((entry) => {
    if (!entry.draft) return entry;
    const faults = skusOf(entry.draft).flatMap(({ sku, row }) => {
      const other = (rows.get(sku) ?? []).find((one) => one !== row);
      return other === undefined ? [] : [skuFault(row, sku, other)];
    });
    if (faults.length === 0) return entry;
    const { name, title, rows: own } = entry;
    return { name, title, rows: own, faults };
  });
}

/** Reads the rows of a product file into products: rows with the same handle are one, wherever they are in the file. */
export function* readProducts(header: Header, rows: readonly FileRow[]): Generator<Entry<ProductDraft>> {
  const reader = new RowReader(header, PRODUCT_COLUMNS);
  const byHandle = new Map<string, FileRow[]>();
  for (const row of rows) {
    // A row without a handle is one of its own and refused, so that it never joins the product above by mistake.
    const handle = reader.text(row, 'handle').toLowerCase();
    const key = handle === '' ? `\0${row.number}` : handle;
    const known = byHandle.get(key);
    if (known) known.push(row);
    else byHandle.set(key, [row]);
  }
  for (const [key, own] of byHandle) yield readProduct(header, key.startsWith('\0') ? '' : key, own);
}
