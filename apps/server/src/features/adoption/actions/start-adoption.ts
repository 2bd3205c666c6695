import { AppError, newId, notFoundField } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { addProcesses } from '../../processes/index.ts';
import { refuseInDemoMode } from '../../products/index.ts';
import { adoptProductsJob } from '../jobs/adoption.ts';
import { insertAdoption, isSameRun } from '../repo.ts';
import { chosenProducts, findSearch } from '../search-repo.ts';
import type { Choice } from '../tables.ts';
import { checkAdoptable } from './check-adoptable.ts';

/** Products that a search found: some of them, or without ids all that its keyword finds. */
export interface OnlyFound {
  search_id: string;
  external_product_ids?: readonly string[] | undefined;
}

/** What a run takes in. Throws where the search or one of the products isn't there. */
async function readChoice(tx: Executor, workplaceId: string, storeId: string, only: OnlyFound): Promise<Choice> {
  const search = await findSearch(tx, workplaceId, only.search_id);
  if (search?.store_id !== storeId) throw notFoundField('only.search_id', 'ADOPTION_SEARCH_GONE');
  const ids = only.external_product_ids;
  if (!ids) return { keyword: search.keyword || null, chosen: null };
  const chosen = await chosenProducts(tx, workplaceId, only.search_id, ids);
  if (chosen.length < new Set(ids).size) throw notFoundField('only.external_product_ids', 'ADOPTION_CHOICE_GONE');
  return { keyword: null, chosen };
}

/**
 * Starts taking in a store's products: all, or only some. Asking for the same again during a run continues that run; asking
 * for others is refused.
 */
export async function startAdoption(
  deps: Pick<Deps, 'db' | 'queue' | 'connectors'>,
  scope: WorkplaceScope,
  storeId: string,
  only?: OnlyFound,
): Promise<string> {
  const { accountId, workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    await refuseInDemoMode(tx, accountId);
    const { name, store } = await checkAdoptable(tx, deps, workplaceId, storeId);
    const choice = only ? await readChoice(tx, workplaceId, storeId, only) : { keyword: null, chosen: null };
    const adoptionId = newId();
    const there = await insertAdoption(tx, workplaceId, adoptionId, storeId, choice);
    if (there !== undefined && !(await isSameRun(tx, workplaceId, there, choice)))
      throw new AppError('BAD_REQUEST', 'ADOPTION_RUNNING', { params: { name } });
    const job = { accountId, workplaceId, storeId, adoptionId: there ?? adoptionId };
    // A run whose job was lost is continued; one that a worker has is left to it.
    await deps.queue.send(tx, adoptProductsJob, job);
    if (there !== undefined) return there;
    await addProcesses(tx, workplaceId, [
      {
        process_id: adoptionId,
        kind: 'adopt',
        subject_id: storeId,
        title: name,
        image_url: null,
        channel: store.platform,
        store_id: storeId,
        total: 1,
      },
    ]);
    await publish(tx, workplaceId, 'products');
    return adoptionId;
  });
}
