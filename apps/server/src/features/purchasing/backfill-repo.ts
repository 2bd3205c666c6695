import { type Executor, sql } from '../../db/index.ts';

/** A store whose older orders still need an expected cost, and the last order that was looked at. */
export interface CostBackfill {
  store_id: string;
  workplace_id: string;
  account_id: string;
  after_placed_at: string | null;
  after_order_id: string | null;
}

/** Stores of the whole installation: their rows are found before a workspace is known. */
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
