import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/**
 * Has the words of one product written. Models are slow and their providers count: few at a time, and no workspace takes every
 * place.
 */
export const enhanceContentJob = defineJob({
  name: 'enhance-content',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), enhancementId: z.uuid() }),
  concurrency: 6,
  group: (payload) => payload.workplaceId,
  share: 3,
});
