import type { Invitation, TeamMember } from '@quayside/contracts';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { findOwnershipTransfer, listInvitations, listMembers } from '../repo.ts';
import { manages, rolesGivenBy } from '../rules/manage.ts';

/** Members and invitations of a workplace, as seen by a member. */
export async function readTeam(deps: Deps, who: Who) {
  const { members, invitations, offer } = await deps.db.read(who.scope, async (ex) => ({
    members: await listMembers(ex, who.workplaceId),
    invitations: await listInvitations(ex, who.workplaceId),
    offer: await findOwnershipTransfer(ex, who.workplaceId),
  }));
  return {
    members: members.map(
      (row): TeamMember => ({
        account_id: row.account_id,
        name: row.name,
        email: row.email,
        avatar: row.avatar,
        role: row.role,
        store_ids: row.store_ids,
        is_you: row.account_id === who.account.id,
        manageable: manages(who.role, row.role),
        joined_at: row.created_at,
        last_seen_at: row.last_seen_at,
      }),
    ),
    invitations: invitations.map(
      (row): Invitation => ({
        invitation_id: row.invitation_id,
        email: row.email,
        role: row.role,
        store_ids: row.store_ids,
        invited_by: row.inviter,
        expired: Date.parse(row.expires_at) < deps.clock.millis(),
        manageable: manages(who.role, row.role),
        created_at: row.created_at,
        expires_at: row.expires_at,
      }),
    ),
    roles: [...rolesGivenBy(who.role)],
    offer: offer ? { ...offer, for_you: offer.to_account_id === who.account.id } : null,
  };
}
