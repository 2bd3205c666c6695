import type { MessageParams } from '@quayside/kernel';
import { type Executor, json, sql } from '../../db/index.ts';

export interface StoreListRow {
  store_id: string;
  asked_at: string | null;
  read_at: string | null;
  fault: string | null;
  fault_params: MessageParams;
}

export const findStoreLists = (ex: Executor, workplaceId: string, kind: string): Promise<StoreListRow[]> =>
  ex.rows(sql`select store_id, asked_at, read_at, fault, fault_params from store_list
    where workplace_id = ${workplaceId} and kind = ${kind}`);

/** Notes that a read was asked for. */
export const noteAsked = (tx: Executor, workplaceId: string, storeId: string, kind: string): Promise<number> =>
  tx.run(sql`insert into store_list (workplace_id, store_id, kind, asked_at)
    values (${workplaceId}, ${storeId}, ${kind}, now())
    on conflict (workplace_id, store_id, kind) do update set asked_at = excluded.asked_at`);

/** Notes that a list was read. Locks it, so that two reads of it replace it one after the other. */
export const noteRead = (tx: Executor, workplaceId: string, storeId: string, kind: string): Promise<number> =>
  tx.run(sql`insert into store_list (workplace_id, store_id, kind, read_at)
    values (${workplaceId}, ${storeId}, ${kind}, now())
    on conflict (workplace_id, store_id, kind) do update set read_at = excluded.read_at, asked_at = null, fault = null,
      fault_params = '{}'`);

/** Notes why a read failed. */
export const noteFault = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  kind: string,
  { key, params }: { key: string; params: MessageParams },
): Promise<number> =>
  tx.run(sql`insert into store_list (workplace_id, store_id, kind, fault, fault_params)
    values (${workplaceId}, ${storeId}, ${kind}, ${key}, ${json(params)})
    on conflict (workplace_id, store_id, kind) do update set asked_at = null, fault = excluded.fault,
      fault_params = excluded.fault_params`);
