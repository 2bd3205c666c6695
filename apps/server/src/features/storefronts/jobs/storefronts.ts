import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Reads a store's own page. A stranger's server may take its time: a few at once, one of each store. */
export const readStorefrontJob = defineJob({
  name: 'read-storefront',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), storeId: z.uuid() }),
  concurrency: 4,
  tries: 3,
  group: (payload) => payload.storeId,
  share: 1,
  unhurried: true,
});
