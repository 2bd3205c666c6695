import { randomInt } from 'node:crypto';
import { AppError } from '@quayside/kernel';
import { type Executor, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { CONFIRMED_MINUTES, hashToken } from '../../../http/session.ts';
import type { Who } from '../../../http/who.ts';
import { SOCIAL_IDS, type SocialId } from '../../../social.ts';
import { queueMail } from '../../mail/index.ts';
import { forgive, giveBack, guesses, pace } from './pace.ts';
import { confirmPassword, holdConfirmed } from './sign-in.ts';
import { requireTwoFactor } from './two-factor.ts';

const CODE_MINUTES = 10;
const CODE_TRIES = 5;
/** Free codes per account and hour. */
const FREE_CODES = 3;

interface ConfirmingAccount {
  email: string;
  first_name: string;
  language: string;
  has_password: boolean;
  two_factor: boolean;
}

async function readAccount(tx: Executor, accountId: string): Promise<ConfirmingAccount> {
  const row = await tx.first<ConfirmingAccount>(sql`select email, first_name, language,
      password_hash is not null as has_password, two_factor_at is not null as two_factor
    from account where account_id = ${accountId}`);
  if (!row) throw new Error('account not found');
  return row;
}

/** The caller's confirmation methods, and when their last confirmation expires. */
export function confirmationState(deps: Deps, who: Who, confirmedUntil: string | undefined) {
  return deps.db.global(async (tx) => {
    const account = await readAccount(tx, who.account.id);
    const linked = account.has_password
      ? []
      : await tx.rows<{ provider: string }>(
          sql`select provider from social_identity where account_id = ${who.account.id}`,
        );
    return {
      confirmed_until: confirmedUntil ?? null,
      password: account.has_password,
      two_factor: account.two_factor,
      is_demo: who.account.isDemo,
      socials: SOCIAL_IDS.filter((id) => linked.some(({ provider }) => provider === deps.social[id]?.realm)),
      mail: account.has_password ? null : account.email,
    };
  });
}

/** Marks a session as confirmed now. */
export async function markConfirmed(tx: Executor, tokenHash: Buffer): Promise<string> {
  const row = await tx.first<{ until: string }>(sql`update session_token set confirmed_at = now()
    where token_hash = ${tokenHash} returning confirmed_at + make_interval(mins => ${CONFIRMED_MINUTES}::int) as until`);
  if (!row) throw new AppError('UNAUTHORIZED', 'SESSION_ENDED');
  return row.until;
}

/**
 * Confirms the caller's session: by password if there is one, else by a mailed code; plus the 2FA code if enabled.
 * Throws WRONG_PASSWORD, CONFIRM_CODE_WRONG, TWO_FACTOR_CODE_NEEDED, WRONG_SECOND_CODE or TOO_MANY_GUESSES.
 */
export async function confirmSession(
  deps: Deps,
  who: Who,
  proof: { password?: string | undefined; code?: string | undefined; mail_code?: string | undefined },
): Promise<{ confirmed_until: string }> {
  const account = await deps.db.global((tx) => readAccount(tx, who.account.id));
  const field = account.has_password ? 'password' : 'mail_code';
  const given = proof[field];
  if (!given)
    throw new AppError('UNPROCESSABLE_ENTITY', 'INPUT_INVALID_FIELDS', { fields: { [field]: ['INPUT_REQUIRED'] } });
  const checked = account.has_password
    ? await confirmPassword(deps, who.account, given, who, 'password')
    : await takeCode(deps, who, given);
  await requireTwoFactor(deps, who.account.id, proof.code, who);
  const until = await deps.db.global(async (tx) => {
    if (checked) await holdConfirmed(tx, checked, field);
    return markConfirmed(tx, who.tokenHash);
  });
  return { confirmed_until: until };
}

/** Throws CONFIRM_BY_PASSWORD: for an account with a password, a mailbox or provider is not enough. */
async function refuseWithPassword(tx: Executor, accountId: string): Promise<ConfirmingAccount> {
  const account = await readAccount(tx, accountId);
  if (account.has_password) throw new AppError('UNPROCESSABLE_ENTITY', 'CONFIRM_BY_PASSWORD');
  return account;
}

/** Checks that the account may confirm at a provider. Throws CONFIRM_BY_PASSWORD or SOCIAL_NOT_LINKED. */
export async function checkProvider(deps: Deps, who: Who, social: SocialId): Promise<void> {
  await deps.db.global(async (tx) => {
    await refuseWithPassword(tx, who.account.id);
    const linked = await tx.first(sql`select 1 from social_identity
      where account_id = ${who.account.id} and provider = ${deps.social[social]?.realm ?? social}`);
    if (!linked) throw new AppError('NOT_FOUND', 'SOCIAL_NOT_LINKED');
  });
}

const codeHash = (tokenHash: Buffer, code: string): Buffer => hashToken(`${tokenHash.toString('hex')}:${code}`);

/** Mails a code for this session and invalidates an earlier one. Throws CONFIRM_BY_PASSWORD or TOO_MANY_GUESSES. */
export async function mailCode(deps: Deps, who: Who): Promise<void> {
  await pace(deps, [{ key: `confirm-mail:${who.account.id}`, free: FREE_CODES }]);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const endsAt = new Date(deps.clock.millis() + CODE_MINUTES * 60_000).toISOString();
  await deps.db.global(async (tx) => {
    const account = await refuseWithPassword(tx, who.account.id);
    await tx.run(sql`insert into session_code (token_hash, code_hash, expires_at)
      values (${who.tokenHash}, ${codeHash(who.tokenHash, code)}, ${endsAt})
      on conflict (token_hash) do update set code_hash = excluded.code_hash, tries = 0, expires_at = excluded.expires_at`);
    await queueMail(deps, tx, {
      kind: 'confirm-code',
      accountId: who.account.id,
      to: account.email,
      name: account.first_name,
      language: account.language,
      params: { code, count: CODE_MINUTES },
    });
  });
}

/** Consumes a mailed code. The attempt is counted before comparing; throws CONFIRM_CODE_WRONG. */
async function takeCode(deps: Deps, who: Who, given: string): Promise<undefined> {
  const byAddress = guesses.address(who.ip);
  const byAccount = { key: `confirm-code:${who.account.id}`, free: CODE_TRIES };
  await pace(deps, [byAddress, byAccount]);
  const taken = await deps.db.global(async (tx) => {
    const row = await tx.first<{ code_hash: Buffer }>(sql`update session_code set tries = tries + 1
      where token_hash = ${who.tokenHash} and tries < ${CODE_TRIES} and expires_at > now() returning code_hash`);
    if (!row?.code_hash.equals(codeHash(who.tokenHash, given.replace(/\D/g, '')))) return false;
    await tx.run(sql`delete from session_code where token_hash = ${who.tokenHash}`);
    return true;
  });
  if (!taken)
    throw new AppError('UNPROCESSABLE_ENTITY', 'CONFIRM_CODE_WRONG', { fields: { mail_code: ['CONFIRM_CODE_WRONG'] } });
  await giveBack(deps, [byAddress]);
  await forgive(deps, byAccount.key);
}
