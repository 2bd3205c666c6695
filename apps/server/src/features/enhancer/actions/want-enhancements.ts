import { newId } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { enhanceImportedJob, IMPORTED_AT_ONCE } from '../jobs/enhance-imported.ts';
import { findSetting } from '../setting-repo.ts';

/**
 * Products were imported: where the workspace wants it, they are enhanced by themselves. In the transaction of the import, which
 * waits for nothing of it.
 */
export async function wantEnhancements(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  { accountId, workplaceId }: WorkplaceScope,
  productIds: readonly string[],
): Promise<void> {
  if (!(await findSetting(tx, workplaceId)).is_enable) return;
  const products = productIds.map((productId) => ({ productId, processId: newId() }));
  const batches = Array.from({ length: Math.ceil(products.length / IMPORTED_AT_ONCE) }, (_none, at) =>
    products.slice(at * IMPORTED_AT_ONCE, (at + 1) * IMPORTED_AT_ONCE),
  );
  await deps.queue.sendMany(
    tx,
    enhanceImportedJob,
    batches.map((batch) => ({ accountId, workplaceId, products: batch })),
  );
}
