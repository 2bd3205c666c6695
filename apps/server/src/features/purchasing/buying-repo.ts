import { newId } from '@quayside/kernel';
import { type Executor, sql } from '../../db/index.ts';

/** Manual purchase URLs of a store by item (rules/bought-thing.ts). */
export async function findAddresses(
  ex: Executor,
  workplaceId: string,
  storeId: string,
  things: readonly string[],
): Promise<Map<string, string>> {
  const rows = await ex.rows<{ thing: string; address: string }>(sql`select thing, address from buying_address
    where workplace_id = ${workplaceId} and store_id = ${storeId} and thing = any(${[...things]}::text[])`);
  return new Map(rows.map((row) => [row.thing, row.address]));
}

/** Saves where an item is bought, unless unchanged. */
export const saveAddress = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  { thing, title, address }: { thing: string; title: string; address: string },
): Promise<unknown> =>
  tx.run(sql`insert into buying_address as b (workplace_id, buying_address_id, store_id, thing, title, address)
    values (${workplaceId}, ${newId()}, ${storeId}, ${thing}, ${title}, ${address})
    on conflict (workplace_id, store_id, thing) do update set title = excluded.title, address = excluded.address
    where b.address <> excluded.address`);

export const forgetAddress = (tx: Executor, workplaceId: string, storeId: string, thing: string): Promise<unknown> =>
  tx.run(
    sql`delete from buying_address where workplace_id = ${workplaceId} and store_id = ${storeId} and thing = ${thing}`,
  );
