import type { FieldValue } from '@quayside/connector-kit';
import type { ListingFieldName } from '@quayside/contracts';
import { money, toDecimal } from '@quayside/kernel';
import type { ListingField } from './listing-fields.ts';

/** Names of fields in the API, by the connectors' names. */
export const FIELD_NAMES: Record<ListingField, ListingFieldName> = {
  title: 'title',
  descriptionHtml: 'description_html',
  vendor: 'vendor',
  status: 'status',
  seoTitle: 'seo_title',
  seoDescription: 'seo_description',
  lengthMm: 'length_mm',
  widthMm: 'width_mm',
  heightMm: 'height_mm',
  price: 'price',
  compareAtPrice: 'compare_at_price',
  sku: 'sku',
  barcode: 'barcode',
  weightGrams: 'weight_grams',
  sellsOutOfStock: 'sells_out_of_stock',
  quantity: 'quantity',
  hsCode: 'hs_code',
  originCountry: 'origin_country',
};

const BY_NAME = new Map(Object.entries(FIELD_NAMES).map(([field, name]) => [name, field as ListingField]));

export const fieldNamed = (name: ListingFieldName): ListingField => BY_NAME.get(name) ?? 'title';

const MONEY: readonly ListingField[] = ['price', 'compareAtPrice'];

/** A value as a person compares it: money as a decimal with its currency; null: none. */
export function fieldText(field: ListingField, value: FieldValue | undefined, currency: string): string | null {
  if (value === undefined || value === null) return null;
  if (MONEY.includes(field) && typeof value === 'number') return `${toDecimal(money(value, currency))} ${currency}`;
  return String(value);
}
