import { INVITATION_DAYS, type InvitedRole } from '@quayside/contracts';
import { AppError, invalidField, newId, newToken, notFound } from '@quayside/kernel';
import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import { dropEntry, putEntry } from '../directory-repo.ts';
import type { SendInvitation } from '../ports.ts';
import { findInvitation } from '../repo.ts';
import { manages } from '../rules/manage.ts';

interface Wish {
  email: string;
  role: InvitedRole;
  store_ids: string[] | null;
}

interface Invited {
  invitation_id: string;
  link: string;
  expires_at: string;
  mailed: boolean;
}

/** Throws ROLE_NOT_YOURS_TO_GIVE with the field named. */
export function checkRole(who: Pick<Who, 'role'>, role: InvitedRole): void {
  if (!manages(who.role, role))
    throw new AppError('FORBIDDEN', 'ROLE_NOT_YOURS_TO_GIVE', { fields: { role: ['ROLE_NOT_YOURS_TO_GIVE'] } });
}

/**
 * Invites a person into the workplace. A pending invitation to the same e-mail ends. Throws MEMBER_ALREADY and
 * ROLE_NOT_YOURS_TO_GIVE with the field named. Stores of others are refused by route().
 */
export async function invite(deps: Deps, who: Who, wish: Wish, send: SendInvitation | undefined): Promise<Invited> {
  checkRole(who, wish.role);
  const { workplaceId } = who;
  const invitationId = newId();
  const token = newToken(32);
  const expiresAt = ends(deps);
  await deps.db.tenant(who.scope, async (tx) => {
    const member = await tx.first(sql`select 1 from member m join account a using (account_id)
      where m.workplace_id = ${workplaceId} and a.email_key = lower(${wish.email})`);
    if (member) throw invalidField('email', 'MEMBER_ALREADY');
    const older = await tx.rows<{ invitation_id: string }>(sql`update invitation set revoked_at = now()
      where workplace_id = ${workplaceId} and email = ${wish.email} and accepted_at is null and revoked_at is null
      returning invitation_id`);
    for (const { invitation_id: id } of older) await dropEntry(tx, id);
    await tx.run(sql`insert into invitation (workplace_id, invitation_id, email, role, store_ids, invited_by, expires_at)
      values (${workplaceId}, ${invitationId}, ${wish.email}, ${wish.role}, ${wish.store_ids}::uuid[], ${who.account.id}, ${expiresAt})`);
    await putEntry(tx, token, entryOf(who, invitationId), expiresAt);
    await publish(tx, workplaceId, 'team');
  });
  return handOver(deps, who, { ...wish, invitationId, token, expiresAt }, send);
}

/** Makes a new link for a pending invitation; the old one ends. */
export async function renewInvitation(
  deps: Deps,
  who: Who,
  invitationId: string,
  send: SendInvitation | undefined,
): Promise<Invited> {
  const token = newToken(32);
  const expiresAt = ends(deps);
  const invitation = await deps.db.tenant(who.scope, async (tx) => {
    const found = await findInvitation(tx, who.workplaceId, invitationId);
    if (!found) throw notFound('INVITATION_NOT_FOUND');
    checkRole(who, found.role);
    await tx.run(sql`update invitation set expires_at = ${expiresAt}
      where workplace_id = ${who.workplaceId} and invitation_id = ${invitationId}`);
    await putEntry(tx, token, entryOf(who, invitationId), expiresAt);
    await publish(tx, who.workplaceId, 'team');
    return found;
  });
  return handOver(deps, who, { ...invitation, invitationId, token, expiresAt }, send);
}

export async function revokeInvitation(deps: Deps, who: Who, invitationId: string): Promise<void> {
  await deps.db.tenant(who.scope, async (tx) => {
    const found = await findInvitation(tx, who.workplaceId, invitationId);
    if (!found) throw notFound('INVITATION_NOT_FOUND');
    checkRole(who, found.role);
    await tx.run(sql`update invitation set revoked_at = now()
      where workplace_id = ${who.workplaceId} and invitation_id = ${invitationId}`);
    await dropEntry(tx, invitationId);
    await publish(tx, who.workplaceId, 'team');
  });
}

const ends = (deps: Deps): string => new Date(deps.clock.millis() + INVITATION_DAYS * 86_400_000).toISOString();

const entryOf = (who: Who, invitationId: string) => ({
  workplace_id: who.workplaceId,
  account_id: who.scope.accountId,
  invitation_id: invitationId,
});

async function handOver(
  deps: Deps,
  who: Who,
  made: { email: string; role: InvitedRole; invitationId: string; token: string; expiresAt: string },
  send: SendInvitation | undefined,
): Promise<Invited> {
  const link = `${deps.config.ownUrl}/invitation/${made.token}`;
  const workplace = await deps.db.read(who.scope, (ex) =>
    ex.first<{ name: string }>(sql`select name from workplace where workplace_id = ${who.workplaceId}`),
  );
  const mailed = await send?.({
    email: made.email,
    language: who.locale,
    invitedBy: `${who.account.firstName} ${who.account.lastName}`.trim(),
    workplaceName: workplace?.name ?? '',
    role: made.role,
    link,
    expiresAt: made.expiresAt,
  });
  return { invitation_id: made.invitationId, link, expires_at: made.expiresAt, mailed: mailed ?? false };
}
