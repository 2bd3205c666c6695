import { isId } from '@quayside/kernel';
import { type Executor, raw, sql } from '../../db/index.ts';
import type { ListingSettings, OwnField, Product } from './tables.ts';

/** Products of a store that are listed from here: its ids, and our references on products whose push hasn't ended yet. */
export async function knownInStore(
  ex: Executor,
  workplaceId: string,
  storeId: string,
  by: { externalIds: readonly string[]; listingIds: readonly string[] },
): Promise<{ external: Set<string>; listings: Set<string> }> {
  const listing = raw('select listing_id, product_id, external_product_id, state from listing');
  // Two looks by an index each: either condition in one statement reads all listings of the store, for each page of a run.
  const rows = await ex.rows<{
    external_product_id: string | null;
    listing_id: string;
  }>(sql`select l.external_product_id, l.listing_id
    from (
      ${listing} where workplace_id = ${workplaceId} and store_id = ${storeId} and external_product_id = any(${[...by.externalIds]}::text[])
      union all
      ${listing} where workplace_id = ${workplaceId} and store_id = ${storeId} and listing_id = any(${by.listingIds.filter(isId)}::uuid[])
    ) l join product p on p.workplace_id = ${workplaceId} and p.product_id = l.product_id and p.deleted_at is null
    where l.state <> 'removed'`);
  return {
    external: new Set(rows.flatMap((row) => row.external_product_id ?? [])),
    listings: new Set(rows.map((row) => row.listing_id)),
  };
}

/** Writes of products that were just added what no supplier fills in, and that stores have them. */
export const saveAdopted = (
  tx: Executor,
  workplaceId: string,
  rows: readonly Pick<Product, 'product_id' | Exclude<OwnField, 'weight_unit'> | 'tags'>[],
): Promise<number> =>
  tx.run(sql`update product p set tags = array(select jsonb_array_elements_text(r.tags)), seo_title = r.seo_title,
      seo_description = r.seo_description, hs_code = r.hs_code, origin_country = r.origin_country, length_mm = r.length_mm,
      width_mm = r.width_mm, height_mm = r.height_mm, push_state = 'pushed'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(product_id uuid, tags jsonb, seo_title text, seo_description text,
      hs_code text, origin_country text, length_mm integer, width_mm integer, height_mm integer)
    where p.workplace_id = ${workplaceId} and p.product_id = r.product_id`);

/** A listing that was in its store before Quayside. */
export interface NewListed {
  listing_id: string;
  product_id: string;
  publish_status: 'active' | 'draft';
  settings: ListingSettings;
  variant_ids: string[];
  external_product_id: string;
  handle: string | null;
  url: string | null;
  admin_url: string | null;
}

export interface NewListedVariant {
  listing_id: string;
  variant_id: string;
  external_variant_id: string;
  external_inventory_item_id: string | null;
  sku: string;
}

/** Adds listings that their store has already, with their variants, in two statements. */
export async function insertListed(
  tx: Executor,
  workplaceId: string,
  storeId: string,
  listings: readonly NewListed[],
  variants: readonly NewListedVariant[],
): Promise<void> {
  await tx.run(sql`insert into listing (workplace_id, listing_id, product_id, store_id, part, parts, state, publish_status, settings,
      variant_ids, external_product_id, handle, url, admin_url, pushed_revision, pushed_at)
    select ${workplaceId}, r.listing_id, r.product_id, ${storeId}, 1, 1, 'listed', r.publish_status, r.settings,
      array(select jsonb_array_elements_text(r.variant_ids)::uuid), r.external_product_id, r.handle, r.url, r.admin_url, 1, now()
    from jsonb_to_recordset(${JSON.stringify(listings)}::jsonb) as r(listing_id uuid, product_id uuid, publish_status text,
      settings jsonb, variant_ids jsonb, external_product_id text, handle text, url text, admin_url text)
    returning 1`);
  await tx.run(sql`insert into listing_variant (workplace_id, listing_id, variant_id, store_id, external_variant_id,
      external_inventory_item_id, sku)
    select ${workplaceId}, r.listing_id, r.variant_id, ${storeId}, r.external_variant_id, r.external_inventory_item_id, r.sku
    from jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) as r(listing_id uuid, variant_id uuid, external_variant_id text,
      external_inventory_item_id text, sku text)
    returning 1`);
}
