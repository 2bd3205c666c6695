import { z } from 'zod';
import { defineJob } from '../../jobs/define.ts';
import { jobFor } from '../../jobs/effect/sweep.ts';

/** Makes one refund of a return in its store. */
export const refundReturnJob = defineJob({
  name: 'refund-return',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), refundId: z.uuid(), storeId: z.uuid() }),
  concurrency: 4,
  group: (payload) => payload.storeId,
  share: 2,
});

/** The job of a refund's row. */
export const REFUND_RETURN_JOB = jobFor(refundReturnJob, ['refund_id', 'store_id'], (here, row) => ({
  accountId: here.accountId,
  workplaceId: here.workplaceId,
  refundId: row.refund_id,
  storeId: row.store_id,
}));
