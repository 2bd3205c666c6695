import { money, toDecimal } from '@quayside/kernel';
import {
  CellReader,
  checkWhole,
  type FileCells,
  type FileVariant,
  LONGEST,
  type ReadProduct,
  toHandle,
} from './draft.ts';
import type { ExportedProduct } from './exported.ts';

/**
 * Columns of Shopify's product CSV in the order of its exports. Source: Shopify Help Center, "Using CSV files to import and export
 * products", and header rows of exports.
 */
export const SHOPIFY_COLUMNS = {
  handle: 'Handle',
  title: 'Title',
  body: 'Body (HTML)',
  vendor: 'Vendor',
  type: 'Type',
  tags: 'Tags',
  published: 'Published',
  option1Name: 'Option1 Name',
  option1Value: 'Option1 Value',
  option2Name: 'Option2 Name',
  option2Value: 'Option2 Value',
  option3Name: 'Option3 Name',
  option3Value: 'Option3 Value',
  sku: 'Variant SKU',
  grams: 'Variant Grams',
  tracker: 'Variant Inventory Tracker',
  stock: 'Variant Inventory Qty',
  policy: 'Variant Inventory Policy',
  service: 'Variant Fulfillment Service',
  price: 'Variant Price',
  compareAt: 'Variant Compare At Price',
  ships: 'Variant Requires Shipping',
  taxable: 'Variant Taxable',
  barcode: 'Variant Barcode',
  image: 'Image Src',
  imagePosition: 'Image Position',
  alt: 'Image Alt Text',
  giftCard: 'Gift Card',
  seoTitle: 'SEO Title',
  seoDescription: 'SEO Description',
  variantImage: 'Variant Image',
  weightUnit: 'Variant Weight Unit',
  cost: 'Cost per item',
  status: 'Status',
} as const;
type Field = keyof typeof SHOPIFY_COLUMNS;
const FIELDS = Object.keys(SHOPIFY_COLUMNS) as Field[];

/** Names of the same columns in the template that Shopify's admin offers since 2025. Letters and digits count alone. */
export const SHOPIFY_ALIASES: Readonly<Record<string, Field>> = {
  urlhandle: 'handle',
  description: 'body',
  publishedononlinestore: 'published',
  sku: 'sku',
  barcode: 'barcode',
  weightvaluegrams: 'grams',
  weightunitfordisplay: 'weightUnit',
  inventorytracker: 'tracker',
  inventoryquantity: 'stock',
  continuesellingwhenoutofstock: 'policy',
  fulfillmentservice: 'service',
  price: 'price',
  compareatprice: 'compareAt',
  requiresshipping: 'ships',
  chargetax: 'taxable',
  productimageurl: 'image',
  variantimageurl: 'variantImage',
};

const OPTIONS = [
  ['option1Name', 'option1Value'],
  ['option2Name', 'option2Value'],
  ['option3Name', 'option3Value'],
] as const;

/** How Shopify writes a product without options. */
const NO_OPTION = 'Title';
const NO_VALUE = 'Default Title';

/** The rows of a product. */
export function toShopifyRows(exported: ExportedProduct): string[][] {
  const { product, variants, handle, picture } = exported;
  const amount = (value: number): string => toDecimal(money(value, product.currency));
  const rows = Array.from({ length: Math.max(variants.length, product.images.length, 1) }, (_, at) => {
    const variant = variants[at];
    const image = product.images[at];
    const cells: Partial<Record<Field, string>> = { handle };
    if (at === 0)
      Object.assign(cells, {
        title: product.title,
        body: product.description_html,
        vendor: product.vendor,
        type: product.product_type,
        tags: product.tags.join(', '),
        published: exported.isPublished ? 'TRUE' : 'FALSE',
        giftCard: 'FALSE',
        seoTitle: product.seo_title,
        seoDescription: product.seo_description,
        status: exported.isPublished ? 'active' : 'draft',
      } satisfies Partial<Record<Field, string>>);
    if (variant) {
      for (const [n, [name, value]] of OPTIONS.entries()) {
        const option = product.options[n];
        if (at === 0) cells[name] = option?.name ?? (n === 0 ? NO_OPTION : '');
        cells[value] = option ? (variant.option_values[n] ?? '') : n === 0 ? NO_VALUE : '';
      }
      Object.assign(cells, {
        sku: variant.sku,
        grams: String(variant.weight_grams ?? 0),
        tracker: variant.stock === null ? '' : 'shopify',
        stock: variant.stock === null ? '' : String(variant.stock),
        policy: variant.stock === null ? 'continue' : 'deny',
        service: 'manual',
        price: amount(variant.price),
        compareAt: variant.compare_at_price === null ? '' : amount(variant.compare_at_price),
        ships: 'TRUE',
        taxable: 'TRUE',
        barcode: variant.barcode,
        variantImage: variant.image_url === null ? '' : picture(variant.image_url),
        weightUnit: 'g',
        cost: amount(variant.cost),
      } satisfies Partial<Record<Field, string>>);
    }
    if (image) Object.assign(cells, { image: picture(image.url), imagePosition: String(at + 1), alt: image.alt ?? '' });
    return FIELDS.map((field) => cells[field] ?? '');
  });
  return rows;
}

export const SHOPIFY_HEADER: readonly string[] = FIELDS.map((field) => SHOPIFY_COLUMNS[field]);

const NOTED = {
  title: SHOPIFY_COLUMNS.title,
  sku: SHOPIFY_COLUMNS.sku,
  barcode: SHOPIFY_COLUMNS.barcode,
  price: SHOPIFY_COLUMNS.price,
  cost: SHOPIFY_COLUMNS.cost,
  options: SHOPIFY_COLUMNS.option1Value,
  images: SHOPIFY_COLUMNS.image,
};

const isVariant = ({ cells }: FileCells<Field>): boolean =>
  [cells.sku, cells.price, cells.option1Value, cells.option2Value, cells.option3Value].some(Boolean);

function readOne(
  handle: string,
  rows: readonly FileCells<Field>[],
  file: { currency: string; picture(url: string): string },
): ReadProduct {
  const reader = new CellReader(SHOPIFY_COLUMNS, file);
  const first = rows[0];
  const row = first?.row ?? 1;
  /** The first row that says something of the product. */
  const holder = (field: Field) => rows.find((one) => one.cells[field]) ?? first;
  const names = OPTIONS.map(([name]) => reader.text(holder(name), name, LONGEST.option));
  let variantRows = rows.filter(isVariant);
  // A product may have nothing but a title.
  if (variantRows.length === 0 && first) variantRows = [first];
  const isPlain =
    variantRows.length === 1 &&
    names[1] === '' &&
    (names[0] === '' || (names[0] === NO_OPTION && reader.cell(variantRows[0], 'option1Value') === NO_VALUE));
  const used = isPlain ? [] : names.map((_, n) => n).filter((n) => names[n] !== '');
  if (!isPlain && used.length === 0) reader.refuse(row, 'option1Name', { code: 'CELL_REQUIRED' });
  const variants = variantRows.map((from): FileVariant => {
    const optionValues = used.map((n) => {
      const [, field] = OPTIONS[n] ?? OPTIONS[0];
      const value = reader.text(from, field, LONGEST.option);
      if (value === '') reader.refuse(from.row, field, { code: 'CELL_REQUIRED' });
      return value;
    });
    return {
      row: from.row,
      sku: reader.text(from, 'sku', LONGEST.sku),
      barcode: reader.barcode(from, 'barcode'),
      optionValues,
      price: reader.amount(from, 'price'),
      compareAt: reader.amount(from, 'compareAt'),
      cost: reader.amount(from, 'cost'),
      stock: reader.whole(from, 'stock', -1_000_000, 100_000_000),
      grams: reader.weight(from, 'grams', 1),
      imageUrl: reader.image(from, 'variantImage'),
    };
  });
  const images = new Map<string, { url: string; alt?: string; position: number }>();
  for (const from of rows) {
    const url = reader.image(from, 'image');
    if (url === null || images.has(url)) continue;
    const alt = reader.text(from, 'alt', LONGEST.alt);
    const position = Number(reader.cell(from, 'imagePosition')) || images.size + 1;
    images.set(url, { url, ...(alt === '' ? {} : { alt }), position });
  }
  const product = {
    row,
    handle,
    title: reader.text(holder('title'), 'title', LONGEST.title),
    descriptionHtml: reader.text(holder('body'), 'body', LONGEST.body),
    vendor: reader.text(holder('vendor'), 'vendor', LONGEST.vendor),
    productType: reader.text(holder('type'), 'type', LONGEST.type),
    tags: reader.tags(holder('tags'), 'tags'),
    seoTitle: reader.text(holder('seoTitle'), 'seoTitle', LONGEST.seoTitle),
    seoDescription: reader.text(holder('seoDescription'), 'seoDescription', LONGEST.seoDescription),
    options: used.map((n) => names[n] ?? ''),
    images: [...images.values()]
      .toSorted((a, b) => a.position - b.position)
      .map(({ position: _at, ...image }) => image),
    variants: variants.map((variant) =>
      variant.stock !== null && variant.stock < 0 ? { ...variant, stock: 0 } : variant,
    ),
  };
  const whole = checkWhole(product, NOTED);
  // A text that is too long was noted already, and is no missing one.
  const faults = whole.faults.filter(
    ({ column }) => !reader.faults.some((one) => one.column === column && column === NOTED.title),
  );
  return { product, faults: [...reader.faults, ...faults], warnings: [...reader.warnings, ...whole.warnings] };
}

/** Reads the rows of a Shopify file as products, in the order of their first rows. Rows of one handle are one product. */
export function readShopify(
  rows: readonly FileCells<string>[],
  file: { currency: string; picture(url: string): string },
): ReadProduct[] {
  const groups = new Map<string, FileCells<Field>[]>();
  for (const one of rows as FileCells<Field>[]) {
    const named = toHandle(one.cells.handle ?? '') || toHandle(one.cells.title ?? '');
    const handle = named || `row-${one.row}`;
    const group = groups.get(handle);
    if (group) group.push(one);
    else groups.set(handle, [one]);
  }
  return [...groups].map(([handle, group]) => readOne(handle, group, file));
}

export const SHOPIFY_NOTED = NOTED;
