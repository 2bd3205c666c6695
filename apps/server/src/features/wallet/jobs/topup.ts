import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';
import { roundPayload } from '../../../jobs/rounds.ts';

const one = z.object({ accountId: z.uuid(), workplaceId: z.uuid().optional(), topupId: z.uuid() });

/** Creates a checkout at the provider. */
export const createTopupJob = defineJob({ name: 'create-topup', payload: one });
/** Reads a checkout's state and books a payment. */
export const checkTopupJob = defineJob({ name: 'check-topup', payload: one });
/** Recovers a checkout missing in a restored database, or shows operators why it can't. */
export const recoverTopupJob = defineJob({
  name: 'recover-topup',
  payload: z.object({
    mode: z.enum(['live', 'sandbox']),
    /** Absent in jobs from before multiple providers. */
    provider: z.string().optional(),
    providerRef: z.string(),
    topupId: z.string(),
  }),
  tries: 3,
});
/** Finds checkouts with a lost webhook. */
export const checkOpenTopupsJob = defineJob({
  name: 'check-open-topups',
  payload: z.object({}),
  cron: '* * * * *',
  concurrency: 1,
});
/** Compares every wallet with its ledger. */
export const checkBooksJob = defineJob({
  name: 'check-books',
  payload: roundPayload,
  cron: '17 3 * * *',
  concurrency: 1,
});
