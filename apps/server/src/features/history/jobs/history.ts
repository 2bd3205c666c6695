import { defineJob } from '../../../jobs/define.ts';
import { roundPayload } from '../../../jobs/rounds.ts';

/** Exports and deletes old history of every workspace and account. */
export const exportHistoryJob = defineJob({
  name: 'export-history',
  payload: roundPayload,
  concurrency: 1,
  expireSeconds: 6 * 3_600,
  cron: '17 3 * * *',
});
