import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Improves one image. Models are slow and rate limited: few run at once, limited by workspace. */
export const optimizeImageJob = defineJob({
  name: 'optimize-image',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), imageEnhancementId: z.uuid() }),
  concurrency: 4,
  group: (payload) => payload.workplaceId,
  share: 2,
});
