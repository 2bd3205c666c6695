import { type Executor, sql } from '../../db/index.ts';

export interface ChoiceRow {
  product_id: string;
  store_id: string;
  external_ids: string[];
  titles: string[];
  again: string[];
}

export interface CategoryRow {
  store_id: string;
  category: string;
  name: string;
  external_ids: string[];
  titles: string[];
}

export const findChoices = (ex: Executor, workplaceId: string, productIds: readonly string[]): Promise<ChoiceRow[]> =>
  ex.rows(sql`select product_id, store_id, external_ids, titles, again from product_collection
    where workplace_id = ${workplaceId} and product_id = any(${[...productIds]}::uuid[])`);

export const saveChoice = (tx: Executor, workplaceId: string, row: ChoiceRow): Promise<number> =>
  tx.run(sql`insert into product_collection (workplace_id, product_id, store_id, external_ids, titles, again)
    values (${workplaceId}, ${row.product_id}, ${row.store_id}, ${row.external_ids}::text[], ${row.titles}::text[],
      ${row.again}::text[])
    on conflict (workplace_id, product_id, store_id) do update set external_ids = excluded.external_ids,
      titles = excluded.titles, again = excluded.again, updated_at = excluded.updated_at`);

export const removeChoice = (tx: Executor, workplaceId: string, productId: string, storeId: string): Promise<number> =>
  tx.run(sql`delete from product_collection
    where workplace_id = ${workplaceId} and product_id = ${productId} and store_id = ${storeId}`);

/** What a push joined again is done with. */
export const settleAgain = (
  tx: Executor,
  workplaceId: string,
  productId: string,
  storeId: string,
  joined: readonly string[],
): Promise<number> =>
  tx.run(sql`update product_collection
    set again = array(select one from unnest(again) one where not one = any(${[...joined]}::text[]))
    where workplace_id = ${workplaceId} and product_id = ${productId} and store_id = ${storeId} and again <> '{}'`);

export const findCategories = (ex: Executor, workplaceId: string): Promise<CategoryRow[]> =>
  ex.rows(sql`select store_id, category, name, external_ids, titles from collection_category
    where workplace_id = ${workplaceId} order by name, store_id`);

export const saveCategory = (tx: Executor, workplaceId: string, row: CategoryRow): Promise<number> =>
  row.external_ids.length === 0
    ? tx.run(sql`delete from collection_category
        where workplace_id = ${workplaceId} and store_id = ${row.store_id} and category = ${row.category}`)
    : tx.run(sql`insert into collection_category (workplace_id, store_id, category, name, external_ids, titles)
        values (${workplaceId}, ${row.store_id}, ${row.category}, ${row.name}, ${row.external_ids}::text[],
          ${row.titles}::text[])
        on conflict (workplace_id, store_id, category) do update set name = excluded.name,
          external_ids = excluded.external_ids, titles = excluded.titles, updated_at = excluded.updated_at`);
