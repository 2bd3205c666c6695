/** What is known of a product in either workspace. */
export interface ProductFacts {
  product_id: string;
  source: string;
  mode: string;
  source_product_id: string;
  /** Copies are products of their own, whatever they are bought from. */
  copied_from: string | null;
  deleted: boolean;
}

export interface VariantFacts {
  product_id: string;
  variant_id: string;
  source_variant_id: string;
}

export interface Merge {
  /** Products to be written as they are. */
  add: string[];
  /** Products that are there, thrown away once, and wanted again. */
  restore: string[];
  /** What a product of the old workspace is in the new one, for each. */
  products: Map<string, string>;
  /** Variants to be written, by the product that they belong to over there. */
  addVariants: Map<string, string>;
  /** Variants that are another one over there. */
  variants: Map<string, string>;
}

const sourceOf = (one: ProductFacts): string =>
  one.copied_from === null ? `${one.source} ${one.mode} ${one.source_product_id}` : one.product_id;

/**
 * How products of one workspace become products of another, which has imported a supplier's product at most once. One
 * that is there already stays as its owner edited it and takes over; variants that it lacks are added to it.
 */
export function mergeProducts(
  coming: { products: readonly ProductFacts[]; variants: readonly VariantFacts[] },
  there: { products: readonly ProductFacts[]; variants: readonly VariantFacts[] },
): Merge {
  const merge: Merge = { add: [], restore: [], products: new Map(), addVariants: new Map(), variants: new Map() };
  const live = new Map(there.products.filter((one) => !one.deleted).map((one) => [sourceOf(one), one.product_id]));
  const known = new Map(there.products.map((one) => [one.product_id, one]));
  for (const product of coming.products) {
    const { product_id: id } = product;
    const listed = product.deleted ? undefined : live.get(sourceOf(product));
    const same = known.get(id);
    merge.products.set(id, listed ?? id);
    if (listed !== undefined) continue;
    if (!same) merge.add.push(id);
    else if (same.deleted && !product.deleted) merge.restore.push(id);
    if (!product.deleted) live.set(sourceOf(product), id);
  }
  const ids = new Set(there.variants.map((one) => one.variant_id));
  const bySource = new Map(there.variants.map((one) => [`${one.product_id} ${one.source_variant_id}`, one.variant_id]));
  for (const variant of coming.variants) {
    if (ids.has(variant.variant_id)) continue;
    const home = merge.products.get(variant.product_id) ?? variant.product_id;
    const key = `${home} ${variant.source_variant_id}`;
    const twin = bySource.get(key);
    if (twin !== undefined) merge.variants.set(variant.variant_id, twin);
    else merge.addVariants.set(variant.variant_id, home);
    // A second one of the same kind is itself: two never become one.
    bySource.delete(key);
  }
  return merge;
}
