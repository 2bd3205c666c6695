import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Reads the published exchange rates. The European Central Bank publishes at about 16:00 CET on bank days. */
export const readRatesJob = defineJob({
  name: 'read-exchange-rates',
  payload: z.object({}),
  concurrency: 1,
  unhurried: true,
  cron: '47 */3 * * *',
});
