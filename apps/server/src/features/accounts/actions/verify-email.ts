import { AppError } from '@quayside/kernel';
import { type Executor, retryDeadlock, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { holdAccount } from '../../../http/hold-session.ts';
import { hashToken, SESSION_CHANNEL } from '../../../http/session.ts';
import type { Visitor } from '../../../http/who.ts';
import { type Link, linkNotGood, useLink } from './links.ts';
import { noteEvent } from './note-event.ts';
import { giveBack, guesses, pace } from './pace.ts';

interface Verification {
  account_id: string;
  email: string;
  is_proven: boolean;
}

/** Account and email of a verification link that is valid or was already used. */
const findVerification = (tx: Executor, { id, code }: Link): Promise<Verification | undefined> =>
  tx.first<Verification>(sql`select l.account_id, l.email, a.email_verified_at is not null as is_proven
    from account_link l join account a using (account_id)
    where l.link_id = ${id} and l.purpose = 'verify' and l.code_hash = ${hashToken(code)}
      and a.deleted_at is null and a.email_key = lower(l.email)
      and (a.email_verified_at is not null or (l.used_at is null and l.expires_at > now()))`);

/**
 * Verifies an email with its mailed link and a session of that account: the link alone identifies the mailbox, not who
 * signed up. Idempotent; throws LINK_NOT_GOOD, TOO_MANY_GUESSES, or VERIFY_SIGN_IN_FIRST, after which the link can set
 * a new password (resetPassword).
 */
export async function verifyEmail(deps: Deps, link: Link, visitor: Visitor): Promise<{ email: string }> {
  const paced = [guesses.address(visitor.ip)];
  await pace(deps, paced);
  const found = await deps.db.global((tx) => findVerification(tx, link));
  if (!found) throw linkNotGood();
  const { account_id: accountId, email } = found;
  if (!found.is_proven) {
    if (visitor.signedIn?.account.id !== accountId) {
      await giveBack(deps, paced);
      throw new AppError('UNPROCESSABLE_ENTITY', 'VERIFY_SIGN_IN_FIRST', { params: { email } });
    }
    await retryDeadlock(() =>
      deps.db.global(async (tx) => {
        await holdAccount(tx, accountId);
        await useLink(tx, 'verify', link);
        const isFirst = await tx.run(sql`update account set email_verified_at = now()
        where account_id = ${accountId} and email_verified_at is null`);
        if (isFirst > 0) await noteEvent(tx, accountId, 'email_proven', visitor);
        await tx.run(sql`select pg_notify(${SESSION_CHANNEL}, ${accountId})`);
      }),
    );
  }
  await giveBack(deps, paced);
  return { email };
}
