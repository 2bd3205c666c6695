import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';
import { jobFor } from '../../../jobs/effect/sweep.ts';

/**
 * Works off everything that waits to be put into one store. One job per store and push, not per product: stores do not
 * slow each other, and each is asked no faster than it allows.
 */
export const pushStoreJob = defineJob({
  name: 'push-store',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), storeId: z.uuid() }),
  concurrency: 48,
  group: (payload) => payload.storeId,
  share: 2,
});

/** Queues the pushes of everything that a filter matched, some products at a time. */
export const workPushBatchJob = defineJob({
  name: 'work-push-batch',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), batchId: z.uuid() }),
  concurrency: 4,
  group: ({ workplaceId }) => workplaceId,
  share: 1,
});

/** Makes a bulk edit, or undoes it, some products at a time. */
export const workBulkEditJob = defineJob({
  name: 'work-bulk-edit',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), editId: z.uuid() }),
  concurrency: 4,
  group: ({ workplaceId }) => workplaceId,
  share: 1,
});

/** The job of a listing's row: that of its store. */
export const PUSH_JOB = jobFor(pushStoreJob, ['store_id'], ({ accountId, workplaceId }, row) => ({
  accountId,
  workplaceId,
  storeId: row.store_id,
}));

/**
 * Renders images of imported products from our own catalog before their first push. Unhurried: one at a time, and
 * `askedAt` (ISO-8601) tells whether it is still useful.
 */
export const drawPicturesJob = defineJob({
  name: 'draw-pictures',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), productIds: z.array(z.uuid()), askedAt: z.string() }),
  concurrency: 1,
  unhurried: true,
  tries: 2,
});

/** Checks whether a store imported the images that it fetches itself. Unhurried: pushes go first. */
export const checkPicturesJob = defineJob({
  name: 'check-pictures',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), storeId: z.uuid(), listingId: z.uuid() }),
  concurrency: 4,
  group: (payload) => payload.storeId,
  share: 1,
  unhurried: true,
  tries: 3,
});

const ofStore = z.object({ accountId: z.uuid(), workplaceId: z.uuid(), storeId: z.uuid() });

/** Asks a store whether it still has a batch of its listings. */
export const compareListingsJob = defineJob({
  name: 'compare-listings',
  payload: ofStore,
  concurrency: 2,
  group: (payload) => payload.storeId,
  share: 1,
  unhurried: true,
  tries: 2,
});
/** Sends for those comparisons, a part of the stores each hour. */
export const compareStoreListingsJob = defineJob({
  name: 'compare-store-listings',
  payload: z.object({}),
  concurrency: 1,
  cron: '52 * * * *',
});

/** Reads what a store holds of up to 50 listings, since somebody wants to see it. */
export const readListingsJob = defineJob({
  name: 'read-listings',
  payload: ofStore.extend({ listingIds: z.array(z.uuid()).max(50) }),
  concurrency: 4,
  group: (payload) => payload.storeId,
  share: 1,
  tries: 2,
});
