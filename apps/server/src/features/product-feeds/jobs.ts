import { z } from 'zod';
import { defineJob } from '../../jobs/define.ts';

const ofStore = z.object({ accountId: z.uuid(), workplaceId: z.uuid(), storeId: z.uuid() });

/** Refreshes the feeds of a store, if it has any. */
export const refreshFeedsJob = defineJob({
  name: 'refresh-product-feeds',
  payload: ofStore,
  concurrency: 2,
  group: (payload) => payload.workplaceId,
  share: 1,
  unhurried: true,
});

/** Sends for those refreshes, a part of the stores each hour. */
export const refreshFeedsOfStoresJob = defineJob({
  name: 'refresh-feeds-of-stores',
  payload: z.object({}),
  concurrency: 1,
  cron: '37 * * * *',
});
