import { defineJob } from '../../../jobs/define.ts';
import { roundPayload } from '../../../jobs/rounds.ts';

/** Deletes old usage reports. */
export const cleanActivityJob = defineJob({
  name: 'clean-activity',
  payload: roundPayload,
  concurrency: 1,
  cron: '51 3 * * *',
});
