import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Moves a store between workspaces of an account, in batches. */
export const transferStoreJob = defineJob({
  name: 'move-store',
  payload: z.object({ accountId: z.uuid(), moveId: z.uuid() }),
  concurrency: 4,
  group: (payload) => payload.accountId,
  share: 2,
});
