import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Imported products that one job begins. */
export const IMPORTED_AT_ONCE = 100;

/**
 * Begins the enhancing of products that were just imported. Each comes with the id of the entry that people will watch, made with
 * the import: once it is there, its enhancement was begun, however often the job runs.
 */
export const enhanceImportedJob = defineJob({
  name: 'enhance-imported',
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
