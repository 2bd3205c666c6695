import type { SupplierWarehouse } from '@quayside/connector-kit';
import type { MessageParams } from '@quayside/kernel';
import { type Executor, json, sql } from '../../db/index.ts';
import type { Problem } from '../connections/index.ts';

/** What a supplier last reported of its warehouses. */
export interface WarehousesRow {
  state: 'asking' | 'known' | 'failed';
  /** The last known ones, also after a request that failed. */
  warehouses: SupplierWarehouse[] | null;
  error_key: string | null;
  error_params: MessageParams | null;
  known_at: string | null;
  /** Received within the last ten minutes. */
  fresh: boolean;
  /** Requested within the last minute. */
  asked_lately: boolean;
}

export const findWarehousesRow = (
  ex: Executor,
  workplaceId: string,
  connectionId: string,
): Promise<WarehousesRow | undefined> =>
  ex.first<WarehousesRow>(sql`select state, warehouses, error_key, error_params, known_at,
      coalesce(known_at > now() - interval '10 minutes', false) as fresh, asked_at > now() - interval '1 minute' as asked_lately
    from supplier_warehouses where workplace_id = ${workplaceId} and connection_id = ${connectionId}`);

/** Records a request. false: one was made within the last minute. */
export const beginAskingWarehouses = async (
  tx: Executor,
  workplaceId: string,
  connectionId: string,
): Promise<boolean> =>
  (await tx.run(sql`insert into supplier_warehouses as w (workplace_id, connection_id, state)
    values (${workplaceId}, ${connectionId}, 'asking')
    on conflict (workplace_id, connection_id) do update set asked_at = excluded.asked_at
      where w.asked_at < seconds_after(excluded.asked_at, -60)`)) > 0;

export const saveWarehouses = (
  tx: Executor,
  workplaceId: string,
  connectionId: string,
  warehouses: readonly SupplierWarehouse[],
): Promise<number> =>
  tx.run(sql`update supplier_warehouses set state = 'known', warehouses = ${json(warehouses)}, error_key = null,
      error_params = null, known_at = now()
    where workplace_id = ${workplaceId} and connection_id = ${connectionId}`);

/** Records why the supplier could not be asked; what it reported before stays. false: recorded already. */
export const saveWarehousesProblem = async (
  tx: Executor,
  workplaceId: string,
  connectionId: string,
  { key, params }: Problem,
): Promise<boolean> =>
  (await tx.run(sql`update supplier_warehouses set state = 'failed', error_key = ${key}, error_params = ${json(params ?? null)}
    where workplace_id = ${workplaceId} and connection_id = ${connectionId}
      and (state <> 'failed' or error_key is distinct from ${key})`)) > 0;
