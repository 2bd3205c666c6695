import { notFound } from '@quayside/kernel';
import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { tellSessions } from '../../../http/session.ts';
import type { Who } from '../../../http/who.ts';
import { findToken } from '../repo.ts';

/** Ends a token. Twice is harmless. Throws TOKEN_NOT_FOUND. */
export async function revokeToken(deps: Deps, who: Who, tokenId: string): Promise<void> {
  await deps.db.tenant(who.scope, async (tx) => {
    if (!(await findToken(tx, who.workplaceId, tokenId))) throw notFound('TOKEN_NOT_FOUND');
    await tx.run(sql`update api_token set revoked_at = now()
      where workplace_id = ${who.workplaceId} and token_id = ${tokenId} and revoked_at is null`);
    await tx.run(sql`delete from api_token_directory where token_id = ${tokenId}`);
    await tellSessions(tx, who.workplaceId);
  });
}
