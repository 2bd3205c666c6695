import type { StoreCollections } from '@quayside/contracts';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { viewStoreLists } from '../../connections/index.ts';
import { collectionList } from '../actions/read-collections.ts';
import { findApplying, findCollections } from '../list-repo.ts';
import { pathsOf } from '../rules/paths.ts';

/** The kept lists of stores. */
export async function storeLists(
  ex: Executor,
  deps: Deps,
  workplaceId: string,
  locale: string,
): Promise<StoreCollections[]> {
  const lists = await viewStoreLists(ex, deps, collectionList, workplaceId, locale);
  const applying = await findApplying(ex, workplaceId);
  const ids = lists.map(({ store }) => store.store_id);
  const byStore = Map.groupBy(await findCollections(ex, workplaceId, ids), (one) => one.store_id);
  return lists.map(({ store, shown }) => {
    const rows = byStore.get(store.store_id) ?? [];
    const paths = pathsOf(rows);
    return {
      ...shown,
      applies_categories: applying.has(store.store_id),
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
