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

/** Finds the accounts whose 14 days are over. */
export const endAccountsJob = defineJob({
  name: 'end-accounts',
  payload: z.object({}),
  cron: '7 * * * *',
  concurrency: 1,
});

/** Removes one account and everything it owns. */
export const eraseAccountJob = defineJob({
  name: 'erase-account',
  payload: z.object({ account_id: z.uuid() }),
  concurrency: 1,
});
