import { type Executor, json, sql } from '../../db/index.ts';
import type { SplitPart } from './rules/split-by-hand.ts';
import type { Product, Variant } from './tables.ts';

/** Copies of a workspace wait for each other, so that no two choose the same SKU. */
export const lockCopies = (tx: Executor, workplaceId: string): Promise<unknown> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`product_copy ${workplaceId}`}, 0))`);

/** Those of some SKUs that a product of the workspace has. */
export const takenSkus = async (ex: Executor, workplaceId: string, skus: readonly string[]): Promise<string[]> =>
  (
    await ex.rows<{ sku: string }>(sql`select v.sku from product_variant v
      join product p on p.workplace_id = ${workplaceId} and p.product_id = v.product_id and p.deleted_at is null
      where v.workplace_id = ${workplaceId} and v.sku = any(${[...skus]}::text[])`)
  ).map((row) => row.sku);

/** A new product that is made of another one. */
export interface NewCopy {
  productId: string;
  part: SplitPart;
}

const rowOf = ({ productId, part }: NewCopy) => ({
  product_id: productId,
  title: part.title,
  options: part.options,
  images: part.images,
  original: part.original,
  cost_from: part.costFrom,
  cost_to: part.costTo,
  price_from: part.priceFrom,
  price_to: part.priceTo,
  total_variants: part.variants.length,
});

/** Adds products that are made of `from`, without variants. Every column that a part doesn't say is as there. */
export const insertCopies = (
  tx: Executor,
  workplaceId: string,
  from: Product,
  copies: readonly NewCopy[],
): Promise<number> =>
  tx.run(sql`insert into product select c.* from jsonb_array_elements(${JSON.stringify(copies.map(rowOf))}::jsonb) as r
      join product p on p.workplace_id = ${workplaceId} and p.product_id = ${from.product_id}
      cross join lateral jsonb_populate_record(null::product, to_jsonb(p) || r || jsonb_build_object('revision', 1,
        'push_state', 'unpushed', 'created_at', now(), 'updated_at', now(), 'brought', false, 'former_sources', '[]'::jsonb,
        'copied_from', p.product_id)) c
    returning 1`);

/** A variant of a copy: `variant` as it is to be, copied from `fromId`. */
export interface CopiedVariant {
  fromId: string;
  variant: Variant;
}

/** Adds variants that are copies of others. Every column that isn't named here is as there. */
export const insertCopiedVariants = (
  tx: Executor,
  workplaceId: string,
  copied: readonly CopiedVariant[],
): Promise<number> => {
  const rows = copied.map(({ fromId, variant: { product_id, variant_id, sku, barcode, option_values, position } }) => ({
    from_id: fromId,
    change: { product_id, variant_id, sku, barcode, option_values, position },
  }));
  return tx.run(sql`insert into product_variant select c.*
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(from_id uuid, change jsonb)
      join product_variant v on v.workplace_id = ${workplaceId} and v.variant_id = r.from_id
      cross join lateral jsonb_populate_record(null::product_variant, to_jsonb(v) || r.change) c
    returning 1`);
};

/** Moves variants to the products that they name, with their option values and positions there. Their ids stay: orders refer to them. */
export async function moveVariants(tx: Executor, workplaceId: string, variants: readonly Variant[]): Promise<void> {
  const rows = JSON.stringify(
    variants.map(({ product_id, variant_id, option_values, position }) => ({
      product_id,
      variant_id,
      option_values,
      position,
    })),
  );
  await tx.run(sql`update product_variant v set product_id = r.product_id, position = r.position,
      option_values = array(select jsonb_array_elements_text(r.option_values))
    from jsonb_to_recordset(${rows}::jsonb) as r(product_id uuid, variant_id uuid, option_values jsonb, position integer)
    where v.workplace_id = ${workplaceId} and v.variant_id = r.variant_id`);
  await tx.run(sql`update store_price s set product_id = r.product_id
    from jsonb_to_recordset(${rows}::jsonb) as r(product_id uuid, variant_id uuid)
    where s.workplace_id = ${workplaceId} and s.variant_id = r.variant_id`);
}

/** Writes what is left of a product that was split. */
export const saveRest = (tx: Executor, workplaceId: string, product: Product, part: SplitPart): Promise<number> =>
  tx.run(sql`update product set title = ${part.title}, options = ${json(part.options)}, images = ${json(part.images)},
      original = ${json(part.original)}, cost_from = ${part.costFrom}, cost_to = ${part.costTo}, price_from = ${part.priceFrom},
      price_to = ${part.priceTo}, total_variants = ${part.variants.length}, revision = revision + 1, updated_at = now()
    where workplace_id = ${workplaceId} and product_id = ${product.product_id}`);

/** Takes products off the workspace. Orders find their variants still. */
export const softDelete = (tx: Executor, workplaceId: string, productIds: readonly string[]): Promise<number> =>
  tx.run(sql`update product set deleted_at = now(), updated_at = now()
    where workplace_id = ${workplaceId} and product_id = any(${[...productIds]}::uuid[])`);

/** Lets go of listings without a call to their stores: what is there stays there. */
export const releaseListings = (tx: Executor, workplaceId: string, productIds: readonly string[]): Promise<number> =>
  tx.run(sql`update listing set state = 'removed', updated_at = now()
    where workplace_id = ${workplaceId} and product_id = any(${[...productIds]}::uuid[]) and state in ('failed', 'listed')`);
