import { type Executor, sql, type WorkplaceScope } from '../../db/index.ts';

/** A store with orders that need a cost estimate, and the last order processed. */
export interface CostBackfill {
  store_id: string;
  workplace_id: string;
  account_id: string;
  after_placed_at: string | null;
  after_order_id: string | null;
  /** Estimates are made again, also of orders that have one. */
  renew: boolean;
}

/** Stores of the whole installation, read without a tenant. */
export const listBackfills = (tx: Executor, most: number): Promise<CostBackfill[]> =>
  tx.rows<CostBackfill>(sql`select * from cost_backfill order by store_id limit ${most}`);

/** A row as it was read: a change of the preference meanwhile starts over. */
const unchanged = ({ store_id, after_order_id, renew }: CostBackfill) =>
  sql`store_id = ${store_id} and after_order_id is not distinct from ${after_order_id}::uuid and renew = ${renew}`;

export const advanceBackfill = (
  tx: Executor,
  row: CostBackfill,
  last: { placed_at: string; order_id: string },
): Promise<number> =>
  tx.run(sql`update cost_backfill set after_placed_at = ${last.placed_at}, after_order_id = ${last.order_id}
    where ${unchanged(row)}`);

export const endBackfill = (tx: Executor, row: CostBackfill): Promise<number> =>
  tx.run(sql`delete from cost_backfill where ${unchanged(row)}`);

/** Has the open orders of some stores estimated again. */
export const renewEstimates = (
  tx: Executor,
  { accountId, workplaceId }: WorkplaceScope,
  storeIds: readonly string[],
): Promise<number> =>
  tx.run(sql`insert into cost_backfill (store_id, workplace_id, account_id, renew)
    select store_id, ${workplaceId}, ${accountId}, true from unnest(${storeIds}::uuid[]) as store_id
    on conflict (store_id) do update set renew = true, after_placed_at = null, after_order_id = null
    returning 1`);
