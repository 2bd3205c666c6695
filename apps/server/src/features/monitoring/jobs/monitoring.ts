import { modeSchema, supplierSchema } from '@quayside/contracts';
import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Sends a job for every supplier whose watched products are due. */
export const sendDueChecksJob = defineJob({
  name: 'send-due-looks',
  payload: z.object({}),
  concurrency: 1,
  cron: '* * * * *',
});

/** Looks at the watched products of one supplier in one workplace. Nobody waits for it, and it holds up no other workplace. */
export const checkProductsJob = defineJob({
  name: 'look-at-products',
  payload: z.object({ workplaceId: z.uuid(), source: supplierSchema, mode: modeSchema }),
  concurrency: 4,
  group: ({ workplaceId, source, mode }) => `${workplaceId} ${source} ${mode}`,
  share: 1,
  unhurried: true,
  tries: 3,
});

/** Watches products that were just imported, where the workplace wants it and its plan has room. */
export const trackNewProductsJob = defineJob({
  name: 'watch-new-products',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), productIds: z.array(z.uuid()) }),
  concurrency: 2,
  unhurried: true,
  tries: 5,
});
