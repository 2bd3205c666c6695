import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';
import { jobFor } from '../../../jobs/effect/sweep.ts';

/** Reports one parcel to its store. */
export const syncParcelJob = defineJob({
  name: 'report-parcel',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), shipmentId: z.uuid(), storeId: z.uuid().optional() }),
  concurrency: 16,
  group: (payload) => payload.storeId,
  share: 6,
});

/** The job of a parcel's row. */
export const SYNC_PARCEL_JOB = jobFor(syncParcelJob, ['shipment_id', 'store_id'], (here, row) => ({
  accountId: here.accountId,
  workplaceId: here.workplaceId,
  shipmentId: row.shipment_id,
  storeId: row.store_id,
}));
