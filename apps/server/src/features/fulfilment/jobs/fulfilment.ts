import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Tells a store of one parcel. */
export const reportParcelJob = defineJob({
  name: 'report-parcel',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), shipmentId: z.uuid(), storeId: z.uuid().optional() }),
  concurrency: 16,
  group: (payload) => payload.storeId,
  share: 6,
});
