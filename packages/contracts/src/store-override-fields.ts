/** What a product may have in one store only. Separate from the calls, so that screens load no schemas. */
export const STORE_FIELDS = [
  'title',
  'description_html',
  'vendor',
  'product_type',
  'tags',
  'seo_title',
  'seo_description',
  'status',
] as const;
export type StoreField = (typeof STORE_FIELDS)[number];
