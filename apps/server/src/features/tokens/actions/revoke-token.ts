import { notFound } from '@quayside/kernel';
import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publishSessionChange } from '../../../http/session.ts';
import type { Who } from '../../../http/who.ts';
import { noteEvent } from '../../accounts/index.ts';
import { findToken } from '../repo.ts';

/** Ends a token. Twice is harmless. Throws TOKEN_NOT_FOUND. */
export async function revokeToken(deps: Deps, who: Who, tokenId: string): Promise<void> {
  await deps.db.tenant(who.scope, async (tx) => {
    const found = await findToken(tx, who.workplaceId, tokenId);
    if (!found) throw notFound('TOKEN_NOT_FOUND');
    const ended = await tx.run(sql`update api_token set revoked_at = now()
      where workplace_id = ${who.workplaceId} and token_id = ${tokenId} and revoked_at is null`);
    if (ended > 0) await noteEvent(tx, who.account.id, 'token_revoked', who, found.name);
    await tx.run(sql`delete from api_token_directory where token_id = ${tokenId}`);
    await publishSessionChange(tx, who.workplaceId);
  });
}
