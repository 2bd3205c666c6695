import { AppError, type MessageParams } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { listStores } from '../../connections/index.ts';
import type { Admission } from '../../plans/index.ts';
import { advanceProcess, setProcessError } from '../../processes/index.ts';
import type { PriceInStore, ProductPorts } from '../ports.ts';
import {
  countBatchStores,
  type EndedItem,
  endPushBatch,
  lockPushBatch,
  nextBatchProducts,
  type PushBatch,
  recordBatchItems,
  refusePending,
} from '../push-batch-repo.ts';
import { listingsToCome } from './push-all.ts';
import { type StartedPush, startPushWithin } from './start-push.ts';

/** Products in one transaction: editors of a product wait no longer than it takes. */
const PRODUCTS_AT_ONCE = 50;

/** The attempt of a job. */
export interface BatchRun {
  signal: Pick<AbortSignal, 'throwIfAborted'>;
  isLastTry: boolean;
}

interface Work {
  deps: Deps;
  scope: WorkplaceScope;
  admission: Admission;
  priceInStore: PriceInStore | undefined;
}

/** Queues the next products. false: none are left, and the batch has ended. */
async function workOn(
  tx: Executor,
  { deps, scope, admission, priceInStore }: Work,
  batch: PushBatch,
  most: number,
): Promise<boolean> {
  const { workplaceId } = scope;
  const { batch_id: batchId, request } = batch;
  const next = await nextBatchProducts(tx, workplaceId, batchId, most);
  const mode = next[0]?.mode;
  if (!mode) {
    await endPushBatch(tx, workplaceId, batchId);
    return false;
  }
  // One mode at a time: all its stores take the products, which are locked in one go.
  const productIds = next.filter((one) => one.mode === mode).map((one) => one.product_id);
  const asked = batch.store_ids.filter((_id, at) => batch.store_modes[at] === mode);
  const there = new Set((await listStores(tx, workplaceId, true)).map((store) => store.store_id));
  const storeIds = asked.filter((id) => there.has(id));
  const ask = { ...request, settings: request.settings, split: request.split, productIds, storeIds };
  const { items, failed, refusals } = await startPushWithin(deps, priceInStore, tx, scope, ask, admission, batchId);
  await recordBatchItems(tx, workplaceId, batchId, endedItems(productIds, items, failed));
  const good = refusals.filter((one) => one.key === UNDER_WAY).length;
  const bad = productIds.length * asked.length - items.length - good;
  const parts = items.reduce((sum, item) => sum + item.parts, 0);
  await advanceProcess(tx, workplaceId, batchId, { good, bad, more: parts - items.length }, 'PUSH_ALL_PARTLY');
  return true;
}

/** What another push is bringing to a store already needs nothing more. */
const UNDER_WAY = 'PUSH_ALREADY_RUNNING';

function endedItems(
  productIds: readonly string[],
  items: StartedPush['items'],
  failed: StartedPush['failed'],
): EndedItem[] {
  const started = new Set(items.map((item) => item.product_id));
  return productIds.map((id) => {
    const found = failed.get(id);
    const refusal = found?.key === UNDER_WAY ? undefined : found;
    return {
      product_id: id,
      state: started.has(id) || (found && !refusal) ? 'started' : 'refused',
      error_key: refusal?.key ?? (found || started.has(id) ? null : 'STORE_NOT_FOUND'),
      error_params: refusal?.params ?? null,
    };
  });
}

/** What is left of a batch is refused with a reason. */
const stopBatch = (deps: Deps, scope: WorkplaceScope, batchId: string, refusal: Refusal): Promise<void> =>
  deps.db.tenant(scope, async (tx) => {
    const { workplaceId } = scope;
    const batch = await lockPushBatch(tx, workplaceId, batchId);
    if (batch?.state !== 'running') return;
    const bad = await listingsToCome(tx, workplaceId, batch);
    await refusePending(tx, workplaceId, batchId, refusal);
    await endPushBatch(tx, workplaceId, batchId);
    await setProcessError(tx, workplaceId, batchId, refusal);
    await advanceProcess(tx, workplaceId, batchId, { good: 0, bad }, refusal.key);
  });

interface Refusal {
  key: string;
  params: MessageParams;
}

/** As the specification names a reached limit of listings. Source: rule B235. */
function refusalOf(error: AppError): Refusal {
  const key = error.status === 'QUOTA_EXPIRED' ? 'LISTING_PRODUCT_EXCEED_QUOTA_LIMIT' : error.code;
  return { key, params: error.params };
}

/**
 * Queues the pushes of a batch, some products at a time. Each part is written in one transaction together with its record,
 * so that a worker killed in between leaves nothing half done and the next one continues. At the end of the plan the last
 * products go one by one, so that what is left of it is used. A fault in the last attempt ends the batch, or its entry in the
 * task tray would never end.
 */
export async function workPushBatch(
  deps: Deps,
  { quota, storePrices }: Pick<ProductPorts, 'quota' | 'storePrices'>,
  scope: WorkplaceScope,
  batchId: string,
  { signal, isLastTry }: BatchRun,
  atOnce = PRODUCTS_AT_ONCE,
): Promise<void> {
  const priceInStore = await storePrices?.(scope);
  const stores = await deps.db.read(scope, (ex) => countBatchStores(ex, scope.workplaceId, batchId));
  let most = atOnce;
  for (let more = true; more; ) {
    signal.throwIfAborted();
    const admission = await quota.admit(scope, 'PRODUCT_LISTING', most * stores);
    try {
      more = await deps.db.tenant(scope, async (tx) => {
        const batch = await lockPushBatch(tx, scope.workplaceId, batchId);
        if (batch?.state !== 'running') return false;
        return workOn(tx, { deps, scope, admission, priceInStore }, batch, most);
      });
    } catch (error) {
      if (!(error instanceof AppError)) {
        if (isLastTry) await stopBatch(deps, scope, batchId, { key: 'PUSH_ALL_INTERRUPTED', params: {} });
        throw error;
      }
      if (most > 1) most = 1;
      else return stopBatch(deps, scope, batchId, refusalOf(error));
    }
  }
}
