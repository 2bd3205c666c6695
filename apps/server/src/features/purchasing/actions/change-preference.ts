import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { listStores } from '../../connections/index.ts';
import { renewEstimates } from '../backfill-repo.ts';
import { fillCostsJob } from '../jobs/purchasing.ts';
import { type FulfillmentPreference, readPreference, savePreference } from '../setting-repo.ts';

/** Saves where orders are bought (B332). A job estimates open orders again, whose shipping depends on it. */
export const changePreference = (
  deps: Pick<Deps, 'db' | 'queue'>,
  scope: WorkplaceScope,
  preference: FulfillmentPreference,
): Promise<void> =>
  deps.db.tenant(scope, async (tx) => {
    if ((await readPreference(tx, scope.workplaceId)) === preference) return;
    await savePreference(tx, scope.workplaceId, preference);
    const stores = await listStores(tx, scope.workplaceId, false);
    await renewEstimates(
      tx,
      scope,
      stores.map((store) => store.store_id),
    );
    await deps.queue.send(tx, fillCostsJob, {});
  });
