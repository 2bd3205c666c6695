import type { SupplierId } from '@quayside/connector-kit';
import type { SupplierCounts } from '@quayside/contracts';
import { type Executor, sql } from '../../../db/index.ts';
import type { Mode } from '../../../deps.ts';

export type CountedSupplier = SupplierCounts & { source: SupplierId; mode: Mode };

interface Row {
  source: SupplierId;
  mode: Mode;
  source_products: number;
  total: number;
  tracking: number;
  partial: number;
  skus: number;
  tracked: number;
}

/**
 * What a workplace has of each supplier and how much of it is watched (rule B167), in one query: one walk over its products,
 * its variants and what was seen of them. tracking: watched, and every SKU that is sold was found at the last look; partial:
 * watched, and some of them were; not_tracking: the rest. An SKU is tracked when its product is watched and it was found.
 */
export async function countSuppliers(ex: Executor, workplaceId: string): Promise<CountedSupplier[]> {
  const rows = await ex.rows<Row>(sql`with sku as (
      select v.product_id, count(*) as skus, count(*) filter (where s.found) as tracked
      from product_variant v
      left join variant_watch s on s.workplace_id = ${workplaceId} and s.variant_id = v.variant_id
      where v.workplace_id = ${workplaceId} and v.enabled group by v.product_id)
    select p.source, p.mode, count(distinct p.source_product_id)::int as source_products, count(*)::int as total,
      count(*) filter (where sku.tracked > 0 and sku.tracked = sku.skus)::int as tracking,
      count(*) filter (where sku.tracked > 0 and sku.tracked < sku.skus)::int as partial,
      coalesce(sum(sku.skus), 0)::int as skus, coalesce(sum(sku.tracked), 0)::int as tracked
    from product p left join sku on sku.product_id = p.product_id
    where p.workplace_id = ${workplaceId} and p.deleted_at is null
    group by p.source, p.mode order by p.source <> 'quayside', p.source, p.mode`);
  return rows.map(({ source, mode, source_products, total, tracking, partial, skus, tracked }) => ({
    source,
    mode,
    source_products,
    products: { total, tracking, partial, not_tracking: total - tracking - partial },
    skus: { total: skus, tracking: tracked, not_tracking: skus - tracked },
  }));
}
