import { AppError, newId } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { holdStores, listStores, storeMovingError } from '../../connections/index.ts';
import { findListing, lockListing } from '../listing-repo.ts';
import { lockProducts } from '../repo.ts';
import { queueAgain } from './push-again.ts';

/** Tries one failed part again, alone, as it was asked for. Throws LISTING_NOT_FOUND, and LISTING_NOT_FAILED. */
export async function retryListing(
  deps: Deps,
  scope: WorkplaceScope,
  listingId: string,
): Promise<{ processId: string }> {
  const { workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    const found = await findListing(tx, workplaceId, listingId);
    if (!found) throw new AppError('NOT_FOUND', 'LISTING_NOT_FOUND');
    const [product] = await lockProducts(tx, workplaceId, [found.product_id]);
    await lockListing(tx, workplaceId, listingId);
    const row = await findListing(tx, workplaceId, listingId);
    if (!product || row?.state !== 'failed') throw new AppError('BAD_REQUEST', 'LISTING_NOT_FAILED');
    const moving = (await holdStores(tx, workplaceId, [row.store_id])).get(row.store_id);
    if (moving?.moving) throw storeMovingError(moving.platform_domain);
    const store = (await listStores(tx, workplaceId, true)).find((one) => one.store_id === row.store_id);
    if (!store) throw new AppError('NOT_FOUND', 'STORE_NOT_FOUND');
    const processId = newId();
    await queueAgain(tx, deps, scope, [{ product, store, processId, parts: [row] }]);
    return { processId };
  });
}
