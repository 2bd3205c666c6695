import { z } from 'zod';
import { call } from './call.ts';
import { doneSchema, idSchema, pageOf, queryInt, timeSchema } from './shapes.ts';

/** The dead-letter queue, for operators. */

const kind = z.string().min(1).max(100);
const ofJob = z.object({ job_id: idSchema });

export const deadLetterSchema = z
  .object({
    job_id: idSchema,
    /** Kind of job, e.g. place-supplier-order. */
    kind: z.string(),
    /** Ids in the payload; jobs carry nothing else. */
    about: z.record(z.string(), z.string()),
    /** Reason of the last failure, without URLs, keys or personal data. */
    reason: z.string(),
    tries: z.int(),
    asked_at: timeSchema,
    gave_up_at: timeSchema,
  })
  .meta({ id: 'DeadJob' });
export type DeadLetter = z.output<typeof deadLetterSchema>;

const moved = z.object({ repeated: z.int() });

export const jobs = {
  list: call({
    id: 'own',
    method: 'GET',
    path: '/operator/jobs',
    access: 'operator',
    alsoDemo: true,
    summary: 'List dead letters, newest first, with counts by kind.',
    query: z.strictObject({
      kind: kind.optional(),
      cursor: z.string().max(200).optional(),
      page_size: queryInt(1, 100).default(25),
    }),
    data: pageOf(deadLetterSchema).extend({ kinds: z.array(z.object({ kind: z.string(), jobs: z.int() })) }),
  }),
  repeat: call({
    id: 'own',
    method: 'POST',
    path: '/operator/jobs/{job_id}/repeat',
    access: 'operator',
    alsoDemo: true,
    summary: 'Retry a dead letter with all its attempts.',
    params: ofJob,
    body: z.strictObject({}),
    data: moved,
  }),
  repeatAll: call({
    id: 'own',
    method: 'POST',
    path: '/operator/jobs/repeat-all',
    access: 'operator',
    alsoDemo: true,
    summary: 'Retry all dead letters, or those of one kind; at most 1,000 in a request.',
    body: z.strictObject({ kind: kind.optional() }),
    data: moved,
  }),
  drop: call({
    id: 'own',
    method: 'DELETE',
    path: '/operator/jobs/{job_id}',
    access: 'operator',
    alsoDemo: true,
    summary: 'Discard a dead letter permanently.',
    params: ofJob,
    data: doneSchema,
  }),
};
