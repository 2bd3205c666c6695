import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv } from '../../../csv/csv.ts';
import { readRecords } from '../../../csv/records.ts';
import type { Product, ProductVariant } from '../../products/index.ts';
import type { FileCells } from './draft.ts';
import { withoutControls } from './exported.ts';
import { readProducts, recognize } from './recognize.ts';
import { SHOPIFY_HEADER, toShopifyRows } from './shopify.ts';
import { toWooCommerceRows, WOOCOMMERCE_HEADER } from './woocommerce.ts';

const file = { currency: 'USD', picture: (url: string) => url };

async function readText(text: string) {
  const all: { number: number; cells: string[] }[] = [];
  for await (const batch of readRecords(text, 10_000)) all.push(...batch);
  const [head, ...rows] = all;
  const header = recognize((head?.cells ?? []).map((name) => name.trim()));
  if ('code' in header) return header;
  const named = rows.map(
    ({ number, cells }): FileCells<string> => ({
      row: number,
      cells: Object.fromEntries(
        [...header.at].flatMap(([field, at]) => {
          const cell = (cells[at] ?? '').trim();
          return cell === '' ? [] : [[field, cell]];
        }),
      ),
    }),
  );
  return { header, read: readProducts(header, named, file) };
}
const readSome = async (rows: readonly (readonly string[])[]) => {
  const found = await readText(toCsv(rows));
  if ('code' in found) throw new Error(found.code);
  return found;
};

const product = (change: Partial<Product> = {}): Product =>
  ({
    product_id: '0199a000-0000-7000-8000-000000000001',
    title: 'Canvas tote',
    description_html: '<p>Strong, "wide"\nbag</p>',
    vendor: 'Acme',
    product_type: 'Bags',
    tags: ['new', 'summer'],
    seo_title: 'Tote',
    seo_description: 'A bag',
    options: [
      { name: 'Color', values: ['Red', 'Blue, dark'] },
      { name: 'Size', values: ['M'] },
    ],
    images: [{ url: 'https://cdn.example.com/a.jpg', alt: 'Front' }, { url: 'https://cdn.example.com/b.jpg' }],
    currency: 'USD',
    ...change,
  }) as Product;
const variant = (at: number, change: Partial<ProductVariant> = {}): ProductVariant =>
  ({
    variant_id: `v${at}`,
    sku: `TOTE-${at}`,
    barcode: ['4006381333931', '0036000291452', ''][at] ?? '',
    option_values: [at % 2 === 0 ? 'Red' : 'Blue, dark', `S${at}`],
    cost: 500,
    price: 1_250 + at,
    compare_at_price: 2_000,
    stock: 7,
    weight_grams: 1_250,
    image_url: 'https://cdn.example.com/b.jpg',
    enabled: true,
    ...change,
  }) as ProductVariant;

const FORMS = [
  ['shopify', SHOPIFY_HEADER, toShopifyRows],
  ['woocommerce', WOOCOMMERCE_HEADER, toWooCommerceRows],
] as const;

describe.each(FORMS)('a file in the form of %s', (form, header, write) => {
  const exported = (one: Product, variants: ProductVariant[]) =>
    write({ product: one, variants, handle: 'canvas-tote', isPublished: true, picture: (url) => url });

  it('keeps a barcode that is no GTIN, and says so', async () => {
    const rows = exported(product(), [variant(0, { barcode: 'SHELF-12' }), variant(1)]);
    const { read } = await readSome([header, ...rows]);
    expect(read[0]?.product.variants[0]?.barcode).toBe('SHELF-12');
    expect(read[0]?.warnings).toEqual([
      expect.objectContaining({
        column: form === 'shopify' ? 'Variant Barcode' : 'GTIN, UPC, EAN, or ISBN',
        code: 'CSV_NO_GTIN',
        params: { value: 'SHELF-12' },
      }),
    ]);
    expect(read[0]?.faults).toEqual([]);
  });

  it('is read back as the product that was written', async () => {
    const rows = exported(product(), [variant(0), variant(1), variant(2)]);
    const { header: found, read } = await readSome([header, ...rows]);
    expect(found).toMatchObject({ form, ignored: [] });
    expect(read).toHaveLength(1);
    expect(read[0]?.faults).toEqual([]);
    expect(read[0]?.product.variants.map(({ barcode }) => barcode)).toEqual(['4006381333931', '0036000291452', '']);
    expect(read[0]?.product).toMatchObject({
      handle: 'canvas-tote',
      title: 'Canvas tote',
      descriptionHtml: '<p>Strong, "wide"\nbag</p>',
      vendor: 'Acme',
      productType: 'Bags',
      tags: ['new', 'summer'],
      options: ['Color', 'Size'],
    });
    expect(read[0]?.product.images.map(({ url }) => url)).toEqual(product().images.map(({ url }) => url));
    expect(read[0]?.product.variants).toMatchObject(
      [0, 1, 2].map((at) => ({
        sku: `TOTE-${at}`,
        optionValues: [at % 2 === 0 ? 'Red' : 'Blue, dark', `S${at}`],
        price: 1_250 + at,
        compareAt: 2_000,
        cost: 500,
        stock: 7,
        grams: 1_250,
        imageUrl: 'https://cdn.example.com/b.jpg',
      })),
    );
  });

  it('keeps every text whatever it begins with, and protects spreadsheets from it', async () => {
    const text = fc
      .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
      .map((one) => withoutControls(one).replaceAll('\r', '').trim())
      .filter((one) => one !== '' && !/^'+[=+\-@]/.test(one));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          text,
          text.map((one) => `=${one}`),
        ),
        async (title) => {
          const one = product({ title, options: [] });
          const rows = exported(one, [variant(0, { option_values: [] })]);
          const { read } = await readSome([header, ...rows]);
          expect(read[0]?.product.title).toBe(title);
          for (const cell of toCsv(rows).matchAll(/(^|,)"?([^",\r\n])/g)) expect(cell[2]).not.toBe('=');
        },
      ),
      { numRuns: 100 },
    );
  });

  it('has a product without options in one row of its own', async () => {
    const rows = exported(product({ options: [], images: [] }), [variant(0, { option_values: [] })]);
    expect(rows).toHaveLength(1);
    const { read } = await readSome([header, ...rows]);
    expect(read[0]?.product).toMatchObject({ options: [], variants: [{ optionValues: [] }] });
  });
});

describe('what a Shopify file may have wrong', () => {
  const HEAD = [
    'Handle',
    'Title',
    'Option1 Name',
    'Option1 Value',
    'Variant SKU',
    'Variant Price',
    'Cost per item',
    'Image Src',
  ];
  const faultsOf = async (...rows: string[][]) => {
    const { read } = await readSome([HEAD, ...rows]);
    return read.map(({ faults }) => faults.map(({ row, column, code }) => `${row} ${column} ${code}`));
  };

  it('names the row and the column', async () => {
    expect(await faultsOf(['mug', '', 'Title', 'Default Title', 'M1', '9.90', '', ''])).toEqual([
      ['2 Title CELL_REQUIRED'],
    ]);
    expect(
      await faultsOf(
        ['mug', 'Mug', 'Color', 'Red', 'M1', '-1', '', 'javascript:alert(1)'],
        ['mug', '', '', 'Red', 'M1', '1,000.50', 'free', ''],
      ),
    ).toEqual([
      [
        '2 Variant Price CELL_NO_AMOUNT_OF_CURRENCY',
        '3 Variant Price CELL_NO_AMOUNT_OF_CURRENCY',
        '3 Cost per item CELL_NO_AMOUNT_OF_CURRENCY',
        '2 Image Src CELL_NO_IMAGE_URL',
        '3 Variant SKU CSV_SKU_TWICE',
        '3 Option1 Value CSV_VARIANT_TWICE',
      ],
    ]);
  });

  it('refuses the 2,049th variant', async () => {
    const rows = Array.from({ length: 2_049 }, (_, at) => [
      'mug',
      at === 0 ? 'Mug' : '',
      at === 0 ? 'Size' : '',
      `S${at}`,
      `M${at}`,
      '9',
      '5',
      '',
    ]);
    expect(await faultsOf(...rows)).toEqual([['2050 Variant SKU CSV_TOO_MANY_VARIANTS']]);
    expect(await faultsOf(...rows.slice(0, 2_048))).toEqual([[]]);
  });

  it('warns of a price below the cost', async () => {
    const { read } = await readSome([HEAD, ['mug', 'Mug', '', '', 'M1', '4', '5', '']]);
    expect(read[0]).toMatchObject({
      faults: [],
      warnings: [{ row: 2, column: 'Variant Price', code: 'CSV_PRICE_BELOW_COST' }],
    });
  });
});

describe('which form a file has', () => {
  it('is told by its columns', async () => {
    expect(
      recognize(['Title', 'URL handle', 'Description', 'SKU', 'Price', 'Inventory quantity', 'Weight value (grams)']),
    ).toMatchObject({
      form: 'shopify',
      ignored: [],
    });
    expect(recognize(['ID', 'Type', 'SKU', 'Name', 'Regular price', 'Weight (lbs)', 'Meta: _x'])).toMatchObject({
      form: 'woocommerce',
      weightColumn: 'Weight (lbs)',
      ignored: ['Meta: _x'],
    });
    expect(recognize(['Order number', 'Full name'])).toEqual({ code: 'PRODUCT_FILE_UNKNOWN', params: {} });
    expect(recognize(['Handle', 'Variant SKU'])).toEqual({
      code: 'PRODUCT_COLUMNS_MISSING',
      params: { columns: 'Title' },
    });
    expect(recognize(['Handle', 'Title', 'Title'])).toEqual({
      code: 'IMPORT_COLUMN_TWICE',
      params: { column: 'Title' },
    });
  });
});

describe('a WooCommerce file', () => {
  const HEAD = [
    'ID',
    'Type',
    'SKU',
    'Name',
    'Regular price',
    'Sale price',
    'Parent',
    'Attribute 1 name',
    'Attribute 1 value(s)',
    'Weight (lbs)',
  ];

  it('joins variations to the parent that they name by SKU or id', async () => {
    const { read } = await readSome([
      HEAD,
      ['10', 'variable', '', 'Shirt', '', '', '', 'Color', 'Red, Blue', ''],
      ['11', 'variation', 'S-R', 'Shirt', '12', '9', 'id:10', 'Color', 'Red', '1'],
      ['12', 'variation', 'S-B', 'Shirt', '12', '', 'id:10', 'Color', 'Blue', ''],
      ['13', 'variation', 'X', 'Lost', '12', '', 'id:99', 'Color', 'Blue', ''],
      ['14', 'grouped', 'G', 'Set', '', '', '', '', '', ''],
    ]);
    expect(read.map(({ product: { title, variants } }) => [title, variants.length])).toEqual([
      ['Shirt', 2],
      ['Set', 1],
      ['Lost', 1],
    ]);
    expect(read[0]?.product.variants[0]).toMatchObject({
      price: 900,
      compareAt: 1_200,
      grams: 454,
      optionValues: ['Red'],
    });
    expect(read[1]?.faults.map(({ code }) => code)).toEqual(['CSV_TYPE_UNSUPPORTED']);
    expect(read[2]?.faults.map(({ code }) => code)).toEqual(['CSV_PARENT_MISSING']);
  });
});
