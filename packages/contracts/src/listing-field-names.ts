/** Fields of a listing that a merchant may edit in the store's own admin; those from the price on are of a variant. */
export const LISTING_FIELDS = [
  'title',
  'description_html',
  'vendor',
  'status',
  'seo_title',
  'seo_description',
  'length_mm',
  'width_mm',
  'height_mm',
  'price',
  'compare_at_price',
  'sku',
  'barcode',
  'weight_grams',
  'sells_out_of_stock',
  'quantity',
  'hs_code',
  'origin_country',
] as const;
export type ListingFieldName = (typeof LISTING_FIELDS)[number];

/** Fields that a product may have in one store only; see store-override-fields.ts. */
export const KEPT_FIELDS = ['title', 'description_html', 'vendor', 'status', 'seo_title', 'seo_description'] as const;

/** write: the next push writes ours. theirs: the store's stays. conflict: both changed; the store's stays until someone chooses. */
export const FIELD_VERDICTS = ['write', 'theirs', 'conflict'] as const;
export const FIELD_CHOICES = ['ours', 'theirs'] as const;
export type FieldChoiceName = (typeof FIELD_CHOICES)[number];
