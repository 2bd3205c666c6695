import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

export const sendMailJob = defineJob({ name: 'send-mail', payload: z.object({ mail_id: z.uuid() }), concurrency: 2 });

/** Old mails go, so that the outbox does not grow without end. */
export const clearMailsJob = defineJob({
  name: 'clear-mails',
  payload: z.object({}),
  cron: '17 3 * * *',
  concurrency: 1,
});
