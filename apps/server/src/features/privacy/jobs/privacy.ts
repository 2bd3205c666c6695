import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Works the open requests of a workplace, and erases what its retention setting names. */
export const workPrivacyJob = defineJob({
  name: 'work-privacy',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid() }),
  concurrency: 2,
  group: (payload) => payload.workplaceId,
  share: 1,
});

/** Finds the workplaces whose turn it is: each once a day. */
export const privacyTurnsJob = defineJob({
  name: 'privacy-turns',
  payload: z.object({}),
  concurrency: 1,
  tries: 2,
  cron: '23 * * * *',
});
