import type { SupplierId } from '@quayside/connector-kit';
import { type Executor, sql } from '../../../db/index.ts';
import type { Mode } from '../../../deps.ts';
import { WITHOUT_SUPPLIER } from '../rules/file-source.ts';

export interface SourceVariantName {
  source: SupplierId;
  mode: Mode;
  source_product_id: string;
  source_variant_id: string;
}

/** A supplier's variant as it is imported. */
export interface ImportedVariant extends SourceVariantName {
  product_id: string;
  variant_id: string;
  cost: number;
  currency: string;
  image_url: string | null;
}

/** Those of suppliers' variants that are imported, with their current costs; where there are copies too, the imported one comes last. */
export const importedVariants = (
  ex: Executor,
  workplaceId: string,
  names: readonly SourceVariantName[],
): Promise<ImportedVariant[]> =>
  names.length === 0
    ? Promise.resolve([])
    : ex.rows<ImportedVariant>(sql`select p.source, p.mode, p.source_product_id, v.source_variant_id, p.product_id, v.variant_id,
          v.cost, p.currency, coalesce(v.image_url, p.images -> 0 ->> 'url') as image_url
        from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as n(source text, mode text, source_product_id text,
          source_variant_id text)
        join lateral (select product_id, source, mode, source_product_id, currency, images, copied_from from product p
          where p.workplace_id = ${workplaceId} and p.source = n.source and p.mode = n.mode
            and p.source_product_id = n.source_product_id and p.deleted_at is null and p.copied_from is null
          union all select product_id, source, mode, source_product_id, currency, images, copied_from from product p
          where p.workplace_id = ${workplaceId} and p.source = n.source and p.mode = n.mode
            and p.source_product_id = n.source_product_id and p.deleted_at is null and p.copied_from is not null) p on true
        join product_variant v on v.workplace_id = ${workplaceId} and v.product_id = p.product_id
          and v.source_variant_id = n.source_variant_id
        order by p.copied_from nulls last, p.product_id`);

/** A supplier's variant that listings in stores buy. */
export interface ListedSource extends SourceVariantName {
  source_sku: string;
  title: string;
  option_values: string[];
  image_url: string | null;
  ship_to: string;
}

const isListedProduct = (
  workplaceId: string,
) => sql`exists (select 1 from listing l where l.workplace_id = ${workplaceId}
  and l.product_id = p.product_id and l.state <> 'removed')`;

/** Suppliers of products that are in stores. */
export const listedSuppliers = (
  ex: Executor,
  workplaceId: string,
): Promise<Pick<SourceVariantName, 'source' | 'mode'>[]> =>
  ex.rows(sql`select distinct p.source, p.mode from product p
    where p.workplace_id = ${workplaceId} and p.deleted_at is null and p.source <> all(${[...WITHOUT_SUPPLIER]}::text[])
      and ${isListedProduct(workplaceId)}`);

/** The next supplier products of products that are in stores, in the order of their ids. */
export const listedSources = async (
  ex: Executor,
  workplaceId: string,
  from: Pick<SourceVariantName, 'source' | 'mode'>,
  after: string,
  limit: number,
): Promise<string[]> =>
  (
    await ex.rows<{ id: string }>(sql`select distinct p.source_product_id collate "C" as id from product p
      where p.workplace_id = ${workplaceId} and p.source = ${from.source} and p.mode = ${from.mode} and p.deleted_at is null
        and p.source_product_id collate "C" > ${after} and ${isListedProduct(workplaceId)}
      order by id limit ${limit}`)
  ).map((row) => row.id);

/** The variants of supplier products that products in stores buy, each once. */
export const listedSourceVariants = (
  ex: Executor,
  workplaceId: string,
  from: Pick<SourceVariantName, 'source' | 'mode'>,
  sourceProductIds: readonly string[],
): Promise<ListedSource[]> =>
  ex.rows<ListedSource>(sql`select distinct on (p.source_product_id, v.source_variant_id) p.source, p.mode, p.source_product_id,
      v.source_variant_id, v.source_sku, v.barcode, p.title, v.option_values, coalesce(v.image_url, p.images -> 0 ->> 'url') as image_url, p.ship_to
    from product p
      join product_variant v on v.workplace_id = ${workplaceId} and v.product_id = p.product_id and v.enabled
    where p.workplace_id = ${workplaceId} and p.source = ${from.source} and p.mode = ${from.mode}
      and p.source_product_id = any(${[...sourceProductIds]}::text[]) and p.deleted_at is null and ${isListedProduct(workplaceId)}
    order by p.source_product_id, v.source_variant_id, p.copied_from nulls first, p.product_id`);

/** Products that buy a supplier's variant. */
export const productsBuying = async (ex: Executor, workplaceId: string, name: SourceVariantName): Promise<string[]> =>
  (
    await ex.rows<{ product_id: string }>(sql`select product_id from product p where workplace_id = ${workplaceId}
      and source = ${name.source} and mode = ${name.mode} and source_product_id = ${name.source_product_id} and deleted_at is null
      and exists (select 1 from product_variant v where v.workplace_id = ${workplaceId} and v.product_id = p.product_id
        and v.source_variant_id = ${name.source_variant_id})
      order by product_id`)
  ).map((row) => row.product_id);
