import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Imported products per job. */
export const IMPORTED_AT_ONCE = 100;

/**
 * Starts improving images of imported products. Each payload contains the task id created with the import, so that repeating
 * the job starts nothing twice.
 */
export const optimizeImportedJob = defineJob({
  name: 'optimize-imported-images',
  payload: z.object({
    accountId: z.uuid(),
    workplaceId: z.uuid(),
    products: z.array(z.object({ productId: z.uuid(), processId: z.uuid() })),
  }),
  concurrency: 4,
  group: (payload) => payload.workplaceId,
  share: 1,
  unhurried: true,
});
