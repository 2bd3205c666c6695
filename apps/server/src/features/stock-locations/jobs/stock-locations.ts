import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

const store = z.object({ accountId: z.uuid(), workplaceId: z.uuid(), storeId: z.uuid() });

/** Reads the locations of a store. */
export const readLocationsJob = defineJob({
  name: 'read-locations',
  payload: store,
  concurrency: 4,
  group: (payload) => payload.storeId,
  share: 1,
  tries: 2,
});

/** Sends for those reads, a part of the stores each hour. */
export const readLocationsOfStoresJob = defineJob({
  name: 'read-locations-of-stores',
  payload: z.object({}),
  concurrency: 1,
  cron: '37 * * * *',
});

/** Moves the stock of a store to its chosen location. */
export const moveStockJob = defineJob({
  name: 'move-stock',
  payload: store,
  concurrency: 4,
  group: (payload) => payload.storeId,
  share: 1,
});
