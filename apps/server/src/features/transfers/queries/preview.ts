import type { MessageParams } from '@quayside/kernel';
import { type Executor, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { type Connection, findConnectionTo, sameAccess } from '../../connections/index.ts';
import { countUnshippedOrders, findSupplierConnections } from './suppliers.ts';

interface Counts {
  orders: number;
  listings: number;
  products_moved: number;
  products_copied: number;
  held_members: number;
  feeds: number;
}

/** What of a workspace goes along with a store. */
export async function countRows(ex: Executor, workplaceId: string, storeId: string): Promise<Counts> {
  const here = sql`workplace_id = ${workplaceId} and store_id = ${storeId}`;
  const row = await ex.first<Counts>(sql`select
      (select count(*) from sales_order where ${here})::int as orders,
      (select count(*) from listing where ${here} and state <> 'removed')::int as listings,
      (select count(*) from product_feed where ${here})::int as feeds,
      p.moved as products_moved, p.copied as products_copied,
      ((select count(*) from member where workplace_id = ${workplaceId} and ${storeId}::uuid = any(store_ids))
        + (select count(*) from invitation where workplace_id = ${workplaceId} and ${storeId}::uuid = any(store_ids)
            and accepted_at is null and revoked_at is null)
        + (select count(*) from api_token where workplace_id = ${workplaceId} and ${storeId}::uuid = any(store_ids)
            and revoked_at is null))::int as held_members
    from (select count(*) filter (where not o.others)::int as moved, count(*) filter (where o.others)::int as copied
      from (select distinct product_id from listing where ${here} and state <> 'removed') l
      cross join lateral (select exists (select 1 from listing x where x.workplace_id = ${workplaceId}
        and x.product_id = l.product_id and x.store_id <> ${storeId}) as others) o) p`);
  return row ?? { orders: 0, listings: 0, products_moved: 0, products_copied: 0, held_members: 0, feeds: 0 };
}

/** Suppliers that the other workspace has to be connected to, and why that stands in the way. */
export async function supplierPlan(
  deps: Deps,
  from: WorkplaceScope,
  to: WorkplaceScope,
  storeId: string,
): Promise<{ copied: Connection[]; problem: { key: string; params: MessageParams } | undefined }> {
  const { open, used } = await deps.db.read(from, async (ex) => ({
    used: await findSupplierConnections(ex, from.workplaceId, storeId),
    open: await countUnshippedOrders(ex, from.workplaceId, storeId),
  }));
  const copied: Connection[] = [];
  for (const row of used) {
    const there = await deps.db.read(to, (ex) => findConnectionTo(ex, to.workplaceId, row.supplier, row.mode));
    const orders = open.find((one) => one.connection_id === row.connection_id)?.orders ?? 0;
    // A built-in supplier is connected in every workspace.
    if (!there && row.status !== 'removed' && !deps.connectors.suppliers[row.supplier]?.isBuiltIn) copied.push(row);
    // Orders that are on their way are asked about with the keys they were placed with; with keys that are gone nobody asks.
    if (orders > 0 && there && row.status !== 'removed' && !sameAccess(deps, row, there))
      return { copied, problem: { key: 'STORE_MOVE_OTHER_SUPPLIER', params: { supplier: row.label, count: orders } } };
  }
  return { copied, problem: undefined };
}
