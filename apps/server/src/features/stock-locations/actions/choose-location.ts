import { AppError, invalidField, newId, notFoundField } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { isListOffered, lockStore, saveStockLocation, storeMovingError } from '../../connections/index.ts';
import { moveStockJob } from '../jobs/stock-locations.ts';
import { findLocations } from '../list-repo.ts';
import { findRun, startRun } from '../run-repo.ts';
import { locationList } from './read-locations.ts';

/**
 * Chooses the location of a store where stock is written. null: the store's own default. What was written at the former one is
 * moved by a job. Choosing the same again starts a move that failed once more.
 */
export async function chooseLocation(
  deps: Deps,
  scope: WorkplaceScope,
  { storeId, locationId }: { storeId: string; locationId: string | null },
): Promise<void> {
  const { accountId, workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    const store = await lockStore(tx, workplaceId, storeId);
    if (!store) throw notFoundField('store_id', 'STORE_NOT_FOUND');
    const name = store.store_name || store.platform_domain;
    if (store.moving !== null) throw storeMovingError(name);
    if (store.status === 'uninstalled') throw new AppError('BAD_REQUEST', 'STORE_DISCONNECTED', { params: { name } });
    if (!isListOffered(deps, locationList, store.platform)) throw notFoundField('store_id', 'STORE_WITHOUT_LOCATIONS');
    const run = await findRun(tx, workplaceId, storeId);
    // Stock would be at three locations then.
    if (run?.state === 'running') throw new AppError('BAD_REQUEST', 'STOCK_MOVE_RUNNING', { params: { name } });
    const locations = (await findLocations(tx, workplaceId, storeId)).get(storeId) ?? [];
    const main = locations.find((one) => one.isDefault);
    const there = locationId === null ? main : locations.find((one) => one.id === locationId);
    if (!there || !main) throw invalidField('location', 'STOCK_LOCATION_UNKNOWN', { name });
    if (!there.isActive) throw invalidField('location', 'STOCK_LOCATION_INACTIVE', { name: there.name });
    const former = store.stock_location_id ?? main.id;
    await saveStockLocation(tx, workplaceId, storeId, locationId === null ? null : { id: there.id, name: there.name });
    const isSame = former === there.id && store.stock_location_state === 'active' && run?.state !== 'failed';
    if (!isSame) {
      await startRun(tx, workplaceId, storeId, { runId: newId(), sources: [former], target: there.id });
      await deps.queue.send(tx, moveStockJob, { accountId, workplaceId, storeId });
    }
    await publish(tx, workplaceId, 'stores', [storeId]);
  });
}
