import type { GeneralSettings, Workplace } from '@quayside/contracts';
import { type Executor, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Membership } from '../../../http/who.ts';
import { isPurchaseOpen } from '../../../states/sql.ts';

interface Row {
  name: string;
  currency: string;
  settings: { time_zone?: string; admitad?: { enabled: boolean; ad_space_id: string } };
  created_at: string;
}

/** Orders that are neither fulfilled nor archived, and supplier orders that are still being placed or paid. */
export async function countOpenWork(ex: Executor, workplaceId: string): Promise<number> {
  const row = await ex.first<{ open: number }>(sql`
    select (select count(*) from sales_order where workplace_id = ${workplaceId} and tab = 'unfulfilled')
      + (select count(*) from supplier_order s join sales_order o using (workplace_id, order_id)
          where s.workplace_id = ${workplaceId} and o.tab <> 'unfulfilled'
            and ${isPurchaseOpen('s.')}) as open`);
  return row?.open ?? 0;
}

const workplaceRow = (ex: Executor, workplaceId: string): Promise<Row | undefined> =>
  ex.first<Row>(
    sql`select name, currency, settings, created_at from workplace where workplace_id = ${workplaceId} and deleted_at is null`,
  );

/** The general settings; undefined: the workspace is gone. */
export async function generalSettings(ex: Executor, workplaceId: string): Promise<GeneralSettings | undefined> {
  const row = await workplaceRow(ex, workplaceId);
  if (!row) return undefined;
  return {
    name: row.name,
    display_currency: row.currency,
    time_zone: row.settings.time_zone ?? '',
    admitad: row.settings.admitad ?? { enabled: false, ad_space_id: '' },
  };
}

/** A person's workspaces with what is in them, one read each: nobody has more than a handful. */
export async function listWorkspaces(deps: Deps, memberships: readonly Membership[]): Promise<Workplace[]> {
  const items: Workplace[] = [];
  for (const { workplaceId, ownerId, role, storeIds } of memberships) {
    const owner = await deps.db.global((tx) =>
      tx.first<{ email: string; name: string }>(
        sql`select email, trim(first_name || ' ' || last_name) as name from account where account_id = ${ownerId}`,
      ),
    );
    const scope = { accountId: ownerId, workplaceId, ...(storeIds ? { storeIds } : {}) };
    await deps.db.read(scope, async (ex) => {
      const row = await workplaceRow(ex, workplaceId);
      const counts = await ex.first<{ stores: number; members: number }>(sql`select
        (select count(*) from store where workplace_id = ${workplaceId} and status <> 'uninstalled') as stores,
        (select count(*) from member where workplace_id = ${workplaceId}) as members`);
      if (!row || !counts) return;
      items.push({
        id: workplaceId,
        name: row.name,
        currency: row.currency,
        time_zone: row.settings.time_zone ?? '',
        role,
        is_own: role === 'owner',
        store_ids: storeIds ? [...storeIds] : null,
        owner_name: owner?.name ?? '',
        owner_email: owner?.email ?? '',
        ...counts,
        open_orders: role === 'lister' ? 0 : await countOpenWork(ex, workplaceId),
        created_at: row.created_at,
      });
    });
  }
  return items;
}
