import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

const ofWorkplace = z.object({ workplaceId: z.uuid() });

/** Mails what nobody has read for some minutes: one mail to each member who wants mails. */
export const mailNoticesJob = defineJob({ name: 'mail-notices', payload: ofWorkplace, concurrency: 2 });

/** Sends one delivery to a workplace's webhook; a receiver that is away is tried for about an hour. */
export const deliverNoticeJob = defineJob({
  name: 'deliver-notice',
  payload: z.object({ workplaceId: z.uuid(), deliveryId: z.uuid() }),
  concurrency: 8,
  tries: 14,
  group: (payload) => payload.workplaceId,
  share: 2,
});

/** Gathers what nobody was told of, since the process in which it happened died. */
export const sweepNoticesJob = defineJob({
  name: 'sweep-notices',
  payload: z.object({}),
  concurrency: 1,
  tries: 1,
  cron: '*/5 * * * *',
});

/** Old notifications go. */
export const clearNoticesJob = defineJob({
  name: 'clear-notices',
  payload: z.object({}),
  concurrency: 1,
  cron: '37 2 * * *',
});
