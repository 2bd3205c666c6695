import { z } from 'zod';
import { signedInSchema } from './accounts.ts';
import { call } from './call.ts';
import { idSchema } from './shapes.ts';

export const SOCIALS = ['google', 'facebook'] as const;
const social = z.strictObject({ social: z.enum(SOCIALS) });
/** A random text that stays with the browser that began. */
const binding = z.string().regex(/^[\w-]{22,100}$/);

/** Signing in with somebody else's word, and going on to the feedback board with ours. */
export const accountSocial = {
  beginSocial: call({
    id: 'C015',
    method: 'GET',
    path: '/auth/social/{social}',
    access: 'public',
    summary: "Begin to sign in with Google or Facebook: the address of the provider's page.",
    params: social,
    query: z.strictObject({ binding }),
    data: z.object({ url: z.string() }),
    perMinute: 30,
  }),
  finishSocial: call({
    id: 'C016',
    method: 'GET',
    path: '/auth/callback/{social}',
    access: 'public',
    summary:
      'Finish a social sign-in with what the provider sent back. An account that has the same e-mail asks for proof first.',
    params: social,
    query: z.strictObject({
      state: z.string().min(1).max(500),
      binding,
      code: z.string().min(1).max(4_000).optional(),
      error: z.string().max(200).optional(),
    }),
    data: z.union([
      signedInSchema.extend({ state: z.literal('signed_in') }),
      z.object({
        state: z.literal('prove'),
        needs: z.enum(['code', 'password']),
        email: z.string(),
        id: idSchema,
        code: z.string(),
      }),
    ]),
    perMinute: 30,
  }),
  proveSocial: call({
    id: 'own',
    method: 'POST',
    path: '/auth/social/prove',
    access: 'public',
    summary: 'Prove to be the owner of the account that a social sign-in found, by its password or second factor.',
    body: z.strictObject({
      id: idSchema,
      link_code: z.string().regex(/^[0-9a-f]{16,128}$/),
      password: z.string().min(1).max(72).optional(),
      code: z.string().trim().min(1).max(20).optional(),
    }),
    data: signedInSchema,
    perMinute: 30,
  }),
  feedbackBoard: call({
    id: 'C014',
    method: 'POST',
    path: '/auth/sso/featurebase',
    access: 'account',
    summary: 'The address of the feedback board, with a signed token that says who comes. It works for five minutes.',
    data: z.object({ url: z.string() }),
  }),
};
