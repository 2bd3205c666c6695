import { AppError } from '@quayside/kernel';
import { type Executor, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { SOCIAL_IDS, type SocialId } from '../../../social.ts';
import { isLastSignInMethod } from '../rules/last-sign-in-method.ts';
import { noteEvent } from './note-event.ts';
import { refuseDemo } from './set-password.ts';
import { beginSocial } from './social-sign-in.ts';

interface Ways {
  has_password: boolean;
  /** Linked users of shops' admins. */
  shops: number;
  houses: { provider: string; email: string; since: string }[];
}

/** All sign-in methods of an account. */
async function waysOf(tx: Executor, accountId: string): Promise<Ways> {
  const ways = await tx.first<Omit<Ways, 'houses'>>(sql`select password_hash is not null as has_password,
      (select count(*)::int from platform_identity where account_id = a.account_id) as shops
    from account a where account_id = ${accountId} for no key update`);
  const houses = await tx.rows<Ways['houses'][number]>(sql`select provider, email, created_at as since
    from social_identity where account_id = ${accountId} order by created_at`);
  return { has_password: ways?.has_password ?? false, shops: ways?.shops ?? 0, houses };
}

/** Available identity providers, and linked ones that are no longer configured. */
export async function listSocials(deps: Deps, accountId: string) {
  const ways = await deps.db.global((tx) => waysOf(tx, accountId));
  return SOCIAL_IDS.flatMap((social) => {
    const offered = deps.social[social];
    const found = ways.houses.find(({ provider }) => provider === (offered?.realm ?? social));
    if (!offered && !found) return [];
    return {
      social,
      is_sandbox: offered?.isSandbox ?? false,
      linked: found ? { email: found.email, since: found.since } : null,
      is_last_way:
        found !== undefined &&
        isLastSignInMethod({ password: ways.has_password, houses: ways.houses.length, shops: ways.shops }),
    };
  });
}

/** Starts linking an identity provider to the signed-in account. Throws SOCIAL_OFF or DEMO_IS_SHARED. */
export async function beginLink(deps: Deps, who: Who, social: SocialId, binding: string): Promise<{ url: string }> {
  refuseDemo(who);
  return beginSocial(deps, social, binding, { accountId: who.account.id });
}

/** Unlinks an identity provider. Throws SOCIAL_NOT_LINKED, SOCIAL_LAST_WAY or DEMO_IS_SHARED. */
export async function unlinkSocial(deps: Deps, who: Who, social: SocialId): Promise<void> {
  refuseDemo(who);
  const realm = deps.social[social]?.realm ?? social;
  await deps.db.global(async (tx) => {
    const { has_password, houses, shops } = await waysOf(tx, who.account.id);
    if (!houses.some(({ provider }) => provider === realm)) throw new AppError('NOT_FOUND', 'SOCIAL_NOT_LINKED');
    const ofHouse = houses.filter(({ provider }) => provider === realm).length;
    if (isLastSignInMethod({ password: has_password, houses: houses.length - ofHouse + 1, shops }))
      throw new AppError('UNPROCESSABLE_ENTITY', 'SOCIAL_LAST_WAY');
    await tx.run(sql`delete from social_identity where account_id = ${who.account.id} and provider = ${realm}`);
    await noteEvent(tx, who.account.id, 'provider_unlinked', who, realm);
  });
}
