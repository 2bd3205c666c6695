import { type Executor, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Visitor } from '../../../http/who.ts';
import { queueMail } from '../../mail/index.ts';
import { noteEvent } from './note-event.ts';

/** Suspends others' access to the account's workspaces; returns the number of suspended items. */
export type OnFirstProof = (tx: Executor, accountId: string) => Promise<number>;

/** Turns off 2FA that was set up before the email was verified. Returns whether it was on. */
async function endTwoFactor(tx: Executor, accountId: string): Promise<boolean> {
  await tx.run(sql`delete from account_totp where account_id = ${accountId}`);
  await tx.run(sql`delete from account_recovery_code where account_id = ${accountId}`);
  const ended = await tx.run(
    sql`update account set two_factor_at = null where account_id = ${accountId} and two_factor_at is not null`,
  );
  return ended > 0;
}

/**
 * First verification of an email, by setting a password through a mailed link: all earlier access ends, and others'
 * access to its workspaces is suspended for review, because someone else may have used the account. No effect if
 * already verified; `tx` runs under the account.
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
  // API tokens are only found through their directory.
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
