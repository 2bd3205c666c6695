import { modeSchema, supplierSchema } from '@quayside/contracts';
import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';
import { jobFor } from '../../../jobs/effect/sweep.ts';

/** Decides what a supplier's latest answers change in stores. */
export const decideUpdatesJob = defineJob({
  name: 'decide-auto-updates',
  payload: z.object({ workplaceId: z.uuid(), source: supplierSchema, mode: modeSchema }),
  concurrency: 4,
  group: ({ workplaceId, source, mode }) => `${workplaceId} ${source} ${mode}`,
  share: 1,
  unhurried: true,
  tries: 5,
});

/** Writes a batch of changes to its store. Pushes go first. */
export const writeUpdatesJob = defineJob({
  name: 'write-auto-updates',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), storeId: z.uuid(), batchId: z.uuid() }),
  concurrency: 8,
  group: ({ storeId }) => storeId,
  share: 2,
});

/** The job of a batch's row. */
export const WRITE_JOB = jobFor(writeUpdatesJob, ['batch_id', 'store_id'], ({ accountId, workplaceId }, row) => ({
  accountId,
  workplaceId,
  storeId: row.store_id,
  batchId: row.batch_id,
}));
