import { newId } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { insertBatches } from '../batch-repo.ts';
import { writeUpdatesJob } from '../jobs/auto-updates.ts';

/** Listings that are read from a store in one call; see ChannelConnector.readListings. */
const LISTINGS_AT_ONCE = 50;

interface ToWrite {
  change_id: string;
  store_id: string;
  listing_id: string;
}

/** The batch of each change. All changes of a listing are in one; `each`: every listing has its own. */
function planBatches(changes: readonly ToWrite[], each: boolean) {
  const size = each ? 1 : LISTINGS_AT_ONCE;
  const batches: { batch_id: string; store_id: string }[] = [];
  const rows: { change_id: string; batch_id: string }[] = [];
  for (const [storeId, own] of Map.groupBy(changes, (one) => one.store_id)) {
    const listings = [...Map.groupBy(own, (one) => one.listing_id).values()];
    for (let at = 0; at < listings.length; at += size) {
      const batchId = newId();
      batches.push({ batch_id: batchId, store_id: storeId });
      for (const { change_id } of listings.slice(at, at + size).flat()) rows.push({ change_id, batch_id: batchId });
    }
  }
  return { batches, rows };
}

/**
 * Writes the intent to change listings in their stores, with the jobs. Returns the batch of each change, which the caller
 * records.
 */
export async function queueChanges(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  scope: Pick<WorkplaceScope, 'accountId' | 'workplaceId'>,
  changes: readonly ToWrite[],
  { each = false, afterSeconds = 0 } = {},
): Promise<{ change_id: string; batch_id: string }[]> {
  if (changes.length === 0) return [];
  const { accountId, workplaceId } = scope;
  const { batches, rows } = planBatches(changes, each);
  await insertBatches(tx, workplaceId, batches, afterSeconds);
  await markOpenWork(tx, { accountId, workplaceId });
  const jobs = batches.map(({ batch_id: batchId, store_id: storeId }) => ({
    accountId,
    workplaceId,
    storeId,
    batchId,
  }));
  await deps.queue.sendMany(tx, writeUpdatesJob, jobs, afterSeconds > 0 ? { afterSeconds } : {});
  return rows;
}
