import { z } from 'zod';
import { call } from './call.ts';
import { idSchema, timeSchema } from './shapes.ts';

/** failed: the last backup. late: the last verified one is over 26 hours old although they are scheduled. */
export const BACKUP_PROBLEMS = ['failed', 'late'] as const;

const runSchema = z.object({
  run_id: idSchema,
  /** File name; null: it failed before there was one. */
  name: z.string().nullable(),
  folder: z.string(),
  scheduled: z.boolean(),
  started_at: timeSchema,
  /** Null while it runs. */
  ended_at: timeSchema.nullable(),
  bytes: z.number().nullable(),
  /** When it was restored into a scratch database and found equal. */
  verified_at: timeSchema.nullable(),
  verified_rows: z.number().nullable(),
  /** false: rows could not be compared one to one because writes never paused. */
  exact: z.boolean().nullable(),
  /** Reason of a failure, in English. */
  error: z.string().nullable(),
});

/** Backups of the installation, for operators. */
export const backups = {
  list: call({
    id: 'own',
    method: 'GET',
    path: '/operator/backups',
    access: 'operator',
    summary: 'List the latest 50 backups, newest first, with the schedule of this process.',
    data: z.object({
      /** Null: no daily backups are set up. */
      schedule: z.object({ at: z.string(), folder: z.string(), keep: z.int() }).nullable(),
      problem: z.enum(BACKUP_PROBLEMS).nullable(),
      items: z.array(runSchema),
    }),
  }),
};
