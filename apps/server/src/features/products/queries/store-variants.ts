import { type Executor, sql } from '../../../db/index.ts';
import type { Mode } from '../../../deps.ts';
import { WITHOUT_SUPPLIER } from '../rules/file-source.ts';
import type { SourceVariantName } from './source-variants.ts';

/** A variant of a product as a store has it. */
export interface StoreVariant {
  store_id: string;
  external_product_id: string | null;
  external_variant_id: string;
  title: string;
  option_values: string[];
  image_url: string | null;
}

/** Variants of a product in stores, by store and in the product's order. */
export const storeVariants = (ex: Executor, workplaceId: string, productId: string): Promise<StoreVariant[]> =>
  ex.rows<StoreVariant>(sql`select l.store_id, l.external_product_id, lv.external_variant_id, p.title, v.option_values,
      coalesce(v.image_url, p.images -> 0 ->> 'url') as image_url
    from listing l
      join listing_variant lv on lv.workplace_id = ${workplaceId} and lv.listing_id = l.listing_id
      join product_variant v on v.workplace_id = ${workplaceId} and v.variant_id = lv.variant_id
      join product p on p.workplace_id = ${workplaceId} and p.product_id = l.product_id
    where l.workplace_id = ${workplaceId} and l.product_id = ${productId} and l.state <> 'removed'
      and l.external_product_id is not null
    order by l.store_id, l.part, v.position`);

/** The variants of a product that was pushed to a store, by its id there. */
export const listedProduct = (
  ex: Executor,
  workplaceId: string,
  externalProductId: string,
): Promise<(StoreVariant & { product_id: string; sku: string })[]> =>
  ex.rows<StoreVariant & { product_id: string; sku: string }>(sql`select l.store_id, l.external_product_id,
      lv.external_variant_id, p.title, v.option_values, coalesce(v.image_url, p.images -> 0 ->> 'url') as image_url,
      l.product_id, lv.sku
    from listing l
      join listing_variant lv on lv.workplace_id = ${workplaceId} and lv.listing_id = l.listing_id
      join product_variant v on v.workplace_id = ${workplaceId} and v.variant_id = lv.variant_id
      join product p on p.workplace_id = ${workplaceId} and p.product_id = l.product_id
    where l.workplace_id = ${workplaceId} and l.external_product_id = ${externalProductId} and l.state <> 'removed'
    order by l.store_id, v.position`);

/** Variants in stores that buy a supplier's variant. */
export const storeVariantsOfSource = (
  ex: Executor,
  workplaceId: string,
  name: SourceVariantName,
): Promise<(StoreVariant & { product_id: string })[]> =>
  ex.rows<
    StoreVariant & { product_id: string }
  >(sql`select l.store_id, l.external_product_id, lv.external_variant_id, p.title,
      v.option_values, coalesce(v.image_url, p.images -> 0 ->> 'url') as image_url, p.product_id
    from product p
      join product_variant v on v.workplace_id = ${workplaceId} and v.product_id = p.product_id
        and v.source_variant_id = ${name.source_variant_id}
      join listing_variant lv on lv.workplace_id = ${workplaceId} and lv.variant_id = v.variant_id
      join listing l on l.workplace_id = ${workplaceId} and l.listing_id = lv.listing_id and l.state <> 'removed'
        and l.external_product_id is not null
    where p.workplace_id = ${workplaceId} and p.source = ${name.source} and p.mode = ${name.mode}
      and p.source_product_id = ${name.source_product_id} and p.deleted_at is null
    order by l.store_id, lv.external_variant_id`);

/** A variant in a store of a product that no supplier is known for. */
export interface UnsuppliedVariant extends StoreVariant {
  listing_id: string;
  product_id: string;
  mode: Mode;
  sku: string;
  barcode: string;
}

/** Variants of the next listings whose products came without a supplier, by listing. */
export const listedWithoutSupplier = (
  ex: Executor,
  workplaceId: string,
  page: { after: string | null; listings: number },
): Promise<UnsuppliedVariant[]> =>
  ex.rows<UnsuppliedVariant>(sql`select l.listing_id, l.store_id, l.external_product_id, lv.external_variant_id, l.product_id, l.mode,
      l.title, v.option_values, lv.sku, v.barcode, coalesce(v.image_url, l.image_url) as image_url
    from (select l.listing_id, l.store_id, l.external_product_id, p.product_id, p.mode, p.title, p.images -> 0 ->> 'url' as image_url
        from listing l join product p on p.workplace_id = ${workplaceId} and p.product_id = l.product_id and p.deleted_at is null
          and p.source = any(${[...WITHOUT_SUPPLIER]}::text[])
        where l.workplace_id = ${workplaceId} and l.state <> 'removed' and l.external_product_id is not null
          and (${page.after}::uuid is null or l.listing_id > ${page.after}::uuid)
        order by l.listing_id limit ${page.listings}) l
      join listing_variant lv on lv.workplace_id = ${workplaceId} and lv.listing_id = l.listing_id
      join product_variant v on v.workplace_id = ${workplaceId} and v.variant_id = lv.variant_id
    where lv.external_variant_id is not null
    order by l.listing_id, v.position`);

/** Barcodes of variants that stores have, by `<store> <its id there>`; those without one are left out. */
export async function listedBarcodes(
  ex: Executor,
  workplaceId: string,
  variants: readonly { store_id: string; external_variant_id: string | null }[],
): Promise<Map<string, string>> {
  const ids = [...new Set(variants.flatMap((one) => one.external_variant_id ?? []))];
  if (ids.length === 0) return new Map();
  const stores = [...new Set(variants.map((one) => one.store_id))];
  const rows = await ex.rows<{ store_id: string; external_variant_id: string; barcode: string }>(sql`select lv.store_id,
      lv.external_variant_id, v.barcode
    from listing_variant lv join product_variant v on v.workplace_id = ${workplaceId} and v.variant_id = lv.variant_id and v.barcode <> ''
    where lv.workplace_id = ${workplaceId} and lv.store_id = any(${stores}::uuid[]) and lv.external_variant_id = any(${ids}::text[])`);
  return new Map(rows.map((row) => [`${row.store_id} ${row.external_variant_id}`, row.barcode]));
}
