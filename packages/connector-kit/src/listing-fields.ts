/**
 * Fields of a listing that a merchant may edit in the store's own admin. Tags, categories, options, images and variants that
 * the merchant added are kept by the connectors themselves.
 */
export const PRODUCT_FIELDS = [
  'title',
  'descriptionHtml',
  'vendor',
  'status',
  'seoTitle',
  'seoDescription',
  'lengthMm',
  'widthMm',
  'heightMm',
] as const;
export const VARIANT_FIELDS = [
  'price',
  'compareAtPrice',
  'sku',
  'barcode',
  'weightGrams',
  'sellsOutOfStock',
  'quantity',
  'hsCode',
  'originCountry',
] as const;
export type ProductField = (typeof PRODUCT_FIELDS)[number];
export type VariantField = (typeof VARIANT_FIELDS)[number];

/** Prices in minor units of the store's currency; null: the store has none. */
export type FieldValue = string | number | boolean | null;

/** What a store holds of a listing. A field that the store's answer doesn't include is absent. */
export interface StoreFields {
  /** `status`: "active" or "draft", else the platform's own word (archived, pending, private). */
  product: Partial<Record<ProductField, FieldValue>>;
  /** Our variants that the store has, by our variant id. */
  variants: Record<string, Partial<Record<VariantField, FieldValue>>>;
}

/** Fields that an update leaves as the store has them. */
export interface KeptFields {
  product: ReadonlySet<ProductField>;
  /** By our variant id. */
  variants: ReadonlyMap<string, ReadonlySet<VariantField>>;
}

/** Called by an update with what the store holds right before it writes; returns what must stay. */
export type ChooseKept = (held: StoreFields) => KeptFields;

export const NOTHING_KEPT: KeptFields = { product: new Set(), variants: new Map() };

export const keepsOfVariant = (kept: KeptFields, ref: string): ReadonlySet<VariantField> =>
  kept.variants.get(ref) ?? new Set();

/** A listing to be read: the store's ids of the product and of our variants, and the store's currency. */
export interface ListingToRead {
  externalProductId: string;
  currency: string;
  variants: readonly { ref: string; externalVariantId: string }[];
}
