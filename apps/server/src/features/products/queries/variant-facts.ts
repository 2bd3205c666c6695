import { type Executor, sql } from '../../../db/index.ts';

/** Known weights of variants in grams. */
export async function variantWeights(
  ex: Executor,
  workplaceId: string,
  variantIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await ex.rows<{ variant_id: string; weight_grams: number }>(sql`select variant_id, weight_grams
    from product_variant where workplace_id = ${workplaceId} and variant_id = any(${variantIds}::uuid[])
      and weight_grams is not null`);
  return new Map(rows.map((row) => [row.variant_id, row.weight_grams]));
}

export interface SampleVariant {
  sourceProductId: string;
  sourceVariantId: string;
  title: string;
  /** Empty: the product has no options. */
  variantTitle: string;
}

/** A supplier's variant among the imported products, the newest product first. */
export const sampleVariant = (
  ex: Executor,
  workplaceId: string,
  source: string,
  mode: string,
): Promise<SampleVariant | undefined> =>
  ex.first(sql`select p.source_product_id as "sourceProductId", v.source_variant_id as "sourceVariantId", p.title,
      array_to_string(v.option_values, ' / ') as "variantTitle"
    from product p join product_variant v on v.workplace_id = p.workplace_id and v.product_id = p.product_id
    where p.workplace_id = ${workplaceId} and p.source = ${source} and p.mode = ${mode} and p.deleted_at is null
    order by p.product_id desc, v.position limit 1`);
