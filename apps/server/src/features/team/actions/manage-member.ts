import type { InvitedRole } from '@quayside/contracts';
import { AppError, notFound } from '@quayside/kernel';
import { type Executor, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { say } from '../../../http/messages.ts';
import { publishSessionChange } from '../../../http/session.ts';
import { personName, type Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import { mailOwners, paceOwnerMails, workspaceName } from '../../accounts/index.ts';
import { findMember } from '../repo.ts';
import { growsAccess, manages } from '../rules/manage.ts';
import { checkRole } from './invite.ts';

/**
 * Scope for writing a member's row: the member's account and the manager's workplace (migrations/1030_workplaces.sql).
 */
const ofMember = (who: Who, memberId: string) => ({ ...who.scope, accountId: memberId });

async function checkManaged(tx: Executor, who: Who, memberId: string): Promise<Member> {
  const member = await findMember(tx, who.workplaceId, memberId);
  if (!member) throw notFound('MEMBER_NOT_FOUND');
  if (member.role === 'owner') throw new AppError('BAD_REQUEST', 'OWNER_STAYS');
  if (!manages(who.role, member.role)) throw new AppError('FORBIDDEN', 'MEMBER_NOT_YOURS_TO_MANAGE');
  return member;
}

async function tell(tx: Executor, workplaceId: string): Promise<void> {
  await publishSessionChange(tx, workplaceId);
  await publish(tx, workplaceId, 'team');
  // The member's screens derive permissions from their account data.
  await publish(tx, workplaceId, 'stores');
}

type Member = NonNullable<Awaited<ReturnType<typeof findMember>>>;

interface Person {
  email: string;
  firstName: string;
  lastName: string;
}

async function mailGrowth(deps: Deps, tx: Executor, who: Who, memberId: string, role: InvitedRole): Promise<void> {
  const member =
    await tx.first<Person>(sql`select email, first_name as "firstName", last_name as "lastName" from account
    where account_id = ${memberId}`);
  if (!member) return;
  const workspace = await workspaceName(tx, who.workplaceId);
  await mailOwners(deps, tx, [who.scope.accountId, who.account.id], 'member-changed', (language) => ({
    who: personName(who.account),
    member: personName(member),
    email: member.email,
    workspace,
    role: say(language, `ROLE_${role.toUpperCase()}`),
  }));
}

/**
 * Changes a member's role and stores, and emails the owner about extended access. Throws RATE_LIMIT, MEMBER_NOT_FOUND,
 * or why the caller can't manage them.
 */
export async function changeMember(
  deps: Deps,
  who: Who,
  memberId: string,
  wish: { role: InvitedRole; store_ids: string[] | null },
): Promise<void> {
  await paceOwnerMails(deps, who);
  await deps.db.tenant(ofMember(who, memberId), async (tx) => {
    const member = await checkManaged(tx, who, memberId);
    checkRole(who, wish.role);
    await tx.run(sql`update member set role = ${wish.role}, store_ids = ${wish.store_ids}::uuid[], changed_at = now()
      where account_id = ${memberId} and workplace_id = ${who.workplaceId}`);
    await tell(tx, who.workplaceId);
    if (growsAccess(member, wish)) await mailGrowth(deps, tx, who, memberId, wish.role);
  });
}

/** Removes a member. */
export async function removeMember(deps: Deps, who: Who, memberId: string): Promise<void> {
  await deps.db.tenant(ofMember(who, memberId), async (tx) => {
    await checkManaged(tx, who, memberId);
    await leaveWorkplace(tx, who.workplaceId, memberId);
  });
}

/** Notified while the row still says whom to notify. */
export async function leaveWorkplace(tx: Executor, workplaceId: string, memberId: string): Promise<void> {
  await tell(tx, workplaceId);
  await tx.run(sql`delete from member where account_id = ${memberId} and workplace_id = ${workplaceId}`);
}
