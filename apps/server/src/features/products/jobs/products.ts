import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

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
