import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Deletes files that nothing uses. */
export const cleanUpFilesJob = defineJob({
  name: 'clean-up-files',
  payload: z.object({}),
  concurrency: 1,
  cron: '19 * * * *',
});
