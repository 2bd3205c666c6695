import { AppError, newId, notFoundField } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { findStore, storeMovingError } from '../../connections/index.ts';
import { addProcesses } from '../../processes/index.ts';
import { refuseInDemoMode } from '../../products/index.ts';
import { adoptProductsJob } from '../jobs/adoption.ts';
import { insertAdoption } from '../repo.ts';

/** Starts taking in a store's products. Starting again during a run continues that run. */
export async function startAdoption(
  deps: Pick<Deps, 'db' | 'queue' | 'connectors'>,
  scope: WorkplaceScope,
  storeId: string,
): Promise<string> {
  const { accountId, workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    await refuseInDemoMode(tx, accountId);
    const store = await findStore(tx, workplaceId, storeId);
    if (!store) throw notFoundField('store_id', 'STORE_NOT_FOUND');
    const name = store.store_name || store.platform_domain;
    const params = { name };
    if (store.moving !== null) throw storeMovingError(name);
    if (store.status === 'uninstalled') throw new AppError('BAD_REQUEST', 'STORE_DISCONNECTED', { params });
    if (store.status === 'needs_reconnect') throw new AppError('BAD_REQUEST', 'STORE_NEEDS_RECONNECT', { params });
    if (!deps.connectors.channels[store.platform]?.listProducts)
      throw new AppError('BAD_REQUEST', 'ADOPTION_UNSUPPORTED', { params });
    const adoptionId = newId();
    const there = await insertAdoption(tx, workplaceId, adoptionId, storeId);
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
