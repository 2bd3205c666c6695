import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Exports and deletes old history of every workspace and account. */
export const exportHistoryJob = defineJob({
  name: 'export-history',
  payload: z.object({}),
  concurrency: 1,
  expireSeconds: 6 * 3_600,
  cron: '41 2 * * *',
});
