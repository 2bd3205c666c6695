import { z } from 'zod';
import { call } from './call.ts';
import { NEVER_FOR_TOKENS, PERMISSIONS, type Permission } from './permissions.ts';
import { doneSchema, idSchema, timeSchema } from './shapes.ts';

/** Permissions available to a token. */
export const TOKEN_SCOPES = PERMISSIONS.filter((one) => !NEVER_FOR_TOKENS.includes(one));
const scope = z.enum(TOKEN_SCOPES as [Permission, ...Permission[]]);

const tokenSchema = z
  .object({
    token_id: idSchema,
    name: z.string(),
    /** Its last characters. */
    tail: z.string(),
    scopes: z.array(z.string()),
    store_ids: z.array(idSchema).nullable(),
    created_at: timeSchema,
    expires_at: timeSchema.nullable(),
    last_used_at: timeSchema.nullable(),
    last_used_ip: z.string().nullable(),
    state: z.enum(['active', 'expired', 'revoked']),
  })
  .meta({ id: 'ApiToken' });
export type ApiToken = z.output<typeof tokenSchema>;

export const tokens = {
  list: call({
    id: 'own',
    method: 'GET',
    path: '/api-tokens',
    access: 'workplace',
    needs: 'tokens.read',
    summary: 'List the API tokens of the workspace, newest first, without their values.',
    data: z.object({ items: z.array(tokenSchema) }),
  }),
  create: call({
    id: 'own',
    method: 'POST',
    path: '/api-tokens',
    access: 'workplace',
    needs: 'tokens.change',
    summary: 'Create an API token for this workspace. It is shown only once.',
    confirm: true,
    body: z.strictObject({
      name: z.string().trim().min(1).max(80),
      scopes: z.array(scope).min(1).max(TOKEN_SCOPES.length),
      store_ids: z.array(idSchema).min(1).max(200).nullable().default(null),
      /** Days until it expires; null: never. */
      days: z.int().min(1).max(730).nullable().default(90),
    }),
    data: z.object({ token: z.string(), item: tokenSchema }),
    perMinute: 20,
  }),
  revoke: call({
    id: 'own',
    method: 'POST',
    path: '/api-tokens/{token_id}/revoke',
    access: 'workplace',
    needs: 'tokens.change',
    summary: 'Revoke an API token.',
    params: z.object({ token_id: idSchema }),
    data: doneSchema,
  }),
};
