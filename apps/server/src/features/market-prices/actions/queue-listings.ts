import { newId } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { publish } from '../../../live/publish.ts';
import { addToWaiting, insertBatches, LISTINGS_AT_ONCE } from '../batch-repo.ts';
import { writeMarketPricesJob } from '../jobs/market-prices.ts';
import { findChoices } from '../list-repo.ts';

/** Listings that are pushed one by one are written together. */
const GATHER_SECONDS = 5;

/** Writes the intent to write prices of listings in the markets of their store, with the jobs. */
export async function queueListings(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  { accountId, workplaceId }: Pick<WorkplaceScope, 'accountId' | 'workplaceId'>,
  storeId: string,
  listingIds: readonly string[],
  afterSeconds = 0,
): Promise<void> {
  const rest = await addToWaiting(tx, workplaceId, storeId, listingIds);
  const batches: { batch_id: string; listing_ids: string[] }[] = [];
  for (let at = 0; at < rest.length; at += LISTINGS_AT_ONCE)
    batches.push({ batch_id: newId(), listing_ids: rest.slice(at, at + LISTINGS_AT_ONCE) });
  if (batches.length === 0) return;
  await insertBatches(tx, workplaceId, storeId, batches, afterSeconds);
  await markOpenWork(tx, { accountId, workplaceId });
  await deps.queue.sendMany(
    tx,
    writeMarketPricesJob,
    batches.map(({ batch_id: batchId }) => ({ accountId, workplaceId, storeId, batchId })),
    afterSeconds > 0 ? { afterSeconds } : {},
  );
  await publish(tx, workplaceId, 'stores', [storeId]);
}

/** Prices of listings were written in their store: those of its markets follow, where they are set by the rule. */
export async function followPrices(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  scope: Pick<WorkplaceScope, 'accountId' | 'workplaceId'>,
  storeId: string,
  listingIds: readonly string[],
): Promise<void> {
  if (listingIds.length === 0) return;
  const choices = await findChoices(tx, scope.workplaceId, [storeId]);
  if (!choices.some((one) => one.by_rule)) return;
  await queueListings(tx, deps, scope, storeId, listingIds, GATHER_SECONDS);
}
