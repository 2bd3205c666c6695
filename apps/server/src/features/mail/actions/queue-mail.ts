import { type MessageParams, newId } from '@quayside/kernel';
import { type Executor, json, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { isMessage, say } from '../../../http/messages.ts';
import { sendMailJob } from '../jobs/mail-jobs.ts';
import { MAIL_KINDS, type MailKind } from '../mail-kinds.ts';
import { type Letter, letterHtml, letterText, oneLine } from '../rules/letter.ts';
import { canBeGreeted, disarmed } from '../rules/names.ts';

export interface NewMail {
  kind: MailKind;
  /** Whose mail it is; it goes with the account. null: to somebody who has none yet. */
  accountId: string | null;
  to: string;
  /** How the person is greeted. */
  name: string;
  language: string;
  params?: MessageParams;
  /** What the mail lists, a line each, after its first paragraph. */
  lines?: readonly string[];
  /** Where the button leads; needed by kinds that have one. */
  url?: string;
  /** Where mails of this kind are ended with one click; for mails that one can do without. */
  ends?: string;
}

/** What is said, sealed in the outbox. */
export interface MailBody {
  text: string;
  html: string;
  /** Where the reader chooses what is mailed to him; for mails that he can do without. */
  settings?: string | undefined;
  /** Where it is ended with one click. */
  ends?: string | undefined;
  /** Name of the sender instead of ours, and where answers go. */
  senderName?: string | undefined;
  replyTo?: string | undefined;
}

export const mailContext = (mailId: string): string => `mail:${mailId}`;

/** What people call themselves and their workspaces, in a mail to somebody else. */
const BY_PEOPLE = new Set(['inviter', 'workspace', 'who', 'token', 'address', 'provider']);
const paramsOf = ({ params = {} }: NewMail): MessageParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, BY_PEOPLE.has(name) ? disarmed(String(value)) : value]),
  );

function write(mail: NewMail, ownUrl: string): Letter {
  const key = `MAIL_${mail.kind.replaceAll('-', '_').toUpperCase()}`;
  const settings = MAIL_KINDS[mail.kind].why === 'member' ? `${ownUrl}/app/setting/notification` : undefined;
  const given = { ...paramsOf(mail), ...(settings ? { settings } : {}) };
  // The sentence that counts days or minutes is a text of its own, or the whole mail would be repeated for each plural form.
  const validity = `${key}_VALIDITY`;
  const params = isMessage(validity) ? { ...given, validity: say(mail.language, validity, given) } : given;
  const sentence = (name: string) => say(mail.language, name, params);
  const name = oneLine(mail.name);
  const [first = '', ...rest] = sentence(`${key}_TEXT`).split('\n\n');
  const isLink = MAIL_KINDS[mail.kind].link;
  return {
    language: mail.language,
    greeting: canBeGreeted(name, mail.to)
      ? say(mail.language, 'MAIL_GREETING', { name })
      : sentence('MAIL_GREETING_PLAIN'),
    paragraphs: [first, ...(mail.lines ?? []), ...(isLink ? [] : rest)],
    action: isLink && mail.url ? { label: sentence(`${key}_ACTION`), url: mail.url } : undefined,
    after: isLink ? rest : [],
    sender: say(mail.language, 'MAIL_SENDER', { address: ownUrl }),
    why: sentence(`MAIL_WHY_${MAIL_KINDS[mail.kind].why.toUpperCase()}`),
    ...(settings ? { settings } : {}),
    ...(mail.ends ? { ends: { label: sentence('MAIL_END'), url: mail.ends } } : {}),
  };
}

/** A mail that was written by its feature. */
export interface WrittenMail {
  kind: string;
  accountId: string | null;
  to: string;
  language: string;
  subject: string;
  body: MailBody;
}

/** Puts a written mail into the outbox, inside the caller's transaction. */
export async function queueLetter(deps: Deps, tx: Executor, mail: WrittenMail): Promise<void> {
  const mailId = newId();
  const state = deps.config.mail ? 'waiting' : 'kept';
  await tx.run(sql`insert into mail_outbox (mail_id, account_id, kind, recipient, language, subject, body, state)
    values (${mailId}, ${mail.accountId}, ${mail.kind}, ${mail.to}, ${mail.language}, ${mail.subject},
      ${json(deps.vault.seal(mail.body, mailContext(mailId)))}, ${state})`);
  if (deps.config.mail) await deps.queue.send(tx, sendMailJob, { mail_id: mailId });
}

/**
 * Writes a mail in the person's language, inside the caller's transaction: it exists exactly when the caller's rows do.
 * Sent by a job where an SMTP server is set; else the operators read it in the outbox.
 */
export async function queueMail(deps: Deps, tx: Executor, mail: NewMail): Promise<void> {
  const letter = write(mail, deps.config.ownUrl);
  const { accountId, kind, language, to } = mail;
  const subject = oneLine(say(language, `MAIL_${kind.replaceAll('-', '_').toUpperCase()}_SUBJECT`, paramsOf(mail)));
  const body: MailBody = {
    text: letterText(letter),
    html: letterHtml(letter),
    settings: letter.settings,
    ends: letter.ends?.url,
  };
  await queueLetter(deps, tx, { accountId, kind, language, to, subject, body });
}
