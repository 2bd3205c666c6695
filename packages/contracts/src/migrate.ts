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
      'Ask the owner of a store that another account has connected to let it go to this workspace. Always answers 512: if the store is connected here, its owner has a mail; nothing tells whether it is.',
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
    summary: 'Stores that this workspace asked for, newest first.',
    data: z.object({ items: z.array(storeMigrationSchema) }),
  }),
  asked: call({
    id: 'own',
    method: 'GET',
    path: '/auth/store-migrate/{id}/{code}',
    access: 'account',
    summary: 'What the link of a mail asks the owner of a store; 510 when it is not good any more or not his.',
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
    summary: 'Let the store go, or keep it. 510 when the link is not good, not his, or orders are open.',
    body: z.strictObject({ ...link, agree: z.boolean() }),
    data: doneSchema,
    perMinute: 30,
  }),
};
