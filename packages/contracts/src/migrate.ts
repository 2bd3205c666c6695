import { z } from 'zod';
import { call } from './call.ts';
import { doneSchema, idSchema, platformSchema, problemSchema, timeSchema } from './shapes.ts';

const link = { id: idSchema, code: z.string().regex(/^[0-9a-f]{16,128}$/) };

export const storeMigrationSchema = z
  .object({
    migration_id: idSchema,
    platform: platformSchema,
    platform_domain: z.string(),
    is_sandbox: z.boolean(),
    /** asked: waiting for the owner's answer; agreed: in progress. */
    state: z.enum(['asked', 'agreed', 'done', 'refused', 'failed']),
    problem: problemSchema.nullable(),
    created_at: timeSchema,
    changed_at: timeSchema,
  })
  .meta({ id: 'StoreMigration' });
export type StoreMigration = z.output<typeof storeMigrationSchema>;

/** Transferring a store that another account has connected. */
export const migrate = {
  ask: call({
    id: 'own',
    method: 'POST',
    path: '/core/stores/migrate',
    access: 'workplace',
    needs: 'stores.connect',
    recheck: true,
    summary:
      "Request the transfer of a store from another account to this workspace. Always returns 512; if the store is connected here, its owner gets an email. The response doesn't reveal whether it is.",
    body: z.strictObject({ platform: platformSchema, shop: z.string().trim().min(1).max(500) }),
    data: doneSchema,
    perMinute: 10,
  }),
  migrations: call({
    id: 'own',
    method: 'GET',
    path: '/core/stores/migrate',
    access: 'workplace',
    needs: 'stores.read',
    summary: 'List the stores requested by this workspace, newest first.',
    data: z.object({ items: z.array(storeMigrationSchema) }),
  }),
  asked: call({
    id: 'own',
    method: 'GET',
    path: '/auth/store-migrate/{id}/{code}',
    access: 'account',
    summary: 'Get the request behind a mailed link; 510 if the link is invalid or belongs to another account.',
    params: z.object(link),
    data: z.object({
      platform_domain: z.string(),
      store_name: z.string(),
      asked_by: z.string(),
      asked_by_email: z.string(),
      workspace: z.string(),
      /** Open orders that block the transfer. */
      open_orders: z.int(),
    }),
    perMinute: 60,
  }),
  decide: call({
    id: 'own',
    method: 'POST',
    path: '/auth/store-migrate/verify',
    access: 'account',
    recheck: true,
    summary:
      'Approve or decline the transfer. 510 if the link is invalid, belongs to another account, or orders are open.',
    body: z.strictObject({ ...link, agree: z.boolean() }),
    data: doneSchema,
    perMinute: 30,
  }),
};
