import type { Role, SuspendedKind } from '@quayside/contracts';
import { type Executor, sql } from '../../db/index.ts';

export interface SuspendedRow {
  kind: SuspendedKind;
  id: string;
  name: string;
  detail: string;
  role: Role | null;
  is_sandbox: boolean;
  added_at: string;
  suspended_at: string;
}

/** What is suspended in a workplace, the oldest first. */
export const listSuspended = (ex: Executor, workplaceId: string): Promise<SuspendedRow[]> =>
  ex.rows<SuspendedRow>(sql`select 'member' as kind, m.account_id as id, trim(a.first_name || ' ' || a.last_name) as name,
      a.email as detail, m.role, false as is_sandbox, m.created_at as added_at, m.suspended_at
    from member m join account a using (account_id)
    where m.workplace_id = ${workplaceId} and m.suspended_at is not null
    union all select 'store', store_id, coalesce(nullif(store_name, ''), platform_domain), base_url, null, mode = 'sandbox',
      created_at, suspended_at
    from store where workplace_id = ${workplaceId} and suspended_at is not null and status <> 'uninstalled'
    union all select 'supplier', connection_id, label, '', null, mode = 'sandbox', created_at, suspended_at
    from supplier_connection
    where workplace_id = ${workplaceId} and suspended_at is not null and status <> 'removed'
    union all select 'webhook', workplace_id, '', url, null, false, created_at, suspended_at
    from notification_webhook where workplace_id = ${workplaceId} and suspended_at is not null
    order by added_at, id`);

/** Who connected stores, suppliers and the webhook, and who invited members, by kind and id. */
export async function addedBy(ex: Executor, workplaceId: string): Promise<ReadonlyMap<string, string>> {
  const made = await ex.rows<{ kind: string; id: string; name: string }>(sql`select entity as kind, entity_id as id,
      actor_name as name from audit_entry
    where workplace_id = ${workplaceId} and entity in ('store', 'supplier', 'webhook') and change = 'created' order by at`);
  const invited = await ex.rows<{ kind: string; id: string; name: string }>(sql`select 'member' as kind,
      i.accepted_by as id, trim(a.first_name || ' ' || a.last_name) as name
    from invitation i join account a on a.account_id = i.invited_by
    where i.workplace_id = ${workplaceId} and i.accepted_by is not null order by i.accepted_at`);
  return new Map([...made, ...invited].map((one) => [`${one.kind}:${one.id}`, one.name]));
}

/** Whether something of a workplace is suspended; undefined: the workplace has no such thing. */
export async function isSuspended(
  ex: Executor,
  workplaceId: string,
  kind: SuspendedKind,
  id: string,
): Promise<boolean | undefined> {
  const from = {
    member: sql`member where workplace_id = ${workplaceId} and account_id = ${id}`,
    store: sql`store where workplace_id = ${workplaceId} and store_id = ${id} and status <> 'uninstalled'`,
    supplier: sql`supplier_connection
      where workplace_id = ${workplaceId} and connection_id = ${id} and status <> 'removed'`,
    webhook: sql`notification_webhook where workplace_id = ${workplaceId} and workplace_id = ${id}`,
  }[kind];
  const row = await ex.first<{ is_suspended: boolean }>(
    sql`select suspended_at is not null as is_suspended from ${from}`,
  );
  return row?.is_suspended;
}

/** Lets it work again; returns whether it was suspended. A member's row needs the member's own account in the scope. */
export async function clearSuspension(
  tx: Executor,
  workplaceId: string,
  kind: SuspendedKind,
  id: string,
): Promise<boolean> {
  const table = {
    member: sql`update member set suspended_at = null where workplace_id = ${workplaceId} and account_id = ${id}`,
    store: sql`update store set suspended_at = null where workplace_id = ${workplaceId} and store_id = ${id}`,
    supplier: sql`update supplier_connection set suspended_at = null
      where workplace_id = ${workplaceId} and connection_id = ${id}`,
    webhook: sql`update notification_webhook set suspended_at = null
      where workplace_id = ${workplaceId} and workplace_id = ${id}`,
  }[kind];
  return (await tx.run(sql`${table} and suspended_at is not null`)) > 0;
}
