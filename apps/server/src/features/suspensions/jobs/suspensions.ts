import { SUSPENDED_KINDS } from '@quayside/contracts';
import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Continues what waited while something was suspended. */
export const resumeJob = defineJob({
  name: 'resume-confirmed',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), kind: z.enum(SUSPENDED_KINDS), id: z.uuid() }),
  concurrency: 2,
});
