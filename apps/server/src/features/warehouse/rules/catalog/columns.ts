import { findColumns } from '../../../../csv/header.ts';

/** Columns that a catalog file may have, under the name that our template gives them. */
export const PRODUCT_COLUMNS = {
  handle: 'Handle',
  title: 'Title',
  description: 'Description',
  category: 'Category',
  status: 'Status',
  option1Name: 'Option1 name',
  option1Value: 'Option1 value',
  option2Name: 'Option2 name',
  option2Value: 'Option2 value',
  option3Name: 'Option3 name',
  option3Value: 'Option3 value',
  sku: 'SKU',
  barcode: 'Barcode',
  cost: 'Cost',
  currency: 'Cost currency',
  price: 'Suggested price',
  stock: 'Stock',
  grams: 'Weight (g)',
  length: 'Length (cm)',
  width: 'Width (cm)',
  height: 'Height (cm)',
  hsCode: 'HS code',
  origin: 'Country of origin',
  shipsFrom: 'Ships from',
  shipsTo: 'Ships to',
  images: 'Image URLs',
  variantImage: 'Variant image URL',
} as const;
export type ProductField = keyof typeof PRODUCT_COLUMNS;

export const STOCK_COLUMNS = {
  sku: PRODUCT_COLUMNS.sku,
  stock: PRODUCT_COLUMNS.stock,
  cost: PRODUCT_COLUMNS.cost,
  currency: PRODUCT_COLUMNS.currency,
} as const;
export type StockField = keyof typeof STOCK_COLUMNS;

export const RATE_COLUMNS = {
  shipsFrom: PRODUCT_COLUMNS.shipsFrom,
  country: 'Ship to country',
  service: 'Service',
  parcel: 'Price per parcel',
  perKg: 'Price per kg',
  processingMin: 'Processing days min',
  processingMax: 'Processing days max',
  deliveryMin: 'Delivery days min',
  deliveryMax: 'Delivery days max',
} as const;
export type RateField = keyof typeof RATE_COLUMNS;

/** Other names of the same columns: those of Shopify's product files, and the likely ones. Letters and digits count alone. */
const ALIASES: Record<string, ProductField | RateField> = {
  urlhandle: 'handle',
  bodyhtml: 'description',
  body: 'description',
  productcategory: 'category',
  type: 'category',
  variantsku: 'sku',
  variantbarcode: 'barcode',
  costperitem: 'cost',
  variantcost: 'cost',
  currency: 'currency',
  variantprice: 'price',
  price: 'price',
  rsp: 'price',
  variantinventoryqty: 'stock',
  variantinventoryquantity: 'stock',
  inventoryquantity: 'stock',
  quantity: 'stock',
  variantgrams: 'grams',
  weightvaluegrams: 'grams',
  weightg: 'grams',
  grams: 'grams',
  imagesrc: 'images',
  imageurl: 'images',
  images: 'images',
  productimageurl: 'images',
  variantimage: 'variantImage',
  shipfrom: 'shipsFrom',
  shipto: 'shipsTo',
  origin: 'origin',
  hstariffcode: 'hsCode',
  harmonizedsystemcode: 'hsCode',
  country: 'country',
  shiptocountry: 'country',
};

export type ImportKind = 'products' | 'stock' | 'rates';
export interface Header {
  kind: ImportKind;
  /** Where each field is, by its position in a row. */
  at: ReadonlyMap<string, number>;
  /** Names of columns that are not read. */
  ignored: string[];
  /** How many columns the file has. */
  width: number;
}
export type HeaderFault =
  | { code: 'IMPORT_COLUMNS_MISSING'; params: { columns: string } }
  | { code: 'IMPORT_COLUMN_TWICE'; params: { column: string } };

const NEEDED: Record<ImportKind, readonly string[]> = {
  products: ['handle', 'sku'],
  stock: ['sku'],
  rates: ['country', 'service', 'parcel', 'deliveryMin', 'deliveryMax'],
};

const find = (names: readonly string[], columns: Record<string, string>) =>
  findColumns<string>(names, columns, ALIASES);

/** Tells from the names of the columns what a file is about and where its fields are. */
export function readHeader(names: readonly string[]): Header | HeaderFault {
  const rates = find(names, RATE_COLUMNS);
  const products = find(names, PRODUCT_COLUMNS);
  const isRates = rates.at.has('country') && rates.at.has('service');
  const isStock = !products.at.has('handle') && !products.at.has('title') && products.at.has('sku');
  const kind: ImportKind = isRates ? 'rates' : isStock ? 'stock' : 'products';
  const { at, ignored, twice } = isRates ? rates : isStock ? find(names, STOCK_COLUMNS) : products;
  if (twice !== undefined) return { code: 'IMPORT_COLUMN_TWICE', params: { column: twice } };
  const columns: Record<string, string> = isRates ? RATE_COLUMNS : PRODUCT_COLUMNS;
  const missing = NEEDED[kind].filter((field) => !at.has(field)).map((field) => columns[field] ?? field);
  if (kind === 'stock' && !at.has('stock') && !at.has('cost'))
    missing.push(`${STOCK_COLUMNS.stock} / ${STOCK_COLUMNS.cost}`);
  if (missing.length > 0) return { code: 'IMPORT_COLUMNS_MISSING', params: { columns: missing.join(', ') } };
  return { kind, at, ignored, width: names.length };
}
