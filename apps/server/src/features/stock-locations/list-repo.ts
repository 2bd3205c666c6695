import type { StoreLocation } from '@quayside/connector-kit';
import type { MessageParams } from '@quayside/kernel';
import { type Executor, json, raw, sql } from '../../db/index.ts';
import type { ListRow } from './tables.ts';

const COLUMNS = raw('store_id, asked_at, read_at, fault, fault_params, locations');

export const findLists = (ex: Executor, workplaceId: string): Promise<ListRow[]> =>
  ex.rows<ListRow>(sql`select ${COLUMNS} from stock_location_list where workplace_id = ${workplaceId}`);

export const findList = (ex: Executor, workplaceId: string, storeId: string): Promise<ListRow | undefined> =>
  ex.first<ListRow>(
    sql`select ${COLUMNS} from stock_location_list where workplace_id = ${workplaceId} and store_id = ${storeId}`,
  );

/** Notes that a reading was asked for. */
export const noteAsked = (tx: Executor, workplaceId: string, storeId: string): Promise<number> =>
  tx.run(sql`insert into stock_location_list (workplace_id, store_id, asked_at) values (${workplaceId}, ${storeId}, now())
    on conflict (workplace_id, store_id) do update set asked_at = excluded.asked_at`);

export const saveList = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  locations: readonly StoreLocation[],
): Promise<number> =>
  tx.run(sql`insert into stock_location_list (workplace_id, store_id, read_at, locations)
    values (${workplaceId}, ${storeId}, now(), ${json(locations)})
    on conflict (workplace_id, store_id) do update set read_at = excluded.read_at, asked_at = null, fault = null,
      fault_params = '{}', locations = excluded.locations`);

export const noteFault = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  { key, params }: { key: string; params: MessageParams },
): Promise<number> =>
  tx.run(sql`insert into stock_location_list (workplace_id, store_id, fault, fault_params)
    values (${workplaceId}, ${storeId}, ${key}, ${json(params)})
    on conflict (workplace_id, store_id) do update set asked_at = null, fault = excluded.fault,
      fault_params = excluded.fault_params`);
