import { z } from 'zod';
import { defineJob } from '../../jobs/define.ts';
import { jobFor } from '../../jobs/effect/sweep.ts';

/** Writes one change of an order's note or tags to its store. */
export const writeEditJob = defineJob({
  name: 'write-order-edit',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), editId: z.uuid(), storeId: z.uuid() }),
  concurrency: 8,
  group: (payload) => payload.storeId,
  share: 3,
});

/** The job of a change's row. */
export const WRITE_EDIT_JOB = jobFor(writeEditJob, ['edit_id', 'store_id'], (here, row) => ({
  accountId: here.accountId,
  workplaceId: here.workplaceId,
  editId: row.edit_id,
  storeId: row.store_id,
}));
