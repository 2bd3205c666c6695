import { type Executor, empty, sql } from '../../db/index.ts';
import { PURCHASE_COLUMNS } from './repo.ts';
import type { PurchaseRow } from './tables.ts';

/** Marks supplier orders as being read by a task. */
export const markSyncing = (
  tx: Executor,
  workplaceId: string,
  processId: string,
  ids: readonly string[],
): Promise<number> =>
  tx.run(sql`update supplier_order set sync_process_id = ${processId}, sync_state = 'processing', sync_error_key = null
    where workplace_id = ${workplaceId} and supplier_order_id = any(${ids}::uuid[])`);

/**
 * Records the result of reading a supplier order; `error` is a message key, or null for success. No effect when another
 * task has started reading it since.
 */
export const recordSync = (
  tx: Executor,
  workplaceId: string,
  { supplier_order_id: id, sync_process_id: processId }: Pick<PurchaseRow, 'supplier_order_id' | 'sync_process_id'>,
  error: string | null,
): Promise<number> =>
  tx.run(sql`update supplier_order set sync_state = ${error === null ? 'success' : 'error'}, sync_error_key = ${error}${error === null ? sql`, synced_at = now()` : empty}
    where workplace_id = ${workplaceId} and supplier_order_id = ${id} and sync_process_id = ${processId}`);

/**
 * Records the time of the sync. Rows being placed, paid or read are skipped until later: waiting for them while holding
 * others could deadlock.
 */
export async function noteSynced(tx: Executor, workplaceId: string, ids: readonly string[]): Promise<void> {
  await tx.run(sql`update supplier_order p set synced_at = now()
    from (select supplier_order_id from supplier_order
      where workplace_id = ${workplaceId} and supplier_order_id = any(${ids}::uuid[])
      for no key update skip locked) free
    where p.workplace_id = ${workplaceId} and p.supplier_order_id = free.supplier_order_id`);
}

/** Supplier orders of one sync task, or of the latest ones. */
export const lastSynced = (
  ex: Executor,
  workplaceId: string,
  processId: string | undefined,
  most: number,
): Promise<PurchaseRow[]> =>
  processId
    ? ex.rows<PurchaseRow>(sql`select ${PURCHASE_COLUMNS} from supplier_order p
        where p.workplace_id = ${workplaceId} and p.sync_process_id = ${processId} order by p.supplier_order_id limit ${most}`)
    : ex.rows<PurchaseRow>(sql`select ${PURCHASE_COLUMNS} from supplier_order p
        where p.workplace_id = ${workplaceId} and p.sync_process_id is not null order by p.supplier_order_id desc limit ${most}`);

/** Where polling a supplier stopped. The column of supplier_connection belongs to this feature. */
export interface PollCursor {
  cursor: string;
  updatedAfter: string;
  /** When the last page was saved. */
  at: string;
}

export const getPollCursor = async (
  ex: Executor,
  workplaceId: string,
  connectionId: string,
): Promise<PollCursor | undefined> =>
  (
    await ex.first<{ poll_place: PollCursor | null }>(sql`select poll_place from supplier_connection
      where workplace_id = ${workplaceId} and connection_id = ${connectionId}`)
  )?.poll_place ?? undefined;

export const savePollCursor = (
  tx: Executor,
  workplaceId: string,
  connectionId: string,
  place: PollCursor | null,
): Promise<number> =>
  tx.run(sql`update supplier_connection set poll_place = ${place && JSON.stringify(place)}::jsonb
    where workplace_id = ${workplaceId} and connection_id = ${connectionId}
      and poll_place is distinct from ${place && JSON.stringify(place)}::jsonb`);
