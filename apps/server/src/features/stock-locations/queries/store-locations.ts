import type { StoreStockLocations } from '@quayside/contracts';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { say } from '../../../http/messages.ts';
import { viewStoreLists } from '../../connections/index.ts';
import { locationList } from '../actions/read-locations.ts';
import { findLocations } from '../list-repo.ts';
import { findRuns } from '../run-repo.ts';

/** Locations of connected stores whose platforms have several, and where stock is written. */
export async function storeLocations(
  ex: Executor,
  deps: Deps,
  workplaceId: string,
  locale: string,
): Promise<{ stores: StoreStockLocations[] }> {
  const lists = await viewStoreLists(ex, deps, locationList, workplaceId, locale);
  const locations = await findLocations(ex, workplaceId);
  const runs = new Map((await findRuns(ex, workplaceId)).map((one) => [one.store_id, one]));
  return {
    stores: lists.map(({ store, shown }) => {
      const run = runs.get(store.store_id);
      const id = store.stock_location_id;
      return {
        ...shown,
        locations: (locations.get(store.store_id) ?? []).map((one) => ({
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
