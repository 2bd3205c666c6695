import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { hashToken } from '../../../http/session.ts';
import { invitationOver } from '../actions/accept-invitation.ts';
import { findEntry } from '../directory-repo.ts';
import { findInvitation } from '../repo.ts';

/** The invitation of a link. Throws INVITATION_OVER for used, revoked, expired and unknown ones alike. */
export async function invitationByLink(deps: Deps, token: string) {
  const entry = await deps.db.global((tx) => findEntry(tx, hashToken(token)));
  if (!entry) throw invitationOver();
  const scope = { accountId: entry.account_id, workplaceId: entry.workplace_id };
  return deps.db.read(scope, async (ex) => {
    const row = await findInvitation(ex, entry.workplace_id, entry.invitation_id);
    const workplace = await ex.first<{ name: string }>(
      sql`select name from workplace where workplace_id = ${entry.workplace_id} and deleted_at is null`,
    );
    if (!row || !workplace) throw invitationOver();
    return {
      workplace_name: workplace.name,
      invited_by: row.inviter,
      email: row.email,
      role: row.role,
      expires_at: row.expires_at,
    };
  });
}
