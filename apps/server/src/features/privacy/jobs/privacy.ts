import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Works the open requests of a workplace, and erases what its retention setting names. */
export const workPrivacyJob = defineJob({
  name: 'work-privacy',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid() }),
  concurrency: 2,
  group: (payload) => payload.workplaceId,
  share: 1,
});

/** References in one call to a supplier. */
export const ERASE_MOST = 100;

/** Has a supplier erase the shoppers of orders that were erased here. */
export const eraseAtSupplierJob = defineJob({
  name: 'erase-at-supplier',
  payload: z.object({
    accountId: z.uuid(),
    workplaceId: z.uuid(),
    connectionId: z.uuid(),
    references: z.array(z.string()).max(ERASE_MOST),
    isForced: z.boolean(),
  }),
  concurrency: 2,
  group: (payload) => payload.connectionId,
  share: 1,
});
export type EraseAtSupplier = z.output<typeof eraseAtSupplierJob.payload>;

/** Finds workplaces that are due, each once a day. */
export const privacySlotsJob = defineJob({
  name: 'privacy-turns',
  payload: z.object({}),
  concurrency: 1,
  tries: 2,
  cron: '23 * * * *',
});
