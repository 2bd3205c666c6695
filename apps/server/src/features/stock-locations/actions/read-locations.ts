import { ConnectorError, type StoreLocation } from '@quayside/connector-kit';
import { AppError, newId, notFoundField } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import {
  findStore,
  lockStore,
  noteStockLocation,
  storeRef,
  storesOfPart,
  toProblem,
  withStore,
} from '../../connections/index.ts';
import { moveStockJob, readLocationsJob } from '../jobs/stock-locations.ts';
import { noteAsked, noteFault, saveList } from '../list-repo.ts';
import { findRun, startRun } from '../run-repo.ts';

const HOUR_MS = 3_600_000;
/** Hours between two scheduled readings of a store's locations. */
const EVERY_HOURS = 6;

export const hasLocations = (deps: Pick<Deps, 'connectors'>, platform: string): boolean =>
  deps.connectors.channels[platform]?.capabilities.stockLocations === true;

/** Sends a reading for a part of the stores each hour, so that every store is read several times a day. */
export async function readLocationsOfStores(deps: Deps): Promise<void> {
  const part = Math.floor(deps.clock.millis() / HOUR_MS) % EVERY_HOURS;
  const platforms = Object.keys(deps.connectors.channels).filter((platform) => hasLocations(deps, platform));
  await deps.db.global(async (tx) => {
    const due = await storesOfPart(tx, { platforms, part, parts: EVERY_HOURS });
    await deps.queue.sendMany(tx, readLocationsJob, due.map(storeRef));
  });
}

/** Asks a job to read a store's locations. Throws STORE_NOT_FOUND. */
export async function requestLocations(deps: Deps, scope: WorkplaceScope, storeId: string): Promise<void> {
  const { accountId, workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    const store = await findStore(tx, workplaceId, storeId);
    if (!store) throw notFoundField('store_id', 'STORE_NOT_FOUND');
    if (!hasLocations(deps, store.platform)) return;
    await noteAsked(tx, workplaceId, storeId);
    await deps.queue.send(tx, readLocationsJob, { accountId, workplaceId, storeId });
    await publish(tx, workplaceId, 'stores', [storeId]);
  });
}

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

/** Reads a store's locations and keeps them. A failure keeps the last list, with the reason. */
export async function readLocations(deps: Deps, here: WorkplaceScope, storeId: string): Promise<void> {
  const { workplaceId } = here;
  try {
    const all = await withStore(deps, here, storeId, async ({ connector, ctx }) => connector.readLocations?.(ctx));
    if (!all) return;
    await deps.db.tenant(here, async (tx) => {
      await followChosen(tx, here, storeId, all);
      await saveList(tx, workplaceId, storeId, all);
      await continueRun(tx, deps, here, storeId);
      await publish(tx, workplaceId, 'stores', [storeId]);
    });
  } catch (error) {
    if (!(error instanceof ConnectorError) && !(error instanceof AppError)) throw error;
    await deps.db.tenant(here, async (tx) => {
      const store = await findStore(tx, workplaceId, storeId);
      if (!store) return;
      const name = store.store_name || store.platform_domain;
      const fault =
        error instanceof ConnectorError ? toProblem(error, name) : { key: error.messageKey, params: { name } };
      await noteFault(tx, workplaceId, storeId, { key: fault.key, params: fault.params ?? {} });
      await publish(tx, workplaceId, 'stores', [storeId]);
    });
  }
}
