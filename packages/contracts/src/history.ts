import { z } from 'zod';
import { call } from './call.ts';
import { storedFileSchema } from './files.ts';
import { idSchema, pageOf, pageQueryShape, timeSchema } from './shapes.ts';

/** Old history that was written to files and deleted from the database. */

/** Of a workspace: the activity log, events of orders, finished tasks, changes of automatic updates. */
export const HISTORY_KINDS = ['audit', 'orders', 'tasks', 'updates'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** Of an account: its security activity, and uses that counted toward a plan. */
export const ACCOUNT_HISTORY_KINDS = ['security', 'usage'] as const;
export type AccountHistoryKind = (typeof ACCOUNT_HISTORY_KINDS)[number];

const fileShape = {
  id: idSchema,
  /** First day of the month; events of orders: in which their orders were placed. A month may have several files. */
  month: z.iso.date(),
  entries: z.int(),
  exported_at: timeSchema,
};
/** Whole months that stay in the database; 0: all of them. */
const months = z.int().min(0);

export const historyFileSchema = z
  .object({ ...fileShape, kind: z.enum(HISTORY_KINDS), file: storedFileSchema })
  .meta({ id: 'HistoryFile' });
export type HistoryFile = z.output<typeof historyFileSchema>;

export const history = {
  list: call({
    id: 'own',
    method: 'GET',
    path: '/history/files',
    access: 'workplace',
    needs: 'audit.read',
    summary: 'List the files of old history (compressed CSV), newest first. Those of orders need orders.read too.',
    query: z.object({ cursor: pageQueryShape.cursor, page_size: pageQueryShape.page_size }),
    data: pageOf(historyFileSchema).extend({
      keep: z.object({ audit: months, orders: months, tasks: months, updates: months }),
    }),
  }),
  listOfAccount: call({
    id: 'own',
    method: 'GET',
    path: '/auth/account/history',
    access: 'account',
    summary: 'List the files of your own old history: security activity and use of your plan. Newest first.',
    data: z.object({
      items: z.array(z.object({ ...fileShape, kind: z.enum(ACCOUNT_HISTORY_KINDS), bytes: z.int() })),
      keep: z.object({ security: months, usage: months }),
    }),
  }),
  readOfAccount: call({
    id: 'own',
    method: 'GET',
    path: '/auth/account/history/{history_id}',
    access: 'account',
    summary: 'Get a file of your own old history as CSV (UTF-8, RFC 4180).',
    params: z.object({ history_id: idSchema }),
    data: z.object({ file_name: z.string(), csv: z.string() }),
    perMinute: 60,
  }),
};
