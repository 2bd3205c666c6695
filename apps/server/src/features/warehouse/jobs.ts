import { z } from 'zod';
import { defineJob } from '../../jobs/define.ts';

/** Fills the shelves from our own catalogue, on the first start and after the catalogue has grown. */
export const stockWarehouseJob = defineJob({
  name: 'warehouse-stock',
  payload: z.strictObject({}),
  concurrency: 1,
});

/** Reads an operator's CSV file and prepares its preview. */
export const readImportJob = defineJob({
  name: 'warehouse-read-import',
  payload: z.strictObject({ importId: z.uuid() }),
  concurrency: 1,
});

/** Applies a confirmed file. */
export const applyImportJob = defineJob({
  name: 'warehouse-apply-import',
  payload: z.strictObject({ importId: z.uuid() }),
  concurrency: 1,
});

/** Fetches the pictures of imported products that are due; the clock finds those that wait for another try. */
export const fetchPicturesJob = defineJob({
  name: 'warehouse-pictures',
  payload: z.strictObject({}),
  concurrency: 1,
  cron: '* * * * *',
});

/** Tells the customer of an order that something happened to it. What it was is read at the order. */
export const notifyCustomerJob = defineJob({
  name: 'warehouse-tell',
  payload: z.strictObject({ orderId: z.uuid(), messageId: z.uuid() }),
  concurrency: 8,
  tries: 6,
});
