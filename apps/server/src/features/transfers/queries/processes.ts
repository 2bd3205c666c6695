import { type Executor, json, sql } from '../../../db/index.ts';
import type { StoreTransfer } from '../tables.ts';

/**
 * What people watch in the old workspace no longer counts what goes along with the store; an entry of nothing else ends. It
 * would wait for rows that are not there any more.
 */
export async function leaveProcesses(tx: Executor, transfer: StoreTransfer): Promise<void> {
  const { from_workplace: workplaceId, store_id: storeId } = transfer;
  const here = sql`workplace_id = ${workplaceId} and store_id = ${storeId}`;
  await tx.run(sql`update process p set total = greatest(p.total - gone.pieces, 0), updated_at = now(),
      status = case when gone.pieces >= p.total then 'error' else p.status end,
      error_key = case when gone.pieces >= p.total then 'STORE_MOVING' else p.error_key end,
      error_params = case when gone.pieces >= p.total then ${json({ name: transfer.platform_domain })} else p.error_params end
    from (select id, count(*)::int as pieces from (
        select placement_id as id from supplier_order where ${here}
        union all select pay_process_id from supplier_order where ${here}
        union all select sync_process_id from supplier_order where ${here}
        union all select process_id from listing where ${here}) every_piece group by id) gone
    where p.workplace_id = ${workplaceId} and p.process_id = gone.id and p.status = 'processing'`);
}
