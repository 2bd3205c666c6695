import { newId } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { enhanceImportedJob, IMPORTED_AT_ONCE } from '../jobs/enhance-imported.ts';
import { findSetting } from '../setting-repo.ts';

/** Enqueues automatic enhancement of imported products, if enabled, in the import's transaction. */
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
