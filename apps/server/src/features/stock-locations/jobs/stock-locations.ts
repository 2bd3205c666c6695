import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Moves the stock of a store to its chosen location. */
export const moveStockJob = defineJob({
  name: 'move-stock',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), storeId: z.uuid() }),
  concurrency: 4,
  group: (payload) => payload.storeId,
  share: 1,
});
