import { INVITATION_DAYS, type InvitedRole } from '@quayside/contracts';
import { AppError, invalidField, newId, newToken, notFound } from '@quayside/kernel';
import { type Executor, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { say } from '../../../http/messages.ts';
import { hashToken } from '../../../http/session.ts';
import { personName, type Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import { pace } from '../../accounts/index.ts';
import { queueMail } from '../../mail/index.ts';
import { dropEntry, putEntry } from '../directory-repo.ts';
import { findInvitation } from '../repo.ts';
import { manages } from '../rules/manage.ts';

interface InvitationRequest {
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

/** Free invitation emails per hour, by person and by recipient. */
const FREE = { person: 60, email: 5 };

/**
 * Invitations go to strangers in the inviter's name. Throws EMAIL_NOT_VERIFIED (110) while the inviter's email is
 * unverified, and RATE_LIMIT.
 */
async function paceMails(deps: Deps, who: Pick<Who, 'account'>, email: string): Promise<void> {
  if (deps.config.mail && !who.account.isProven) throw new AppError('EMAIL_NOT_VERIFIED', 'EMAIL_NOT_VERIFIED');
  await pace(
    deps,
    [
      { key: `invite:account:${who.account.id}`, free: FREE.person },
      { key: `invite:email:${email.toLowerCase()}`, free: FREE.email },
    ],
    'RATE_LIMIT',
  );
}

/** Throws ROLE_NOT_YOURS_TO_GIVE for the field. */
export function checkRole(who: Pick<Who, 'role'>, role: InvitedRole): void {
  if (!manages(who.role, role))
    throw new AppError('FORBIDDEN', 'ROLE_NOT_YOURS_TO_GIVE', { fields: { role: ['ROLE_NOT_YOURS_TO_GIVE'] } });
}

/**
 * Invites a person, replacing a pending invitation to the same email. Throws MEMBER_ALREADY and ROLE_NOT_YOURS_TO_GIVE
 * for the field; route() refuses foreign stores.
 */
export async function invite(deps: Deps, who: Who, wish: InvitationRequest): Promise<Invited> {
  checkRole(who, wish.role);
  await paceMails(deps, who, wish.email);
  const { workplaceId } = who;
  const invitationId = newId();
  return deps.db.tenant(who.scope, async (tx) => {
    const member = await tx.first(sql`select 1 from member m join account a using (account_id)
      where m.workplace_id = ${workplaceId} and a.email_key = lower(${wish.email})`);
    if (member) throw invalidField('email', 'MEMBER_ALREADY');
    const older = await tx.rows<{ invitation_id: string }>(sql`update invitation set revoked_at = now()
      where workplace_id = ${workplaceId} and email = ${wish.email} and accepted_at is null and revoked_at is null
      returning invitation_id`);
    for (const { invitation_id: id } of older) await dropEntry(tx, id);
    const expiresAt = ends(deps);
    await tx.run(sql`insert into invitation (workplace_id, invitation_id, email, role, store_ids, invited_by, expires_at)
      values (${workplaceId}, ${invitationId}, ${wish.email}, ${wish.role}, ${wish.store_ids}::uuid[], ${who.account.id}, ${expiresAt})`);
    return handOver(deps, tx, who, { ...wish, invitationId, expiresAt });
  });
}

/** Creates a new link for a pending invitation; the old one stops working. */
export async function renewInvitation(deps: Deps, who: Who, invitationId: string): Promise<Invited> {
  const pending = await deps.db.read(who.scope, (ex) => findInvitation(ex, who.workplaceId, invitationId));
  if (pending) await paceMails(deps, who, pending.email);
  return deps.db.tenant(who.scope, async (tx) => {
    const found = await managedInvitation(tx, who, invitationId);
    const expiresAt = ends(deps);
    await tx.run(sql`update invitation set expires_at = ${expiresAt}
      where workplace_id = ${who.workplaceId} and invitation_id = ${invitationId}`);
    return handOver(deps, tx, who, { ...found, invitationId, expiresAt });
  });
}

export async function revokeInvitation(deps: Deps, who: Who, invitationId: string): Promise<void> {
  await deps.db.tenant(who.scope, async (tx) => {
    await managedInvitation(tx, who, invitationId);
    await tx.run(sql`update invitation set revoked_at = now()
      where workplace_id = ${who.workplaceId} and invitation_id = ${invitationId}`);
    await dropEntry(tx, invitationId);
    await publish(tx, who.workplaceId, 'team');
  });
}

const ends = (deps: Deps): string => new Date(deps.clock.millis() + INVITATION_DAYS * 86_400_000).toISOString();

async function managedInvitation(tx: Executor, who: Who, invitationId: string) {
  const found = await findInvitation(tx, who.workplaceId, invitationId);
  if (!found) throw notFound('INVITATION_NOT_FOUND');
  checkRole(who, found.role);
  return found;
}

/**
 * Creates the link and its email in the invitation's transaction. Without a mail server the email stays in the
 * operators' outbox, and the inviter can share the link.
 */
async function handOver(
  deps: Deps,
  tx: Executor,
  who: Who,
  made: { email: string; role: InvitedRole; invitationId: string; expiresAt: string },
): Promise<Invited> {
  const token = newToken(32);
  const { invitationId, expiresAt } = made;
  await putEntry(
    tx,
    hashToken(token),
    { workplace_id: who.workplaceId, account_id: who.scope.accountId, invitation_id: invitationId },
    expiresAt,
  );
  const link = `${deps.config.ownUrl}/invitation/${token}`;
  const workplace = await tx.first<{ name: string }>(
    sql`select name from workplace where workplace_id = ${who.workplaceId}`,
  );
  const inviter = personName(who.account);
  await queueMail(deps, tx, {
    kind: 'invitation',
    accountId: who.account.id,
    to: made.email,
    name: made.email,
    // The invited person's language is unknown: the inviter's is the best guess.
    language: who.locale,
    params: {
      inviter,
      workspace: workplace?.name ?? '',
      role: say(who.locale, `ROLE_${made.role.toUpperCase()}`),
      count: INVITATION_DAYS,
    },
    url: link,
  });
  await publish(tx, who.workplaceId, 'team');
  return { invitation_id: invitationId, link, expires_at: expiresAt, mailed: deps.config.mail !== undefined };
}
