import type { SupplierCounts } from '@quayside/contracts';

/** A product of one supplier, with its SKUs that are sold; `found`: the supplier still had it at the last look. */
export interface CountedProduct {
  sourceProductId: string;
  watched: boolean;
  skus: readonly { found: boolean }[];
}

/**
 * The counts of one supplier (rule B167). tracking: watched, and every SKU that is sold was found at the last look; partial:
 * watched, and some of them were; not_tracking: the rest. An SKU is tracked when its product is watched and it was found.
 * queries/supplier-counts.ts is the same in SQL; a test holds the two together.
 */
export function supplierCounts(products: readonly CountedProduct[]): SupplierCounts {
  const counts: SupplierCounts = {
    source_products: new Set(products.map((one) => one.sourceProductId)).size,
    products: { total: products.length, tracking: 0, partial: 0, not_tracking: 0 },
    skus: { total: 0, tracking: 0, not_tracking: 0 },
  };
  for (const { watched, skus } of products) {
    const tracked = watched ? skus.filter((sku) => sku.found).length : 0;
    counts.skus.total += skus.length;
    counts.skus.tracking += tracked;
    counts.skus.not_tracking += skus.length - tracked;
    if (tracked === 0) counts.products.not_tracking += 1;
    else if (tracked < skus.length) counts.products.partial += 1;
    else counts.products.tracking += 1;
  }
  return counts;
}
