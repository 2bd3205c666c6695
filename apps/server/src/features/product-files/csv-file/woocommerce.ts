import { money, toDecimal } from '@quayside/kernel';
import {
  CellReader,
  checkWhole,
  type FileCells,
  type FileProduct,
  type FileVariant,
  LONGEST,
  type ReadProduct,
  toHandle,
} from './draft.ts';
import type { ExportedProduct } from './exported.ts';

const ATTRIBUTES = [1, 2, 3, 4, 5, 6] as const;
const attributeColumns = Object.fromEntries(
  ATTRIBUTES.flatMap((n) => [
    [`attribute${n}Name`, `Attribute ${n} name`],
    [`attribute${n}Values`, `Attribute ${n} value(s)`],
    [`attribute${n}Visible`, `Attribute ${n} visible`],
    [`attribute${n}Global`, `Attribute ${n} global`],
  ]),
);

/**
 * Columns of WooCommerce's product CSV in the order of its exports, without those that we know nothing for: an empty cell would
 * be taken for a value. Source: WC_Product_CSV_Exporter::get_default_column_names.
 */
export const WOOCOMMERCE_COLUMNS: Readonly<Record<string, string>> = {
  id: 'ID',
  type: 'Type',
  sku: 'SKU',
  barcode: 'GTIN, UPC, EAN, or ISBN',
  name: 'Name',
  published: 'Published',
  featured: 'Is featured?',
  visibility: 'Visibility in catalog',
  shortDescription: 'Short description',
  description: 'Description',
  taxStatus: 'Tax status',
  inStock: 'In stock?',
  stock: 'Stock',
  backorders: 'Backorders allowed?',
  weight: 'Weight (kg)',
  salePrice: 'Sale price',
  price: 'Regular price',
  categories: 'Categories',
  tags: 'Tags',
  images: 'Images',
  parent: 'Parent',
  position: 'Position',
  cost: 'Cost of goods',
  brands: 'Brands',
  ...attributeColumns,
};
const WEIGHT_UNITS: Readonly<Record<string, number>> = {
  'Weight (kg)': 1_000,
  'Weight (g)': 1,
  'Weight (lbs)': 453.59237,
  'Weight (oz)': 28.349523125,
};
/** Names of the same columns in exports of stores with other units and versions. */
export const WOOCOMMERCE_ALIASES: Readonly<Record<string, string>> = {
  weightg: 'weight',
  weightlbs: 'weight',
  weightoz: 'weight',
  brand: 'brands',
};

/** How many attributes an export has; products have three options at most. */
const WRITTEN_ATTRIBUTES = 3;
const WRITTEN = Object.keys(WOOCOMMERCE_COLUMNS).filter((field) => {
  const n = /^attribute(\d)/.exec(field)?.[1];
  return n === undefined || Number(n) <= WRITTEN_ATTRIBUTES;
});
export const WOOCOMMERCE_HEADER: readonly string[] = WRITTEN.map((field) => WOOCOMMERCE_COLUMNS[field] ?? '');

/** A list in a cell; commas in its values are escaped, as WooCommerce does. */
const toList = (values: readonly string[]): string => values.map((value) => value.replaceAll(',', '\\,')).join(', ');
const fromList = (cell: string): string[] =>
  cell
    .split(/(?<!\\),/)
    .map((value) => value.replaceAll('\\,', ',').trim())
    .filter(Boolean);

/** WooCommerce writes line breaks as \n, and reads such texts as line breaks. */
const escapeText = (text: string): string => text.replaceAll('\\n', '\\\\n');
const readEscaped = (text: string): string =>
  text
    .split('\\\\n')
    .map((part) => part.replaceAll('\\n', '\n'))
    .join('\\n');

/** The rows of a product: one, or its parent and a variation each. */
export function toWooCommerceRows(exported: ExportedProduct): string[][] {
  const { product, variants, handle, picture } = exported;
  const amount = (value: number): string => toDecimal(money(value, product.currency));
  const published = exported.isPublished ? '1' : '-1';
  const about: Record<string, string> = {
    name: product.title,
    published,
    featured: '0',
    visibility: 'visible',
    description: escapeText(product.description_html),
    taxStatus: 'taxable',
    categories: product.product_type.replaceAll(',', '\\,'),
    tags: toList(product.tags),
    images: toList(product.images.map(({ url }) => picture(url))),
    position: '0',
    brands: toList(product.vendor ? [product.vendor] : []),
  };
  const sold = (variant: (typeof variants)[number]): Record<string, string> => {
    const { compare_at_price: compareAt, price, stock } = variant;
    const isSale = compareAt !== null && compareAt > price;
    return {
      sku: variant.sku,
      barcode: variant.barcode,
      inStock: stock === 0 ? '0' : '1',
      stock: stock === null ? '' : String(stock),
      backorders: '0',
      weight: variant.weight_grams === null ? '' : String(variant.weight_grams / 1_000),
      price: amount(isSale ? compareAt : price),
      salePrice: isSale ? amount(price) : '',
      cost: amount(variant.cost),
    };
  };
  const attributes = (values: (n: number) => string): Record<string, string> =>
    Object.fromEntries(
      product.options.slice(0, WRITTEN_ATTRIBUTES).flatMap(({ name }, at) => [
        [`attribute${at + 1}Name`, name],
        [`attribute${at + 1}Values`, values(at)],
        [`attribute${at + 1}Visible`, '1'],
        [`attribute${at + 1}Global`, '0'],
      ]),
    );
  const row = (cells: Record<string, string>): string[] => WRITTEN.map((field) => cells[field] ?? '');
  const [only] = variants;
  if (product.options.length === 0 && only && variants.length === 1)
    return [row({ ...about, type: 'simple', ...sold(only) })];
  return [
    row({
      ...about,
      type: 'variable',
      sku: handle,
      inStock: '1',
      backorders: '0',
      ...attributes((at) => toList([...new Set(variants.map((variant) => variant.option_values[at] ?? ''))])),
    }),
    ...variants.map((variant, at) =>
      row({
        type: 'variation',
        name: product.title,
        published,
        visibility: 'visible',
        taxStatus: 'taxable',
        images: variant.image_url === null ? '' : toList([picture(variant.image_url)]),
        parent: handle,
        position: String(at + 1),
        ...sold(variant),
        ...attributes((n) => toList([variant.option_values[n] ?? ''])),
      }),
    ),
  ];
}

export const WOOCOMMERCE_NOTED = {
  title: 'Name',
  sku: 'SKU',
  barcode: 'GTIN, UPC, EAN, or ISBN',
  price: 'Regular price',
  cost: 'Cost of goods',
  options: 'Attribute 1 value(s)',
  images: 'Images',
};

type Row = FileCells<string>;
interface File {
  currency: string;
  /** The name of the column with the weight, which has its unit. */
  weightColumn?: string;
  picture(url: string): string;
}

/** The kinds in a cell such as "simple, virtual". */
const kindsOf = (one: Row): string[] => fromList((one.cells.type ?? 'simple').toLowerCase());
const isVariation = (one: Row): boolean => kindsOf(one).includes('variation');

/** What names a product: its SKU, else its id, else its name. */
const keysOf = (one: Row): string[] => [
  ...(one.cells.sku ? [one.cells.sku] : []),
  ...(one.cells.id ? [`id:${one.cells.id}`] : []),
];

function readOne(parent: Row, variations: readonly Row[], file: File): ReadProduct {
  const reader = new CellReader(WOOCOMMERCE_COLUMNS, file);
  const grams = WEIGHT_UNITS[file.weightColumn ?? 'Weight (kg)'] ?? 1_000;
  const kinds = kindsOf(parent);
  if (!kinds.some((kind) => kind === 'simple' || kind === 'variable' || kind === 'variation'))
    reader.refuse(parent.row, 'type', {
      code: 'CSV_TYPE_UNSUPPORTED',
      params: { value: kinds.join(', ').slice(0, 60) },
    });
  if (isVariation(parent)) reader.refuse(parent.row, 'parent', { code: 'CSV_PARENT_MISSING' });
  const isVariable = kinds.includes('variable');
  const named = new Set(
    variations.flatMap((one) => ATTRIBUTES.flatMap((n) => reader.cell(one, `attribute${n}Name`) || [])),
  );
  const options = isVariable ? [...named] : [];
  const variants = (isVariable ? variations : [parent]).map((from): FileVariant => {
    const values = new Map(
      ATTRIBUTES.map((n) => [
        reader.cell(from, `attribute${n}Name`),
        { n, value: fromList(reader.cell(from, `attribute${n}Values`))[0] ?? '' },
      ]),
    );
    const regular = reader.amount(from, 'price');
    const sale = reader.amount(from, 'salePrice');
    const isSale = sale !== null && regular !== null && sale < regular;
    const [image] = isVariable ? fromList(reader.cell(from, 'images')) : [];
    return {
      row: from.row,
      sku: reader.text(from, 'sku', LONGEST.sku),
      barcode: reader.barcode(from, 'barcode'),
      optionValues: options.map((name) => {
        const found = values.get(name);
        if (!found || found.value === '' || found.value.length > LONGEST.option)
          reader.refuse(from.row, `attribute${found?.n ?? 1}Values`, {
            code: found?.value ? 'CELL_TOO_LONG' : 'CELL_REQUIRED',
            ...(found?.value ? { params: { most: LONGEST.option, length: found.value.length } } : {}),
          });
        return found?.value ?? '';
      }),
      price: sale ?? regular,
      compareAt: isSale ? regular : null,
      cost: reader.amount(from, 'cost'),
      stock: reader.whole(from, 'stock', -1_000_000, 100_000_000),
      grams: reader.weight(from, 'weight', grams),
      imageUrl: image === undefined ? null : reader.image(from, 'images', image),
    };
  });
  const [category = ''] = fromList(reader.cell(parent, 'categories'));
  const [brand = ''] = fromList(reader.cell(parent, 'brands'));
  const described =
    reader.text(parent, 'description', LONGEST.body) || reader.text(parent, 'shortDescription', LONGEST.body);
  const title = reader.text(parent, 'name', LONGEST.title);
  const product: FileProduct = {
    row: parent.row,
    handle: toHandle(keysOf(parent)[0] ?? '') || toHandle(title) || `row-${parent.row}`,
    title,
    descriptionHtml: readEscaped(described),
    vendor: brand.slice(0, LONGEST.vendor),
    productType: (category.split('>').at(-1) ?? '').trim().slice(0, LONGEST.type),
    tags: reader.tags(parent, 'tags'),
    seoTitle: '',
    seoDescription: '',
    options,
    images: [...new Set(fromList(reader.cell(parent, 'images')))].flatMap((text) => {
      const url = reader.image(parent, 'images', text);
      return url === null ? [] : [{ url }];
    }),
    variants: variants.map((variant) =>
      variant.stock !== null && variant.stock < 0 ? { ...variant, stock: 0 } : variant,
    ),
  };
  const whole = checkWhole(product, WOOCOMMERCE_NOTED);
  const faults = whole.faults.filter(
    ({ column }) => !reader.faults.some((one) => one.column === column && column === 'Name'),
  );
  return { product, faults: [...reader.faults, ...faults], warnings: [...reader.warnings, ...whole.warnings] };
}

/** Reads the rows of a WooCommerce file as products, in the order of their rows; variations belong to the parent that they name. */
export function readWooCommerce(rows: readonly Row[], file: File): ReadProduct[] {
  const parents = rows.filter((one) => !isVariation(one));
  const byKey = new Map(parents.flatMap((one) => keysOf(one).map((key) => [key, one])));
  const children = new Map<Row, Row[]>();
  const orphans: Row[] = [];
  for (const one of rows.filter(isVariation)) {
    const parent = byKey.get((one.cells.parent ?? '').trim());
    const siblings = parent && children.get(parent);
    if (!parent) orphans.push(one);
    else if (siblings) siblings.push(one);
    else children.set(parent, [one]);
  }
  const seen = new Map<string, number>();
  return [...parents, ...orphans].map((one) => {
    const read = readOne(one, children.get(one) ?? [], file);
    const { handle, row } = read.product;
    const first = seen.get(handle);
    seen.set(handle, first ?? row);
    if (first === undefined) return read;
    return {
      ...read,
      faults: [...read.faults, { row, column: 'SKU', code: 'CSV_PRODUCT_TWICE', params: { row: first } }],
    };
  });
}
