import { z } from 'zod';
import { defineJob } from '../../jobs/define.ts';

const ofImport = z.object({ accountId: z.uuid(), workplaceId: z.uuid(), importId: z.uuid() });

/** Reads a CSV file of orders and prepares its preview. */
export const readOrdersJob = defineJob({
  name: 'read-order-file',
  payload: ofImport,
  concurrency: 2,
  group: (payload) => payload.workplaceId,
  share: 1,
});

/** Creates the orders of a confirmed file. */
export const createOrdersJob = defineJob({
  name: 'create-imported-orders',
  payload: ofImport,
  concurrency: 2,
  group: (payload) => payload.workplaceId,
  share: 1,
});

/** Deletes what is left of a file a week after its upload: its rows hold names and addresses. */
export const forgetImportJob = defineJob({
  name: 'forget-order-file',
  payload: ofImport,
  concurrency: 1,
  unhurried: true,
});
