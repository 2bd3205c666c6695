import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Applies a batch of prices, or undoes it. */
export const workBatchJob = defineJob({
  name: 'work-price-batch',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), batchId: z.uuid() }),
  concurrency: 4,
  group: ({ workplaceId }) => workplaceId,
  share: 1,
});
