import { z } from 'zod';
import type { WorkplaceScope } from '../../../db/index.ts';
import { defineJob } from '../../../jobs/define.ts';
import { jobFor } from '../../../jobs/effect/sweep.ts';

const here = { accountId: z.uuid(), workplaceId: z.uuid() };
const ofSupplierOrder = z.object({ ...here, supplierOrderId: z.uuid(), connectionId: z.uuid().optional() });

/** A supplier connection that is slow, or bought from in bulk, leaves places for the others. */
const group = (payload: { connectionId?: string | undefined }): string | undefined => payload.connectionId;

/** The job's payload for a row. */
export const jobOf = (scope: WorkplaceScope, row: { supplier_order_id: string; connection_id: string }) => ({
  accountId: scope.accountId,
  workplaceId: scope.workplaceId,
  supplierOrderId: row.supplier_order_id,
  connectionId: row.connection_id,
});

/** Places one supplier order, or finds that it is placed. */
export const placeSupplierOrderJob = defineJob({
  name: 'place-supplier-order',
  payload: ofSupplierOrder,
  concurrency: 48,
  group,
  share: 32,
});
/** Pays one supplier order, or finds that it is paid. */
export const paySupplierOrderJob = defineJob({
  name: 'pay-supplier-order',
  payload: ofSupplierOrder,
  concurrency: 32,
  group,
  share: 20,
});
const ROW = ['supplier_order_id', 'connection_id'] as const;
/** The jobs of the rows of supplier orders. */
export const PLACE_JOB = jobFor(placeSupplierOrderJob, ROW, jobOf);
export const PAY_JOB = jobFor(paySupplierOrderJob, ROW, jobOf);

/** Reads one supplier order from its supplier. */
export const syncSupplierOrderJob = defineJob({
  name: 'sync-supplier-order',
  payload: ofSupplierOrder,
  concurrency: 8,
  group,
  share: 4,
});
/** Reads an order that its supplier cancelled while a payment was open, once that payment has ended. */
export const recordCancelledJob = defineJob({
  name: 'record-cancelled',
  payload: ofSupplierOrder,
  concurrency: 8,
  group,
  share: 4,
});
/** Asks a supplier for shipping and stock of some lines. */
export const askQuoteJob = defineJob({
  name: 'ask-quote',
  payload: z.object({ ...here, connectionId: z.uuid(), question: z.string() }),
  concurrency: 16,
  group,
  share: 6,
});
/** After a restore: compares what a supplier has of ours with what we know. */
export const checkRestoredJob = defineJob({
  name: 'check-restored',
  payload: z.object({ ...here, connectionId: z.uuid() }),
  concurrency: 2,
  group,
  share: 1,
});
/** Asks what orders of before will cost, a page of each store at a time, until none is left. */
export const fillCostsJob = defineJob({
  name: 'fill-costs',
  payload: z.object({}),
  concurrency: 1,
  tries: 1,
  unhurried: true,
  cron: '* * * * *',
});
