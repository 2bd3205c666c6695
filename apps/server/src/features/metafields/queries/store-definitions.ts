import { metafieldId } from '@quayside/connector-kit';
import { isEditableMetafield, type StoreMetafields } from '@quayside/contracts';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { say } from '../../../http/messages.ts';
import { listStores, type Store } from '../../connections/index.ts';
import { findDefinitions, findLists } from '../definition-repo.ts';

/** A job that was asked longer ago won't read any more. */
const READS_FOR_MS = 15 * 60_000;

/** Connected stores whose platforms have metafields. */
export async function metafieldStores(ex: Executor, deps: Deps, workplaceId: string): Promise<Store[]> {
  const stores = await listStores(ex, workplaceId, false);
  return stores.filter((one) => deps.connectors.channels[one.platform]?.capabilities.metafields);
}

/** The kept definitions of stores. */
export async function storeDefinitions(
  ex: Executor,
  deps: Deps,
  workplaceId: string,
  locale: string,
): Promise<StoreMetafields[]> {
  const stores = await metafieldStores(ex, deps, workplaceId);
  const ids = stores.map((one) => one.store_id);
  const lists = new Map((await findLists(ex, workplaceId)).map((one) => [one.store_id, one]));
  const byStore = Map.groupBy(await findDefinitions(ex, workplaceId, ids), (one) => one.store_id);
  return stores.map((store) => {
    const list = lists.get(store.store_id);
    const askedAt = list?.asked_at;
    return {
      store_id: store.store_id,
      store_name: store.store_name || store.platform_domain,
      platform: store.platform,
      read_at: list?.read_at ?? null,
      is_reading: Boolean(askedAt) && deps.clock.millis() - Date.parse(askedAt ?? '') < READS_FOR_MS,
      fault: list?.fault ? say(locale, list.fault, list.fault_params) : null,
      items: (byStore.get(store.store_id) ?? []).map((row) => ({
        id: metafieldId(row),
        name: row.name,
        description: row.description,
        type: row.type,
        validations: row.validations,
        is_editable: row.is_writable && isEditableMetafield(row.type),
      })),
    };
  });
}
