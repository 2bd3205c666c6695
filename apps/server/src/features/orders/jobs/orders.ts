import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

const ofStore = z.object({ accountId: z.uuid(), workplaceId: z.uuid(), storeId: z.uuid() });

/** Reads one order from its store again, after we changed something there. */
export const takeOrderJob = defineJob({
  name: 'take-order',
  payload: ofStore.extend({ externalOrderId: z.string() }),
  concurrency: 12,
  group: (payload) => payload.storeId,
  share: 4,
});
/** Looks again for suppliers of lines that had none. */
export const rematchOrdersJob = defineJob({ name: 'rematch-orders', payload: ofStore, concurrency: 4 });
/** Compares open orders of a store with the store; a store with very many goes on in a next job, after a place in the list. */
export const compareOrdersJob = defineJob({
  name: 'compare-orders',
  payload: ofStore.extend({ after: z.object({ placedAt: z.string(), orderId: z.uuid() }).optional() }),
  concurrency: 4,
  tries: 2,
  group: (payload) => payload.storeId,
  share: 1,
});
/** Sends for those comparisons, a part of the stores each hour. */
export const compareStoresJob = defineJob({
  name: 'compare-stores',
  payload: z.object({}),
  concurrency: 1,
  cron: '37 * * * *',
});
