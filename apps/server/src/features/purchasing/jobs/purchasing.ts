import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

const here = { accountId: z.uuid(), workplaceId: z.uuid() };
const ofSupplierOrder = z.object({ ...here, supplierOrderId: z.uuid() });

/** Places one supplier order, or finds that it is placed. */
export const placeSupplierOrderJob = defineJob({
  name: 'place-supplier-order',
  payload: ofSupplierOrder,
  concurrency: 12,
});
/** Pays one supplier order, or finds that it is paid. */
export const paySupplierOrderJob = defineJob({
  name: 'pay-supplier-order',
  payload: ofSupplierOrder,
  concurrency: 8,
});
/** Reads one supplier order from its supplier. */
export const syncSupplierOrderJob = defineJob({
  name: 'sync-supplier-order',
  payload: ofSupplierOrder,
  concurrency: 4,
});
/** Asks a supplier for shipping and stock of some lines. */
export const askQuoteJob = defineJob({
  name: 'ask-quote',
  payload: z.object({ ...here, connectionId: z.uuid(), question: z.string() }),
  concurrency: 8,
});
/** Finds work whose job got lost, and ends processes whose last step told nobody. */
export const sweepJob = defineJob({
  name: 'sweep-purchasing',
  payload: z.object({}),
  concurrency: 1,
  tries: 1,
  cron: '* * * * *',
});
