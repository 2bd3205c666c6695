import { z } from 'zod';
import { call } from './call.ts';
import { ROLES } from './permissions.ts';
import { idSchema, timeSchema } from './shapes.ts';

/** What is suspended when an email's owner takes over an account that someone else created. */
export const SUSPENDED_KINDS = ['store', 'supplier', 'member', 'webhook'] as const;
export type SuspendedKind = (typeof SUSPENDED_KINDS)[number];

/** A workspace has one webhook, identified by the workspace's id. */
const refSchema = z.strictObject({ workplace_id: idSchema, kind: z.enum(SUSPENDED_KINDS), id: idSchema });
export type SuspendedRef = z.output<typeof refSchema>;

const suspendedSchema = z
  .object({
    workplace_id: idSchema,
    workspace: z.string(),
    kind: z.enum(SUSPENDED_KINDS),
    id: idSchema,
    /** Name of a person, store or supplier; empty for a webhook. */
    name: z.string(),
    /** An email or a URL. */
    detail: z.string(),
    /** Of a member. */
    role: z.enum(ROLES).nullable(),
    is_sandbox: z.boolean(),
    /** Name of who connected or invited it; null: not recorded. */
    added_by: z.string().nullable(),
    added_at: timeSchema,
    suspended_at: timeSchema,
  })
  .meta({ id: 'SuspendedAccess' });
export type SuspendedAccess = z.output<typeof suspendedSchema>;

/** Number of items left to review. */
const left = z.object({ left: z.int() });

export const suspensions = {
  list: call({
    id: 'own',
    method: 'GET',
    path: '/auth/suspensions',
    access: 'account',
    summary: 'List suspended members, stores, suppliers and webhooks of your own workspaces.',
    data: z.object({ items: z.array(suspendedSchema) }),
  }),
  confirm: call({
    id: 'own',
    method: 'POST',
    path: '/auth/suspensions/confirm',
    access: 'account',
    confirm: true,
    summary: 'Confirm suspended access in your own workspaces, all or nothing. Waiting work resumes.',
    body: z.strictObject({ items: z.array(refSchema).min(1).max(200) }),
    data: left,
  }),
  remove: call({
    id: 'own',
    method: 'POST',
    path: '/auth/suspensions/remove',
    access: 'account',
    summary: 'Remove a suspended member, store, supplier or webhook from your own workspace.',
    body: refSchema,
    data: left,
  }),
};
