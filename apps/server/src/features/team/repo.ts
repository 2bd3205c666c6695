import { getRoles, type InvitedRole, type Role } from '@quayside/contracts';
import { type Executor, empty, type Sql, sql } from '../../db/index.ts';

export interface MemberRow {
  account_id: string;
  name: string;
  email: string;
  avatar: string | null;
  role: Role;
  store_ids: string[] | null;
  suspended_at: string | null;
  created_at: string;
  last_seen_at: string | null;
}

export interface InvitationRow {
  invitation_id: string;
  email: string;
  role: InvitedRole;
  store_ids: string[] | null;
  invited_by: string;
  inviter: string;
  created_at: string;
  expires_at: string;
}

export const listMembers = (ex: Executor, workplaceId: string): Promise<MemberRow[]> =>
  ex.rows<MemberRow>(sql`select m.account_id, trim(a.first_name || ' ' || a.last_name) as name, a.email, a.avatar_url as avatar, m.role, m.store_ids,
      m.suspended_at, m.created_at, (select max(t.last_seen_at) from session_token t where t.account_id = m.account_id) as last_seen_at
    from member m join account a using (account_id) where m.workplace_id = ${workplaceId}
    order by (m.role <> 'owner'), m.created_at, m.account_id`);

export const findMember = (ex: Executor, workplaceId: string, accountId: string) =>
  ex.first<{ account_id: string; role: Role; owner_id: string | null; store_ids: string[] | null }>(
    sql`select account_id, role, owner_id, store_ids from member
      where workplace_id = ${workplaceId} and account_id = ${accountId}`,
  );

/** Invitations neither accepted nor revoked, including expired ones, with the name of who invited. */
const invitationsOf = (workplaceId: string, only: Sql = empty): Sql => sql`with i as materialized (
      select * from invitation where workplace_id = ${workplaceId} and accepted_at is null and revoked_at is null ${only})
    select i.invitation_id, i.email, i.role, i.store_ids, i.invited_by, i.created_at, i.expires_at,
      coalesce(trim(a.first_name || ' ' || a.last_name), '') as inviter
    from i left join account a on a.account_id = i.invited_by order by i.created_at desc, i.invitation_id`;

export const listInvitations = (ex: Executor, workplaceId: string): Promise<InvitationRow[]> =>
  ex.rows<InvitationRow>(invitationsOf(workplaceId));

export const findInvitation = (ex: Executor, workplaceId: string, id: string): Promise<InvitationRow | undefined> =>
  ex.first<InvitationRow>(invitationsOf(workplaceId, sql`and invitation_id = ${id}`));

/** Pending ownership transfer, if any. */
export const findOwnershipTransfer = (
  ex: Executor,
  workplaceId: string,
): Promise<{ to_account_id: string; to_name: string; expires_at: string } | undefined> =>
  ex.first(sql`select to_account as to_account_id, to_name, expires_at from workplace_offer
    where workplace_id = ${workplaceId} and expires_at > now()`);

interface Payer {
  account_id: string;
  name: string;
  first_name: string;
  email: string;
  language: string;
}

/** Members who may pay for orders of every store, by name. */
export const findPayers = (ex: Executor, workplaceId: string): Promise<Payer[]> =>
  ex.rows<Payer>(sql`select m.account_id, trim(a.first_name || ' ' || a.last_name) as name, a.first_name, a.email, a.language
    from member m join account a on a.account_id = m.account_id
    where m.workplace_id = ${workplaceId} and m.role = any(${[...getRoles('orders.pay')]}::text[]) and m.store_ids is null
      and m.suspended_at is null and a.deleted_at is null and not a.is_demo
    order by lower(a.first_name), m.account_id`);
