import { hash } from '@node-rs/argon2';
import { AppError } from '@quayside/kernel';
import { type Executor, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Visitor, Who } from '../../../http/who.ts';
import { queueMail } from '../../mail/index.ts';
import { endSessions } from './end-sessions.ts';
import { type OnFirstProof, proveByReset } from './first-proof.ts';
import { findPasswordLink, type Link, useLink } from './links.ts';
import { noteEvent } from './note-event.ts';
import { giveBack, guesses, pace } from './pace.ts';
import { confirmPassword } from './sign-in.ts';

/** Keeps the new password, spends what could undo it (links that still wait), and tells the person by mail. */
async function keep(
  deps: Deps,
  tx: Executor,
  accountId: string,
  passwordHash: string,
  how: { kind: 'password_changed' | 'password_reset'; by: Visitor },
): Promise<void> {
  const account = await tx.first<{ email: string; first_name: string; language: string }>(sql`update account
    set password_hash = ${passwordHash}, password_changed_at = now() where account_id = ${accountId}
    returning email, first_name, language`);
  if (!account) throw new Error('the account is gone');
  await noteEvent(tx, accountId, how.kind, how.by);
  await tx.run(sql`update account_link set used_at = now()
    where account_id = ${accountId} and purpose in ('reset', 'social', 'export') and used_at is null`);
  await tx.run(sql`delete from login_attempt where key = ${guesses.email(account.email).key}`);
  await queueMail(deps, tx, {
    kind: 'password-changed',
    accountId,
    to: account.email,
    name: account.first_name,
    language: account.language,
  });
}

/**
 * A new password by a link that came by mail. The mail reached the person, so the e-mail is proven too; every session
 * ends. Throws LINK_NOT_GOOD or TOO_MANY_GUESSES.
 */
export async function resetPassword(
  deps: Deps,
  link: Link,
  password: string,
  visitor: Visitor,
  onFirstProof: OnFirstProof,
): Promise<void> {
  const paced = [guesses.address(visitor.ip)];
  await pace(deps, paced);
  // Before the link is looked at: a good link takes no longer than a bad one.
  const passwordHash = await hash(password);
  const { accountId, purpose } = await deps.db.global((tx) => findPasswordLink(tx, link));
  await deps.db.tenant({ accountId }, async (tx) => {
    // Held before the link: two links used at the same time would each wait for what the other holds.
    await tx.run(sql`select 1 from account where account_id = ${accountId} for update`);
    await useLink(tx, purpose, link);
    await keep(deps, tx, accountId, passwordHash, { kind: 'password_reset', by: visitor });
    await proveByReset(deps, tx, accountId, visitor, onFirstProof);
    await endSessions(tx, accountId);
  });
  await giveBack(deps, paced);
}

/** Throws DEMO_IS_SHARED: the demo account is everybody's, its sign-in is printed at each start. */
export function refuseDemo(who: Who): void {
  if (who.account.isDemo) throw new AppError('FORBIDDEN', 'DEMO_IS_SHARED');
}

/** A new password by the old one. Every other session ends. Throws WRONG_PASSWORD, TOO_MANY_GUESSES or DEMO_IS_SHARED. */
export async function changePassword(
  deps: Deps,
  who: Who,
  input: { current_password: string; password: string },
): Promise<void> {
  refuseDemo(who);
  await confirmPassword(deps, who.account, input.current_password, who, 'current_password');
  const passwordHash = await hash(input.password);
  await deps.db.global(async (tx) => {
    await keep(deps, tx, who.account.id, passwordHash, { kind: 'password_changed', by: who });
    await endSessions(tx, who.account.id, { except: who.tokenHash });
  });
}
