import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Processes one stored webhook of a payment provider. */
export const workPaymentEventJob = defineJob({
  name: 'work-payment-event',
  payload: z.object({
    mode: z.enum(['live', 'sandbox']),
    /** Absent in jobs from before multiple providers. */
    provider: z.string().optional(),
    eventId: z.string(),
  }),
});
/** Clears the bodies of old events. */
export const cleanPaymentEventsJob = defineJob({
  name: 'clean-payment-events',
  payload: z.object({}),
  cron: '41 3 * * *',
  concurrency: 1,
});
/** Reads a top-up's refunds and disputes from the provider. */
export const checkClaimsJob = defineJob({
  name: 'check-claims',
  payload: z.object({ accountId: z.uuid(), topupId: z.uuid() }),
});
/** Finds refunds, disputes and their outcomes with lost webhooks. */
export const checkDisputesJob = defineJob({
  name: 'check-disputes',
  payload: z.object({}),
  cron: '23 * * * *',
  concurrency: 1,
});
