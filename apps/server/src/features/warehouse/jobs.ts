import { z } from 'zod';
import { defineJob } from '../../jobs/define.ts';

/** Fills the shelves from our own catalogue, on the first start and after the catalogue has grown. */
export const stockWarehouseJob = defineJob({
  name: 'warehouse-stock',
  payload: z.strictObject({}),
  concurrency: 1,
});

/** Tells the customer of an order that something happened to it. What it was is read at the order. */
export const tellCustomerJob = defineJob({
  name: 'warehouse-tell',
  payload: z.strictObject({ orderId: z.uuid(), messageId: z.uuid() }),
  concurrency: 8,
  tries: 6,
});
