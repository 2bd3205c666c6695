import type { Executor } from '../../../db/index.ts';
import { setProcess } from '../../processes/index.ts';
import { removeOf } from '../repo.ts';

/** Nothing of the enhancer stays of products whose rows are about to go; the caller holds them. What people watch has ended. */
export async function dropEnhancements(
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<void> {
  const gone = await removeOf(tx, workplaceId, productIds);
  for (const { process_id: id, state } of gone)
    if (state === 'queued' || state === 'writing')
      await setProcess(tx, workplaceId, id, { status: 'error', done: 1, error: { key: 'PRODUCT_NOT_FOUND' } });
}
