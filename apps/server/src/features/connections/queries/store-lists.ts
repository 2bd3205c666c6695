import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { say } from '../../../http/messages.ts';
import { isListOffered, type StoreList } from '../actions/store-lists.ts';
import { findStoreLists } from '../store-list-repo.ts';
import { listStores, type Store } from '../store-repo.ts';

/** A job that was asked longer ago won't read any more. */
const READS_FOR_MS = 15 * 60_000;

/** Connected stores whose platforms have a list. */
export async function storesWithList<T>(
  ex: Executor,
  deps: Pick<Deps, 'connectors'>,
  list: StoreList<T>,
  workplaceId: string,
): Promise<Store[]> {
  const stores = await listStores(ex, workplaceId, false);
  return stores.filter((one) => isListOffered(deps, list, one.platform));
}

/** The same stores, with what screens show of how their list was read. */
export async function viewStoreLists<T>(
  ex: Executor,
  deps: Deps,
  list: StoreList<T>,
  workplaceId: string,
  locale: string,
) {
  const stores = await storesWithList(ex, deps, list, workplaceId);
  const rows = new Map((await findStoreLists(ex, workplaceId, list.kind)).map((one) => [one.store_id, one]));
  return stores.map((store) => {
    const row = rows.get(store.store_id);
    const askedAt = row?.asked_at;
    return {
      store,
      shown: {
        store_id: store.store_id,
        store_name: store.store_name || store.platform_domain,
        platform: store.platform,
        read_at: row?.read_at ?? null,
        is_reading: Boolean(askedAt) && deps.clock.millis() - Date.parse(askedAt ?? '') < READS_FOR_MS,
        fault: row?.fault ? say(locale, row.fault, row.fault_params) : null,
      },
    };
  });
}
