import { type Executor, sql } from '../../db/index.ts';

/** What a store declares to customs. */
export interface Customs {
  ioss: string | null;
  declares: 'supplier' | 'sale';
}

/** Declarations of stores; those without settings are missing. */
export async function findCustoms(
  ex: Executor,
  workplaceId: string,
  storeIds: readonly string[],
): Promise<ReadonlyMap<string, Customs>> {
  const rows = await ex.rows<Customs & { store_id: string }>(sql`select store_id, ioss, declares from store_customs
    where workplace_id = ${workplaceId} and store_id = any(${storeIds}::uuid[])`);
  return new Map(rows.map((row) => [row.store_id, row]));
}

export const saveCustoms = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  { ioss, declares }: Customs,
): Promise<number> =>
  tx.run(sql`insert into store_customs (workplace_id, store_id, ioss, declares)
    values (${workplaceId}, ${storeId}, ${ioss}, ${declares})
    on conflict (workplace_id, store_id) do update set ioss = excluded.ioss, declares = excluded.declares`);
