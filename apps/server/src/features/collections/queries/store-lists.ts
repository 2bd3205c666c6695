import type { StoreCollections } from '@quayside/contracts';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { say } from '../../../http/messages.ts';
import { listStores, type Store } from '../../connections/index.ts';
import { findCollections, findLists } from '../list-repo.ts';
import { pathsOf } from '../rules/paths.ts';

/** A job that was asked longer ago won't read any more. */
const READS_FOR_MS = 15 * 60_000;

/** Connected stores whose platforms have collections. */
export async function collectionStores(ex: Executor, deps: Deps, workplaceId: string): Promise<Store[]> {
  const stores = await listStores(ex, workplaceId, false);
  return stores.filter((one) => deps.connectors.channels[one.platform]?.capabilities.collections);
}

/** The kept lists of stores. */
export async function storeLists(
  ex: Executor,
  deps: Deps,
  workplaceId: string,
  locale: string,
): Promise<StoreCollections[]> {
  const stores = await collectionStores(ex, deps, workplaceId);
  const ids = stores.map((one) => one.store_id);
  const lists = new Map((await findLists(ex, workplaceId)).map((one) => [one.store_id, one]));
  const byStore = Map.groupBy(await findCollections(ex, workplaceId, ids), (one) => one.store_id);
  return stores.map((store) => {
    const list = lists.get(store.store_id);
    const rows = byStore.get(store.store_id) ?? [];
    const paths = pathsOf(rows);
    const askedAt = list?.asked_at;
    return {
      store_id: store.store_id,
      store_name: store.store_name || store.platform_domain,
      platform: store.platform,
      read_at: list?.read_at ?? null,
      is_reading: Boolean(askedAt) && deps.clock.millis() - Date.parse(askedAt ?? '') < READS_FOR_MS,
      fault: list?.fault ? say(locale, list.fault, list.fault_params) : null,
      applies_categories: list?.applies_categories ?? false,
      items: rows
        .map((row) => ({
          id: row.external_id,
          title: row.title,
          path: paths.get(row.external_id) ?? [],
          is_assignable: row.is_assignable,
        }))
        .sort((a, b) => [...a.path, a.title].join('\n').localeCompare([...b.path, b.title].join('\n'))),
    };
  });
}
