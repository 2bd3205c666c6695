import { AppError } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { findStore, type Store, storeRef, storesOfPart } from '../../connections/index.ts';
import { discardFiles, keepFileUntil, saveFile } from '../../files/index.ts';
import { readFeedListings } from '../../products/index.ts';
import { refreshFeedsJob } from '../jobs.ts';
import { type FeedProblem, type FeedRow, feedFailed, feedRefreshed, feedsOfStore } from '../repo.ts';
import { feedHead, feedTail, toFeedItems, writeItems } from '../rules/feed-item.ts';

const HOUR_MS = 3_600_000;
/** Hours between two refreshes of a feed. */
const EVERY_HOURS = 6;
/** Days that a feed is served when its refreshes fail, or the store left. */
const SERVED_DAYS = 7;
const PAGE = 100;
const MOST_PROBLEMS = 50;
/** Characters of the largest feed. Source: Google Merchant Center Help, files of up to 4 GB; memory limits us first. */
const LARGEST = 100 * 1024 * 1024;

/** Sends a refresh for a part of the stores each hour, so that every feed has one in EVERY_HOURS. */
export async function refreshFeedsOfStores(deps: Deps): Promise<void> {
  const part = Math.floor(deps.clock.millis() / HOUR_MS) % EVERY_HOURS;
  await deps.db.global(async (tx) => {
    const due = await storesOfPart(tx, { platforms: Object.keys(deps.connectors.channels), part, parts: EVERY_HOURS });
    await deps.queue.sendMany(tx, refreshFeedsJob, due.map(storeRef));
  });
}

async function refreshOne(
  deps: Deps,
  here: WorkplaceScope,
  store: Store,
  feed: FeedRow,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { workplaceId } = here;
  const { format } = feed;
  const parts = [
    feedHead(format, { name: store.store_name || store.platform_domain, url: `https://${store.platform_domain}` }),
  ];
  const problems: FeedProblem[] = [];
  const fed = new Set<string>();
  const missed = new Set<string>();
  let items = 0;
  let size = 0;
  let after: string | undefined;
  do {
    if (signal?.aborted) return false;
    const from = after;
    const page = await deps.db.read(here, (ex) =>
      readFeedListings(deps, ex, workplaceId, store, { after: from, most: PAGE }),
    );
    for (const listing of page.items) {
      const found = toFeedItems(listing);
      if (typeof found === 'string') {
        missed.add(listing.product_id);
        if (problems.length < MOST_PROBLEMS)
          problems.push({ product_id: listing.product_id, title: listing.input.title, key: found });
        continue;
      }
      const text = writeItems(format, found);
      size += text.length;
      if (size > LARGEST)
        throw new AppError('BAD_REQUEST', 'FEED_TOO_LARGE', { params: { size: LARGEST / 1024 / 1024 } });
      parts.push(text);
      fed.add(listing.product_id);
      items += found.length;
    }
    after = page.next;
  } while (after !== undefined);
  parts.push(feedTail(format));
  const file = await saveFile(deps, here, {
    name: `products.${format}`,
    bytes: Buffer.from(parts.join('')),
    field: 'file',
  });
  const now = deps.clock.now();
  await deps.db.tenant(here, async (tx) => {
    const replaced = await feedRefreshed(tx, workplaceId, feed.feed_id, {
      fileId: file.file_id,
      hash: file.hash,
      items,
      products: fed.size,
      leftOut: missed.difference(fed).size,
      problems,
      now,
    });
    // Deleted meanwhile: the new file is deleted within a day, as nothing keeps it.
    if (!replaced) return;
    const until = new Date(Date.parse(now) + SERVED_DAYS * 24 * HOUR_MS).toISOString();
    await keepFileUntil(tx, workplaceId, file.file_id, until);
    if (replaced.file_id) await discardFiles(tx, workplaceId, [replaced.file_id], now);
    await publish(tx, workplaceId, 'products');
  });
  return true;
}

/** Makes the files of a store's feeds again. One that fails keeps its last file, and says why. Returns false if it was stopped before the end. */
export async function refreshFeeds(
  deps: Deps,
  here: WorkplaceScope,
  storeId: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const { workplaceId } = here;
  const { store, feeds } = await deps.db.read(here, async (ex) => ({
    feeds: await feedsOfStore(ex, workplaceId, storeId),
    store: await findStore(ex, workplaceId, storeId),
  }));
  if (!store) return true;
  for (const feed of feeds) {
    try {
      if (!(await refreshOne(deps, here, store, feed, signal))) return false;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const fault = { code: error.messageKey, params: error.params };
      await deps.db.tenant(here, (tx) => feedFailed(tx, workplaceId, feed.feed_id, fault));
    }
  }
  return true;
}
