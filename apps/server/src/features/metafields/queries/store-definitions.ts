import { metafieldId } from '@quayside/connector-kit';
import { isEditableMetafield, type StoreMetafields } from '@quayside/contracts';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { viewStoreLists } from '../../connections/index.ts';
import { definitionList } from '../actions/read-definitions.ts';
import { findDefinitions } from '../definition-repo.ts';

/** The kept definitions of stores. */
export async function storeDefinitions(
  ex: Executor,
  deps: Deps,
  workplaceId: string,
  locale: string,
): Promise<StoreMetafields[]> {
  const lists = await viewStoreLists(ex, deps, definitionList, workplaceId, locale);
  const ids = lists.map(({ store }) => store.store_id);
  const byStore = Map.groupBy(await findDefinitions(ex, workplaceId, ids), (one) => one.store_id);
  return lists.map(({ store, shown }) => ({
    ...shown,
    items: (byStore.get(store.store_id) ?? []).map((row) => ({
      id: metafieldId(row),
      name: row.name,
      description: row.description,
      type: row.type,
      validations: row.validations,
      is_editable: row.is_writable && isEditableMetafield(row.type),
    })),
  }));
}
