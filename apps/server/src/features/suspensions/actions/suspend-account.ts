import { type Executor, type Scope, sql, type WorkplaceScope, within } from '../../../db/index.ts';
import { membersOf, publishSessionChange } from '../../../http/session.ts';

type Home = Pick<Scope, 'accountId'>;
/** Invitations that were sent and not accepted yet end, with the links that lead to them. */
async function endInvitations(tx: Executor, workplaceId: string, invitedBy?: string): Promise<void> {
  const ended = await tx.rows<{ invitation_id: string }>(sql`update invitation set revoked_at = now()
    where workplace_id = ${workplaceId} and accepted_at is null and revoked_at is null
      and (${invitedBy ?? null}::uuid is null or invited_by = ${invitedBy ?? null}::uuid)
    returning invitation_id`);
  await tx.run(sql`delete from invitation_directory
    where invitation_id = any(${ended.map((one) => one.invitation_id)}::uuid[])`);
}

/** Removed without review: easy to create again. */
async function endOpenOffers(tx: Executor, workplaceId: string): Promise<void> {
  await endInvitations(tx, workplaceId);
  await tx.run(sql`delete from workplace_offer where workplace_id = ${workplaceId}`);
  await tx.run(sql`delete from connect_attempt where workplace_id = ${workplaceId}`);
  await tx.run(sql`update api_token set revoked_at = now() where workplace_id = ${workplaceId} and revoked_at is null`);
}

/** Our own supplier comes with every workspace and holds nobody's keys: there is nothing to review. */
async function suspendConnections(tx: Executor, workplaceId: string): Promise<number> {
  const here = sql`workplace_id = ${workplaceId} and suspended_at is null`;
  const stores = await tx.run(sql`update store set suspended_at = now() where ${here} and status <> 'uninstalled'`);
  const suppliers = await tx.run(sql`update supplier_connection set suspended_at = now()
    where ${here} and status <> 'removed' and supplier <> 'quayside'`);
  const webhooks = await tx.run(sql`update notification_webhook set suspended_at = now() where ${here}`);
  return stores + suppliers + webhooks;
}

/** Each member's row is written under that member's own account and the workplace (migrations/1030_workplaces.sql). */
async function suspendMembers(tx: Executor, here: WorkplaceScope, home: Home): Promise<number> {
  const members = await within(tx, here, home, () =>
    tx.rows<{ account_id: string }>(sql`select account_id from member
      where workplace_id = ${here.workplaceId} and owner_id is not null and suspended_at is null`),
  );
  for (const { account_id: member } of members)
    await within(tx, { accountId: member, workplaceId: here.workplaceId }, home, () =>
      tx.run(sql`update member set suspended_at = now()
        where account_id = ${member} and workplace_id = ${here.workplaceId}`),
    );
  return members.length;
}

async function suspendWorkplace(tx: Executor, here: WorkplaceScope, home: Home): Promise<number> {
  const members = await suspendMembers(tx, here, home);
  return within(tx, here, home, async () => {
    await endOpenOffers(tx, here.workplaceId);
    const connections = await suspendConnections(tx, here.workplaceId);
    // Nobody else is told: the sessions of everybody who might look end here or with the password.
    await publishSessionChange(tx, here.workplaceId);
    return members + connections;
  });
}

/**
 * Suspends whatever others could use in an account's workspaces, and ends invitations, ownership offers, API tokens and
 * half-made connections. `tx` was opened for the account. Returns how many things wait for the owner's review.
 */
export async function suspendAccount(tx: Executor, accountId: string): Promise<number> {
  const home = { accountId };
  let suspended = 0;
  for (const { owner_id: owner, workplace_id: workplaceId } of await membersOf(tx, accountId)) {
    if (owner === null) suspended += await suspendWorkplace(tx, { accountId, workplaceId }, home);
    else await within(tx, { accountId: owner, workplaceId }, home, () => endInvitations(tx, workplaceId, accountId));
  }
  await tx.run(sql`delete from connect_attempt where person_id = ${accountId}`);
  await tx.run(sql`update account set review_since = ${suspended > 0 ? sql`coalesce(review_since, now())` : sql`review_since`}
    where account_id = ${accountId}`);
  return suspended;
}
