import type { ChannelId } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { hasLive } from '../../../http/has-live.ts';
import { membersOf } from '../../../http/session.ts';
import type { Visitor } from '../../../http/who.ts';
import {
  cancelAccountDeletion,
  createAccount,
  openSession,
  type Proof,
  requireTwoFactor,
  userInfo,
} from '../../accounts/index.ts';
import { connectedStore, healBySessionToken, proveBySessionToken, saveStore } from '../../connections/index.ts';
import { findIdentity, type KnownUser, saveIdentity } from '../identity-repo.ts';
import { nameOfOwner } from '../rules/owner-name.ts';
import { inMerchantsWords } from './merchants-words.ts';
import { type ProvenUser, readUser } from './read-user.ts';

/** A session in the admin ends with the day: the next opening signs in by itself while the shop still vouches. */
const SESSION_HOURS = 24;

export const takenByAnother = (user: ProvenUser) =>
  new AppError('STORE_EXIST_ANOTHER_OWNER', 'SHOP_NOT_YOUR_WORKSPACE', { params: { name: user.platformDomain } });

/** Whether an account may see a store: it is a member of its workplace, and not held to other stores. */
export async function seesStore(
  deps: Deps,
  accountId: string,
  store: { workplace_id: string; store_id: string },
): Promise<boolean> {
  const members = await deps.db.read({ accountId }, (ex) => membersOf(ex, accountId));
  return members.some(
    (one) =>
      one.workplace_id === store.workplace_id &&
      one.suspended_at === null &&
      (one.store_ids === null || one.store_ids.includes(store.store_id)),
  );
}

async function session(
  deps: Deps,
  proof: Proof,
  user: Pick<ProvenUser, 'platform' | 'mode'>,
  visitor: Visitor,
  store: { workplace_id: string; store_id: string } | undefined,
) {
  const { accountId } = proof;
  const kept = await cancelAccountDeletion(deps, accountId, visitor);
  const { expiresAt, token } = await openSession(deps, proof, visitor, {
    way: user.platform,
    bySandbox: user.mode === 'sandbox',
    hours: SESSION_HOURS,
    isConfirmed: false,
  });
  return {
    token,
    expires_at: expiresAt,
    user: await userInfo(deps, accountId, visitor),
    store_id: store?.store_id ?? null,
    workplace_id: store?.workplace_id ?? null,
    ...(kept ? { account_kept: true } : {}),
  };
}

/** Signs in the account that a user of the shop's admin is known to be. */
async function enterAs(deps: Deps, user: ProvenUser, known: KnownUser, code: string | undefined, visitor: Visitor) {
  const accountId = known.account_id;
  if (user.mode === 'sandbox' && (await hasLive(deps, accountId)))
    throw new AppError('FORBIDDEN', 'SANDBOX_SHOP_OPENS_NO_LIVE', { params: { name: user.platformDomain } });
  const store = await connectedStore(deps, user);
  if (store && !(await seesStore(deps, accountId, store))) throw takenByAnother(user);
  await requireTwoFactor(deps, accountId, code, visitor);
  if (store) await healBySessionToken(deps, store, user);
  return session(deps, { accountId, version: known.access_version }, user, visitor, store);
}

/**
 * Signs in by a session token of a shop's admin. Throws SESSION_TOKEN_REFUSED; STORE_INSTALL_WITHOUT_SIGNIN when nobody is
 * known for this user, with SHOP_CONNECTED_SIGN_IN where the shop is connected; STORE_EXIST_ANOTHER_OWNER when the shop belongs to a workspace that the account is no member of;
 * SANDBOX_SHOP_OPENS_NO_LIVE for a shop of the sandbox and an account with anything live;
 * TWO_FACTOR_CODE_NEEDED or WRONG_SECOND_CODE where the account has a second factor.
 */
export async function autoLogin(
  deps: Deps,
  platform: ChannelId,
  input: { session_token: string; code?: string | undefined },
  visitor: Visitor,
) {
  const user = await readUser(deps, platform, input.session_token);
  const known = await deps.db.global((tx) => findIdentity(tx, user));
  if (!known) {
    // A connected shop gets no second account: other users need an invitation.
    const isConnected = (await connectedStore(deps, user)) !== undefined;
    throw new AppError(
      'STORE_INSTALL_WITHOUT_SIGNIN',
      isConnected ? 'SHOP_CONNECTED_SIGN_IN' : 'STORE_INSTALL_WITHOUT_SIGNIN',
      { params: { name: user.platformDomain } },
    );
  }
  return enterAs(deps, user, known, input.code, visitor);
}

/**
 * Makes an account for a shop that nobody has connected, with the shop's own e-mail, and connects the shop. The same
 * token again signs in to the account that it made. Throws STORE_EXIST_ANOTHER_OWNER, SHOP_HAS_NO_EMAIL,
 * SHOP_EMAIL_KNOWN when there is an account with this e-mail (its owner signs in), or the reason of the shop's refusal.
 */
export async function begin(deps: Deps, platform: ChannelId, sessionToken: string, visitor: Visitor) {
  const user = await readUser(deps, platform, sessionToken);
  const known = () => deps.db.global((tx) => findIdentity(tx, user));
  const before = await known();
  if (before) return enterAs(deps, user, before, undefined, visitor);
  if (await connectedStore(deps, user)) throw takenByAnother(user);
  const proven = await inMerchantsWords(deps, user, () => proveBySessionToken(deps, user));
  const email = proven.facts.ownerEmail?.trim().toLowerCase();
  if (!email)
    throw new AppError('STORE_INSTALL_FAILURE', 'SHOP_HAS_NO_EMAIL', { params: { name: user.platformDomain } });
  try {
    const { accountId, version, workplaceId } = await createAccount(deps, {
      email,
      ...nameOfOwner(proven.facts.ownerName, proven.facts.name),
      language: visitor.locale,
      timeZone: visitor.timeZone,
      also: (tx, id) => saveIdentity(tx, user, id),
    });
    const storeId = await saveStore(deps, { accountId, workplaceId }, proven);
    return session(deps, { accountId, version }, user, visitor, { workplace_id: workplaceId, store_id: storeId });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'EMAIL_TAKEN') throw error;
    // The same token a moment ago, perhaps in another tab.
    const meanwhile = await known();
    if (meanwhile) return enterAs(deps, user, meanwhile, undefined, visitor);
    throw new AppError('STORE_INSTALL_WITHOUT_SIGNIN', 'SHOP_EMAIL_KNOWN', { params: { email } });
  }
}
