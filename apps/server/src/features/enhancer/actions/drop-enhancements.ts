import type { Executor } from '../../../db/index.ts';
import { setProcess } from '../../processes/index.ts';
import { deleteEnhancementsOfProducts } from '../repo.ts';

/** Deletes enhancements of products about to be deleted and ends their tasks. The caller locks the products. */
export async function dropEnhancements(
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<void> {
  const gone = await deleteEnhancementsOfProducts(tx, workplaceId, productIds);
  for (const { process_id: id, state } of gone)
    if (state === 'queued' || state === 'writing')
      await setProcess(tx, workplaceId, id, { status: 'error', done: 1, error: { key: 'PRODUCT_NOT_FOUND' } });
}
