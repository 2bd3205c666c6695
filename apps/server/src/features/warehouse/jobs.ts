import { z } from 'zod';
import { defineJob } from '../../jobs/define.ts';

/** Fills the shelves from our own catalogue, on the first start and after the catalogue has grown. */
export const stockWarehouseJob = defineJob({
  name: 'warehouse-stock',
  payload: z.strictObject({}),
  concurrency: 1,
});
