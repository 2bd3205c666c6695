import { z } from 'zod';
import type { WorkplaceScope } from '../../../db/index.ts';
import { defineJob } from '../../../jobs/define.ts';
import { jobFor } from '../../../jobs/effect/sweep.ts';

const here = { accountId: z.uuid(), workplaceId: z.uuid() };
const ofSupplierOrder = z.object({ ...here, supplierOrderId: z.uuid(), connectionId: z.uuid().optional() });

/** Limits a slow or busy supplier connection to its share of the worker slots. */
const group = (payload: { connectionId?: string | undefined }): string | undefined => payload.connectionId;

/** Job payload of a row. */
export const toJob = (scope: WorkplaceScope, row: { supplier_order_id: string; connection_id: string | null }) => ({
  accountId: scope.accountId,
  workplaceId: scope.workplaceId,
  supplierOrderId: row.supplier_order_id,
  ...(row.connection_id ? { connectionId: row.connection_id } : {}),
});

/** Places one supplier order, or finds that it is already placed. */
export const placeSupplierOrderJob = defineJob({
  name: 'place-supplier-order',
  payload: ofSupplierOrder,
  concurrency: 48,
  group,
  share: 32,
});
/** Pays one supplier order, or finds that it is already paid. */
export const paySupplierOrderJob = defineJob({
  name: 'pay-supplier-order',
  payload: ofSupplierOrder,
  concurrency: 32,
  group,
  share: 20,
});
const ROW = ['supplier_order_id', 'connection_id'] as const;
/** Jobs of supplier order rows. */
export const PLACE_JOB = jobFor(placeSupplierOrderJob, ROW, toJob);
export const PAY_JOB = jobFor(paySupplierOrderJob, ROW, toJob);

/** Reads one supplier order from its supplier. */
export const syncSupplierOrderJob = defineJob({
  name: 'sync-supplier-order',
  payload: ofSupplierOrder,
  concurrency: 8,
  group,
  share: 4,
});
/** Reads an order that was canceled during a payment, once the payment has ended. */
export const recordCancelledJob = defineJob({
  name: 'record-cancelled',
  payload: ofSupplierOrder,
  concurrency: 8,
  group,
  share: 4,
});
const DISPUTE_ROW = ['refund_request_id', 'connection_id'] as const;
export const toDisputeJob = (scope: WorkplaceScope, row: { refund_request_id: string; connection_id: string }) => ({
  accountId: scope.accountId,
  workplaceId: scope.workplaceId,
  requestId: row.refund_request_id,
  connectionId: row.connection_id,
});
/** Opens a dispute for a refund request, or finds that it is already open. */
export const sendDisputeJob = defineJob({
  name: 'send-dispute',
  payload: z.object({ ...here, requestId: z.uuid(), connectionId: z.uuid() }),
  concurrency: 8,
  group,
  share: 4,
});
/** Jobs of refund request rows. */
export const DISPUTE_JOB = jobFor(sendDisputeJob, DISPUTE_ROW, toDisputeJob);
/** Requests shipping and stock of some lines from a supplier. */
export const askQuoteJob = defineJob({
  name: 'ask-quote',
  payload: z.object({ ...here, connectionId: z.uuid(), question: z.string() }),
  concurrency: 16,
  group,
  share: 6,
});
/** Reads a supplier's warehouses. */
export const askWarehousesJob = defineJob({
  name: 'ask-warehouses',
  payload: z.object({ ...here, connectionId: z.uuid() }),
  concurrency: 4,
  group,
  share: 1,
  tries: 3,
});
/** After a restore: compares a supplier's orders with ours. */
export const checkRestoredJob = defineJob({
  name: 'check-restored',
  payload: z.object({ ...here, connectionId: z.uuid() }),
  concurrency: 2,
  group,
  share: 1,
});
/** Estimates costs of older orders, a page per store, until none is left. */
export const fillCostsJob = defineJob({
  name: 'fill-costs',
  payload: z.object({}),
  concurrency: 1,
  tries: 1,
  unhurried: true,
  cron: '* * * * *',
});
