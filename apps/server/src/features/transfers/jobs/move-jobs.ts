import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Takes a store from one workspace of an account to another, a portion at a time. */
export const moveStoreJob = defineJob({
  name: 'move-store',
  payload: z.object({ accountId: z.uuid(), moveId: z.uuid() }),
  concurrency: 4,
  group: (payload) => payload.accountId,
  share: 2,
});
