import type { ListingInput } from '@quayside/connector-kit';
import { money, readProductGtin, toDecimal } from '@quayside/kernel';
import { toCsv } from '../../../csv/csv.ts';

/** A listing to write into a feed. */
export interface FedListing {
  url: string | null;
  input: ListingInput;
}

/** Why a product can't be in a feed: keys of messages/<language>/server. */
export type LeftOut = 'FEED_NO_LINK' | 'FEED_NO_IMAGE' | 'FEED_NO_PRICE';

/** Attributes in the order of the CSV. Source: Google Merchant Center Help, "Product data specification". */
export const FEED_ATTRIBUTES = [
  'id',
  'title',
  'description',
  'link',
  'image_link',
  'additional_image_link',
  'availability',
  'price',
  'sale_price',
  'brand',
  'gtin',
  'mpn',
  'identifier_exists',
  'condition',
  'product_type',
  'item_group_id',
  'color',
  'size',
  'shipping_weight',
] as const;
type Attribute = (typeof FEED_ATTRIBUTES)[number];
export type FeedItem = Partial<Record<Attribute, string | readonly string[]>>;

/** Longest values. Source: the same specification. */
const LONGEST_ID = 50;
const LONGEST_TITLE = 150;
const LONGEST_DESCRIPTION = 5_000;
const MOST_IMAGES = 10;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** HTML as the text that it shows. Descriptions are sanitized already. */
export const toPlainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => {
      if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
    })
    .replace(/\s+/g, ' ')
    .trim();

const cut = (text: string, most: number): string => [...text].slice(0, most).join('');

/** The options that have an attribute of their own, in the languages of the app. */
const COLOR = /^(colou?r|farbe|couleur|colore?|kleur|cor|颜色|اللون)$/i;
const SIZE = /^(size|größe|taille|talla|taglia|maat|tamanho|尺寸|尺码|المقاس)$/i;

/** The items of a listing, one for each variant, or why it can't be in a feed. */
export function toFeedItems({ url, input }: FedListing): FeedItem[] | LeftOut {
  if (!url || !/^https?:\/\//.test(url)) return 'FEED_NO_LINK';
  const [main] = input.images;
  if (!main && !input.variants.some(({ imageUrl }) => imageUrl)) return 'FEED_NO_IMAGE';
  const priced = input.variants.filter(({ price }) => price.amount > 0);
  if (priced.length === 0) return 'FEED_NO_PRICE';
  const description = cut(toPlainText(input.descriptionHtml) || input.title, LONGEST_DESCRIPTION);
  const isGroup = input.variants.length > 1;
  const amount = (value: { amount: number; currency: string }) =>
    `${toDecimal(money(value.amount, value.currency))} ${value.currency}`;
  return priced.map((variant): FeedItem => {
    const { barcode = '', compareAtPrice, imageUrl, optionValues, price, quantity, sku, weightGrams } = variant;
    const isSale = compareAtPrice !== undefined && compareAtPrice.amount > price.amount;
    const optionOf = (name: RegExp) => optionValues[input.options.findIndex((option) => name.test(option.name))];
    const image = imageUrl ?? main?.url ?? '';
    const others = input.images.map((one) => one.url).filter((one) => one !== image);
    const isOut = quantity !== undefined && quantity <= 0 && !input.allowSellOutOfStock;
    const gtin = readProductGtin(barcode);
    const color = optionOf(COLOR);
    const size = optionOf(SIZE);
    return {
      // Our own id where the SKU doesn't fit: ids are never cut, or two items could have the same.
      id: sku && sku.length <= LONGEST_ID ? sku : variant.ref,
      title: cut([input.title, ...(isGroup ? [optionValues.join(' / ')] : [])].join(', '), LONGEST_TITLE),
      description,
      link: url,
      image_link: image,
      additional_image_link: others.slice(0, MOST_IMAGES),
      availability: isOut ? 'out_of_stock' : 'in_stock',
      price: amount(isSale ? compareAtPrice : price),
      ...(isSale ? { sale_price: amount(price) } : {}),
      ...(input.vendor ? { brand: input.vendor } : {}),
      // Google refuses GTINs with a wrong check digit and those that are valid inside a company only.
      ...(gtin ? { gtin } : {}),
      ...(input.vendor && sku ? { mpn: sku } : gtin ? {} : { identifier_exists: 'no' }),
      condition: 'new',
      ...(input.productType ? { product_type: input.productType } : {}),
      ...(isGroup ? { item_group_id: cut(input.ref, LONGEST_ID) } : {}),
      ...(color ? { color } : {}),
      ...(size ? { size } : {}),
      ...(weightGrams ? { shipping_weight: `${weightGrams} g` } : {}),
    };
  });
}

/** Characters that XML 1.0 doesn't allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const allowed = (text: string): string => text.toWellFormed().replace(NOT_XML, '');
const escapeXml = (text: string): string =>
  allowed(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const valuesOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

export const feedHead = (format: 'xml' | 'csv', store: { name: string; url: string }): string =>
  format === 'csv'
    ? toCsv([FEED_ATTRIBUTES])
    : `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n<title>${escapeXml(store.name)}</title>\n<link>${escapeXml(store.url)}</link>\n<description>${escapeXml(store.name)}</description>\n`;

export const feedTail = (format: 'xml' | 'csv'): string => (format === 'csv' ? '' : '</channel>\n</rss>\n');

/** Items as a part of a feed. */
export function writeItems(format: 'xml' | 'csv', items: readonly FeedItem[]): string {
  if (format === 'csv')
    return toCsv(items.map((item) => FEED_ATTRIBUTES.map((name) => allowed(valuesOf(item[name]).join(',')))));
  return items
    .map((item) => {
      const lines = FEED_ATTRIBUTES.flatMap((name) =>
        valuesOf(item[name]).map((value) => `<g:${name}>${escapeXml(value)}</g:${name}>\n`),
      );
      return `<item>\n${lines.join('')}</item>\n`;
    })
    .join('');
}
