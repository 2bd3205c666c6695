import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { findInstallationHold, SendingHeld } from '../../../sending/index.ts';
import type { Sealed } from '../../../vault/vault.ts';
import { type Post, toRefusal } from '../smtp.ts';
import { type MailBody, mailContext } from './queue-mail.ts';

interface Row {
  recipient: string;
  subject: string;
  body: Sealed | null;
  state: string;
  created_at: string;
}

/**
 * Hands one mail to the SMTP server. After a crash between sending and noting it, it is sent once more under the same
 * Message-ID, which mail servers fold together. A refusal for good (5xx) is noted and not repeated; on the last try so is
 * any other. Errors carry the server's code alone: its words may quote the address. A mail from before a restore may have been
 * sent already: it waits until sending is resumed.
 */
export async function sendMail(deps: Deps, post: Post, mailId: string, isLastTry: boolean): Promise<void> {
  const { row, hold } = await deps.db.global(async (tx) => ({
    row: await tx.first<Row>(
      sql`select recipient, subject, body, state, created_at from mail_outbox where mail_id = ${mailId}`,
    ),
    hold: await findInstallationHold(tx),
  }));
  if (!row?.body || row.state === 'sent') return;
  if (hold && hold.reason !== 'operator' && new Date(row.created_at) < new Date(hold.since))
    throw new SendingHeld(hold);
  const body = deps.vault.open<MailBody>(row.body, mailContext(mailId));
  try {
    await post({ id: mailId, to: row.recipient, subject: row.subject, ...body });
  } catch (error) {
    const refusal = toRefusal(error);
    if (refusal.forGood || isLastTry)
      await deps.db.global((tx) =>
        tx.run(sql`update mail_outbox set state = 'failed', error = ${refusal.code} where mail_id = ${mailId}`),
      );
    if (refusal.forGood) return;
    throw new Error(`mail server rejected the message (${refusal.code})`);
  }
  await deps.db.global((tx) =>
    tx.run(
      sql`update mail_outbox set state = 'sent', sent_at = now(), body = null, error = null where mail_id = ${mailId}`,
    ),
  );
}
