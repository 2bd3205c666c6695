import { z } from 'zod';
import { call } from './call.ts';
import { idSchema, timeSchema } from './shapes.ts';

/**
 * failed: the last backup. late: the last verified one is over 26 hours old although they are scheduled. wal: the
 * write-ahead log can't be kept, so recent moments can't be restored.
 */
export const BACKUP_PROBLEMS = ['failed', 'late', 'wal'] as const;

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
      /** Whether a backup can be requested: a folder and a passphrase are configured. */
      can_request: z.boolean(),
      /** A requested backup hasn't started yet. */
      is_requested: z.boolean(),
      /** Moments that can be restored; null: the log of the embedded database isn't kept. */
      point_in_time: z
        .object({
          minutes: z.int(),
          /** Null until the first backup after it was switched on. */
          from: timeSchema.nullable(),
          until: timeSchema.nullable(),
          /** Why the log can't be kept, in English. */
          error: z.string().nullable(),
        })
        .nullable(),
      items: z.array(runSchema),
    }),
  }),
  request: call({
    id: 'own',
    method: 'POST',
    path: '/operator/backups',
    access: 'operator',
    summary: 'Request a backup. A process that runs jobs starts it within seconds.',
    data: z.object({}),
    perMinute: 10,
  }),
};
