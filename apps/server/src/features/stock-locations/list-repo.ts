import type { StoreLocation } from '@quayside/connector-kit';
import { type Executor, json, sql } from '../../db/index.ts';

/** The kept locations of stores, or of one. */
export const findLocations = async (
  ex: Executor,
  workplaceId: string,
  storeId?: string,
): Promise<Map<string, StoreLocation[]>> =>
  new Map(
    (
      await ex.rows<{ store_id: string; locations: StoreLocation[] }>(sql`select store_id, locations
        from stock_location_list where workplace_id = ${workplaceId}
          and (${storeId === undefined} or store_id = ${storeId ?? null})`)
    ).map((one) => [one.store_id, one.locations]),
  );

export const saveLocations = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  locations: readonly StoreLocation[],
): Promise<number> =>
  tx.run(sql`insert into stock_location_list (workplace_id, store_id, locations)
    values (${workplaceId}, ${storeId}, ${json(locations)})
    on conflict (workplace_id, store_id) do update set locations = excluded.locations`);
