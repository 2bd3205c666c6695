import type { SupplierId } from '@quayside/connector-kit';
import { AppError, notFound } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import { findVariants, importedIds, lockProducts, saveSource } from '../repo.ts';
import type { Product, Variant } from '../tables.ts';

export interface NewSource {
  source: SupplierId;
  sourceProductId: string;
  currency: string;
  /** Supplier variants by our variants; each of the product's variants has one. */
  variants: ReadonlyMap<
    string,
    { sourceVariantId: string; sku: string; cost: number; stock: number | null; weightGrams: number | null }
  >;
}

/**
 * Buys a product from another supplier's product from now on. Title, images, prices, SKUs and listings stay. Throws
 * REPLACE_CURRENCY, REPLACE_IMPORTED, REPLACE_VARIANTS, PRODUCT_NOT_FOUND.
 */
export async function replaceSource(
  tx: Executor,
  workplaceId: string,
  productId: string,
  to: NewSource,
): Promise<{ product: Product; variants: Variant[] }> {
  const [product] = await lockProducts(tx, workplaceId, [productId]);
  if (!product) throw notFound('PRODUCT_NOT_FOUND');
  if (to.currency !== product.currency)
    throw new AppError('BAD_REQUEST', 'REPLACE_CURRENCY', { params: { from: product.currency, to: to.currency } });
  const other = (await importedIds(tx, workplaceId, to.source, product.mode, [to.sourceProductId])).get(
    to.sourceProductId,
  );
  if (product.copied_from === null && other !== undefined && other !== productId)
    throw new AppError('BAD_REQUEST', 'REPLACE_IMPORTED');
  const variants = await findVariants(tx, workplaceId, [productId]);
  const missing = variants.filter((variant) => !to.variants.has(variant.variant_id)).length;
  if (missing > 0) throw new AppError('BAD_REQUEST', 'REPLACE_VARIANTS', { params: { count: missing } });
  // Edits are shown against the original, whose variants are found by the supplier's ids.
  const partners = new Map(variants.map((one) => [one.source_variant_id, to.variants.get(one.variant_id)]));
  const original = {
    ...product.original,
    variants: product.original.variants.map((one) => {
      const partner = partners.get(one.sourceVariantId);
      return partner ? { ...one, sourceVariantId: partner.sourceVariantId, cost: partner.cost } : one;
    }),
  };
  const next = variants.map((variant) => {
    const own = to.variants.get(variant.variant_id);
    return own
      ? {
          ...variant,
          source_variant_id: own.sourceVariantId,
          source_sku: own.sku,
          cost: own.cost,
          stock: own.stock,
          // A weight that the owner typed stays.
          weight_grams:
            variant.weight_grams === variant.source_weight_grams
              ? (own.weightGrams ?? variant.weight_grams)
              : variant.weight_grams,
          source_weight_grams: own.weightGrams ?? variant.source_weight_grams,
        }
      : variant;
  });
  const costs = next.map((variant) => variant.cost);
  const saved: Product = {
    ...product,
    source: to.source,
    source_product_id: to.sourceProductId,
    original,
    cost_from: Math.min(...costs),
    cost_to: Math.max(...costs),
  };
  await saveSource(tx, workplaceId, product, saved, next);
  return { product: saved, variants: next };
}
