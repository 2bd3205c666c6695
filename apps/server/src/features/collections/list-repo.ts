import type { StoreCollection } from '@quayside/connector-kit';
import { type Executor, sql } from '../../db/index.ts';

export interface CollectionRow {
  store_id: string;
  external_id: string;
  title: string;
  parent_id: string | null;
  is_assignable: boolean;
}

/** Stores whose supplier categories apply to products without collections of their own. */
export const findApplying = async (ex: Executor, workplaceId: string): Promise<Set<string>> =>
  new Set(
    (
      await ex.rows<{ store_id: string }>(sql`select store_id from collection_setting
        where workplace_id = ${workplaceId} and applies_categories`)
    ).map((one) => one.store_id),
  );

/** Collections of some stores, by title. */
export const findCollections = (
  ex: Executor,
  workplaceId: string,
  storeIds: readonly string[],
): Promise<CollectionRow[]> =>
  ex.rows(sql`select store_id, external_id, title, parent_id, is_assignable from store_collection
    where workplace_id = ${workplaceId} and store_id = any(${[...storeIds]}::uuid[]) order by lower(title), external_id`);

/** Replaces the list of a store in two statements, however long it is. */
export async function replaceCollections(
  tx: Executor,
  workplaceId: string,
  storeId: string,
  all: readonly StoreCollection[],
): Promise<void> {
  const rows = all.map((one) => ({
    external_id: one.id,
    title: one.title,
    parent_id: one.parentId ?? null,
    is_assignable: one.isAssignable,
  }));
  await tx.run(sql`delete from store_collection where workplace_id = ${workplaceId} and store_id = ${storeId}
    and not external_id = any(${rows.map((row) => row.external_id)}::text[])`);
  await tx.run(sql`insert into store_collection (workplace_id, store_id, external_id, title, parent_id, is_assignable)
    select ${workplaceId}, ${storeId}, r.external_id, r.title, r.parent_id, r.is_assignable
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(external_id text, title text, parent_id text, is_assignable boolean)
    on conflict (workplace_id, store_id, external_id) do update set title = excluded.title, parent_id = excluded.parent_id,
      is_assignable = excluded.is_assignable`);
}

export const saveApplies = (tx: Executor, workplaceId: string, storeId: string, applies: boolean): Promise<number> =>
  tx.run(sql`insert into collection_setting (workplace_id, store_id, applies_categories)
    values (${workplaceId}, ${storeId}, ${applies})
    on conflict (workplace_id, store_id) do update set applies_categories = excluded.applies_categories`);
