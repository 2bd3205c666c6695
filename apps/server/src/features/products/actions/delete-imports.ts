import { sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import type { ProductPorts } from '../ports.ts';
import { lockProducts } from '../repo.ts';

/** Takes products off the import list, and out of what others keep of them (`forget`). What is in a store, or on its way into one, stays and is answered with the reason. */
export async function deleteImports(
  deps: Deps,
  scope: WorkplaceScope,
  productIds: readonly string[],
  forget: ProductPorts['onDeleted'],
): Promise<{ deleted: string[]; failed: Map<string, string> }> {
  const { workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    const held = new Map((await lockProducts(tx, workplaceId, productIds)).map((one) => [one.product_id, one]));
    const failed = new Map<string, string>();
    for (const id of productIds) {
      const product = held.get(id);
      if (!product) failed.set(id, 'PRODUCT_NOT_FOUND');
      else if (product.push_state === 'processing') failed.set(id, 'PRODUCT_IS_PROCESSING');
      else if (product.push_state === 'pushed') failed.set(id, 'PRODUCT_IS_IN_STORE');
    }
    const deleted = [...new Set(productIds)].filter((id) => !failed.has(id));
    if (deleted.length > 0) {
      await tx.run(sql`update product set deleted_at = now(), updated_at = now()
        where workplace_id = ${workplaceId} and product_id = any(${deleted}::uuid[])`);
      await tx.run(sql`update listing set state = 'removed', updated_at = now()
        where workplace_id = ${workplaceId} and product_id = any(${deleted}::uuid[]) and state = 'failed'`);
      await forget(tx, workplaceId, deleted);
      await publish(tx, workplaceId, 'products', deleted.slice(0, 100));
      await publish(tx, workplaceId, 'counts');
    }
    return { deleted, failed };
  });
}
