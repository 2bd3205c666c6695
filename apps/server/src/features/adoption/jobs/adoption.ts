import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Takes in the products of a store. */
export const adoptProductsJob = defineJob({
  name: 'adopt-products',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), storeId: z.uuid(), adoptionId: z.uuid() }),
  concurrency: 4,
  group: ({ storeId }) => storeId,
  share: 1,
});

/** Reads a search of a store's products for a person who waits for it. */
export const searchStoreJob = defineJob({
  name: 'search-store-products',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), storeId: z.uuid(), searchId: z.uuid() }),
  concurrency: 4,
  group: ({ storeId }) => storeId,
  share: 1,
});
