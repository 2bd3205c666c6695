import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

const store = z.object({ accountId: z.uuid(), workplaceId: z.uuid(), storeId: z.uuid() });

/** Reads the metafield definitions of a store. */
export const readDefinitionsJob = defineJob({
  name: 'read-metafield-definitions',
  payload: store,
  concurrency: 4,
  group: (payload) => payload.storeId,
  share: 1,
  tries: 2,
});

/** Sends for those reads, a part of the stores each hour. */
export const readDefinitionsOfStoresJob = defineJob({
  name: 'read-metafield-definitions-of-stores',
  payload: z.object({}),
  concurrency: 1,
  cron: '37 * * * *',
});

/** Reads the metafields of products that were taken in from a store. */
export const readTakenInJob = defineJob({
  name: 'read-taken-in-metafields',
  payload: store.extend({ productIds: z.array(z.uuid()) }),
  concurrency: 4,
  group: (payload) => payload.storeId,
  share: 1,
  tries: 5,
});
