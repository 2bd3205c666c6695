import { AppError } from '@quayside/kernel';
import { retryDeadlock, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { holdAccount } from '../../../http/hold-session.ts';
import { say } from '../../../http/messages.ts';
import { getActor } from '../../../http/route.ts';
import { hashToken, publishSessionChange } from '../../../http/session.ts';
import { personName, type Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import { mailOwners, workspaceName } from '../../accounts/index.ts';
import { dropEntry, findEntry } from '../directory-repo.ts';
import type { InvitationRow } from '../repo.ts';

export const invitationOver = () =>
  new AppError('NOT_FOUND', 'INVITATION_OVER', { fields: { token: ['INVITATION_OVER'] } });

/**
 * Accepts an invitation once, only by an account with the invited email, so that forwarded links are useless. Throws
 * INVITATION_OVER, INVITATION_FOR_ANOTHER or MEMBER_ALREADY; returns the workplace.
 */
export async function acceptInvitation(
  deps: Deps,
  who: Who,
  token: string,
  call: { method: 'POST'; path: string },
): Promise<string> {
  const entry = await deps.db.global((tx) => findEntry(tx, hashToken(token)));
  if (!entry) throw invitationOver();
  const { workplace_id: workplaceId, account_id: ownerId, invitation_id: invitationId } = entry;
  // Under the invited person's account and the workplace: both row-level security policies must allow the row.
  const scope = { accountId: who.account.id, workplaceId, actor: getActor(who, call) };
  await retryDeadlock(() =>
    deps.db.tenant(scope, async (tx) => {
      // A new password of the owner ends open invitations and suspends members: this one is included either way.
      await holdAccount(tx, ownerId);
      const taken = await tx.first<Pick<InvitationRow, 'email' | 'role' | 'store_ids'>>(sql`update invitation
      set accepted_at = now(), accepted_by = ${who.account.id}
      where workplace_id = ${workplaceId} and invitation_id = ${invitationId}
        and accepted_at is null and revoked_at is null and expires_at > now()
      returning email, role, store_ids`);
      if (!taken) throw invitationOver();
      if (taken.email.toLowerCase() !== who.account.email.toLowerCase())
        throw new AppError('FORBIDDEN', 'INVITATION_FOR_ANOTHER', { params: { email: taken.email } });
      const workplace = await tx.first(
        sql`select 1 from workplace where workplace_id = ${workplaceId} and deleted_at is null`,
      );
      if (!workplace) throw invitationOver();
      const added = await tx.run(sql`insert into member (account_id, workplace_id, role, owner_id, store_ids)
      values (${who.account.id}, ${workplaceId}, ${taken.role}, ${ownerId}, ${taken.store_ids}::uuid[])
      on conflict do nothing`);
      if (added === 0) throw new AppError('BAD_REQUEST', 'MEMBER_ALREADY');
      const workspace = await workspaceName(tx, workplaceId);
      const { email } = who.account;
      await mailOwners(deps, tx, [ownerId], 'member-joined', (language) => ({
        who: personName(who.account),
        email,
        workspace,
        role: say(language, `ROLE_${taken.role.toUpperCase()}`),
      }));
      await dropEntry(tx, invitationId);
      await publishSessionChange(tx, workplaceId);
      await publish(tx, workplaceId, 'team');
    }),
  );
  return workplaceId;
}
