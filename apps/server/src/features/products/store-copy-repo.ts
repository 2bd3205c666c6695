import { type Executor, sql } from '../../db/index.ts';

/** What goes along when a product is copied to another store. */
export interface Carried {
  collections: boolean;
  store_values: boolean;
}

export interface StoreCopySetting extends Carried {
  /** The store that is copied from. */
  store_id: string;
  to_store_id: string | null;
}

export const findCopySettings = (ex: Executor, workplaceId: string): Promise<StoreCopySetting[]> =>
  ex.rows<StoreCopySetting>(sql`select store_id, to_store_id, collections, store_values from store_copy_setting
    where workplace_id = ${workplaceId}`);

export const findCarried = async (ex: Executor, workplaceId: string, storeId: string): Promise<Carried> =>
  (await ex.first<Carried>(sql`select collections, store_values from store_copy_setting
    where workplace_id = ${workplaceId} and store_id = ${storeId}`)) ?? { collections: false, store_values: false };

export const saveCopySetting = (tx: Executor, workplaceId: string, one: StoreCopySetting): Promise<number> =>
  tx.run(sql`insert into store_copy_setting (workplace_id, store_id, to_store_id, collections, store_values, updated_at)
    values (${workplaceId}, ${one.store_id}, ${one.to_store_id}, ${one.collections}, ${one.store_values}, now())
    on conflict (workplace_id, store_id) do update set to_store_id = excluded.to_store_id, collections = excluded.collections,
      store_values = excluded.store_values, updated_at = excluded.updated_at`);

/**
 * Gives products in another store the values of their own that they have in this one, apart from the status, which is chosen when they
 * are pushed. Values that they have in the other store stay.
 */
export const carryOverrides = (
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<number> =>
  tx.run(sql`insert into store_override (workplace_id, override_id, store_id, product_id, title, description_html, vendor, product_type,
      tags, seo_title, seo_description)
    select ${workplaceId}, gen_random_uuid(), ${to}, o.product_id, o.title, o.description_html, o.vendor, o.product_type, o.tags,
      o.seo_title, o.seo_description
    from store_override o
    where o.workplace_id = ${workplaceId} and o.store_id = ${from} and o.product_id = any(${[...productIds]}::uuid[])
      and num_nonnulls(o.title, o.description_html, o.vendor, o.product_type, o.tags, o.seo_title, o.seo_description) > 0
    on conflict (workplace_id, product_id, store_id) do nothing`);
