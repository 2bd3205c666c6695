import { AppError } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { findListings, setPublishStatus } from '../listing-repo.ts';
import { replaceOwnStatus } from '../override-repo.ts';
import { lockProducts } from '../repo.ts';
import { holdStoresOf, type PushedAgain, pushAgainWithin } from './push-again.ts';

/**
 * Shows a product's listings to shoppers, or hides them as drafts, by pushing it again to the stores that have it. Asked
 * again, nothing is pushed. Throws PRODUCT_NOT_FOUND, PRODUCT_NOT_LISTED, PRODUCT_IS_PROCESSING, or a store's refusal.
 */
export async function setStatus(
  deps: Deps,
  scope: WorkplaceScope,
  productId: string,
  status: 'active' | 'draft',
): Promise<{ items: PushedAgain['items'] }> {
  const { workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    await holdStoresOf(tx, workplaceId, [productId], null);
    const [product] = await lockProducts(tx, workplaceId, [productId]);
    if (!product) throw new AppError('NOT_FOUND', 'PRODUCT_NOT_FOUND');
    if (product.push_state === 'processing') throw new AppError('BAD_REQUEST', 'PRODUCT_IS_PROCESSING');
    const listings = (await findListings(tx, workplaceId, [productId])).filter((one) => one.external_product_id);
    if (listings.length === 0) throw new AppError('BAD_REQUEST', 'PRODUCT_NOT_LISTED');
    const stores = [...new Set(listings.filter((one) => one.publish_status !== status).map((one) => one.store_id))];
    if (stores.length === 0) return { items: [] };
    await setPublishStatus(tx, workplaceId, [productId], stores, status);
    await replaceOwnStatus(tx, workplaceId, [productId], stores, status);
    const { failed, items } = await pushAgainWithin(tx, deps, scope, [productId], stores);
    const refused = failed.get(productId);
    // All or nothing: a status that its store doesn't get would only look like the store's.
    if (refused) throw new AppError('BAD_REQUEST', refused.key, { params: refused.params });
    return { items };
  });
}
