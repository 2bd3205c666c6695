import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Works one stored webhook of a payment provider. */
export const workPaymentEventJob = defineJob({
  name: 'work-payment-event',
  payload: z.object({
    mode: z.enum(['live', 'sandbox']),
    /** Absent in jobs of before there were several providers. */
    provider: z.string().optional(),
    eventId: z.string(),
  }),
});
/** Empties the bodies of old events. */
export const cleanPaymentEventsJob = defineJob({
  name: 'clean-payment-events',
  payload: z.object({}),
  cron: '41 3 * * *',
  concurrency: 1,
});
/** Asks the provider what became of a top-up's refunds and disputes. */
export const checkClaimsJob = defineJob({
  name: 'check-claims',
  payload: z.object({ accountId: z.uuid(), topupId: z.uuid() }),
});
/** Finds refunds and disputes, and outcomes of disputes, that no webhook brought. */
export const checkDisputesJob = defineJob({
  name: 'check-disputes',
  payload: z.object({}),
  cron: '23 * * * *',
  concurrency: 1,
});
