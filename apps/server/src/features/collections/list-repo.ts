import type { StoreCollection } from '@quayside/connector-kit';
import type { MessageParams } from '@quayside/kernel';
import { type Executor, json, sql } from '../../db/index.ts';

export interface ListRow {
  store_id: string;
  asked_at: string | null;
  read_at: string | null;
  fault: string | null;
  fault_params: MessageParams;
  applies_categories: boolean;
}

export interface CollectionRow {
  store_id: string;
  external_id: string;
  title: string;
  parent_id: string | null;
  is_assignable: boolean;
}

export const findLists = (ex: Executor, workplaceId: string): Promise<ListRow[]> =>
  ex.rows(sql`select store_id, asked_at, read_at, fault, fault_params, applies_categories from collection_list
    where workplace_id = ${workplaceId}`);

/** Collections of some stores, by title. */
export const findCollections = (
  ex: Executor,
  workplaceId: string,
  storeIds: readonly string[],
): Promise<CollectionRow[]> =>
  ex.rows(sql`select store_id, external_id, title, parent_id, is_assignable from store_collection
    where workplace_id = ${workplaceId} and store_id = any(${[...storeIds]}::uuid[]) order by lower(title), external_id`);

/** Notes that a read was asked for. */
export const noteAsked = (tx: Executor, workplaceId: string, storeId: string): Promise<number> =>
  tx.run(sql`insert into collection_list (workplace_id, store_id, asked_at) values (${workplaceId}, ${storeId}, now())
    on conflict (workplace_id, store_id) do update set asked_at = excluded.asked_at`);

/** Replaces the list of a store in three statements, however long it is. */
export async function saveList(
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
  await tx.run(sql`insert into collection_list (workplace_id, store_id, read_at) values (${workplaceId}, ${storeId}, now())
    on conflict (workplace_id, store_id) do update set read_at = excluded.read_at, asked_at = null, fault = null,
      fault_params = '{}'`);
  await tx.run(sql`delete from store_collection where workplace_id = ${workplaceId} and store_id = ${storeId}
    and not external_id = any(${rows.map((row) => row.external_id)}::text[])`);
  await tx.run(sql`insert into store_collection (workplace_id, store_id, external_id, title, parent_id, is_assignable)
    select ${workplaceId}, ${storeId}, r.external_id, r.title, r.parent_id, r.is_assignable
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(external_id text, title text, parent_id text, is_assignable boolean)
    on conflict (workplace_id, store_id, external_id) do update set title = excluded.title, parent_id = excluded.parent_id,
      is_assignable = excluded.is_assignable`);
}

export const noteFault = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  { key, params }: { key: string; params: MessageParams },
): Promise<number> =>
  tx.run(sql`update collection_list set asked_at = null, fault = ${key}, fault_params = ${json(params)}
    where workplace_id = ${workplaceId} and store_id = ${storeId}`);

export const saveApplies = (tx: Executor, workplaceId: string, storeId: string, applies: boolean): Promise<number> =>
  tx.run(sql`insert into collection_list (workplace_id, store_id, applies_categories)
    values (${workplaceId}, ${storeId}, ${applies})
    on conflict (workplace_id, store_id) do update set applies_categories = excluded.applies_categories`);
