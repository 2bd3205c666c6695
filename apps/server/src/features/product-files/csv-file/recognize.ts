import type { ProductFileForm } from '@quayside/contracts/product-file-choices.ts';
import { findColumns, plainName } from '../../../csv/header.ts';
import { checkNew, type FileCells, type FileProduct, type NotedColumns, type ReadProduct } from './draft.ts';
import { readShopify, SHOPIFY_ALIASES, SHOPIFY_COLUMNS, SHOPIFY_NOTED } from './shopify.ts';
import { readWooCommerce, WOOCOMMERCE_ALIASES, WOOCOMMERCE_COLUMNS, WOOCOMMERCE_NOTED } from './woocommerce.ts';

/** Columns that only one of the forms has. */
const TELLING: Readonly<Record<ProductFileForm, readonly string[]>> = {
  shopify: ['handle', 'urlhandle', 'bodyhtml', 'variantsku', 'variantprice', 'option1value'],
  woocommerce: ['regularprice', 'visibilityincatalog', 'isfeatured', 'attribute1name', 'shortdescription'],
};

export interface FileHeader {
  form: ProductFileForm;
  at: ReadonlyMap<string, number>;
  ignored: string[];
  /** The name of a WooCommerce file's column with the weight. */
  weightColumn?: string;
}
export interface HeaderFault {
  code: 'PRODUCT_FILE_UNKNOWN' | 'PRODUCT_COLUMNS_MISSING' | 'IMPORT_COLUMN_TWICE';
  params: Record<string, string>;
}

/** Tells the form of a file by the names of its columns, and where its fields are. */
export function recognize(names: readonly string[]): FileHeader | HeaderFault {
  const plain = new Set(names.map(plainName));
  const form = (['shopify', 'woocommerce'] as const).find((one) => TELLING[one].some((name) => plain.has(name)));
  if (!form) return { code: 'PRODUCT_FILE_UNKNOWN', params: {} };
  const { at, ignored, twice } =
    form === 'shopify'
      ? findColumns<string>(names, SHOPIFY_COLUMNS, SHOPIFY_ALIASES)
      : findColumns<string>(names, WOOCOMMERCE_COLUMNS, WOOCOMMERCE_ALIASES);
  if (twice !== undefined) return { code: 'IMPORT_COLUMN_TWICE', params: { column: twice } };
  const { title } = notedColumns(form);
  if (!at.has(form === 'shopify' ? 'title' : 'name'))
    return { code: 'PRODUCT_COLUMNS_MISSING', params: { columns: title } };
  const weight = at.get('weight');
  return { form, at, ignored, ...(weight === undefined ? {} : { weightColumn: names[weight]?.trim() ?? '' }) };
}

export const notedColumns = (form: ProductFileForm): NotedColumns =>
  form === 'shopify' ? SHOPIFY_NOTED : WOOCOMMERCE_NOTED;

/** Reads the rows of a file as products. */
export const readProducts = (
  { form, weightColumn }: Pick<FileHeader, 'form' | 'weightColumn'>,
  rows: readonly FileCells<string>[],
  file: { currency: string; picture(url: string): string },
): ReadProduct[] =>
  form === 'shopify'
    ? readShopify(rows, file)
    : readWooCommerce(rows, { ...file, ...(weightColumn === undefined ? {} : { weightColumn }) });

/** What a new product needs, besides what every product does. */
export const checkNewIn = (form: ProductFileForm, product: FileProduct) => checkNew(product, notedColumns(form));
