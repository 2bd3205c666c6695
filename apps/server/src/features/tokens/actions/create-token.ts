import type { ApiToken, Permission } from '@quayside/contracts';
import { newId, newToken } from '@quayside/kernel';
import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { API_TOKEN_PREFIX, hashToken } from '../../../http/session.ts';
import type { Who } from '../../../http/who.ts';
import { mailOwners, noteEvent, paceOwnerMails, workspaceName } from '../../accounts/index.ts';
import { findToken } from '../repo.ts';

/** Makes a token; the answer is the only place where it is ever seen. Stores of others are refused by route(). Throws RATE_LIMIT. */
export async function createToken(
  deps: Deps,
  who: Who,
  wish: { name: string; scopes: Permission[]; store_ids: string[] | null; days: number | null },
): Promise<{ token: string; item: ApiToken }> {
  await paceOwnerMails(deps, who);
  const { workplaceId } = who;
  const token = `${API_TOKEN_PREFIX}${newToken(32)}`;
  const tokenId = newId();
  const expiresAt = wish.days === null ? null : new Date(deps.clock.millis() + wish.days * 86_400_000).toISOString();
  const item = await deps.db.tenant(who.scope, async (tx) => {
    const scopes = [...new Set(wish.scopes)].sort();
    await tx.run(sql`insert into api_token (workplace_id, token_id, name, tail, scopes, store_ids, made_by, expires_at)
      values (${workplaceId}, ${tokenId}, ${wish.name}, ${token.slice(-4)}, ${scopes}, ${wish.store_ids}::uuid[],
        ${who.account.id}, ${expiresAt})`);
    await tx.run(sql`insert into api_token_directory (token_hash, workplace_id, account_id, token_id, expires_at)
      values (${hashToken(token)}, ${workplaceId}, ${who.scope.accountId}, ${tokenId}, ${expiresAt})`);
    await noteEvent(tx, who.account.id, 'token_made', who, wish.name);
    const workspace = await workspaceName(tx, workplaceId);
    await mailOwners(deps, tx, [who.scope.accountId, who.account.id], 'token-made', () => ({
      who: who.account.email,
      token: wish.name,
      workspace,
    }));
    return findToken(tx, workplaceId, tokenId);
  });
  if (!item) throw new Error('inserted token not found');
  return { token, item };
}
