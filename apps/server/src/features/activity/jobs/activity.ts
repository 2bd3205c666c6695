import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Deletes old usage reports. */
export const cleanActivityJob = defineJob({
  name: 'clean-activity',
  payload: z.object({}),
  concurrency: 1,
  cron: '51 3 * * *',
});
