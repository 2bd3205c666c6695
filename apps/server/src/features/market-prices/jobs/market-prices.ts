import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';
import { jobFor } from '../../../jobs/effect/sweep.ts';

const store = z.object({ accountId: z.uuid(), workplaceId: z.uuid(), storeId: z.uuid() });

/** Reads the markets of a store. */
export const readMarketsJob = defineJob({
  name: 'read-markets',
  payload: store,
  concurrency: 4,
  group: (payload) => payload.storeId,
  share: 1,
  tries: 2,
});

/** Sends for those reads, a part of the stores each hour. */
export const readMarketsOfStoresJob = defineJob({
  name: 'read-markets-of-stores',
  payload: z.object({}),
  concurrency: 1,
  cron: '47 * * * *',
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
