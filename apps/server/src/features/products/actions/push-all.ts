import { AppError, newId } from '@quayside/kernel';
import type { Executor, Sql, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { listStores, type Store } from '../../connections/index.ts';
import type { Quota } from '../../plans/index.ts';
import { addProcesses } from '../../processes/index.ts';
import { workPushBatchJob } from '../jobs/products.ts';
import {
  type BatchRequest,
  countMatching,
  countNew,
  countPending,
  insertPushBatch,
  type PushBatch,
} from '../push-batch-repo.ts';
import type { CenterFilter } from '../queries/center-filter.ts';
import { checkGates, type PushRequest } from './start-push.ts';

export interface PushAllRequest extends Omit<PushRequest, 'productIds'> {
  /** The condition on products, whose row is `p`. */
  matching: Sql;
  /** How many match on the person's screen. */
  count: number;
  requestedBy: string;
}

/** The stores chosen in a field. Throws for one that the workspace doesn't have. */
export async function chosenStores(
  ex: Executor,
  workplaceId: string,
  storeIds: readonly string[],
  field = 'store_ids',
): Promise<Store[]> {
  const stores = await listStores(ex, workplaceId, true);
  return [...new Set(storeIds)].map((id) => {
    const store = stores.find((one) => one.store_id === id);
    if (!store) throw new AppError('NOT_FOUND', 'STORE_NOT_FOUND', { fields: { [field]: ['STORE_NOT_FOUND'] } });
    return store;
  });
}

/** Throws where a filter names a store that the workspace doesn't have. */
export async function requireFilterStore(
  ex: Executor,
  workplaceId: string,
  { store_id: storeId }: Pick<CenterFilter, 'store_id'>,
): Promise<void> {
  if (storeId) await chosenStores(ex, workplaceId, [storeId], 'filter.store_id');
}

const countChanged = (count: number) =>
  new AppError('UNPROCESSABLE_ENTITY', 'PUSH_ALL_COUNT_CHANGED', {
    params: { count },
    fields: { count: ['PUSH_ALL_COUNT_CHANGED'] },
    data: { count },
  });

/**
 * Starts pushing everything that matches: the list of products, its entry in the tray and the job in one transaction.
 * Throws if another number matches than the person saw, if no chosen store takes any of it, and QUOTA_EXPIRED if the plan
 * doesn't allow all of it.
 */
export async function startPushAll(
  deps: Deps,
  quota: Quota,
  scope: WorkplaceScope,
  ask: PushAllRequest,
): Promise<string> {
  const { accountId, workplaceId } = scope;
  const fresh = await deps.db.read(scope, async (ex) =>
    countNew(ex, workplaceId, ask.matching, await chosenStores(ex, workplaceId, ask.storeIds)),
  );
  const admission = await quota.admit(scope, 'PRODUCT_LISTING', Math.max(1, fresh));
  const batchId = newId();
  await deps.db.tenant(scope, async (tx) => {
    const stores = await chosenStores(tx, workplaceId, ask.storeIds);
    await checkGates(tx, scope, await listStores(tx, workplaceId, true), admission);
    const count = await countMatching(tx, ask.matching);
    if (count !== ask.count) throw countChanged(count);
    if (admission.refusal && fresh > 0) throw admission.refusal;
    const request: BatchRequest = {
      ...(ask.split ? { split: ask.split } : {}),
      rates: { ...ask.rates },
      ...(ask.settings ? { settings: ask.settings } : {}),
      ...(ask.priceEnding ? { priceEnding: ask.priceEnding } : {}),
    };
    const batch = {
      batch_id: batchId,
      store_ids: stores.map((store) => store.store_id),
      store_modes: stores.map((store) => store.mode),
      request,
      requested_by: ask.requestedBy,
    };
    const added = await insertPushBatch(tx, workplaceId, batch, ask.matching);
    if (added === 0) throw new AppError('BAD_REQUEST', 'PUSH_ALL_NO_STORE');
    const total = await listingsToCome(tx, workplaceId, batch);
    await addProcesses(tx, workplaceId, [
      {
        process_id: batchId,
        kind: 'push',
        subject_id: batchId,
        title: '',
        image_url: null,
        channel: null,
        store_id: null,
        total,
      },
    ]);
    await deps.queue.send(tx, workPushBatchJob, { accountId, workplaceId, batchId });
  });
  return batchId;
}

/** Listings that a batch has yet to queue, if each product becomes one in each store of its mode. */
export async function listingsToCome(
  tx: Executor,
  workplaceId: string,
  { batch_id: batchId, store_modes: modes }: Pick<PushBatch, 'batch_id' | 'store_modes'>,
): Promise<number> {
  const pending = await countPending(tx, workplaceId, batchId);
  return pending.reduce((sum, { mode, count }) => sum + count * modes.filter((one) => one === mode).length, 0);
}
