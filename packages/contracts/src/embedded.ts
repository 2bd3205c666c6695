import { z } from 'zod';
import { signedInSchema } from './accounts.ts';
import { call } from './call.ts';
import { connectedStoreSchema } from './connections.ts';
import { idSchema, platformSchema } from './shapes.ts';

const ofPlatform = z.object({ platform: platformSchema });
/** The session token of the platform's admin: a JWT valid for one minute. */
const sessionToken = z.string().min(20).max(4_000);

const enteredSchema = signedInSchema.extend({
  /** The store of the embedding admin and its workspace; null: not connected yet. */
  store_id: idSchema.nullable(),
  workplace_id: idSchema.nullable(),
});

/** Embedded mode: the platform's session token signs in and connects the store. */
export const embedded = {
  autoLogin: call({
    id: 'own',
    method: 'POST',
    path: '/auth/platform/{platform}/auto-login',
    access: 'public',
    summary:
      "Sign in with the session token of a platform's admin. 114: this shop user is unknown. 111: the shop is connected to a workspace that the person doesn't belong to.",
    params: ofPlatform,
    body: z.strictObject({
      session_token: sessionToken,
      /** The 2FA code, if the account has 2FA. */
      code: z.string().trim().min(1).max(20).optional(),
    }),
    data: enteredSchema,
    perMinute: 60,
  }),
  begin: call({
    id: 'own',
    method: 'POST',
    path: '/auth/platform/{platform}/begin',
    access: 'public',
    summary: "Create an account with the email of a shop that isn't connected yet, connect the shop and sign in.",
    params: ofPlatform,
    body: z.strictObject({ session_token: sessionToken }),
    data: enteredSchema,
    perMinute: 20,
  }),
  bind: call({
    id: 'own',
    method: 'POST',
    path: '/auth/platform/{platform}/bind',
    access: 'account',
    summary:
      'Link a shop user to the signed-in account. Connects a new shop to the given workspace; 115 if none is given.',
    confirm: true,
    params: ofPlatform,
    body: z.strictObject({ session_token: sessionToken, workplace_id: idSchema.optional() }),
    data: connectedStoreSchema,
    perMinute: 30,
  }),
};
