import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Reads the metafields of products that were taken in from a store. */
export const readTakenInJob = defineJob({
  name: 'read-taken-in-metafields',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), storeId: z.uuid(), productIds: z.array(z.uuid()) }),
  concurrency: 4,
  group: (payload) => payload.storeId,
  share: 1,
  tries: 5,
});
