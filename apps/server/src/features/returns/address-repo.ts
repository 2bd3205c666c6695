import type { ReturnPostalAddress } from '@quayside/contracts';
import { type Executor, json, sql } from '../../db/index.ts';
import type { AddressRow } from './tables.ts';

const COLUMNS = sql`return_address_id, store_id, source, address, updated_at`;

/** Return addresses of a workspace: its own first, then those of stores and suppliers. */
export const listAddresses = (ex: Executor, workplaceId: string): Promise<AddressRow[]> =>
  ex.rows(sql`select ${COLUMNS} from return_address where workplace_id = ${workplaceId}
    order by (store_id is not null), (source is not null), return_address_id`);

export const findAddress = (ex: Executor, workplaceId: string, id: string): Promise<AddressRow | undefined> =>
  ex.first(
    sql`select ${COLUMNS} from return_address where workplace_id = ${workplaceId} and return_address_id = ${id}`,
  );

/** Adds an address. Returns 0 if there is one for the same store or supplier. */
export const insertAddress = (
  tx: Executor,
  workplaceId: string,
  row: { id: string; store_id: string | null; source: string | null; address: ReturnPostalAddress },
): Promise<number> =>
  tx.run(sql`insert into return_address (workplace_id, return_address_id, store_id, source, address)
    values (${workplaceId}, ${row.id}, ${row.store_id}, ${row.source}, ${json(row.address)}) on conflict do nothing`);

/** Changes an address. Throws a unique violation of `return_address_one` if another one has the same store or supplier. */
export const updateAddress = (
  tx: Executor,
  workplaceId: string,
  row: { id: string; store_id: string | null; source: string | null; address: ReturnPostalAddress },
): Promise<number> =>
  tx.run(sql`update return_address set store_id = ${row.store_id}, source = ${row.source}, address = ${json(row.address)},
      updated_at = now()
    where workplace_id = ${workplaceId} and return_address_id = ${row.id}`);

export const deleteAddress = (tx: Executor, workplaceId: string, id: string): Promise<number> =>
  tx.run(sql`delete from return_address where workplace_id = ${workplaceId} and return_address_id = ${id}`);
