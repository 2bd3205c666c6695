import { z } from 'zod';
import { SOCIALS } from './account-social.ts';
import { call } from './call.ts';
import { doneSchema, timeSchema } from './shapes.ts';

/**
 * Confirming the identity behind a session, before a call that creates lasting access (`confirm` in a declared call).
 */
export const accountConfirmation = {
  confirmation: call({
    id: 'own',
    method: 'GET',
    path: '/auth/confirmation',
    access: 'account',
    summary: 'Get the identity confirmation methods of this account, and when the current confirmation expires.',
    data: z.object({
      /** null: calls that create lasting access are refused with CONFIRM_IDENTITY until the session is confirmed. */
      confirmed_until: timeSchema.nullable(),
      /** Accounts with a password confirm with nothing else. */
      password: z.boolean(),
      two_factor: z.boolean(),
      /** The demo account; GET /meta returns its password. */
      is_demo: z.boolean(),
      /** Linked identity providers that can confirm; empty when there is a password. */
      socials: z.array(z.enum(SOCIALS)),
      /** The email address a code can be sent to; null when there is a password. */
      mail: z.string().nullable(),
    }),
  }),
  confirm: call({
    id: 'own',
    method: 'POST',
    path: '/auth/confirmation',
    access: 'account',
    summary:
      'Confirm your identity for 10 minutes: with your password and 2FA code if enabled, or with a mailed code for accounts without a password.',
    body: z.strictObject({
      password: z.string().min(1).max(72).optional(),
      /** Six digits of the authenticator app, or a recovery code. */
      code: z.string().trim().min(1).max(20).optional(),
      mail_code: z.string().trim().min(1).max(20).optional(),
    }),
    data: z.object({ confirmed_until: timeSchema }),
    perMinute: 30,
  }),
  sendConfirmationCode: call({
    id: 'own',
    method: 'POST',
    path: '/auth/confirmation/mail',
    access: 'account',
    summary:
      'Email a code that confirms this session, for accounts without a password. It works once and expires after 10 minutes.',
    data: doneSchema,
    perMinute: 10,
  }),
  beginConfirmation: call({
    id: 'own',
    method: 'POST',
    path: '/auth/confirmation/social/{social}',
    access: 'account',
    summary:
      "Start an identity confirmation at Google or Facebook, for accounts without a password. Returns the provider's URL; GET /auth/callback/{social} with the same bearer token completes it.",
    params: z.strictObject({ social: z.enum(SOCIALS) }),
    body: z.strictObject({ binding: z.string().regex(/^[\w-]{22,100}$/) }),
    data: z.object({ url: z.string() }),
    perMinute: 30,
  }),
};
