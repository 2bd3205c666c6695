import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Reads the collections of a store. */
export const readCollectionsJob = defineJob({
  name: 'read-collections',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), storeId: z.uuid() }),
  concurrency: 4,
  group: (payload) => payload.storeId,
  share: 1,
  tries: 2,
});

/** Sends for those reads, a part of the stores each hour. */
export const readCollectionsOfStoresJob = defineJob({
  name: 'read-collections-of-stores',
  payload: z.object({}),
  concurrency: 1,
  cron: '22 * * * *',
});
