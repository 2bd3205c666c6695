import { z } from 'zod';
import { call } from './call.ts';
import { doneSchema, idSchema, timeSchema } from './shapes.ts';

const ownPassword = z.string().min(1).max(72);
/** Six digits of an authenticator app, or a recovery code. */
export const secondCodeSchema = z.string().trim().min(1).max(20);

/** Security events of an account. */
export const ACCOUNT_EVENTS = [
  'signed_in',
  'session_ended',
  'sessions_ended',
  'email_proven',
  'password_changed',
  'password_reset',
  'operator_claimed',
  'two_factor_on',
  'two_factor_off',
  'recovery_code_used',
  'recovery_codes_renewed',
  'provider_linked',
  'provider_unlinked',
  'shop_linked',
  'token_made',
  'token_revoked',
  'account_connected',
  'account_opened',
  'export_asked',
  'deletion_asked',
  'deletion_undone',
] as const;
export type AccountEventKind = (typeof ACCOUNT_EVENTS)[number];

const accountEventSchema = z
  .object({
    event_id: idSchema,
    at: timeSchema,
    kind: z.enum(ACCOUNT_EVENTS),
    ip: z.string(),
    user_agent: z.string(),
    /** Name of the affected item; empty if the kind is sufficient. */
    subject: z.string(),
  })
  .meta({ id: 'AccountEvent' });
export type AccountEvent = z.output<typeof accountEventSchema>;

/** Sessions and 2FA of the signed-in account. */
export const accountSecurity = {
  sessions: call({
    id: 'own',
    method: 'GET',
    path: '/auth/sessions',
    access: 'account',
    summary: 'List the sessions of this account, most recently used first.',
    data: z.object({
      items: z.array(
        z.object({
          session_id: idSchema,
          is_current: z.boolean(),
          user_agent: z.string(),
          ip: z.string(),
          created_at: timeSchema,
          last_seen_at: timeSchema,
        }),
      ),
    }),
  }),
  endSession: call({
    id: 'own',
    method: 'DELETE',
    path: '/auth/sessions/{session_id}',
    access: 'account',
    summary: 'End a session of this account.',
    params: z.strictObject({ session_id: idSchema }),
    data: doneSchema,
  }),
  endAllSessions: call({
    id: 'own',
    method: 'POST',
    path: '/auth/sessions/end-all',
    access: 'account',
    summary: 'Sign out everywhere, including this session.',
    data: doneSchema,
  }),
  events: call({
    id: 'own',
    method: 'GET',
    path: '/auth/account/events',
    access: 'account',
    summary: 'List security activity: sign-ins, password, 2FA, sign-in methods and tokens. Newest first.',
    query: z.object({ cursor: z.string().max(80).optional() }),
    data: z.object({ items: z.array(accountEventSchema), next_cursor: z.string().optional() }),
  }),
  twoFactor: call({
    id: 'own',
    method: 'GET',
    path: '/auth/two-factor',
    access: 'account',
    summary: 'Get the 2FA status and the number of recovery codes left.',
    data: z.object({ on_since: timeSchema.nullable(), recovery_codes_left: z.int() }),
  }),
  beginTwoFactor: call({
    id: 'own',
    method: 'POST',
    path: '/auth/two-factor/begin',
    access: 'account',
    recheck: true,
    summary: 'Create a secret for an authenticator app. 2FA stays off until a code is confirmed.',
    body: z.strictObject({ password: ownPassword }),
    data: z.object({ secret: z.string(), uri: z.string() }),
    perMinute: 30,
  }),
  confirmTwoFactor: call({
    id: 'own',
    method: 'POST',
    path: '/auth/two-factor/confirm',
    access: 'account',
    recheck: true,
    summary: 'Turn on 2FA with a code from the app. Returns the recovery codes, which are shown only once.',
    body: z.strictObject({ code: secondCodeSchema }),
    data: z.object({ recovery_codes: z.array(z.string()) }),
    perMinute: 30,
  }),
  renewRecoveryCodes: call({
    id: 'own',
    method: 'POST',
    path: '/auth/two-factor/recovery-codes',
    access: 'account',
    summary: 'Create new recovery codes. The previous ones stop working.',
    confirm: true,
    data: z.object({ recovery_codes: z.array(z.string()) }),
    perMinute: 30,
  }),
  endTwoFactor: call({
    id: 'own',
    method: 'POST',
    path: '/auth/two-factor/end',
    access: 'account',
    recheck: true,
    summary: 'Turn off 2FA.',
    body: z.strictObject({ password: ownPassword, code: secondCodeSchema }),
    data: doneSchema,
    perMinute: 30,
  }),
};
