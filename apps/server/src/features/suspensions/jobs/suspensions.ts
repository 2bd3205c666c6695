import { SUSPENDED_KINDS } from '@quayside/contracts';
import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Tells open screens of what was confirmed, and continues what waited for it. */
export const resumeJob = defineJob({
  name: 'resume-confirmed',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), kind: z.enum(SUSPENDED_KINDS), id: z.uuid() }),
  concurrency: 2,
});
