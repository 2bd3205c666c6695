import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

const one = z.object({ accountId: z.uuid(), workplaceId: z.uuid().optional(), topupId: z.uuid() });

/** Asks the provider for a checkout page. */
export const createTopupJob = defineJob({ name: 'create-topup', payload: one });
/** Asks the provider how a checkout stands, and books the money when it was paid. */
export const checkTopupJob = defineJob({ name: 'check-topup', payload: one });
/** Recovers a checkout that a restored database does not know, or shows operators why it cannot. */
export const recoverTopupJob = defineJob({
  name: 'recover-topup',
  payload: z.object({
    mode: z.enum(['live', 'sandbox']),
    /** Absent in jobs of before there were several providers. */
    provider: z.string().optional(),
    providerRef: z.string(),
    topupId: z.string(),
  }),
  tries: 3,
});
/** Finds checkouts whose webhook never came. */
export const checkOpenTopupsJob = defineJob({
  name: 'check-open-topups',
  payload: z.object({}),
  cron: '* * * * *',
  concurrency: 1,
});
/** Compares every wallet with its ledger. */
export const checkBooksJob = defineJob({
  name: 'check-books',
  payload: z.object({}),
  cron: '17 3 * * *',
  concurrency: 1,
});
