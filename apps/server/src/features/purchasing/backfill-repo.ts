import { type Executor, sql } from '../../db/index.ts';

/** A store with older orders that need a cost estimate, and the last order processed. */
export interface CostBackfill {
  store_id: string;
  workplace_id: string;
  account_id: string;
  after_placed_at: string | null;
  after_order_id: string | null;
}

/** Stores of the whole installation, read without a tenant. */
export const listBackfills = (tx: Executor, most: number): Promise<CostBackfill[]> =>
  tx.rows<CostBackfill>(sql`select * from cost_backfill order by store_id limit ${most}`);

export const advanceBackfill = (
  tx: Executor,
  storeId: string,
  last: { placed_at: string; order_id: string },
): Promise<number> =>
  tx.run(sql`update cost_backfill set after_placed_at = ${last.placed_at}, after_order_id = ${last.order_id}
    where store_id = ${storeId}`);

export const endBackfill = (tx: Executor, storeId: string): Promise<number> =>
  tx.run(sql`delete from cost_backfill where store_id = ${storeId}`);
