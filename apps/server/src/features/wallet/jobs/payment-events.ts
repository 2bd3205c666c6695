import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Works one stored webhook of a payment provider. */
export const workPaymentEventJob = defineJob({
  name: 'work-payment-event',
  payload: z.object({ mode: z.enum(['live', 'sandbox']), eventId: z.string() }),
});
/** Empties the bodies of old events. */
export const cleanPaymentEventsJob = defineJob({
  name: 'clean-payment-events',
  payload: z.object({}),
  cron: '41 3 * * *',
  concurrency: 1,
});
