import { LONGEST_BARCODE } from '@quayside/contracts';
import { MOST_FILE_VARIANTS } from '@quayside/contracts/product-file-choices.ts';
import { LONGEST_SEO_DESCRIPTION, LONGEST_SEO_TITLE } from '@quayside/contracts/seo-limits.ts';
import { isGtin } from '@quayside/kernel';
import { type Cell, type CellFault, fault, readAmount, readText, readWhole, unguarded } from '../../../csv/cells.ts';

/** A row of a file by its columns; only cells that have something. */
export interface FileCells<F extends string> {
  row: number;
  cells: Partial<Record<F, string>>;
}

/** What is wrong with a cell, or deserves a look, at the name of its column. */
export interface CellNote extends CellFault {
  row: number;
  column: string;
}

export interface FileVariant {
  row: number;
  sku: string;
  /** Empty: not in the file. */
  barcode: string;
  optionValues: string[];
  /** Amounts in the smallest unit of the file's currency; null: not in the file. */
  price: number | null;
  compareAt: number | null;
  cost: number | null;
  stock: number | null;
  grams: number | null;
  imageUrl: string | null;
}

/** A product as a file has it. Empty texts and lists: not in the file. */
export interface FileProduct {
  row: number;
  /** Identifies the product among those that came from files. */
  handle: string;
  title: string;
  descriptionHtml: string;
  vendor: string;
  productType: string;
  tags: string[];
  seoTitle: string;
  seoDescription: string;
  options: string[];
  images: { url: string; alt?: string }[];
  variants: FileVariant[];
}

export interface ReadProduct {
  product: FileProduct;
  faults: CellNote[];
  warnings: CellNote[];
}

/** The names that a form has for columns that faults name. */
export interface NotedColumns {
  title: string;
  sku: string;
  barcode: string;
  price: string;
  cost: string;
  options: string;
  images: string;
}

const LONGEST_DESCRIPTION = 100_000;
const MOST_TAGS = 250;
const MOST_IMAGES = 250;
const LONGEST_URL = 2_000;
const IMAGE_URL = /^(https?:\/\/[^\s"<>]+|\/pictures\/[\w./-]+)$/;

export const LONGEST = {
  title: 255,
  body: LONGEST_DESCRIPTION,
  vendor: 255,
  type: 255,
  sku: 100,
  barcode: LONGEST_BARCODE,
  option: 255,
  alt: 512,
  seoTitle: LONGEST_SEO_TITLE,
  seoDescription: LONGEST_SEO_DESCRIPTION,
} as const;

/** Reads the cells of one product and notes what is wrong with them. */
export class CellReader<F extends string> {
  readonly faults: CellNote[] = [];
  readonly warnings: CellNote[] = [];
  readonly #columns: Readonly<Record<F, string>>;
  readonly #currency: string;
  readonly #picture: (url: string) => string;

  constructor(columns: Readonly<Record<F, string>>, file: { currency: string; picture(url: string): string }) {
    this.#columns = columns;
    this.#currency = file.currency;
    this.#picture = file.picture;
  }

  /** A cell as text; formulas stay the texts that they are. */
  cell(from: FileCells<F> | undefined, field: F): string {
    return unguarded(from?.cells[field] ?? '').trim();
  }

  refuse(row: number, field: F, found: CellFault): void {
    this.faults.push({ row, column: this.#columns[field], ...found });
  }

  #take<T>(from: FileCells<F> | undefined, field: F, read: (cell: string) => Cell<T>): T | null {
    const cell = this.cell(from, field);
    if (!from || cell === '') return null;
    const found = read(cell);
    if ('value' in found) return found.value;
    this.refuse(from.row, field, found.fault);
    return null;
  }

  text(from: FileCells<F> | undefined, field: F, most: number): string {
    return this.#take(from, field, (cell) => readText(cell, most)) ?? '';
  }

  /** Shopify's exports have an apostrophe before numbers, so that spreadsheets keep them as texts. */
  barcode(from: FileCells<F> | undefined, field: F): string {
    return this.#take(from, field, (cell) => readText(cell.replace(/^'/, ''), LONGEST.barcode)) ?? '';
  }

  amount(from: FileCells<F> | undefined, field: F): number | null {
    return this.#take(from, field, (cell) => readAmount(cell, this.#currency));
  }

  whole(from: FileCells<F> | undefined, field: F, least: number, most: number): number | null {
    return this.#take(from, field, (cell) => readWhole(cell, least, most));
  }

  /** Grams from a weight in a unit of so many grams. */
  weight(from: FileCells<F> | undefined, field: F, gramsPerUnit: number): number | null {
    return this.#take(from, field, (cell) => {
      const value = /^\d{1,9}([.,]\d{1,9})?$/.test(cell) ? Number(cell.replace(',', '.')) : Number.NaN;
      const grams = Math.round(value * gramsPerUnit);
      return grams >= 0 && grams <= 1_000_000 ? { value: grams } : fault('CELL_NO_FILE_WEIGHT');
    });
  }

  tags(from: FileCells<F> | undefined, field: F): string[] {
    const tags = [
      ...new Set(
        this.cell(from, field)
          .split(',')
          .map((tag) => tag.trim())
          .filter(Boolean),
      ),
    ];
    if (from && (tags.length > MOST_TAGS || tags.some((tag) => tag.length > 255))) {
      this.refuse(from.row, field, { code: 'CSV_TAGS_TOO_MANY', params: { most: MOST_TAGS } });
      return [];
    }
    return tags;
  }

  image(from: FileCells<F>, field: F, text = this.cell(from, field)): string | null {
    if (text === '') return null;
    const url = this.#picture(text);
    if (url.length <= LONGEST_URL && IMAGE_URL.test(url)) return url;
    this.refuse(from.row, field, { code: 'CELL_NO_IMAGE_URL', params: { value: text.slice(0, 80) } });
    return null;
  }
}

const textOf = (values: readonly string[]): string => values.map((value) => value.toLowerCase()).join('\n');

/** Rules of a product that no single cell shows. */
export function checkWhole(product: FileProduct, columns: NotedColumns): Pick<ReadProduct, 'faults' | 'warnings'> {
  const faults: CellNote[] = [];
  const warnings: CellNote[] = [];
  const { variants } = product;
  const note = (row: number, column: string, code: string, params?: CellFault['params']): void => {
    faults.push({ row, column, code, ...(params ? { params } : {}) });
  };
  if (product.title === '') note(product.row, columns.title, 'CELL_REQUIRED');
  if (variants.length === 0) note(product.row, columns.sku, 'CSV_NO_VARIANT');
  const beyond = variants[MOST_FILE_VARIANTS];
  if (beyond)
    note(beyond.row, columns.sku, 'CSV_TOO_MANY_VARIANTS', { most: MOST_FILE_VARIANTS, total: variants.length });
  if (product.images.length > MOST_IMAGES)
    note(product.row, columns.images, 'CSV_TOO_MANY_IMAGES', { most: MOST_IMAGES });
  const skus = new Map<string, number>();
  const choices = new Map<string, number>();
  for (const { row, sku, barcode, optionValues, price, cost } of variants.slice(0, MOST_FILE_VARIANTS)) {
    const first = sku === '' ? undefined : skus.get(sku);
    if (first !== undefined) note(row, columns.sku, 'CSV_SKU_TWICE', { row: first });
    skus.set(sku, first ?? row);
    const same = choices.get(textOf(optionValues));
    if (same !== undefined) note(row, columns.options, 'CSV_VARIANT_TWICE', { row: same });
    choices.set(textOf(optionValues), same ?? row);
    if (barcode !== '' && !isGtin(barcode))
      warnings.push({ row, column: columns.barcode, code: 'CSV_NO_GTIN', params: { value: barcode } });
    if (price !== null && cost !== null && price < cost)
      warnings.push({ row, column: columns.price, code: 'CSV_PRICE_BELOW_COST' });
  }
  return { faults, warnings };
}

/** What a product needs that isn't there yet. */
export function checkNew({ variants }: FileProduct, columns: NotedColumns): Pick<ReadProduct, 'faults' | 'warnings'> {
  const unpriced = variants.filter(({ price }) => price === null);
  const costless = variants.find(({ cost }) => cost === null);
  return {
    faults: unpriced.map(({ row }) => ({ row, column: columns.price, code: 'CELL_REQUIRED' })),
    warnings: costless ? [{ row: costless.row, column: columns.cost, code: 'CSV_NO_COST' }] : [],
  };
}

/** A text as the end of a product's address: lower-case letters, digits and hyphens. */
export function toHandle(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 120)
    .replace(/-+$/, '');
}
