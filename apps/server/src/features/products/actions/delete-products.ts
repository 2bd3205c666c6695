import type { StoreScope, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { listStores } from '../../connections/index.ts';
import { releaseListings, softDelete } from '../copy-repo.ts';
import { findListings } from '../listing-repo.ts';
import type { ProductPorts } from '../ports.ts';
import { lockProducts } from '../repo.ts';
import { type DeleteFrom, refuseDelete } from '../rules/delete-products.ts';
import { holdStoresOf } from './push-again.ts';

/**
 * Deletes products here, and takes them out of what others keep of them (`forget`). What a store has of them stays there
 * and is no longer updated; its orders are bought as before. The others are answered with the reason.
 */
export async function deleteProducts(
  deps: Deps,
  scope: WorkplaceScope & StoreScope,
  productIds: readonly string[],
  from: DeleteFrom,
  forget: ProductPorts['onDeleted'],
): Promise<{ deleted: string[]; failed: Map<string, string> }> {
  const { workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    await holdStoresOf(tx, workplaceId, productIds, null);
    const held = new Map((await lockProducts(tx, workplaceId, productIds)).map((one) => [one.product_id, one]));
    const moving = (await listStores(tx, workplaceId, true)).flatMap((one) =>
      one.moving === null ? [] : one.store_id,
    );
    const fixed = moving.length === 0 ? [] : await findListings(tx, workplaceId, productIds, moving);
    const failed = new Map<string, string>();
    for (const id of productIds) {
      const isMoving = fixed.some((one) => one.product_id === id);
      const refusal =
        refuseDelete(held.get(id), from, scope.storeIds === undefined) ??
        (isMoving ? 'PRODUCT_STORE_MOVING' : undefined);
      if (refusal) failed.set(id, refusal);
    }
    const deleted = [...new Set(productIds)].filter((id) => !failed.has(id));
    if (deleted.length > 0) {
      await softDelete(tx, workplaceId, deleted);
      await releaseListings(tx, workplaceId, deleted);
      await forget(tx, workplaceId, deleted);
      await publish(tx, workplaceId, 'products', deleted.slice(0, 100));
      await publish(tx, workplaceId, 'listings');
      await publish(tx, workplaceId, 'counts');
    }
    return { deleted, failed };
  });
}
