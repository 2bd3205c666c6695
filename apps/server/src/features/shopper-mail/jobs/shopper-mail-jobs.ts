import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Sends one email to a shopper. A workspace gets only a share of the slots. */
export const sendShopperMailJob = defineJob({
  name: 'send-shopper-mail',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), mailId: z.uuid() }),
  concurrency: 4,
  group: (payload) => payload.workplaceId,
  share: 2,
  unhurried: true,
});
