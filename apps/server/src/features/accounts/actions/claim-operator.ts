import { hash } from '@node-rs/argon2';
import { AppError } from '@quayside/kernel';
import { type Executor, retryDeadlock, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { holdAccount } from '../../../http/hold-session.ts';
import { isNamedOperator } from '../../../http/operators.ts';
import { hashToken } from '../../../http/session.ts';
import type { Visitor } from '../../../http/who.ts';
import { createAccount } from './create-account.ts';
import { endSessions } from './end-sessions.ts';
import { type OnFirstProof, proveByReset } from './first-proof.ts';
import type { Link } from './links.ts';
import { noteEvent } from './note-event.ts';
import { giveBack, guesses, pace } from './pace.ts';
import { refuseGuessable } from './refuse-guessable.ts';
import type { Proof } from './sign-in.ts';

const notGood = () => new AppError('UNPROCESSABLE_ENTITY', 'LINK_NOT_GOOD');

/** Consumes a link and all others of its email; of two concurrent calls one wins. Throws LINK_NOT_GOOD. */
async function spend(tx: Executor, { id, code }: Link, now: string): Promise<void> {
  const used = await tx.first<{ email: string }>(sql`delete from operator_claim where claim_id = ${id}
    and code_hash = ${hashToken(code)} and expires_at > ${now}::timestamptz returning email`);
  if (!used) throw notGood();
  await tx.run(sql`delete from operator_claim where email = ${used.email}`);
}

/** Ends all earlier access: the account may have been created or used by someone other than the operator. */
async function endWaysIn(tx: Executor, accountId: string): Promise<void> {
  await tx.run(sql`update account set two_factor_at = null where account_id = ${accountId}`);
  await endSessions(tx, accountId);
  await tx.run(sql`delete from api_token_directory where account_id = ${accountId}`);
  await tx.run(sql`delete from social_identity where account_id = ${accountId}`);
  await tx.run(sql`delete from platform_identity where account_id = ${accountId}`);
  await tx.run(sql`delete from account_totp where account_id = ${accountId}`);
  await tx.run(sql`delete from account_recovery_code where account_id = ${accountId}`);
  await tx.run(sql`update account_link set used_at = now() where account_id = ${accountId} and used_at is null`);
}

const findAccount = (deps: Deps, email: string) =>
  deps.db.global((tx) =>
    tx.first<{ account_id: string }>(
      sql`select account_id from account where email_key = ${email} and deleted_at is null and not is_demo`,
    ),
  );

/**
 * Creates an operator's account from the startup link, or takes over an existing one with that email, with a new
 * password and all earlier access and 2FA ended. Returns the account for a session; throws LINK_NOT_GOOD (also for
 * emails removed from QUAYSIDE_OPERATORS), PASSWORD_TOO_COMMON, TOO_MANY_GUESSES.
 */
export async function claimOperator(
  deps: Deps,
  link: Link,
  password: string,
  visitor: Visitor,
  onFirstProof: OnFirstProof,
): Promise<Proof> {
  const paced = [guesses.address(visitor.ip)];
  await pace(deps, paced);
  await refuseGuessable(password, '');
  const now = deps.clock.now();
  // Before the link is checked, so that a valid link takes no longer than an invalid one.
  const passwordHash = await hash(password);
  const claim = await deps.db.global((tx) =>
    tx.first<{ email: string }>(sql`select email from operator_claim where claim_id = ${link.id}
      and code_hash = ${hashToken(link.code)} and expires_at > ${now}::timestamptz`),
  );
  if (!claim || !isNamedOperator(deps.config, claim.email)) throw notGood();
  const { email } = claim;
  await refuseGuessable(password, email);
  const mark = async (tx: Executor, accountId: string): Promise<void> => {
    await spend(tx, link, now);
    await tx.run(sql`update account set operator_email = ${email} where account_id = ${accountId}`);
    await noteEvent(tx, accountId, 'operator_claimed', visitor);
  };

  const takeOver = (accountId: string): Promise<Proof> =>
    retryDeadlock(() =>
      deps.db.tenant({ accountId }, async (tx) => {
        await holdAccount(tx, accountId);
        await mark(tx, accountId);
        await tx.run(sql`update account set password_hash = ${passwordHash}, password_changed_at = ${now}::timestamptz
          where account_id = ${accountId}`);
        await tx.run(sql`delete from login_attempt where key = ${guesses.email(email).key}`);
        await endWaysIn(tx, accountId);
        // The email was unverified: others' access to the account's workspaces waits for review.
        await proveByReset(deps, tx, accountId, visitor, onFirstProof);
        return { accountId, version: (await holdAccount(tx, accountId)) ?? 0 };
      }),
    );

  const known = await findAccount(deps, email);
  const claimed = known
    ? await takeOver(known.account_id)
    : await createAccount(deps, {
        email,
        password,
        firstName: email.split('@')[0] ?? '',
        lastName: '',
        language: visitor.locale,
        timeZone: visitor.timeZone,
        emailVerified: true,
        also: mark,
      });
  await giveBack(deps, paced);
  return claimed;
}
