import { ConnectorError, type ConnectorErrorKind } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { type OpenStore, storeRef, storesOfPart, withStore } from '../../connections/index.ts';
import { compareListingsJob } from '../jobs/products.ts';
import { countListed, listedInStore } from '../listing-repo.ts';
import type { ListedRow } from '../tables.ts';
import { markDeleted } from './note-deleted.ts';
import { READ_AT_ONCE, readOpenStore } from './read-listings.ts';

/** Listings per run, one call each or, where the store answers for many, some calls in all. A store with more is compared batch by batch, one every EVERY_HOURS. */
const BATCH = 100;
const EVERY_HOURS = 6;
const HOUR_MS = 3_600_000;
/** Failures in a row after which a store is left alone until its next comparison. */
const MOST_FAILURES = 3;
/** Failures that concern the whole store. */
const STOPS: readonly ConnectorErrorKind[] = ['auth', 'rate-limited'];

/** Sends a comparison for a part of the stores each hour, so that every store has one in EVERY_HOURS. */
export async function compareListingsOfStores(deps: Deps): Promise<void> {
  const part = Math.floor(deps.clock.millis() / HOUR_MS) % EVERY_HOURS;
  await deps.db.global(async (tx) => {
    const due = await storesOfPart(tx, { platforms: Object.keys(deps.connectors.channels), part, parts: EVERY_HOURS });
    await deps.queue.sendMany(tx, compareListingsJob, due.map(storeRef));
  });
}

/** The current batch of a store's listings, chosen by the time, so that no position has to be stored. */
async function nextBatch(deps: Deps, here: WorkplaceScope, storeId: string): Promise<ListedRow[]> {
  const round = Math.floor(deps.clock.millis() / (EVERY_HOURS * HOUR_MS));
  return deps.db.read(here, async (ex) => {
    const batches = Math.ceil((await countListed(ex, here.workplaceId, storeId)) / BATCH);
    const offset = batches === 0 ? 0 : (round % batches) * BATCH;
    return listedInStore(ex, here.workplaceId, storeId, { limit: BATCH, offset });
  });
}

/**
 * Calls `onGone` for each listing that the store no longer has. A listing it fails to answer for is left as it is; a store that
 * fails again and again throws.
 */
async function findGone(
  listings: readonly ListedRow[],
  isGone: (externalProductId: string) => Promise<boolean>,
  onGone: (listed: ListedRow) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  for (const listed of listings) {
    if (signal.aborted) return;
    try {
      const gone = await isGone(listed.external_product_id);
      failures = 0;
      if (gone) await onGone(listed);
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      failures += 1;
      if (STOPS.includes(error.kind) || failures === Math.min(MOST_FAILURES, listings.length)) throw error;
    }
  }
}

/** Reads what the store holds of a batch; returns the listings that were missing from its answers. */
async function findMissing(
  deps: Deps,
  here: WorkplaceScope,
  open: OpenStore,
  batch: readonly ListedRow[],
  signal: AbortSignal,
): Promise<ListedRow[]> {
  const missing: ListedRow[] = [];
  for (let at = 0; at < batch.length && !signal.aborted; at += READ_AT_ONCE)
    missing.push(...(await readOpenStore(deps, here, open, batch.slice(at, at + READ_AT_ONCE))));
  return missing;
}

/**
 * Asks a store whether it still has a batch of its listings. It finds deleted products that no webhook reported: webhooks get
 * lost, and a store that is polled has none.
 */
export async function compareListings(
  deps: Deps,
  here: WorkplaceScope,
  storeId: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await withStore(deps, here, storeId, async (open) => {
      const { connector, ctx, store } = open;
      const isGone = connector.isListingGone?.bind(connector);
      if (!isGone) return;
      const name = store.store_name || store.platform_domain;
      const batch = await nextBatch(deps, here, storeId);
      await findGone(
        connector.readListings ? await findMissing(deps, here, open, batch, signal) : batch,
        (externalProductId) => isGone(ctx, externalProductId),
        (listed) => markDeleted(deps, here, listed, name),
        signal,
      );
    });
  } catch (error) {
    // Disconnected, moving, or out of reach: polling notes it, and the next comparison comes in some hours.
    if (!(error instanceof AppError) && !(error instanceof ConnectorError)) throw error;
  }
}
