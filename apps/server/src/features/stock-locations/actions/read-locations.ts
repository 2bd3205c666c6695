import type { StoreLocation } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { lockStore, noteStockLocation, requestList, storeList } from '../../connections/index.ts';
import { moveStockJob } from '../jobs/stock-locations.ts';
import { saveLocations } from '../list-repo.ts';
import { findRun, startRun } from '../run-repo.ts';

/** Notes the state of the chosen location. One that can be used again gets the stock that changed in the meantime. */
async function followChosen(
  tx: Executor,
  here: WorkplaceScope,
  storeId: string,
  all: readonly StoreLocation[],
): Promise<void> {
  const { workplaceId } = here;
  const store = await lockStore(tx, workplaceId, storeId);
  const id = store?.stock_location_id;
  if (!store || !id) return;
  const there = all.find((one) => one.id === id);
  const state = there === undefined ? 'deleted' : there.isActive ? 'active' : 'inactive';
  const isBack = state === 'active' && store.stock_location_state !== 'active';
  await noteStockLocation(tx, workplaceId, storeId, { id, state, ...(there ? { name: there.name } : {}) });
  if (isBack) await startRun(tx, workplaceId, storeId, { runId: newId(), sources: [id], target: id });
}

/** Continues a run whose job was lost. */
async function continueRun(tx: Executor, deps: Deps, here: WorkplaceScope, storeId: string): Promise<void> {
  const run = await findRun(tx, here.workplaceId, storeId);
  if (run?.state === 'running') await deps.queue.send(tx, moveStockJob, { ...here, storeId });
}

export const locationList = storeList({
  kind: 'stock-locations',
  job: 'read-locations',
  everyHours: 6,
  minute: 37,
  topic: 'stores',
  isOffered: (can) => can.stockLocations === true,
  read: (connector, ctx) => connector.readLocations?.(ctx),
  async keep(tx, deps, here, storeId, all) {
    await followChosen(tx, here, storeId, all);
    await saveLocations(tx, here.workplaceId, storeId, all);
    await continueRun(tx, deps, here, storeId);
  },
});

/** Asks a job to read a store's locations. Throws STORE_NOT_FOUND. */
export const requestLocations = (deps: Deps, scope: WorkplaceScope, storeId: string): Promise<void> =>
  requestList(deps, locationList, scope, storeId);
