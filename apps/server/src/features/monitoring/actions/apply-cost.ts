import { AppError, notFound } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { findVariants, lockProducts, setSourceStock } from '../../products/index.ts';
import { clearCostChange, findSeenVariants, findTrackedProducts } from '../tracked-product-repo.ts';

const refuse = (field: string, key: string) =>
  new AppError('UNPROCESSABLE_ENTITY', key, { fields: { [field]: [key] } });

/**
 * Keeps what the supplier asks now as the cost of a product, as it was on the owner's screen. Prices stay, and so does the
 * revision: stores are told nothing of costs. Throws PRODUCT_CHANGED_MEANWHILE and LOOKED_AT_MEANWHILE.
 */
export async function applyCost(
  deps: Deps,
  scope: WorkplaceScope,
  productId: string,
  shown: { revision: number; lookedAt: string },
): Promise<void> {
  const { workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    const [product] = await lockProducts(tx, workplaceId, [productId]);
    if (!product) throw notFound('PRODUCT_NOT_FOUND');
    const [watch] = await findTrackedProducts(tx, workplaceId, [productId]);
    if (!watch?.looked_at) throw new AppError('BAD_REQUEST', 'PRODUCT_NOT_WATCHED');
    if (product.revision !== shown.revision) throw refuse('revision', 'PRODUCT_CHANGED_MEANWHILE');
    if (Date.parse(watch.looked_at) !== Date.parse(shown.lookedAt)) throw refuse('looked_at', 'LOOKED_AT_MEANWHILE');
    const seen = await findSeenVariants(tx, workplaceId, [productId]);
    const takes = (await findVariants(tx, workplaceId, [productId])).flatMap((variant) => {
      const one = seen.get(variant.variant_id);
      return one?.found && one.cost !== null && one.cost !== variant.cost
        ? [{ sourceVariantId: variant.source_variant_id, cost: one.cost }]
        : [];
    });
    await setSourceStock(tx, workplaceId, product.source, product.mode, takes);
    await clearCostChange(tx, workplaceId, productId);
    await publish(tx, workplaceId, 'products', [productId]);
  });
}
