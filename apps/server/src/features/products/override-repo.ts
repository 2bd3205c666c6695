import { newId } from '@quayside/kernel';
import { type Executor, raw, sql } from '../../db/index.ts';
import type { StoreOverride } from './rules/store-override.ts';

const COLUMNS =
  raw(`product_id, store_id, title, description_html, vendor, product_type, tags, seo_title, seo_description, status,
  revision`);

/** Own values of products in stores; those of all stores that the caller may see where none is named. */
export const findOverrides = (
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[],
  storeIds?: readonly string[],
): Promise<StoreOverride[]> =>
  ex.rows<StoreOverride>(sql`select ${COLUMNS} from store_override where workplace_id = ${workplaceId}
    and product_id = any(${[...productIds]}::uuid[])
    and (${storeIds === undefined} or store_id = any(${[...(storeIds ?? [])]}::uuid[]))`);

/** Writes a store's own values of a product, whose row the caller holds. */
export const saveOverride = (tx: Executor, workplaceId: string, one: StoreOverride): Promise<number> =>
  tx.run(sql`insert into store_override (workplace_id, override_id, store_id, product_id, title, description_html, vendor,
      product_type, tags, seo_title, seo_description, status, revision)
    values (${workplaceId}, ${newId()}, ${one.store_id}, ${one.product_id}, ${one.title}, ${one.description_html}, ${one.vendor},
      ${one.product_type}, ${one.tags}::text[], ${one.seo_title}, ${one.seo_description}, ${one.status}, ${one.revision})
    on conflict (workplace_id, product_id, store_id) do update set title = excluded.title,
      description_html = excluded.description_html, vendor = excluded.vendor, product_type = excluded.product_type,
      tags = excluded.tags, seo_title = excluded.seo_title, seo_description = excluded.seo_description, status = excluded.status,
      revision = excluded.revision, updated_at = excluded.updated_at`);

/** A status that a person sets in stores is their own status from now on, where they had one. */
export const replaceOwnStatus = (
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
  storeIds: readonly string[],
  status: 'active' | 'draft',
): Promise<number> =>
  tx.run(sql`update store_override set status = ${status}, revision = revision + 1, updated_at = now()
    where workplace_id = ${workplaceId} and product_id = any(${[...productIds]}::uuid[])
      and store_id = any(${[...storeIds]}::uuid[]) and status <> ${status}`);

/** Gives copies of a product its stores' own values. Their titles are their own, so those in stores are left out. */
export const copyOverrides = (
  tx: Executor,
  workplaceId: string,
  fromId: string,
  copyIds: readonly string[],
): Promise<number> =>
  tx.run(sql`insert into store_override (workplace_id, override_id, store_id, product_id, description_html, vendor, product_type,
      tags, seo_title, seo_description, status)
    select ${workplaceId}, gen_random_uuid(), o.store_id, c.id, o.description_html, o.vendor, o.product_type, o.tags, o.seo_title,
      o.seo_description, o.status
    from store_override o cross join unnest(${[...copyIds]}::uuid[]) as c(id)
    where o.workplace_id = ${workplaceId} and o.product_id = ${fromId}
      and num_nonnulls(o.description_html, o.vendor, o.product_type, o.tags, o.seo_title, o.seo_description, o.status) > 0
    returning 1`);
