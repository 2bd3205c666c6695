import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Makes the PDF and the ZIP of an evidence row. */
export const makeEvidenceJob = defineJob({
  name: 'make-claim-evidence',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), evidenceId: z.uuid() }),
  // Pictures are decoded in memory.
  concurrency: 2,
  group: (payload) => payload.workplaceId,
  share: 1,
  tries: 3,
});
