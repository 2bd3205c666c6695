import { type Executor, sql } from '../../../db/index.ts';
import { mergeProducts, type ProductFacts, type VariantFacts } from '../rules/merge-products.ts';
import { readStagedRows } from '../staging-repo.ts';
import type { StoreTransfer } from '../tables.ts';
import { putNames } from '../transfer-repo.ts';

type ProductRow = Omit<ProductFacts, 'deleted'> & { revision: number; deleted_at: string | null; brought?: boolean };

/** Products of the workspace that may equal incoming ones: the same ones, or with the same source. */
async function thereAlready(tx: Executor, workplaceId: string, coming: readonly ProductRow[]) {
  const ids = coming.map((one) => one.product_id);
  const goods = coming.map((one) => one.source_product_id);
  const products = await tx.rows<ProductFacts>(sql`select product_id, source, mode, source_product_id, copied_from,
      deleted_at is not null as deleted
    from product where workplace_id = ${workplaceId}
      and (product_id = any(${ids}::uuid[]) or deleted_at is null and source_product_id = any(${goods}::text[]))
    order by product_id for update`);
  const variants = await tx.rows<VariantFacts>(sql`select product_id, variant_id, source_variant_id from product_variant
    where workplace_id = ${workplaceId} and product_id = any(${products.map((one) => one.product_id)}::uuid[])
    order by product_id, position`);
  return { products, variants };
}

/**
 * Copies staged products into a workspace, or maps them to existing ones (see mergeProducts). The old workspace keeps
 * them until the end.
 */
export async function bringProducts(tx: Executor, transfer: StoreTransfer, to: string): Promise<void> {
  const rows = await readStagedRows<ProductRow>(tx, transfer, 'product');
  if (rows.length === 0) return;
  const products = rows.map((row) => ({ ...row, deleted: row.deleted_at !== null }));
  const variants = await readStagedRows<VariantFacts>(tx, transfer, 'product_variant');
  const merge = mergeProducts({ products, variants }, await thereAlready(tx, to, rows));
  const aside = (part: string) =>
    sql`r.account_id = ${transfer.account_id} and r.move_id = ${transfer.move_id} and r.part = ${part}`;
  await tx.run(sql`insert into product select p.* from store_move_row r,
      jsonb_populate_record(null::product, r.carried || jsonb_build_object('workplace_id', ${to}::uuid, 'push_state', 'unpushed', 'brought', true)) p
    where ${aside('product')} and p.product_id = any(${merge.add}::uuid[])
    returning 1`);
  await tx.run(sql`update product set deleted_at = null, updated_at = now()
    where workplace_id = ${to} and product_id = any(${merge.restore}::uuid[])`);
  const homes = [...merge.addVariants].map(([variant_id, product_id]) => ({ variant_id, product_id }));
  await tx.run(sql`insert into product_variant select v.* from store_move_row r
      join jsonb_to_recordset(${JSON.stringify(homes)}::jsonb) as h(variant_id uuid, product_id uuid)
        on h.variant_id = (r.carried ->> 'variant_id')::uuid
      cross join lateral jsonb_populate_record(null::product_variant,
        -- Variants that were staged before barcodes were kept have none.
        jsonb_build_object('barcode', '') || r.carried || jsonb_build_object('workplace_id', ${to}::uuid, 'product_id', h.product_id)) v
    where ${aside('product_variant')}
    returning 1`);
  const grown = [...new Set(homes.map((one) => one.product_id))].filter((id) => !merge.add.includes(id));
  await tx.run(sql`update product p set total_variants = v.n, updated_at = now()
    from (select product_id, count(*)::int as n from product_variant
      where workplace_id = ${to} and product_id = any(${grown}::uuid[]) group by product_id) v
    where p.workplace_id = ${to} and p.product_id = v.product_id`);
  await putNames(tx, transfer, [
    ...products.map(({ product_id, revision, brought }) => ({
      kind: 'product' as const,
      from_id: product_id,
      to_id: merge.products.get(product_id) ?? product_id,
      revision,
      added: merge.add.includes(product_id),
      counts: brought !== true,
    })),
    ...[...merge.variants].map(([from_id, to_id]) => ({ kind: 'variant' as const, from_id, to_id })),
  ]);
  await tx.run(sql`delete from store_move_row r where r.account_id = ${transfer.account_id} and r.move_id = ${transfer.move_id}
    and r.part in ('product', 'product_variant')`);
}
