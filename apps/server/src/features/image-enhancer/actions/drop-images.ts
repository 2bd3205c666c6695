import type { Executor } from '../../../db/index.ts';
import { setProcess } from '../../processes/index.ts';
import { deleteImagesOfProducts } from '../repo.ts';
import { discardResults } from './decide.ts';

/** Deletes improved images of products about to be deleted and ends their tasks. The caller locks the products. */
export async function dropImages(
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
  now: string,
): Promise<void> {
  const gone = await deleteImagesOfProducts(tx, workplaceId, productIds);
  await discardResults(tx, workplaceId, gone, now);
  const running = gone.filter(({ state }) => state === 'queued' || state === 'working');
  for (const id of new Set(running.map((row) => row.process_id)))
    await setProcess(tx, workplaceId, id, { status: 'error', done: 1, error: { key: 'PRODUCT_NOT_FOUND' } });
}
