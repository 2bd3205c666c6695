import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Sends requested emails to existing accounts. */
export const answerMailRequestJob = defineJob({
  name: 'answer-mail-request',
  payload: z.object({ request_id: z.uuid() }),
});

/** Deletes expired sessions, links and counts. */
export const clearAccountLeftoversJob = defineJob({
  name: 'clear-account-leftovers',
  payload: z.object({}),
  cron: '23 3 * * *',
  concurrency: 1,
});

/** Finds accounts due for deletion after 14 days. */
export const endAccountsJob = defineJob({
  name: 'end-accounts',
  payload: z.object({}),
  cron: '7 * * * *',
  concurrency: 1,
});

/** Deletes one account with everything it owns. */
export const eraseAccountJob = defineJob({
  name: 'erase-account',
  payload: z.object({ account_id: z.uuid() }),
  concurrency: 1,
});
