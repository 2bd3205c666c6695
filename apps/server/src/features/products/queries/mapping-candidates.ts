import type { SupplierId } from '@quayside/connector-kit';
import type { SupplierName } from '@quayside/contracts';
import { barcodeKey } from '@quayside/kernel';
import { containing, type Executor, sql } from '../../../db/index.ts';
import type { Mode } from '../../../deps.ts';
import { WITHOUT_SUPPLIER } from '../rules/file-source.ts';

/** A variant of an imported product that a sold one may be. */
export interface MappingCandidate {
  mode: Mode;
  product_id: string;
  variant_id: string;
  source: SupplierName & SupplierId;
  source_product_id: string;
  source_variant_id: string;
  title: string;
  sku: string;
  source_sku: string;
  barcode: string;
  option_values: string[];
  image_url: string | null;
  cost: number;
  currency: string;
}

/** Products whose variants are read: enough for a page of sold ones. */
const MOST_PRODUCTS = 400;
const MOST_VARIANTS = 20_000;
/** What has no supplier can't be bought. */
const hasSupplier = sql`p.source <> all(${[...WITHOUT_SUPPLIER]}::text[])`;

const pictured = (workplaceId: string, pictures: readonly string[]) =>
  pictures.length === 0
    ? sql``
    : sql`union all
      (select p.product_id, 0 from product p where p.workplace_id = ${workplaceId} and p.deleted_at is null and ${hasSupplier}
        and (p.images -> 0 ->> 'url' = any(${[...pictures]}::text[])
          or exists (select 1 from product_variant v where v.workplace_id = ${workplaceId} and v.product_id = p.product_id
            and v.image_url = any(${[...pictures]}::text[]))) limit ${MOST_PRODUCTS})`;

/** Enabled variants of imported products with one of these SKUs, barcodes or pictures, or with one of these words in the title. */
export const mappingCandidates = (
  ex: Executor,
  workplaceId: string,
  by: { skus: readonly string[]; barcodes: readonly string[]; words: readonly string[]; pictures?: readonly string[] },
): Promise<MappingCandidate[]> =>
  ex.rows<MappingCandidate>(sql`with named as (
      (select p.product_id, 0 as rank from product p where p.workplace_id = ${workplaceId} and p.deleted_at is null
        and ${hasSupplier}
        and exists (select 1 from product_variant v where v.workplace_id = ${workplaceId} and v.product_id = p.product_id
          and (v.sku = any(${[...by.skus]}::text[]) or v.source_sku = any(${[...by.skus]}::text[]))) limit ${MOST_PRODUCTS})
      union all
      (select p.product_id, 0 from product_variant v
        join product p on p.workplace_id = ${workplaceId} and p.product_id = v.product_id and p.deleted_at is null and ${hasSupplier}
        where v.workplace_id = ${workplaceId} and v.barcode <> '' and barcode_key(v.barcode) = any(${by.barcodes.map(barcodeKey)}::text[])
        limit ${MOST_PRODUCTS})
      ${pictured(workplaceId, by.pictures ?? [])}
      union all
      (select p.product_id, 1 from product p where p.workplace_id = ${workplaceId} and p.deleted_at is null
        and ${hasSupplier}
        and p.title ilike any(${by.words.map(containing)}::text[]) order by p.product_id desc limit ${MOST_PRODUCTS})),
    each as (select product_id from named group by product_id order by min(rank) limit ${MOST_PRODUCTS})
    select p.mode, p.product_id, v.variant_id, p.source, p.source_product_id, v.source_variant_id, p.title, v.sku, v.source_sku, v.barcode,
      v.option_values, coalesce(v.image_url, p.images -> 0 ->> 'url') as image_url, v.cost, p.currency
    from each join product p on p.workplace_id = ${workplaceId} and p.product_id = each.product_id
      join product_variant v on v.workplace_id = ${workplaceId} and v.product_id = p.product_id and v.enabled
    order by p.product_id desc, v.position limit ${MOST_VARIANTS}`);

/** The first pictures of products that can be bought, the newest first. */
export const mainPictures = (ex: Executor, workplaceId: string, most: number): Promise<{ url: string; mode: Mode }[]> =>
  ex.rows<{ url: string; mode: Mode }>(sql`select p.images -> 0 ->> 'url' as url, p.mode from product p
    where p.workplace_id = ${workplaceId} and p.deleted_at is null and ${hasSupplier} and jsonb_array_length(p.images) > 0
    order by p.product_id desc limit ${most}`);
