import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';
import { roundPayload } from '../../../jobs/rounds.ts';

const ofWorkplace = z.object({ workplaceId: z.uuid() });

/** Emails notifications that stayed unread for some minutes, one message per member. */
export const mailNotificationsJob = defineJob({ name: 'mail-notices', payload: ofWorkplace, concurrency: 2 });

/** Sends one delivery to a workplace's webhook; retried for about an hour. */
export const deliverNotificationJob = defineJob({
  name: 'deliver-notice',
  payload: z.object({ workplaceId: z.uuid(), deliveryId: z.uuid() }),
  concurrency: 8,
  tries: 14,
  group: (payload) => payload.workplaceId,
  share: 2,
});

/** Combines events left by a dead process. */
export const sweepNotificationsJob = defineJob({
  name: 'sweep-notices',
  payload: roundPayload,
  concurrency: 1,
  tries: 1,
  cron: '*/5 * * * *',
});

/** Deletes old notifications. */
export const clearNotificationsJob = defineJob({
  name: 'clear-notices',
  payload: roundPayload,
  concurrency: 1,
  cron: '37 2 * * *',
});
