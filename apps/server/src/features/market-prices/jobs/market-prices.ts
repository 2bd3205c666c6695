import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';
import { jobFor } from '../../../jobs/effect/sweep.ts';

const store = z.object({ accountId: z.uuid(), workplaceId: z.uuid(), storeId: z.uuid() });

/** Has prices of a store written again that have come to be below the floor. */
export const guardMarketPricesJob = defineJob({
  name: 'guard-market-prices',
  payload: store,
  concurrency: 2,
  group: (payload) => payload.storeId,
  share: 1,
  unhurried: true,
});

/** Reads the prices that listed products have in a price list. */
export const readMarketPricesJob = defineJob({
  name: 'read-market-prices',
  payload: store.extend({ priceListId: z.string() }),
  concurrency: 4,
  group: (payload) => payload.storeId,
  share: 1,
  tries: 2,
});

/** Writes prices of some listings to the price lists of their store. */
export const writeMarketPricesJob = defineJob({
  name: 'write-market-prices',
  payload: store.extend({ batchId: z.uuid() }),
  concurrency: 8,
  group: ({ storeId }) => storeId,
  share: 1,
});

/** The job of a batch's row. */
export const WRITE_JOB = jobFor(writeMarketPricesJob, ['batch_id', 'store_id'], ({ accountId, workplaceId }, row) => ({
  accountId,
  workplaceId,
  storeId: row.store_id,
  batchId: row.batch_id,
}));
