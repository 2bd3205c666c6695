import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Writes texts for one product. Models are slow and rate limited: few run at once, limited by workspace. */
export const enhanceContentJob = defineJob({
  name: 'enhance-content',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), enhancementId: z.uuid() }),
  concurrency: 6,
  group: (payload) => payload.workplaceId,
  share: 3,
});
