import type { SupplierId } from '@quayside/connector-kit';
import { type Executor, sql } from '../../../db/index.ts';
import type { Mode } from '../../../deps.ts';

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
