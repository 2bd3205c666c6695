import type { FileRow } from '../../../../csv/records.ts';
import { PRODUCT_COLUMNS, type ProductField, RATE_COLUMNS, STOCK_COLUMNS } from './columns.ts';
import type { RowFault, ShippingRate } from './drafts.ts';
import type { OwnProduct } from './merge.ts';

const dollars = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const PRODUCT_FIELDS = Object.keys(PRODUCT_COLUMNS) as ProductField[];
const rowOf = (values: Partial<Record<ProductField, string>>): string[] =>
  PRODUCT_FIELDS.map((field) => values[field] ?? '');

export const PRODUCT_HEADER: readonly string[] = Object.values(PRODUCT_COLUMNS);
export const RATE_HEADER: readonly string[] = Object.values(RATE_COLUMNS);

/** The name by which a product file names a picture. */
const pictureName = (source: string): string => source.replace(/^file:/, '');

/** The rows of a product as they are imported: one a variant, those of the product on the first. Archived variants are left out. */
export function productRows(product: OwnProduct): string[][] {
  const [length, width, height] =
    product.specifications
      .find(({ name }) => name === 'Dimensions')
      ?.value.replace(/ cm$/, '')
      .split(' × ') ?? [];
  const shared: Partial<Record<ProductField, string>> = {
    title: product.title,
    description: product.descriptionHtml,
    category: product.categoryPath.join(' > '),
    status: product.status,
    price: product.suggestedPrice === null ? '' : dollars(product.suggestedPrice),
    length,
    width,
    height,
    hsCode: product.specifications.find(({ name }) => name === 'HS code')?.value,
    origin: product.madeIn ?? '',
    shipsFrom: product.shipsFrom,
    shipsTo: product.shipsTo.join(' '),
    images: product.images.map(pictureName).join(' | '),
  };
  const option = (at: number): string => product.options[at]?.name ?? '';
  return product.variants
    .filter(({ archived }) => !archived)
    .map((variant, at) =>
      rowOf({
        handle: product.handle,
        ...(at === 0 ? shared : {}),
        option1Name: at === 0 ? option(0) : '',
        option1Value: variant.optionValues[0],
        option2Name: at === 0 ? option(1) : '',
        option2Value: variant.optionValues[1],
        option3Name: at === 0 ? option(2) : '',
        option3Value: variant.optionValues[2],
        sku: variant.sku,
        barcode: variant.barcode ?? '',
        cost: dollars(variant.cost),
        currency: 'USD',
        stock: String(variant.stock),
        grams: String(variant.grams),
        variantImage: variant.image === null ? '' : pictureName(variant.image),
      }),
    );
}

export const rateRow = (rate: ShippingRate): string[] => [
  rate.shipsFrom,
  rate.country,
  rate.service,
  dollars(rate.parcel),
  dollars(rate.perKg),
  String(rate.processingDays[0]),
  String(rate.processingDays[1]),
  String(rate.deliveryDays[0]),
  String(rate.deliveryDays[1]),
];

/** An example of every column, in the shape in which a file is imported. */
export const TEMPLATES: Record<'products' | 'stock' | 'rates', readonly (readonly string[])[]> = {
  products: [
    PRODUCT_HEADER,
    rowOf({
      handle: 'linen-apron',
      title: 'Linen Apron',
      description: '<p>Washed linen with two front pockets.</p>',
      category: 'Home & Kitchen > Aprons',
      status: 'active',
      option1Name: 'Color',
      option1Value: 'Sand',
      option2Name: 'Size',
      option2Value: 'M',
      sku: 'APRON-SAND-M',
      barcode: '4006381333931',
      cost: '11.40',
      currency: 'USD',
      price: '34.00',
      stock: '120',
      grams: '310',
      length: '30',
      width: '22',
      height: '3',
      hsCode: '6211.43',
      origin: 'PT',
      shipsFrom: 'US',
      shipsTo: 'US CA GB DE',
      images: 'https://images.example.com/apron-1.jpg | https://images.example.com/apron-2.jpg',
      variantImage: 'https://images.example.com/apron-sand.jpg',
    }),
    rowOf({
      handle: 'linen-apron',
      option1Value: 'Navy',
      option2Value: 'M',
      sku: 'APRON-NAVY-M',
      cost: '11.40',
      currency: 'USD',
      stock: '80',
      grams: '310',
      variantImage: 'https://images.example.com/apron-navy.jpg',
    }),
    rowOf({
      handle: 'beeswax-candle',
      title: 'Beeswax Candle',
      description: 'Burns for 40 hours.',
      category: 'Home & Kitchen > Candles',
      status: 'active',
      sku: 'CANDLE-40H',
      cost: '4.25',
      currency: 'USD',
      price: '14.00',
      stock: '300',
      grams: '420',
      shipsFrom: 'US',
      images: 'candle.jpg',
    }),
  ],
  stock: [Object.values(STOCK_COLUMNS), ['APRON-SAND-M', '95', '11.40', 'USD'], ['CANDLE-40H', '260', '', '']],
  rates: [
    RATE_HEADER,
    ['US', 'US', 'Standard', '4.50', '1.20', '1', '2', '3', '5'],
    ['US', 'US', 'Express', '12.00', '2.50', '1', '1', '1', '2'],
    ['', 'CA GB DE FR', 'International', '9.80', '6.00', '1', '2', '7', '14'],
  ],
};

/** The refused rows of a file as they were, each with what is wrong with it in a last column. */
export function refusedRows(
  header: readonly string[],
  items: readonly { rows: readonly FileRow[]; faults: readonly RowFault[] }[],
  texts: { column: string; say(fault: RowFault): string },
): string[][] {
  const lines = items.flatMap(({ rows, faults }) =>
    rows.map((row) => {
      const own = faults.filter((fault) => fault.row === row.number);
      const cells = header.map((_, at) => row.cells[at] ?? '');
      return [...cells, own.map((fault) => `${fault.column ? `${fault.column}: ` : ''}${texts.say(fault)}`).join(' ')];
    }),
  );
  return [[...header, texts.column], ...lines];
}
