import { z } from 'zod';
import { emailSchema, passwordSchema } from './accounts.ts';
import { call } from './call.ts';
import { doneSchema, idSchema } from './shapes.ts';

/** The code in a mailed link. */
const linkCode = z.string().regex(/^[0-9a-f]{16,128}$/);

/** Email verification and password reset. */
export const accountRecovery = {
  sendVerification: call({
    id: 'C006',
    method: 'POST',
    path: '/auth/send-verification-email',
    access: 'public',
    summary: 'Resend the verification email. The response is the same whether or not the account exists.',
    body: z.strictObject({ email: emailSchema }),
    data: doneSchema,
    perMinute: 40,
  }),
  verifyEmail: call({
    id: 'C007',
    method: 'GET',
    path: '/auth/verify-email/{id}/{code}',
    access: 'public',
    mayBeSignedIn: true,
    summary:
      'Verify an email address with a mailed link while signed in to its account. Without a session, the link can set a new password.',
    params: z.strictObject({ id: idSchema, code: linkCode }),
    data: z.object({ email: z.string() }),
    perMinute: 30,
  }),
  forgotPassword: call({
    id: 'C004',
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'public',
    summary: 'Email a password reset link. The response is the same whether or not the account exists.',
    body: z.strictObject({ email: emailSchema }),
    data: doneSchema,
    perMinute: 40,
  }),
  resetPassword: call({
    id: 'C005',
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    summary:
      'Set a new password with a single-use link: a reset link, or the verification link of an unverified email. All sessions end.',
    body: z.strictObject({
      id: idSchema,
      code: linkCode,
      password: passwordSchema,
      /** Revoke the API tokens of the account's own workspaces. */
      end_tokens: z.boolean().default(true),
    }),
    data: doneSchema,
    perMinute: 30,
  }),
  changePassword: call({
    id: 'C036',
    method: 'POST',
    path: '/auth/account/change-password',
    access: 'account',
    recheck: true,
    summary: 'Change the password. Other sessions and API tokens end unless they are kept.',
    body: z.strictObject({
      current_password: z.string().min(1).max(72),
      password: passwordSchema,
      end_sessions: z.boolean().default(true),
      /** Revoke the API tokens of the account's own workspaces. */
      end_tokens: z.boolean().default(true),
    }),
    data: doneSchema,
    perMinute: 30,
  }),
};
