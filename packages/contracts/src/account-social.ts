import { z } from 'zod';
import { signedInSchema } from './accounts.ts';
import { call } from './call.ts';
import { doneSchema, idSchema, timeSchema } from './shapes.ts';

export const SOCIALS = ['google', 'facebook'] as const;
const social = z.strictObject({ social: z.enum(SOCIALS) });
/** A random text that stays in the browser that started the sign-in. */
const binding = z.string().regex(/^[\w-]{22,100}$/);

/** Social sign-in, and single sign-on to the feedback board. */
export const accountSocial = {
  beginSocial: call({
    id: 'C015',
    method: 'GET',
    path: '/auth/social/{social}',
    access: 'public',
    summary: "Start signing in with Google or Facebook. Returns the provider's URL.",
    params: social,
    query: z.strictObject({ binding }),
    data: z.object({ url: z.string() }),
    perMinute: 30,
  }),
  socials: call({
    id: 'own',
    method: 'GET',
    path: '/auth/social',
    access: 'account',
    summary: 'List the linked and available identity providers.',
    data: z.object({
      items: z.array(
        z.object({
          social: z.enum(SOCIALS),
          is_sandbox: z.boolean(),
          /** null: not linked to this account. */
          linked: z.object({ email: z.string(), since: timeSchema }).nullable(),
          /** The account's only sign-in method, so it can't be removed. */
          is_last_way: z.boolean(),
        }),
      ),
    }),
  }),
  linkSocial: call({
    id: 'own',
    method: 'POST',
    path: '/auth/social/{social}/link',
    access: 'account',
    summary:
      "Start linking Google or Facebook to the signed-in account. Returns the provider's URL; GET /auth/callback/{social} with the same account's bearer token completes it.",
    params: social,
    confirm: true,
    body: z.strictObject({ binding }),
    data: z.object({ url: z.string() }),
    perMinute: 30,
  }),
  unlinkSocial: call({
    id: 'own',
    method: 'DELETE',
    path: '/auth/social/{social}',
    access: 'account',
    summary: 'Unlink an identity provider, unless it is the only sign-in method.',
    params: social,
    data: doneSchema,
  }),
  finishSocial: call({
    id: 'C016',
    method: 'GET',
    path: '/auth/callback/{social}',
    access: 'public',
    summary:
      "Complete a social sign-in with the provider's response. An existing account with the same email asks for proof first; with a bearer token, completes POST /auth/social/{social}/link.",
    params: social,
    query: z.strictObject({
      state: z.string().min(1).max(500),
      binding,
      code: z.string().min(1).max(4_000).optional(),
      error: z.string().max(200).optional(),
    }),
    mayBeSignedIn: true,
    data: z.union([
      signedInSchema.extend({ state: z.literal('signed_in') }),
      z.object({ state: z.literal('linked'), social: z.enum(SOCIALS) }),
      z.object({ state: z.literal('confirmed') }),
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
    summary: 'Prove ownership of the account that a social sign-in found, with its password or 2FA code.',
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
    summary: 'Get the URL of the feedback board with a signed sign-in token, valid for five minutes.',
    data: z.object({ url: z.string() }),
  }),
};
