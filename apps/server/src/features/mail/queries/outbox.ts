import { AppError, isId } from '@quayside/kernel';
import { type Executor, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Sealed } from '../../../vault/vault.ts';
import { type MailBody, mailContext } from '../actions/queue-mail.ts';

interface Row {
  mail_id: string;
  kind: string;
  recipient: string;
  language: string;
  subject: string;
  state: 'waiting' | 'sent' | 'kept' | 'failed';
  error: string | null;
  created_at: string;
  sent_at: string | null;
}

const PAGE = 50;

/** Whose mails somebody may read: an operator everybody's, the demo account its own. */
export interface Reader {
  accountId?: string;
}

/** Newest first. The cursor is the last id shown: ids are made in the order of time. */
export async function listMails(ex: Executor, reader: Reader, cursor: string | undefined) {
  const before = cursor && isId(cursor) ? cursor : 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  const items =
    await ex.rows<Row>(sql`select mail_id, kind, recipient, language, subject, state, error, created_at, sent_at
    from mail_outbox where mail_id < ${before}::uuid
      and (${reader.accountId ?? null}::uuid is null or account_id = ${reader.accountId ?? null}::uuid) order by mail_id desc limit ${PAGE}`);
  const last = items.length === PAGE ? items.at(-1) : undefined;
  return { items, ...(last ? { next_cursor: last.mail_id } : {}) };
}

/** One mail with its text, which is gone once it was sent. Throws MAIL_NOT_FOUND. */
export async function readMail(deps: Deps, ex: Executor, reader: Reader, mailId: string) {
  const row = await ex.first<
    Row & { body: Sealed | null }
  >(sql`select mail_id, kind, recipient, language, subject, state,
    error, created_at, sent_at, body from mail_outbox where mail_id = ${mailId}
      and (${reader.accountId ?? null}::uuid is null or account_id = ${reader.accountId ?? null}::uuid)`);
  if (!row) throw new AppError('NOT_FOUND', 'MAIL_NOT_FOUND');
  const { body, ...mail } = row;
  return { ...mail, text: body ? deps.vault.open<MailBody>(body, mailContext(mailId)).text : null };
}
