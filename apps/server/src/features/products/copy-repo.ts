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

/** Adds products that are made of `from`, without variants. Everything that a part doesn't say is as there. */
export const insertCopies = (
  tx: Executor,
  workplaceId: string,
  from: Product,
  copies: readonly NewCopy[],
): Promise<number> =>
  tx.run(sql`insert into product (workplace_id, product_id, source, mode, source_product_id, ship_to, title, description_html, vendor,
      product_type, tags, options, images, currency, cost_from, cost_to, price_from, price_to, total_variants, original, copied_from)
    select ${workplaceId}, r.product_id, p.source, p.mode, p.source_product_id, p.ship_to, r.title, p.description_html, p.vendor,
      p.product_type, p.tags, r.options, r.images, p.currency, r.cost_from, r.cost_to, r.price_from, r.price_to, r.total_variants,
      r.original, p.product_id
    from jsonb_to_recordset(${JSON.stringify(copies.map(rowOf))}::jsonb) as r(product_id uuid, title text, options jsonb, images jsonb,
      cost_from bigint, cost_to bigint, price_from bigint, price_to bigint, total_variants integer, original jsonb)
      join product p on p.workplace_id = ${workplaceId} and p.product_id = ${from.product_id}
    returning 1`);

/** A variant of a copy: `variant` as it is to be, copied from `fromId`. */
export interface CopiedVariant {
  fromId: string;
  variant: Variant;
}

/** Adds variants that are copies of others. */
export const insertCopiedVariants = (
  tx: Executor,
  workplaceId: string,
  copied: readonly CopiedVariant[],
): Promise<number> =>
  tx.run(sql`insert into product_variant (workplace_id, product_id, variant_id, source_variant_id, source_sku, sku, option_values, cost,
      price, computed_price, compare_at_price, stock, weight_grams, image_url, position, enabled)
    select ${workplaceId}, r.product_id, r.variant_id, v.source_variant_id, v.source_sku, r.sku,
      array(select jsonb_array_elements_text(r.option_values)), v.cost, v.price, v.computed_price, v.compare_at_price, v.stock,
      v.weight_grams, v.image_url, r.position, v.enabled
    from jsonb_to_recordset(${JSON.stringify(copied.map(({ fromId, variant }) => ({ ...variant, from_id: fromId })))}::jsonb)
        as r(product_id uuid, variant_id uuid, from_id uuid, sku text, option_values jsonb, position integer)
      join product_variant v on v.workplace_id = ${workplaceId} and v.variant_id = r.from_id
    returning 1`);

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

/** Sets how stores show a product's listings, before they are pushed. */
export const setPublishStatus = (
  tx: Executor,
  workplaceId: string,
  productId: string,
  status: 'active' | 'draft',
): Promise<number> =>
  tx.run(sql`update listing set publish_status = ${status}, updated_at = now()
    where workplace_id = ${workplaceId} and product_id = ${productId} and state in ('listed', 'failed')
      and publish_status <> ${status}`);
