import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Answers what was asked for by e-mail, for accounts that exist. */
export const answerMailRequestJob = defineJob({
  name: 'answer-mail-request',
  payload: z.object({ request_id: z.uuid() }),
});

/** What is over goes: sessions, links, counts of guesses. */
export const clearAccountLeftoversJob = defineJob({
  name: 'clear-account-leftovers',
  payload: z.object({}),
  cron: '23 3 * * *',
  concurrency: 1,
});
