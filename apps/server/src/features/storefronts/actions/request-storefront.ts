import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { findStore } from '../../connections/index.ts';
import { readStorefrontJob } from '../jobs/storefronts.ts';
import { beginReading } from '../repo.ts';

/** Has a store's page read by a job; once, however often it is asked for meanwhile. A store that is gone is left alone. */
export const requestStorefront = (deps: Deps, scope: WorkplaceScope, storeId: string): Promise<void> =>
  deps.db.tenant(scope, async (tx) => {
    const { accountId, workplaceId } = scope;
    const store = await findStore(tx, workplaceId, storeId);
    if (!store || store.status === 'uninstalled') return;
    if (!(await beginReading(tx, workplaceId, storeId))) return;
    await deps.queue.send(tx, readStorefrontJob, { accountId, workplaceId, storeId });
    await publish(tx, workplaceId, 'stores', [storeId]);
  });
