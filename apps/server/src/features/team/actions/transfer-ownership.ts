import { OWNERSHIP_TRANSFER_DAYS } from '@quayside/contracts';
import { AppError, invalidField, newId, notFoundField } from '@quayside/kernel';
import { type Executor, type Scope, type StoreScope, sql, within } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { getActor } from '../../../http/route.ts';
import { publishSessionChange } from '../../../http/session.ts';
import type { Who } from '../../../http/who.ts';
import { connectorLabel } from '../../../installed/index.ts';
import { publish } from '../../../live/publish.ts';
import { isOneOf, isPurchaseOpen } from '../../../states/sql.ts';
import { PAY_OPEN } from '../../../states/supplier-order.ts';
import { firstWorkspaceName, mailOwners, paceOwnerMails, refuseDemo, workspaceName } from '../../accounts/index.ts';
import { changeFilesOwner } from '../../files/index.ts';
import { queueMail } from '../../mail/index.ts';
import { moveServices } from '../../tracking/index.ts';
import { saveFormerPayer } from '../../wallet/index.ts';
import { findMember, listMembers } from '../repo.ts';

const over = () => new AppError('NOT_FOUND', 'OWNERSHIP_OFFER_OVER');

interface Person {
  email: string;
  first_name: string;
  name: string;
  language: string;
}

const personOf = async (tx: Executor, accountId: string): Promise<Person> => {
  const row = await tx.first<Person>(sql`select email, first_name, language,
      coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name
    from account where account_id = ${accountId} and deleted_at is null`);
  if (!row) throw over();
  return row;
};

/** Throws MEMBER_NOT_FOUND or OWNER_FROM_MANAGERS for the field. */
async function checkHeir(ex: Executor, workplaceId: string, memberId: string): Promise<void> {
  const member = await findMember(ex, workplaceId, memberId);
  if (!member) throw notFoundField('member_id', 'MEMBER_NOT_FOUND');
  if (member.role !== 'manager' || member.store_ids) throw invalidField('member_id', 'OWNER_FROM_MANAGERS');
}

/** A new owner couldn't review suspended access. Throws OWNERSHIP_AFTER_REVIEW. */
async function refuseUnreviewed(tx: Executor, workplaceId: string): Promise<void> {
  const here = sql`where workplace_id = ${workplaceId} and suspended_at is not null`;
  const left = await tx.first(sql`select 1 from member ${here} union all select 1 from store ${here}
    union all select 1 from supplier_connection ${here} union all select 1 from notification_webhook ${here} limit 1`);
  if (left) throw new AppError('BAD_REQUEST', 'OWNERSHIP_AFTER_REVIEW');
}

/**
 * Starts an ownership transfer to a manager, replacing an earlier one, and emails both; the manager decides while
 * signed in. Throws DEMO_IS_SHARED, RATE_LIMIT, OWNERSHIP_AFTER_REVIEW, MEMBER_NOT_FOUND or OWNER_FROM_MANAGERS for the
 * field.
 */
export async function startOwnershipTransfer(deps: Deps, who: Who, memberId: string): Promise<void> {
  refuseDemo(who);
  await paceOwnerMails(deps, who);
  const { workplaceId } = who;
  await deps.db.tenant(who.scope, async (tx) => {
    await checkHeir(tx, workplaceId, memberId);
    await refuseUnreviewed(tx, workplaceId);
    const person = await personOf(tx, memberId);
    await tx.run(sql`delete from workplace_offer where workplace_id = ${workplaceId}`);
    await tx.run(sql`insert into workplace_offer (workplace_id, to_account, to_name, offered_by, expires_at)
      values (${workplaceId}, ${memberId}, ${person.name}, ${who.account.id}, now() + make_interval(days => ${OWNERSHIP_TRANSFER_DAYS}::int))`);
    const { name: offeredBy } = await personOf(tx, who.account.id);
    const workspace = await workspaceName(tx, workplaceId);
    await queueMail(deps, tx, {
      kind: 'ownership-offered',
      accountId: memberId,
      to: person.email,
      name: person.first_name,
      language: person.language,
      params: { who: offeredBy, workspace, count: OWNERSHIP_TRANSFER_DAYS },
      url: `${deps.config.ownUrl}/app/setting/team`,
    });
    await mailOwners(deps, tx, [who.scope.accountId], 'ownership-offer-made', () => ({
      who: offeredBy,
      heir: person.name,
      email: person.email,
      workspace,
      count: OWNERSHIP_TRANSFER_DAYS,
    }));
    await publish(tx, workplaceId, 'team');
  });
}

/** Cancels or declines an ownership transfer, by the owner or the chosen manager. Throws OWNERSHIP_OFFER_OVER. */
export async function endOwnershipTransfer(deps: Deps, who: Who): Promise<void> {
  await deps.db.tenant(who.scope, async (tx) => {
    const ended = await tx.run(sql`delete from workplace_offer where workplace_id = ${who.workplaceId}
      and (to_account = ${who.account.id} or ${who.role} = 'owner')`);
    if (ended === 0) throw over();
    await publish(tx, who.workplaceId, 'team');
  });
}

/** How long an accepted workplace starts no new work, so that running work can end. */
const CLOSED_MINUTES = 15;
const MOST_NAMES = 5;

/**
 * SQL: supplier order s had no response for as long as a workplace is closed. It moves with the workplace and is looked
 * up there; a payment in doubt is settled in the ledger of its hold (payersOf). Unsent ones can be withdrawn and are
 * awaited.
 */
const isStuck = sql`greatest(s.created_at, s.pay_requested_at) < now() - make_interval(mins => ${CLOSED_MINUTES}::int)
  and not (${isOneOf('s.pay_state', PAY_OPEN)} and s.pay_attempts = 0)`;

/** Names of work being placed, paid or transferred, with jobs that use the current owner. */
async function underWay(tx: Executor, workplaceId: string): Promise<string[]> {
  const rows = await tx.rows<{ name: string; supplier: string | null }>(sql`
    select o.name, s.supplier from supplier_order s join sales_order o on o.workplace_id = s.workplace_id and o.order_id = s.order_id
      where s.workplace_id = ${workplaceId} and ${isPurchaseOpen('s.')} and not (${isStuck})
    union all select platform_domain, null from store_migration where workplace_id = ${workplaceId} and state = 'agreed'
    union all select store_name, null from store where workplace_id = ${workplaceId} and moving is not null
    order by 1, 2`);
  return rows.map(({ name, supplier }) => (supplier ? `${name} (${connectorLabel(supplier)})` : name));
}

/** Blocks new work for a while, so that a second acceptance finds none running. */
const closeGate = (tx: Executor, workplaceId: string): Promise<number> =>
  tx.run(sql`update workplace_offer set closed_until = now() + make_interval(mins => ${CLOSED_MINUTES}::int)
    where workplace_id = ${workplaceId} and (closed_until is null or closed_until <= now())`);

/** An account always has its own workplace: the former owner gets an empty one if this was the last. */
async function keepOne(tx: Executor, former: string, home: Scope & StoreScope): Promise<void> {
  const own = await within(tx, { accountId: former }, home, () =>
    tx.first(sql`select 1 from workplace where account_id = ${former} and deleted_at is null`),
  );
  if (own) return;
  const workplaceId = newId();
  const { first_name: firstName, language } = await personOf(tx, former);
  await within(tx, { accountId: former, workplaceId }, home, async () => {
    await tx.run(sql`insert into workplace (workplace_id, account_id, name)
      values (${workplaceId}, ${former}, ${firstWorkspaceName({ firstName, language })})`);
    await tx.run(sql`insert into member (account_id, workplace_id, role) values (${former}, ${workplaceId}, 'owner')`);
  });
}

/** Directories that resolve the workplace's owner. */
async function moveDirectories(tx: Executor, workplaceId: string, to: string): Promise<void> {
  const here = sql`set account_id = ${to} where workplace_id = ${workplaceId}`;
  await tx.run(sql`update store ${here}`);
  await tx.run(sql`update store_directory ${here}`);
  await tx.run(sql`update supplier_directory ${here}`);
  await tx.run(sql`update tracking_directory ${here}`);
  await changeFilesOwner(tx, workplaceId, to);
  await moveServices(tx, workplaceId, to);
  await tx.run(sql`update open_work_directory ${here}`);
  await tx.run(sql`update refund_directory ${here}`);
  await tx.run(sql`update invitation_directory ${here}`);
  await tx.run(sql`update cost_backfill ${here}`);
  await tx.run(sql`update privacy_turn ${here}`);
  // Connection attempts of the former owner must start over.
  await tx.run(sql`delete from connect_attempt where workplace_id = ${workplaceId}`);
  await tx.run(sql`update account_link set used_at = now()
    where purpose = 'store-migrate' and used_at is null and detail ->> 'from_workplace' = ${workplaceId}`);
  // A token acts as its workspace's owner, who has changed.
  await tx.run(sql`update api_token set revoked_at = now() where workplace_id = ${workplaceId} and revoked_at is null`);
  await tx.run(sql`delete from api_token_directory where workplace_id = ${workplaceId}`);
}

/**
 * Accepts ownership: the new owner's plan and wallet pay from now on, the former one becomes a manager and receives
 * refunds of earlier payments. Throws OWNERSHIP_OFFER_OVER, or OWNERSHIP_WAITS with the running work, which then blocks
 * new work for 15 minutes; the offer can still be canceled.
 */
export async function acceptOwnership(
  deps: Deps,
  who: Who,
  call: { method: 'POST'; path: string },
): Promise<{ former: string }> {
  refuseDemo(who);
  const { workplaceId } = who;
  const to = who.account.id;
  const actor = getActor(who, call);
  const home = { accountId: to, workplaceId, actor };
  const result = await deps.db.tenant(home, async (tx): Promise<{ former: string } | { waits: string[] }> => {
    // New work locks this row (owner-gate.ts): either it is visible here, or it sees the new owner.
    const workplace = await tx.first<{ account_id: string; name: string }>(sql`select account_id, name from workplace
      where workplace_id = ${workplaceId} and deleted_at is null for update`);
    const offer = await tx.first(sql`select 1 from workplace_offer
      where workplace_id = ${workplaceId} and to_account = ${to} and expires_at > now() for update`);
    if (!offer || !workplace) throw over();
    const waits = await underWay(tx, workplaceId);
    if (waits.length > 0) {
      await closeGate(tx, workplaceId);
      return { waits };
    }
    await tx.run(sql`delete from workplace_offer where workplace_id = ${workplaceId}`);
    const { account_id: former } = workplace;
    await tx.run(sql`update workplace set account_id = ${to} where workplace_id = ${workplaceId}`);
    for (const { account_id: member } of await listMembers(tx, workplaceId)) {
      const role = member === to ? 'owner' : member === former ? 'manager' : null;
      // Row-level security: a member's row is written under that member's account (migrations/1030_workplaces.sql).
      await within(tx, { accountId: member, workplaceId, actor }, home, () =>
        tx.run(sql`update member set role = coalesce(${role}::text, role), owner_id = ${member === to ? null : to}::uuid,
            changed_at = now()
          where account_id = ${member} and workplace_id = ${workplaceId}`),
      );
    }
    await moveDirectories(tx, workplaceId, to);
    await saveFormerPayer(tx, workplaceId, former);
    await keepOne(tx, former, home);
    await publishSessionChange(tx, workplaceId);
    for (const topic of ['team', 'stores', 'wallet'] as const) await publish(tx, workplaceId, topic);
    const person = await personOf(tx, former);
    await queueMail(deps, tx, {
      kind: 'ownership-moved',
      accountId: former,
      to: person.email,
      name: person.first_name,
      language: person.language,
      params: { who: (await personOf(tx, to)).name, workspace: workplace.name },
    });
    return { former };
  });
  if ('former' in result) return result;
  const { waits } = result;
  const more = waits.length > MOST_NAMES ? ` +${waits.length - MOST_NAMES}` : '';
  const names = `${waits.slice(0, MOST_NAMES).join(', ')}${more}`;
  throw new AppError('BAD_REQUEST', 'OWNERSHIP_WAITS', { params: { names, count: CLOSED_MINUTES } });
}
