import { hash } from '@node-rs/argon2';
import { AppError } from '@quayside/kernel';
import { type Executor, retryDeadlock, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { holdAccount } from '../../../http/hold-session.ts';
import type { Visitor, Who } from '../../../http/who.ts';
import { queueMail } from '../../mail/index.ts';
import { endProofs, endSessions } from './end-sessions.ts';
import { endTokens } from './end-tokens.ts';
import { type OnFirstProof, proveByReset } from './first-proof.ts';
import { findPasswordLink, type Link, useLink } from './links.ts';
import { noteEvent } from './note-event.ts';
import { giveBack, guesses, pace } from './pace.ts';
import { refuseGuessable } from './refuse-guessable.ts';
import { confirmPassword, holdConfirmed } from './sign-in.ts';
import { getTwoFactorKey } from './throttle-two-factor.ts';

/** Saves the new password, invalidates pending links, and emails the person. */
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
  if (!account) throw new Error('account not found');
  await endProofs(tx, accountId);
  await noteEvent(tx, accountId, how.kind, how.by);
  await tx.run(sql`update account_link set used_at = now()
    where account_id = ${accountId} and purpose in ('reset', 'social', 'export') and used_at is null`);
  for (const key of [guesses.email(account.email).key, getTwoFactorKey(accountId)])
    await tx.run(sql`delete from login_attempt where key = ${key}`);
  await queueMail(deps, tx, {
    kind: 'password-changed',
    accountId,
    to: account.email,
    name: account.first_name,
    language: account.language,
  });
}

/**
 * Sets a password with a mailed link, which also verifies the email; ends all sessions, and API tokens unless kept.
 * Throws LINK_NOT_GOOD, PASSWORD_TOO_COMMON or TOO_MANY_GUESSES.
 */
export async function resetPassword(
  deps: Deps,
  link: Link,
  { password, end_tokens }: { password: string; end_tokens: boolean },
  visitor: Visitor,
  onFirstProof: OnFirstProof,
): Promise<void> {
  const paced = [guesses.address(visitor.ip)];
  await pace(deps, paced);
  await refuseGuessable(password, '');
  // Before the link is checked, so that a valid link takes no longer than an invalid one.
  const passwordHash = await hash(password);
  const { accountId, purpose } = await deps.db.global((tx) => findPasswordLink(tx, link));
  await retryDeadlock(() =>
    deps.db.tenant({ accountId }, async (tx) => {
      // Locked before the link: two links used at once would deadlock.
      await holdAccount(tx, accountId);
      const account = await tx.first<{ email: string }>(sql`select email from account where account_id = ${accountId}`);
      await refuseGuessable(password, account?.email ?? '');
      await useLink(tx, purpose, link);
      await keep(deps, tx, accountId, passwordHash, { kind: 'password_reset', by: visitor });
      await proveByReset(deps, tx, accountId, visitor, onFirstProof);
      if (end_tokens) await endTokens(tx, accountId);
      await endSessions(tx, accountId);
    }),
  );
  await giveBack(deps, paced);
}

/** Throws DEMO_IS_SHARED for the demo account, whose password is public or printed at start. */
export function refuseDemo(who: Who): void {
  if (who.account.isDemo) throw new AppError('FORBIDDEN', 'DEMO_IS_SHARED');
}

/**
 * Changes the password with the old one. Other sessions and API tokens end unless kept; throws WRONG_PASSWORD,
 * PASSWORD_TOO_COMMON, TOO_MANY_GUESSES or DEMO_IS_SHARED.
 */
export async function changePassword(
  deps: Deps,
  who: Who,
  input: { current_password: string; password: string; end_sessions: boolean; end_tokens: boolean },
): Promise<void> {
  refuseDemo(who);
  const { id, email } = who.account;
  await refuseGuessable(input.password, email);
  const proof = await confirmPassword(deps, who.account, input.current_password, who, 'current_password');
  const passwordHash = await hash(input.password);
  await deps.db.tenant({ accountId: id }, async (tx) => {
    await holdConfirmed(tx, proof, 'current_password');
    await keep(deps, tx, id, passwordHash, { kind: 'password_changed', by: who });
    if (input.end_tokens) await endTokens(tx, id);
    // Even without other sessions, this makes every process reload its cached sessions and tokens.
    await endSessions(tx, id, input.end_sessions ? { except: who.tokenHash } : { only: Buffer.alloc(0) });
  });
}
