import { type Executor, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Visitor } from '../../../http/who.ts';
import { queueMail } from '../../mail/index.ts';
import { noteEvent } from './note-event.ts';

/** Suspends what others may use in the account's workspaces; returns how many things wait for review. */
export type OnFirstProof = (tx: Executor, accountId: string) => Promise<number>;

/** Whoever set it up had not shown that the e-mail was theirs. Returns whether it was on. */
async function endTwoFactor(tx: Executor, accountId: string): Promise<boolean> {
  await tx.run(sql`delete from account_totp where account_id = ${accountId}`);
  await tx.run(sql`delete from account_recovery_code where account_id = ${accountId}`);
  const ended = await tx.run(
    sql`update account set two_factor_at = null where account_id = ${accountId} and two_factor_at is not null`,
  );
  return ended > 0;
}

/**
 * The owner of an e-mail proves it for the first time, by choosing a password through a link that was mailed. Until now the
 * account may have been somebody else's: every way in from before ends, and what others may use in its workspaces is
 * suspended until the owner reviews it. Does nothing where the e-mail was proven before. `tx` was opened for the account.
 */
export async function proveByReset(
  deps: Deps,
  tx: Executor,
  accountId: string,
  visitor: Visitor,
  onFirstProof: OnFirstProof,
): Promise<void> {
  const account = await tx.first<{ email: string; first_name: string; language: string }>(sql`update account
    set email_verified_at = now() where account_id = ${accountId} and email_verified_at is null
    returning email, first_name, language`);
  if (!account) return;
  // Tokens for scripts are found by their directory alone.
  await tx.run(sql`delete from api_token_directory where account_id = ${accountId}`);
  await tx.run(sql`delete from social_identity where account_id = ${accountId}`);
  await tx.run(sql`delete from platform_identity where account_id = ${accountId}`);
  await tx.run(sql`update account_link set used_at = now() where account_id = ${accountId} and used_at is null`);
  const hadTwoFactor = await endTwoFactor(tx, accountId);
  const suspended = await onFirstProof(tx, accountId);
  await noteEvent(tx, accountId, 'email_proven', visitor);
  const mail = { accountId, to: account.email, name: account.first_name, language: account.language };
  if (hadTwoFactor) {
    await noteEvent(tx, accountId, 'two_factor_off', visitor);
    await queueMail(deps, tx, { ...mail, kind: 'two-factor-ended' });
  }
  if (suspended > 0)
    await queueMail(deps, tx, {
      ...mail,
      kind: 'access-suspended',
      url: `${deps.config.ownUrl}/app/setting/suspended`,
    });
}
