import { type Executor, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';

/** What one unit of a store's variant takes of a supplier's variant. */
export interface Multiple {
  external_variant_id: string;
  source: string;
  mode: Mode;
  source_product_id: string;
  source_variant_id: string;
  pieces: number;
}

/** Replaces what units of a store's variants take of suppliers' variants; of several choices the largest number counts. */
export async function saveMultiples(
  tx: Executor,
  workplaceId: string,
  storeId: string,
  externalVariantIds: readonly string[],
  rows: readonly Multiple[],
): Promise<void> {
  await tx.run(sql`delete from store_multiple where workplace_id = ${workplaceId} and store_id = ${storeId}
    and external_variant_id = any(${[...externalVariantIds]}::text[])`);
  const several = rows.filter((row) => row.pieces > 1);
  if (several.length === 0) return;
  await tx.run(sql`insert into store_multiple (workplace_id, store_id, external_variant_id, source, mode, source_product_id,
      source_variant_id, pieces)
    select ${workplaceId}, ${storeId}, n.external_variant_id, n.source, n.mode, n.source_product_id, n.source_variant_id, n.pieces
    from (select external_variant_id, source, mode, source_product_id, source_variant_id, max(pieces) as pieces
      from jsonb_to_recordset(${JSON.stringify(several)}::jsonb) as r(external_variant_id text, source text, mode text,
        source_product_id text, source_variant_id text, pieces integer)
      group by external_variant_id, source, mode, source_product_id, source_variant_id) n returning 1`);
}

/** Variants in stores of which one unit takes several pieces of what they are listed from. */
export interface ListedMultiple {
  store_id: string;
  variant_id: string;
  pieces: number;
}

/** Multiples among the listed variants of products. */
export const readMultiples = (
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[] | undefined,
  storeId?: string,
): Promise<ListedMultiple[]> =>
  ex.rows<ListedMultiple>(sql`select l.store_id, lv.variant_id, max(m.pieces) as pieces
    from store_multiple m
      join listing l on l.workplace_id = ${workplaceId} and l.store_id = m.store_id and l.state <> 'removed'
      join listing_variant lv on lv.workplace_id = ${workplaceId} and lv.listing_id = l.listing_id
        and lv.external_variant_id = m.external_variant_id
      join product p on p.workplace_id = ${workplaceId} and p.product_id = l.product_id and p.source = m.source and p.mode = m.mode
        and p.source_product_id = m.source_product_id
      join product_variant v on v.workplace_id = ${workplaceId} and v.variant_id = lv.variant_id
        and v.source_variant_id = m.source_variant_id
    where m.workplace_id = ${workplaceId}
      ${productIds ? sql`and l.product_id = any(${[...productIds]}::uuid[])` : sql``}
      ${storeId === undefined ? sql`` : sql`and m.store_id = ${storeId}`}
    group by l.store_id, lv.variant_id`);

/** The same for one store: pieces of one unit by variant; those of one piece are missing. */
export const multiplesIn = async (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  productIds: readonly string[] | undefined,
): Promise<ReadonlyMap<string, number>> =>
  new Map((await readMultiples(ex, workplaceId, productIds, storeId)).map((row) => [row.variant_id, row.pieces]));
