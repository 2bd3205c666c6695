import { randomInt } from 'node:crypto';
import { AppError } from '@quayside/kernel';
import { Secret, TOTP } from 'otpauth';
import { type Executor, json, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { hashToken } from '../../../http/session.ts';
import type { Visitor, Who } from '../../../http/who.ts';
import type { Sealed } from '../../../vault/vault.ts';
import { endSessions } from './end-sessions.ts';
import { mailOwners, paceOwnerMails } from './mail-owners.ts';
import { noteEvent } from './note-event.ts';
import { forgive, giveBack, guesses, pace } from './pace.ts';
import { refuseDemo } from './set-password.ts';
import { confirmPassword } from './sign-in.ts';
import { FREE_SECOND_CODES, getTwoFactorKey, throttleTwoFactor } from './throttle-two-factor.ts';

/**
 * RFC 6238 as supported by every authenticator app: SHA-1, six digits, 30 seconds; one step early or late is accepted.
 */
const PERIOD_SECONDS = 30;
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** Without similar-looking characters. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

export const totpContext = (accountId: string): string => `totp:${accountId}`;

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({
    issuer: 'Quayside',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** The current time step that a code matches, if any. */
function stepOf(deps: Deps, secret: string, code: string): number | undefined {
  const now = deps.clock.millis();
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

const tidy = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '');
const recoveryHash = (accountId: string, code: string): Buffer => hashToken(`${accountId}:${tidy(code)}`);

async function newRecoveryCodes(tx: Executor, accountId: string): Promise<string[]> {
  const some = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${some()}-${some()}`);
  await tx.run(sql`delete from account_recovery_code where account_id = ${accountId}`);
  for (const code of codes)
    await tx.run(
      sql`insert into account_recovery_code (account_id, code_hash) values (${accountId}, ${recoveryHash(accountId, code)})`,
    );
  return codes;
}

/** Consumes a TOTP code: each time step works once, also for concurrent calls. */
async function takeTotp(deps: Deps, accountId: string, code: string, wantConfirmed: boolean): Promise<boolean> {
  return deps.db.tenant({ accountId }, async (tx) => {
    const row = await tx.first<{ secret: Sealed }>(sql`select secret from account_totp
      where account_id = ${accountId} and (confirmed_at is not null) = ${wantConfirmed} for update`);
    if (!row) return false;
    const step = stepOf(deps, deps.vault.open<string>(row.secret, totpContext(accountId)), code);
    if (step === undefined) return false;
    return (
      (await tx.run(
        sql`update account_totp set last_step = ${step} where account_id = ${accountId} and last_step < ${step}`,
      )) > 0
    );
  });
}

/** Consumes a recovery code. */
const takeRecoveryCode = (deps: Deps, accountId: string, code: string, visitor: Visitor): Promise<boolean> =>
  deps.db.tenant({ accountId }, async (tx) => {
    const taken = await tx.run(sql`update account_recovery_code set used_at = now()
      where account_id = ${accountId} and code_hash = ${recoveryHash(accountId, code)} and used_at is null`);
    if (taken > 0) await noteEvent(tx, accountId, 'recovery_code_used', visitor);
    return taken > 0;
  });

/**
 * Consumes a TOTP or recovery code, rate limited by account and address. Throws WRONG_SECOND_CODE for the field, or
 * TOO_MANY_GUESSES.
 */
export async function checkSecondCode(deps: Deps, accountId: string, code: string, visitor: Visitor): Promise<void> {
  const byAddress = guesses.address(visitor.ip);
  await pace(deps, [byAddress]);
  const tries = await throttleTwoFactor(deps, accountId).catch(async (error: unknown) => {
    await giveBack(deps, [byAddress]);
    throw error;
  });
  const figures = code.replace(/\s/g, '');
  const taken = /^\d{6}$/.test(figures)
    ? await takeTotp(deps, accountId, figures, true)
    : await takeRecoveryCode(deps, accountId, code, visitor);
  if (!taken) {
    if (tries === FREE_SECOND_CODES)
      await deps.db.global((tx) =>
        mailOwners(deps, tx, [accountId], 'second-factor-guessed', () => ({ count: tries, ip: visitor.ip })),
      );
    throw new AppError('UNPROCESSABLE_ENTITY', 'WRONG_SECOND_CODE', { fields: { code: ['WRONG_SECOND_CODE'] } });
  }
  await giveBack(deps, [byAddress]);
  await forgive(deps, getTwoFactorKey(accountId));
}

/** The 2FA step of a sign-in, if enabled. Throws TWO_FACTOR_CODE_NEEDED without a code. */
export async function requireTwoFactor(
  deps: Deps,
  accountId: string,
  code: string | undefined,
  visitor: Visitor,
): Promise<void> {
  const row = await deps.db.global((tx) =>
    tx.first<{ is_on: boolean }>(
      sql`select two_factor_at is not null as is_on from account where account_id = ${accountId}`,
    ),
  );
  if (!row?.is_on) return;
  if (code === undefined)
    throw new AppError('UNPROCESSABLE_ENTITY', 'TWO_FACTOR_CODE_NEEDED', {
      fields: { code: ['TWO_FACTOR_CODE_NEEDED'] },
    });
  await checkSecondCode(deps, accountId, code, visitor);
}

/**
 * Creates a new secret, effective once a code is confirmed. Throws TWO_FACTOR_IS_ON, WRONG_PASSWORD, DEMO_IS_SHARED.
 */
export async function beginTwoFactor(deps: Deps, who: Who, password: string): Promise<{ secret: string; uri: string }> {
  refuseDemo(who);
  await confirmPassword(deps, who.account, password, who, 'password');
  const { id } = who.account;
  const secret = new Secret({ size: 20 }).base32;
  const written = await deps.db.tenant({ accountId: id }, (tx) =>
    tx.run(sql`insert into account_totp as t (account_id, secret) values (${id}, ${json(deps.vault.seal(secret, totpContext(id)))})
      on conflict (account_id) do update set secret = excluded.secret, last_step = 0, created_at = excluded.created_at
      where t.confirmed_at is null`),
  );
  if (written === 0) throw new AppError('UNPROCESSABLE_ENTITY', 'TWO_FACTOR_IS_ON');
  return { secret, uri: totpOf(secret, who.account.email).toString() };
}

/** Enables 2FA and returns the recovery codes, shown only once. Throws WRONG_SECOND_CODE. */
export async function confirmTwoFactor(deps: Deps, who: Who, code: string): Promise<string[]> {
  const { id } = who.account;
  await throttleTwoFactor(deps, id);
  if (!(await takeTotp(deps, id, code.replace(/\s/g, ''), false)))
    throw new AppError('UNPROCESSABLE_ENTITY', 'WRONG_SECOND_CODE', { fields: { code: ['WRONG_SECOND_CODE'] } });
  await forgive(deps, getTwoFactorKey(id));
  return deps.db.tenant({ accountId: id }, async (tx) => {
    await tx.run(sql`update account_totp set confirmed_at = now() where account_id = ${id}`);
    await tx.run(sql`update account set two_factor_at = now() where account_id = ${id}`);
    await noteEvent(tx, id, 'two_factor_on', who);
    // Other sessions signed in without 2FA and would bypass it.
    await endSessions(tx, id, { except: who.tokenHash });
    await mailOwners(deps, tx, [id], 'two-factor-on');
    return newRecoveryCodes(tx, id);
  });
}

/** Replaces the recovery codes. Throws TWO_FACTOR_IS_OFF or RATE_LIMIT. */
export async function renewRecoveryCodes(deps: Deps, who: Who): Promise<string[]> {
  const { id } = who.account;
  await paceOwnerMails(deps, who);
  return deps.db.tenant({ accountId: id }, async (tx) => {
    const on = await tx.first(sql`select 1 from account_totp where account_id = ${id} and confirmed_at is not null`);
    if (!on) throw new AppError('UNPROCESSABLE_ENTITY', 'TWO_FACTOR_IS_OFF');
    await noteEvent(tx, id, 'recovery_codes_renewed', who);
    await mailOwners(deps, tx, [id], 'recovery-codes-renewed');
    return newRecoveryCodes(tx, id);
  });
}

/** Disables 2FA with the password and a code. Throws WRONG_PASSWORD, WRONG_SECOND_CODE. */
export async function endTwoFactor(deps: Deps, who: Who, password: string, code: string): Promise<void> {
  await confirmPassword(deps, who.account, password, who, 'password');
  await checkSecondCode(deps, who.account.id, code, who);
  const { id } = who.account;
  await deps.db.tenant({ accountId: id }, async (tx) => {
    await tx.run(sql`delete from account_totp where account_id = ${id}`);
    await tx.run(sql`delete from account_recovery_code where account_id = ${id}`);
    await tx.run(sql`update account set two_factor_at = null where account_id = ${id}`);
    await noteEvent(tx, id, 'two_factor_off', who);
    await mailOwners(deps, tx, [id], 'two-factor-off');
  });
}

/** The 2FA status. */
export async function twoFactorState(deps: Deps, accountId: string) {
  return deps.db.read({ accountId }, async (ex) => {
    const totp = await ex.first<{ confirmed_at: string }>(
      sql`select confirmed_at from account_totp where account_id = ${accountId} and confirmed_at is not null`,
    );
    const left = await ex.first<{ n: number }>(
      sql`select count(*)::int as n from account_recovery_code where account_id = ${accountId} and used_at is null`,
    );
    return { on_since: totp?.confirmed_at ?? null, recovery_codes_left: totp ? (left?.n ?? 0) : 0 };
  });
}
