import { AppError } from '@quayside/kernel';
import { type Executor, json, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { hasLive } from '../../../http/has-live.ts';
import { holdAccount, holdSession } from '../../../http/hold-session.ts';
import { hashToken } from '../../../http/session.ts';
import type { Visitor } from '../../../http/who.ts';
import type { SocialId, SocialProvider } from '../../../social.ts';
import type { Sealed } from '../../../vault/vault.ts';
import { markConfirmed } from './confirm-session.ts';
import { createAccount } from './create-account.ts';
import { findLink, type Link, makeLink, useLink } from './links.ts';
import { mailOwners } from './mail-owners.ts';
import { noteEvent } from './note-event.ts';
import { checkPassword, holdProof, type Proof } from './sign-in.ts';
import { comeBack, leaveFor, type Profile, type SocialRedirect } from './social-client.ts';
import { requireTwoFactor } from './two-factor.ts';

const MINUTES_AWAY = 10;
/** Display name of a provider in emails. */
const nameOf = (realm: string): string => (realm.includes('google') ? 'Google' : 'Facebook');
const context = (provider: string): string => `social:${provider}`;
const redirectOf = (deps: Deps, id: SocialId): string => `${deps.config.ownUrl}/auth/${id}/callback`;

function providerOf(deps: Deps, id: SocialId): SocialProvider {
  const provider = deps.social[id];
  if (!provider) throw new AppError('NOT_FOUND', 'SOCIAL_OFF');
  return provider;
}

interface SocialAttempt extends SocialRedirect {
  binding: string;
  /** Set: link the provider to this account and open no other. */
  accountId?: string;
  /** Set: link nothing; confirm the session with this token hash (base64) by an already linked sign-in. */
  confirms?: string;
}

/**
 * Starts a social sign-in. `binding` stays in the browser that started and is required on return, so that no one can be
 * signed in to an account by someone else's link; throws SOCIAL_OFF.
 */
export async function beginSocial(
  deps: Deps,
  id: SocialId,
  binding: string,
  forAccount: Pick<SocialAttempt, 'accountId' | 'confirms'> = {},
): Promise<{ url: string }> {
  const provider = providerOf(deps, id);
  const { url, away } = await leaveFor(deps, provider, redirectOf(deps, id));
  const kept: SocialAttempt = { ...away, binding, ...forAccount };
  await deps.db.global((tx) =>
    tx.run(sql`insert into social_attempt (state_hash, provider, kept, expires_at)
      values (${hashToken(away.state)}, ${provider.realm}, ${json(deps.vault.seal(kept, context(provider.realm)))},
        now() + make_interval(mins => ${MINUTES_AWAY}::int))`),
  );
  return { url };
}

/** Consumes a returned state: once, in time, for its provider and browser. Throws SOCIAL_STATE_UNKNOWN. */
async function takeState(deps: Deps, provider: SocialProvider, state: string, binding: string): Promise<SocialAttempt> {
  const row = await deps.db.global((tx) =>
    tx.first<{ kept: Sealed }>(sql`update social_attempt set used_at = now()
      where state_hash = ${hashToken(state)} and provider = ${provider.realm} and used_at is null and expires_at > now()
      returning kept`),
  );
  const kept = row && deps.vault.open<SocialAttempt>(row.kept, context(provider.realm));
  if (kept?.binding !== binding) throw new AppError('UNPROCESSABLE_ENTITY', 'SOCIAL_STATE_UNKNOWN');
  return kept;
}

export type SocialOutcome =
  | { state: 'enter'; proof: Proof; bySandbox: boolean }
  /** Linked to the signed-in account. */
  | { state: 'linked' }
  /** The session was confirmed. */
  | { state: 'confirmed' }
  /** The account has 2FA, or has this email without being linked: proof is required. */
  | { state: 'prove'; needs: 'code' | 'password'; email: string; link: Link };

interface Found {
  account_id: string;
  email: string;
  two_factor: boolean;
  access_version: number;
}

const found = (ex: Executor, provider: string, subject: string) =>
  ex.first<Found>(sql`select a.account_id, a.email, a.access_version,
      a.two_factor_at is not null as two_factor
    from social_identity i join account a using (account_id)
    where i.provider = ${provider} and i.subject = ${subject} and a.deleted_at is null`);

export async function saveIdentity(
  tx: Executor,
  provider: string,
  subject: string,
  accountId: string,
  email: string,
): Promise<void> {
  const kept = await tx.run(sql`insert into social_identity (provider, subject, account_id, email)
    values (${provider}, ${subject}, ${accountId}, ${email})
    on conflict (provider, subject) do update set email = excluded.email where social_identity.account_id = excluded.account_id`);
  if (kept === 0) throw new AppError('UNPROCESSABLE_ENTITY', 'SOCIAL_TAKEN');
}

/** Throws SANDBOX_SIGN_IN_OPENS_NO_LIVE: the sandbox proves no identity, so it can't open an account with live data. */
async function refuseLive(deps: Deps, provider: SocialProvider | undefined, accountId: string): Promise<void> {
  if (provider?.isSandbox && (await hasLive(deps, accountId)))
    throw new AppError('FORBIDDEN', 'SANDBOX_SIGN_IN_OPENS_NO_LIVE', { params: { name: nameOf(provider.realm) } });
}

const providerIn = (deps: Deps, realm: string): SocialProvider | undefined =>
  Object.values(deps.social).find((one) => one?.realm === realm);

async function toProve(
  deps: Deps,
  account: { account_id: string; email: string },
  needs: 'code' | 'password',
  identity: { provider: string; subject: string },
): Promise<SocialOutcome> {
  const link = await deps.db.global((tx) =>
    makeLink(tx, {
      accountId: account.account_id,
      email: account.email,
      purpose: 'social',
      detail: { ...identity, needs },
    }),
  );
  return { state: 'prove', needs, email: account.email, link };
}

async function enterAs(
  deps: Deps,
  provider: SocialProvider,
  profile: Profile,
  visitor: Visitor,
): Promise<SocialOutcome> {
  const identity = { provider: provider.realm, subject: profile.subject };
  const known = await deps.db.global((tx) => found(tx, provider.realm, profile.subject));
  if (known) await refuseLive(deps, provider, known.account_id);
  if (known)
    return known.two_factor
      ? toProve(deps, known, 'code', identity)
      : {
          state: 'enter',
          proof: { accountId: known.account_id, version: known.access_version },
          bySandbox: provider.isSandbox,
        };
  const email = profile.email?.trim().toLowerCase();
  if (!email) throw new AppError('UNPROCESSABLE_ENTITY', 'SOCIAL_NO_EMAIL');
  // A matching email at the provider doesn't open our account; its owner must prove to be the same person.
  const same = await deps.db.global((tx) =>
    tx.first<{ account_id: string; email: string }>(
      sql`select account_id, email from account where email_key = lower(${email}) and deleted_at is null`,
    ),
  );
  if (same) await refuseLive(deps, provider, same.account_id);
  if (same) return toProve(deps, same, 'password', identity);
  const proof = await createAccount(deps, {
    email,
    firstName: profile.firstName.slice(0, 80) || (email.split('@')[0] ?? ''),
    lastName: profile.lastName.slice(0, 80),
    language: visitor.locale,
    timeZone: visitor.timeZone,
    emailVerified: profile.emailVerified && !provider.isSandbox,
  });
  const { accountId } = proof;
  await deps.db.global(async (tx) => {
    await holdProof(tx, proof);
    await saveIdentity(tx, provider.realm, profile.subject, accountId, email);
    await noteEvent(tx, accountId, 'provider_linked', visitor, provider.realm);
  });
  return { state: 'enter', proof, bySandbox: provider.isSandbox };
}

/**
 * Completes a returned sign-in or linking. Throws SOCIAL_DENIED, SOCIAL_STATE_UNKNOWN, SOCIAL_FAILED, SOCIAL_NO_EMAIL
 * or SOCIAL_TAKEN.
 */
export async function finishSocial(
  deps: Deps,
  id: SocialId,
  back: { code?: string | undefined; state: string; binding: string; error?: string | undefined },
  visitor: Visitor,
): Promise<SocialOutcome> {
  const provider = providerOf(deps, id);
  const away = await takeState(deps, provider, back.state, back.binding);
  // Linking is completed only by the account that started it, and signs no one in.
  if (away.accountId && away.accountId !== visitor.signedIn?.account.id)
    throw new AppError('UNPROCESSABLE_ENTITY', 'SOCIAL_STATE_UNKNOWN');
  if (away.confirms && away.confirms !== visitor.signedIn?.tokenHash.toString('base64'))
    throw new AppError('UNPROCESSABLE_ENTITY', 'SOCIAL_STATE_UNKNOWN');
  if (back.error || !back.code) throw new AppError('UNPROCESSABLE_ENTITY', 'SOCIAL_DENIED');
  let profile: Profile;
  try {
    profile = await comeBack(deps, provider, redirectOf(deps, id), away, back.code);
  } catch (error) {
    // The message may contain the code or a token: log only the kind of failure.
    deps.log.warn(
      { provider: id, failure: (error as { code?: string }).code ?? (error as Error).name },
      'a social sign-in failed',
    );
    throw new AppError('UNPROCESSABLE_ENTITY', 'SOCIAL_FAILED');
  }
  if (!away.accountId) return enterAs(deps, provider, profile, visitor);
  const { accountId } = away;
  await refuseLive(deps, provider, accountId);
  if (away.confirms) {
    const tokenHash = Buffer.from(away.confirms, 'base64');
    await deps.db.global(async (tx) => {
      const known = await found(tx, provider.realm, profile.subject);
      if (known?.account_id !== accountId) throw new AppError('UNPROCESSABLE_ENTITY', 'CONFIRM_OTHER_SOCIAL');
      if (known.two_factor) throw new AppError('UNPROCESSABLE_ENTITY', 'CONFIRM_BY_PASSWORD');
      await markConfirmed(tx, tokenHash);
    });
    return { state: 'confirmed' };
  }
  const email = profile.email?.trim().toLowerCase() ?? '';
  await deps.db.global(async (tx) => {
    // The provider call may have taken long, so check the session again.
    if (visitor.signedIn) await holdSession(tx, visitor.signedIn);
    await saveIdentity(tx, provider.realm, profile.subject, accountId, email);
    await noteEvent(tx, accountId, 'provider_linked', visitor, provider.realm);
    await mailOwners(deps, tx, [accountId], 'sign-in-linked', () => ({ provider: nameOf(provider.realm) }));
  });
  return { state: 'linked' };
}

/**
 * Completes the requested proof and links the provider if needed. Throws LINK_NOT_GOOD, WRONG_EMAIL_OR_PASSWORD,
 * TWO_FACTOR_CODE_NEEDED, WRONG_SECOND_CODE or TOO_MANY_GUESSES.
 */
export async function proveSocial(
  deps: Deps,
  link: Link,
  proof: { password?: string | undefined; code?: string | undefined },
  visitor: Visitor,
): Promise<{ proof: Proof; provider: string; bySandbox: boolean }> {
  const asked = await deps.db.global((tx) => findLink(tx, 'social', link));
  if (!asked) throw new AppError('UNPROCESSABLE_ENTITY', 'LINK_NOT_GOOD');
  const { provider = '', subject = '', needs } = asked.detail;
  await refuseLive(deps, providerIn(deps, provider), asked.account_id);
  let checked: Proof | undefined;
  if (needs === 'password') {
    if (!proof.password)
      throw new AppError('UNPROCESSABLE_ENTITY', 'INPUT_INVALID_FIELDS', { fields: { password: ['INPUT_REQUIRED'] } });
    checked = await checkPassword(deps, asked.email, proof.password, visitor);
  }
  await requireTwoFactor(deps, asked.account_id, proof.code, visitor);
  const version = await deps.db.global(async (tx) => {
    if (checked) await holdProof(tx, checked);
    // A new password invalidates the link, so a valid link implies unchanged access.
    const held = await holdAccount(tx, asked.account_id);
    await useLink(tx, 'social', link);
    await saveIdentity(tx, provider, subject, asked.account_id, asked.email);
    if (needs === 'password') {
      await noteEvent(tx, asked.account_id, 'provider_linked', visitor, provider);
      await mailOwners(deps, tx, [asked.account_id], 'sign-in-linked', () => ({ provider: nameOf(provider) }));
    }
    return held ?? 0;
  });
  // The password was verified, regardless of who sent the request.
  const bySandbox = !checked && providerIn(deps, provider)?.isSandbox === true;
  return { proof: { accountId: asked.account_id, version }, provider, bySandbox };
}
