/** Identifying fields of a line. */
export interface SoldThing {
  external_variant_id: string | null;
  external_product_id: string | null;
  sku: string | null;
  title: string;
}

/**
 * Key that recognizes an item in the store's next order: its variant, else its product, SKU or title. Items added to an
 * order manually only have a title.
 */
export function boughtThing({ external_variant_id, external_product_id, sku, title }: SoldThing): string {
  if (external_variant_id) return `variant:${external_variant_id}`;
  if (external_product_id) return `product:${external_product_id}`;
  return sku ? `sku:${sku}` : `title:${title}`;
}
