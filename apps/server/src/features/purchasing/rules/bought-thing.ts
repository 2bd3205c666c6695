/** What a line says of the thing that it sells. */
export interface SoldThing {
  external_variant_id: string | null;
  external_product_id: string | null;
  sku: string | null;
  title: string;
}

/**
 * By what a thing is known again in the next order of its store: its variant there, else its product, its SKU, its title. What
 * a store adds by hand to an order has a title alone.
 */
export function boughtThing({ external_variant_id, external_product_id, sku, title }: SoldThing): string {
  if (external_variant_id) return `variant:${external_variant_id}`;
  if (external_product_id) return `product:${external_product_id}`;
  return sku ? `sku:${sku}` : `title:${title}`;
}
