import type { StoreStockLocations } from '@quayside/contracts';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { say } from '../../../http/messages.ts';
import { listStores } from '../../connections/index.ts';
import { hasLocations } from '../actions/read-locations.ts';
import { findLists } from '../list-repo.ts';
import { findRuns } from '../run-repo.ts';

/** A job that was asked longer ago won't read any more. */
const READS_FOR_MS = 15 * 60_000;

/** Locations of connected stores whose platforms have several, and where stock is written. */
export async function storeLocations(
  ex: Executor,
  deps: Deps,
  workplaceId: string,
  locale: string,
): Promise<{ stores: StoreStockLocations[] }> {
  const stores = (await listStores(ex, workplaceId, false)).filter((one) => hasLocations(deps, one.platform));
  const lists = new Map((await findLists(ex, workplaceId)).map((one) => [one.store_id, one]));
  const runs = new Map((await findRuns(ex, workplaceId)).map((one) => [one.store_id, one]));
  return {
    stores: stores.map((store) => {
      const list = lists.get(store.store_id);
      const run = runs.get(store.store_id);
      const askedAt = list?.asked_at;
      const id = store.stock_location_id;
      return {
        store_id: store.store_id,
        store_name: store.store_name || store.platform_domain,
        platform: store.platform,
        read_at: list?.read_at ?? null,
        is_reading: Boolean(askedAt) && deps.clock.millis() - Date.parse(askedAt ?? '') < READS_FOR_MS,
        fault: list?.fault ? say(locale, list.fault, list.fault_params) : null,
        locations: (list?.locations ?? []).map((one) => ({
          id: one.id,
          name: one.name,
          is_active: one.isActive,
          fulfills_online_orders: one.fulfillsOnlineOrders,
          is_default: one.isDefault,
        })),
        chosen: id === null ? null : { id, name: store.stock_location_name ?? id, state: store.stock_location_state },
        move: run
          ? {
              state: run.state,
              moved: run.moved,
              kept: run.kept,
              error: run.error_key === null ? null : say(locale, run.error_key, run.error_params ?? {}),
            }
          : null,
      };
    }),
  };
}
