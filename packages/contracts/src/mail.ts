import { z } from 'zod';
import { call } from './call.ts';
import { doneSchema, idSchema, pageOf, timeSchema } from './shapes.ts';

const mailShape = {
  mail_id: idSchema,
  kind: z.string(),
  recipient: z.string(),
  language: z.string(),
  subject: z.string(),
  state: z.enum(['waiting', 'sent', 'kept', 'failed']),
  /** Error codes of the mail server. */
  error: z.string().nullable(),
  created_at: timeSchema,
  sent_at: timeSchema.nullable(),
};

/** The outbox, for operators. */
export const mail = {
  mails: call({
    id: 'own',
    method: 'GET',
    path: '/operator/mails',
    access: 'operator',
    alsoDemo: true,
    summary: 'List the emails of this installation, newest first.',
    query: z.strictObject({ cursor: z.string().max(100).optional() }),
    data: pageOf(z.object(mailShape)).extend({ sends: z.boolean() }),
  }),
  mail: call({
    id: 'own',
    method: 'GET',
    path: '/operator/mails/{mail_id}',
    access: 'operator',
    alsoDemo: true,
    summary: 'Get an email as text. The text of sent emails is deleted.',
    params: z.strictObject({ mail_id: idSchema }),
    data: z.object({ ...mailShape, text: z.string().nullable() }),
  }),
  sendAgain: call({
    id: 'own',
    method: 'POST',
    path: '/operator/mails/{mail_id}/send',
    access: 'operator',
    alsoDemo: true,
    summary: 'Send a failed or unsent email to the mail server.',
    params: z.strictObject({ mail_id: idSchema }),
    data: doneSchema,
  }),
};
